import { describe, expect, it } from 'vitest';
import type { ColumnKind, ColumnSchema } from '../../workers/base/table.ts';
import { columnFormat } from './column-format.ts';

const schema = (kind: ColumnKind, unit = ''): ColumnSchema => ({ id: 'x', title: 'X', unit, kind, description: '' });
const format = (kind: ColumnKind, values: number[], unit = '') =>
  columnFormat(schema(kind, unit), { type: 'number', values: Float64Array.from(values) });
const cells = (kind: ColumnKind, values: number[], unit = '') => {
  const column = format(kind, values, unit);
  return values.map((_, row) => column.cell(row).replaceAll('\u202f', ' '));
};

describe('columnFormat', () => {
  it('gives every row the unit of the largest duration and as many decimals', () => {
    const values = [83_288_000, 431_400, 3_000, 200, Number.NaN];
    expect(format('duration', values).unit).toBe('ms');
    expect(cells('duration', values)).toEqual(['83.288', '0.431', '0.003', '<0.001', '–']);
  });
  it('stays in µs up to 9 999', () => {
    const values = [3_478_217, 5_900];
    expect(format('duration', values).unit).toBe('µs');
    expect(cells('duration', values)).toEqual(['3 478.2', '5.9']);
    expect(cells('duration', [9_117, 350])).toEqual(['9.117', '0.350']);
  });
  it('shows shares in percent with one decimal', () => {
    expect(cells('share', [0.534, 1, 0, Number.NaN])).toEqual(['53.4', '100.0', '0.0', '–']);
    expect(format('share', [0.5]).unit).toBe('%');
  });
  it('shows bytes in MB of 1024² bytes', () => {
    expect(cells('bytes', [1122.5 * 1024 ** 2, 16 * 1024 ** 2, 8])).toEqual(['1 122.5', '16.0', '<0.1']);
    expect(format('bytes', [1]).unit).toBe('MB');
  });
  it('shows whole numbers without decimals and keeps the unit of the schema', () => {
    expect(cells('integer', [8042, 1])).toEqual(['8 042', '1']);
    expect(cells('number', [3, 12])).toEqual(['3', '12']);
    expect(cells('number', [3.25, 123.4], 'GB/s')).toEqual(['3.25', '123.40']);
    expect(format('number', [3.25], 'GB/s').unit).toBe('GB/s');
  });
  it('shows texts on one line and gives them whole when asked', () => {
    const text = columnFormat(schema('name'), {
      type: 'text',
      index: Int32Array.of(0, -1),
      dictionary: ['a\nb\u202e'],
    });
    expect(text.cell(0)).toBe('a␊b[U+202E]');
    expect([text.full(0), text.plain(0)]).toEqual(['a\nb\u202e', 'a\nb\u202e']);
    expect([text.cell(1), text.full(1), text.plain(1)]).toEqual(['–', '–', '']);
  });
  it('has all digits when asked', () => {
    const column = format('duration', [83_288_123, Number.NaN]);
    expect(column.plain(0)).toBe('83.288123');
    expect(column.plain(1)).toBe('');
    expect(column.full(0)).toBe('83.288\u202fms');
    expect(format('bytes', [2048]).full(0)).toBe('2.000\u202fKB (2\u202f048\u202fB)');
    expect(format('number', [1.25], 'GB/s').full(0)).toBe('1.25\u202fGB/s');
  });
  it('does not fail on a column of missing values or no rows', () => {
    expect(cells('duration', [Number.NaN])).toEqual(['–']);
    expect(format('duration', []).unit).toBe('µs');
  });
  it('reads text, and tells a missing one from an empty one', () => {
    const column = columnFormat(schema('text'), {
      type: 'text',
      dictionary: ['', 'bf16'],
      index: Int32Array.of(1, 0, -1),
    });
    expect([0, 1, 2].map((row) => column.cell(row))).toEqual(['bf16', '', '–']);
    expect([0, 1, 2].map((row) => column.plain(row))).toEqual(['bf16', '', '']);
    expect([0, 1, 2].map((row) => column.isMissing(row))).toEqual([false, false, true]);
  });
});

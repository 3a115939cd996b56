import { describe, expect, it } from 'vitest';
import type { ColumnData, ColumnSchema } from '../../workers/base/table.ts';
import { columnFormat } from './column-format.ts';
import { HEAD } from './grid-focus.ts';
import { peekText } from './peek.ts';

const column = (schema: Partial<ColumnSchema>, data: ColumnData) => {
  const whole: ColumnSchema = {
    id: 'x',
    title: 'GPU time',
    unit: '',
    kind: 'duration',
    description: 'Sum.',
    ...schema,
  };
  return { schema: whole, data, format: columnFormat(whole, data) };
};
const times: ColumnData = { type: 'number', values: Float64Array.of(83_288_123, 500, Number.NaN, 4_000_000) };
const names: ColumnData = { type: 'text', dictionary: ['aten::mm'], index: Int32Array.of(0) };

describe('peekText', () => {
  it('says what a column is', () => {
    expect(peekText(column({}, times), HEAD, 0, false)).toEqual({ text: 'GPU time', note: 'Sum.', mono: false });
  });
  it('gives all digits of a number where the cell does not', () => {
    expect(peekText(column({}, times), 1, 1, false)?.text).toBe('0.500\u202fµs');
    expect(peekText(column({}, times), 0, 0, false)).toBeNull();
  });
  it('says why a value is missing, in the words of the table where it has some', () => {
    expect(peekText(column({}, times), 2, 2, false)?.note).toBe('The trace does not record it for this row.');
    expect(peekText(column({ missing: 'No call.' }, times), 2, 2, false)?.note).toBe('No call.');
  });
  it('shows a text only where it is cut', () => {
    const name = column({ kind: 'name' }, names);
    expect(peekText(name, 0, 0, true)).toEqual({ text: 'aten::mm', note: '', mono: true });
    expect(peekText(name, 0, 0, false)).toBeNull();
  });
});

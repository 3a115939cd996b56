import { describe, expect, it } from 'vitest';
import type { ColumnData, ColumnSchema, Table } from '../../workers/base/table.ts';
import { countValues } from './count-values.ts';

const column = (id: string, kind: ColumnSchema['kind']): ColumnSchema => ({
  id,
  title: id,
  unit: '',
  kind,
  description: '',
});
const categories: ColumnData = { type: 'text', dictionary: ['moe', 'gemm', 'copy'], index: Int32Array.of(1, 0, 1, -1) };
const times: ColumnData = { type: 'number', values: Float64Array.of(1, 10, Number.NaN, 100) };
const table = (columns: readonly ColumnSchema[], data: readonly ColumnData[]): Table => ({
  schema: { id: 't', title: 'T', description: '', columns, sort: { column: 'time', descending: true } },
  rows: 4,
  columns: data,
});

describe('countValues', () => {
  it('counts rows by text, heaviest first, and leaves out rows without one', () => {
    const both = table([column('kind', 'category'), column('time', 'duration')], [categories, times]);
    expect(countValues(both, 'kind')).toEqual([
      { value: 'moe', rows: 1, weight: 10 },
      { value: 'gemm', rows: 2, weight: 1 },
    ]);
  });
  it('keeps the order of the table where nothing has a weight', () => {
    const counts = countValues(table([column('kind', 'category')], [categories]), 'kind');
    expect(counts.map(({ value }) => value)).toEqual(['moe', 'gemm']);
  });
  it('finds none in a column that the table has not, or of numbers', () => {
    expect(countValues(table([column('time', 'duration')], [times]), 'kind')).toEqual([]);
    expect(countValues(table([column('time', 'duration')], [times]), 'time')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ColumnData, ColumnSchema, Table } from '../../workers/base/table.ts';
import { countCategories } from './count-categories.ts';

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

describe('countCategories', () => {
  it('counts rows by category, heaviest first, and leaves out rows without one', () => {
    expect(
      countCategories(table([column('kind', 'category'), column('time', 'duration')], [categories, times])),
    ).toEqual({
      column: 'kind',
      counts: [
        { id: 'moe', rows: 1, weight: 10 },
        { id: 'gemm', rows: 2, weight: 1 },
      ],
    });
  });
  it('keeps the order of the table where nothing has a weight', () => {
    const { counts } = countCategories(table([column('kind', 'category')], [categories]));
    expect(counts.map(({ id }) => id)).toEqual(['moe', 'gemm']);
  });
  it('finds none in a table without categories', () => {
    expect(countCategories(table([column('time', 'duration')], [times]))).toEqual({ column: undefined, counts: [] });
  });
});

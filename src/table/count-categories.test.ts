import { describe, expect, it } from 'vitest';
import type { Table } from '../../workers/base/table.ts';
import { countCategories } from './count-categories.ts';

const text = (id: string, kind: 'name' | 'category') => ({ id, title: id, unit: '', kind, description: '' }) as const;
const table = (columns: Table['schema']['columns'], data: Table['columns']): Table => ({
  schema: { id: 't', title: 'T', description: '', columns },
  rows: 4,
  columns: data,
});

describe('countCategories', () => {
  it('counts rows by category and leaves rows without one out', () => {
    const data = { type: 'text', dictionary: ['moe', 'gemm', 'copy'], index: Int32Array.of(1, 0, 1, -1) } as const;
    expect(countCategories(table([text('category', 'category')], [data]))).toEqual({
      column: 'category',
      counts: [
        { id: 'moe', rows: 1 },
        { id: 'gemm', rows: 2 },
      ],
    });
  });
  it('finds none in a table without categories', () => {
    const data = { type: 'text', dictionary: ['a'], index: Int32Array.of(0, 0, 0, 0) } as const;
    expect(countCategories(table([text('name', 'name')], [data]))).toEqual({ column: undefined, counts: [] });
  });
});

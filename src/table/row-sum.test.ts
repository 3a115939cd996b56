import { describe, expect, it } from 'vitest';
import type { Table } from '../../workers/base/table.ts';
import { rowSum } from './row-sum.ts';

const column = (id: string) => ({ id, title: id, unit: '', kind: 'duration', description: '' }) as const;
const table: Table = {
  schema: { id: 't', title: 'T', description: '', columns: [column('time'), column('median')] },
  rows: 4,
  columns: [
    { type: 'number', values: Float64Array.of(1, 20, Number.NaN, 300) },
    { type: 'number', values: Float64Array.of(1, 2, 3, 4) },
  ],
  totals: { time: 999 },
};

describe('rowSum', () => {
  it("is the table's total when all rows are shown", () => {
    expect(rowSum({ table, order: Uint32Array.of(3, 2, 1, 0) }, 'time')).toBe(999);
  });
  it('adds up the rows shown, leaving missing values out', () => {
    expect(rowSum({ table, order: Uint32Array.of(3, 2, 1) }, 'time')).toBe(320);
    expect(rowSum({ table, order: Uint32Array.of() }, 'time')).toBe(0);
  });
  it('adds up nothing that has no total', () => {
    expect(rowSum({ table, order: Uint32Array.of(0) }, 'median')).toBeUndefined();
  });
});

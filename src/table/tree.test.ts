import { describe, expect, it } from 'vitest';
import type { Table } from '../../workers/base/table.ts';
import { foldedAtFirst, hasBelow, treeDepths, unfoldedRows } from './tree.ts';

// a > (b > (c > (d), e)), f
const depths = Float64Array.of(0, 1, 2, 3, 2, 0);

describe('a tree of rows', () => {
  it('is open three levels deep at first', () => {
    expect(foldedAtFirst(depths)).toEqual(new Set([2]));
    expect([...unfoldedRows(depths, foldedAtFirst(depths))]).toEqual([0, 1, 2, 4, 5]);
  });

  it('hides all that is below a folded row, folded or not', () => {
    expect([...unfoldedRows(depths, new Set([0, 2]))]).toEqual([0, 5]);
    expect([...unfoldedRows(depths, new Set([1]))]).toEqual([0, 1, 5]);
    expect([...unfoldedRows(depths, new Set())]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('tells which rows have others below', () => {
    expect(Array.from(depths.keys(), (row) => hasBelow(depths, row))).toEqual([true, true, true, false, false, false]);
  });

  it('is one only in its own order', () => {
    const column = { id: 'depth', title: 'Depth', unit: '', kind: 'integer', description: '' } as const;
    const table: Table = {
      schema: { id: 't', title: 'T', description: '', columns: [column], tree: 'depth' },
      rows: 6,
      columns: [{ type: 'number', values: depths }],
    };
    expect(treeDepths(table, { filter: ' ', sort: null, only: {} })).toBe(depths);
    expect(treeDepths(table, { filter: 'x', sort: null })).toBeUndefined();
    expect(treeDepths(table, { filter: '', sort: { column: 'depth', descending: true } })).toBeUndefined();
    expect(treeDepths(table, { filter: '', sort: null, only: { category: ['gemm'] } })).toBeUndefined();
    expect(
      treeDepths({ ...table, schema: { ...table.schema, tree: 'no' } }, { filter: '', sort: null }),
    ).toBeUndefined();
  });
});

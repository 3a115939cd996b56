import type { Table } from '../../workers/base/table.ts';
import type { TableQuery } from '../../workers/engine/engine.ts';

/** Levels of a tree that are open at first. */
const OPEN_LEVELS = 3;

/** How deep each row of a table is in its tree, while the query leaves the rows in the tree's order; undefined otherwise. */
export function treeDepths({ schema, columns }: Table, { filter, only, sort }: TableQuery): Float64Array | undefined {
  const at = schema.columns.findIndex(({ id }) => id === schema.tree);
  const depths = columns[at];
  const isWhole = sort === null && filter.trim() === '' && Object.keys(only ?? {}).length === 0;
  return isWhole && depths?.type === 'number' ? depths.values : undefined;
}

/** Whether a row has rows below it: rows stand in preorder. */
export function hasBelow(depths: Float64Array, row: number): boolean {
  return row + 1 < depths.length && depths[row + 1] > depths[row];
}

/** The rows that are folded before the user says otherwise. */
export function foldedAtFirst(depths: Float64Array): ReadonlySet<number> {
  const folded = new Set<number>();
  for (let row = 0; row < depths.length; row++) {
    if (depths[row] === OPEN_LEVELS - 1 && hasBelow(depths, row)) folded.add(row);
  }
  return folded;
}

/** The rows that are not below a folded one. */
export function unfoldedRows(depths: Float64Array, folded: ReadonlySet<number>): Uint32Array {
  const rows = new Uint32Array(depths.length);
  let count = 0;
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (let row = 0; row < depths.length; row++) {
    if (depths[row] > hiddenBelow) continue;
    hiddenBelow = folded.has(row) ? depths[row] : Number.POSITIVE_INFINITY;
    rows[count++] = row;
  }
  return rows.slice(0, count);
}

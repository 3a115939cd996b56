import type { ColumnData, Table } from '../../workers/base/table.ts';

/** Columns that say what a row is about, whatever the scope, the device or the conventions. */
const IDENTITY = ['step', 'name', 'fullName', 'module', 'shapes', 'types'];

/** What a row is about, as a text that finds it again in the same table on another basis. */
export function rowKey(table: Table, row: number): string {
  const key = keyOf(table);
  const own = key(row);
  let before = 0;
  for (let other = 0; other < row; other++) before += Number(key(other) === own);
  return before === 0 ? own : `${own}#${before}`;
}

/** The row of a key; undefined where the table has none. */
export function rowOfKey(table: Table, wanted: string): number | undefined {
  const key = keyOf(table);
  for (let row = 0; row < table.rows; row++) {
    if (wanted.startsWith(key(row)) && rowKey(table, row) === wanted) return row;
  }
  return undefined;
}

function keyOf(table: Table): (row: number) => string {
  const parts = IDENTITY.flatMap((id): ColumnData[] => {
    const at = table.schema.columns.findIndex((column) => column.id === id);
    return at < 0 ? [] : [table.columns[at]];
  });
  return (row) =>
    JSON.stringify(
      parts.map((data) => (data.type === 'text' ? (data.dictionary[data.index[row]] ?? null) : data.values[row])),
    );
}

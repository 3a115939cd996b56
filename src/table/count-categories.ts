import type { Table } from '../../workers/base/table.ts';

export interface CategoryCounts {
  /** Id of the column of categories; undefined where the table has none. */
  readonly column: string | undefined;
  /** In the order in which the categories first occur. */
  readonly counts: readonly { readonly id: string; readonly rows: number }[];
}

/** Counts the rows of each category of a table. */
export function countCategories(table: Table): CategoryCounts {
  const at = table.schema.columns.findIndex(({ kind }) => kind === 'category');
  const data = table.columns[at];
  if (data?.type !== 'text') return { column: undefined, counts: [] };
  const counts = data.dictionary.map((id) => ({ id, rows: 0 }));
  for (const index of data.index) if (index >= 0) counts[index].rows++;
  return { column: table.schema.columns[at].id, counts: counts.filter(({ rows }) => rows > 0) };
}

import type { Table } from '../../workers/base/table.ts';

export interface CategoryCounts {
  /** Id of the column of categories; undefined where the table has none. */
  readonly column: string | undefined;
  /** Heaviest first: by the sums of the column that the table is sorted by. */
  readonly counts: readonly CategoryCount[];
}

interface CategoryCount {
  readonly id: string;
  readonly rows: number;
  readonly weight: number;
}

/** Counts the rows of each category of a table. */
export function countCategories(table: Table): CategoryCounts {
  const { columns, sort } = table.schema;
  const at = columns.findIndex(({ kind }) => kind === 'category');
  const categories = table.columns[at];
  if (categories?.type !== 'text') return { column: undefined, counts: [] };
  const weights = table.columns[columns.findIndex(({ id }) => id === sort?.column)];
  const counts = categories.dictionary.map((id) => ({ id, rows: 0, weight: 0 }));
  for (let row = 0; row < table.rows; row++) {
    const place = categories.index[row];
    if (place < 0) continue;
    counts[place].rows++;
    const weight = weights?.type === 'number' ? weights.values[row] : Number.NaN;
    if (!Number.isNaN(weight)) counts[place].weight += weight;
  }
  const present = counts.filter(({ rows }) => rows > 0);
  return { column: columns[at].id, counts: present.sort((a, b) => b.weight - a.weight) };
}

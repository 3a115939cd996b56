import type { Table } from '../../workers/base/table.ts';

/** A text that rows of a column have. */
export interface ValueCount {
  readonly value: string;
  readonly rows: number;
  readonly weight: number;
}

/** The texts of a column with their rows, heaviest first: by the sums of the column that the table is sorted by. */
export function countValues(table: Table, column: string): readonly ValueCount[] {
  const { columns, sort } = table.schema;
  const data = table.columns[columns.findIndex(({ id }) => id === column)];
  if (data?.type !== 'text') return [];
  const weights = table.columns[columns.findIndex(({ id }) => id === sort?.column)];
  const rows = new Uint32Array(data.dictionary.length);
  const weight = new Float64Array(data.dictionary.length);
  for (let row = 0; row < table.rows; row++) {
    const place = data.index[row];
    if (place < 0) continue;
    rows[place]++;
    const own = weights?.type === 'number' ? weights.values[row] : Number.NaN;
    if (!Number.isNaN(own)) weight[place] += own;
  }
  return data.dictionary
    .map((value, place) => ({ value, rows: rows[place], weight: weight[place] }))
    .filter((count) => count.rows > 0)
    .sort((a, b) => b.weight - a.weight);
}

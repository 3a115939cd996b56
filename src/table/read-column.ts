import type { Table } from '../../workers/base/table.ts';

/** The numbers of a column, NaN for missing; all missing where the table has no such column. */
export function numbersOf(table: Table, id: string): Float64Array {
  const data = table.columns[table.schema.columns.findIndex((column) => column.id === id)];
  return data?.type === 'number' ? data.values : new Float64Array(table.rows).fill(Number.NaN);
}

/** The texts of a column: its distinct texts and the place of each row's in them, -1 for missing. */
export interface TextColumn {
  readonly dictionary: readonly string[];
  readonly index: Int32Array;
}

/** The texts of a column; all missing where the table has no such column. */
export function textsOf(table: Table, id: string): TextColumn {
  const data = table.columns[table.schema.columns.findIndex((column) => column.id === id)];
  return data?.type === 'text' ? data : { dictionary: [], index: new Int32Array(table.rows).fill(-1) };
}

/** The text of a row, "" for missing. */
export function textAt({ dictionary, index }: TextColumn, row: number): string {
  return dictionary[index[row]] ?? '';
}

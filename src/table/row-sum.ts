import type { ShownRows } from './use-shown-rows.ts';

/** Sum over the rows shown of a column that may be added up (one with a total), undefined for any other. */
export function rowSum({ table, order }: Pick<ShownRows, 'table' | 'order'>, column: string): number | undefined {
  const total = table.totals?.[column];
  if (total === undefined || order.length === table.rows) return total;
  const data = table.columns[table.schema.columns.findIndex(({ id }) => id === column)];
  if (data?.type !== 'number') return undefined;
  let sum = 0;
  for (const row of order) {
    const value = data.values[row];
    if (!Number.isNaN(value)) sum += value;
  }
  return sum;
}

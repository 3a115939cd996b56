/** Selected rows of a table by their number in it, so that a new order keeps them; `anchor` is where a range starts. */
export interface RowSelection {
  readonly rows: ReadonlySet<number>;
  readonly anchor: number | null;
}

export const NO_SELECTION: RowSelection = { rows: new Set(), anchor: null };

/** Selects one row alone. */
export function selectRow(row: number): RowSelection {
  return { rows: new Set([row]), anchor: row };
}

/** Adds a row to the selection, or takes it out. */
export function toggleRow(selection: RowSelection, row: number): RowSelection {
  const rows = new Set(selection.rows);
  if (!rows.delete(row)) rows.add(row);
  return { rows, anchor: row };
}

/** Selects all that stands between the anchor and `row` in the order shown; without an anchor in it, `row` alone. */
export function selectRange(selection: RowSelection, row: number, order: Uint32Array): RowSelection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(row);
  if (from < 0 || to < 0) return selectRow(row);
  return { rows: new Set(order.subarray(Math.min(from, to), Math.max(from, to) + 1)), anchor: selection.anchor };
}

export function selectAll(order: Uint32Array): RowSelection {
  return { rows: new Set(order), anchor: order.length > 0 ? order[0] : null };
}

/** The selected rows in the order shown. */
export function selectedInOrder(selection: RowSelection, order: Uint32Array): Uint32Array {
  return order.filter((row) => selection.rows.has(row));
}

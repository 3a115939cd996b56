/** Display index of the head in `GridCell.row`; rows of the body count from 0. */
export const HEAD = -1;

/** The cell of a grid that has the focus: display index of its row, index among the visible columns. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that one page moves by. */
  readonly page: number;
}

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key moves the focus to, by the grid pattern of ARIA; undefined if the key does not move it. */
export function moveFocus({ row, column }: GridCell, key: Key, size: GridSize): GridCell | undefined {
  const to = destination({ row, column }, key, size);
  if (!to) return undefined;
  return { row: clamp(to.row, HEAD, size.rows - 1), column: clamp(to.column, 0, size.columns - 1) };
}

function destination({ row, column }: GridCell, { key, ctrlKey, metaKey }: Key, size: GridSize): GridCell | undefined {
  const far = ctrlKey || metaKey;
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: Math.max(0, row - size.page), column };
    case 'PageDown':
      return { row: Math.max(0, row) + size.page, column };
    case 'Home':
      return far ? { row: 0, column: 0 } : { row, column: 0 };
    case 'End':
      return far ? { row: size.rows - 1, column: size.columns - 1 } : { row, column: size.columns - 1 };
    default:
      return undefined;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { findCell } from './grid-cells.ts';
import { type GridCell, HEAD } from './grid-focus.ts';

/**
 * The one cell of a grid that Tab reaches. `move` also takes the browser's focus there and scrolls it into sight. What has the
 * focus passes it on to the cell nearest to it when it goes, as with its row.
 */
export function useGridFocus(grid: RefObject<HTMLElement | null>, rows: number, columns: number) {
  const [wanted, setWanted] = useState<GridCell>({ row: 0, column: 0 });
  const taking = useRef(false);
  /** Whether the grid has the focus, or had it in something that went: no event tells of that. */
  const holding = useRef(false);
  const focused: GridCell = {
    row: Math.max(HEAD, Math.min(wanted.row, rows - 1)),
    column: Math.min(wanted.column, columns - 1),
  };
  useLayoutEffect(() => {
    if (!grid.current) return;
    const isLost = holding.current && !grid.current.contains(document.activeElement);
    if (!taking.current && !isLost) return;
    taking.current = false;
    const cell = findCell(grid.current, focused);
    cell?.focus({ preventScroll: true });
    if (cell) reveal(grid.current, cell, focused.column);
  });
  const move = (cell: GridCell) => {
    taking.current = true;
    setWanted(cell);
  };
  const enter = (cell: GridCell | null) => {
    holding.current = true;
    if (cell) setWanted(cell);
  };
  const leave = () => {
    holding.current = false;
  };
  return { focused, enter, leave, move };
}

/** Scrolls a cell into sight, out from under the first column, which stays in its place. */
function reveal(grid: HTMLElement, cell: HTMLElement, column: number): void {
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const first = findCell(grid, { row: HEAD, column: 0 });
  if (column === 0 || !first) return;
  const covered = first.getBoundingClientRect().right - cell.getBoundingClientRect().left;
  if (covered > 0) grid.scrollLeft -= covered;
}

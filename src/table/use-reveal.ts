import { type RefObject, useEffect, useRef } from 'react';
import type { RowSelection } from './row-selection.ts';
import type { ShownRows } from './use-shown-rows.ts';

interface Revealed {
  readonly shown: ShownRows;
  readonly order: Uint32Array;
  readonly selection: RowSelection;
}

/** Brings the selected row into sight when a table comes with one or another is selected elsewhere; else the user scrolls. */
export function useReveal(
  grid: RefObject<HTMLElement | null>,
  { shown, order, selection }: Revealed,
  rowHeight: number,
): void {
  const revealed = useRef<{ readonly table: ShownRows['table']; readonly selection: RowSelection } | null>(null);
  useEffect(() => {
    const { current } = revealed;
    if (!grid.current || (current?.table === shown.table && current.selection === selection)) return;
    revealed.current = { table: shown.table, selection };
    const [row] = selection.rows;
    const place = selection.rows.size === 1 ? order.indexOf(row) : -1;
    if (place < 0) return;
    const { clientHeight, scrollTop } = grid.current;
    const top = place * rowHeight;
    const isInSight = top >= scrollTop && top + 3 * rowHeight <= scrollTop + clientHeight;
    if (!isInSight) grid.current.scrollTop = top - clientHeight / 2;
  }, [grid, shown, order, selection, rowHeight]);
}

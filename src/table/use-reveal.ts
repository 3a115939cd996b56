import { type RefObject, useEffect, useRef } from 'react';
import type { RowSelection } from './row-selection.ts';
import type { ShownRows } from './use-shown-rows.ts';

interface Revealed {
  readonly shown: ShownRows;
  readonly order: Uint32Array;
  readonly selection: RowSelection;
  readonly related: ReadonlySet<number>;
}

/**
 * Brings the selected row, else the first related to what is selected elsewhere, into sight when rows come with one or another is
 * selected; else the user scrolls.
 */
export function useReveal(
  grid: RefObject<HTMLElement | null>,
  { shown, order, selection, related }: Revealed,
  rowHeight: number,
): void {
  const revealed = useRef<Pick<Revealed, 'selection' | 'related'> & Pick<ShownRows, 'origin'>>(null);
  useEffect(() => {
    const { current } = revealed;
    const { origin } = shown;
    if (!grid.current) return;
    if (current?.origin === origin && current.selection === selection && current.related === related) return;
    revealed.current = { origin, selection, related };
    const place = placeToReveal(order, selection, related);
    if (place < 0) return;
    const { clientHeight, scrollTop } = grid.current;
    const top = place * rowHeight;
    const isInSight = top >= scrollTop && top + 3 * rowHeight <= scrollTop + clientHeight;
    if (!isInSight) grid.current.scrollTop = top - clientHeight / 2;
  }, [grid, shown, order, selection, related, rowHeight]);
}

function placeToReveal(order: Uint32Array, { rows }: RowSelection, related: ReadonlySet<number>): number {
  const [row] = rows;
  if (rows.size === 1) return order.indexOf(row);
  return rows.size === 0 && related.size > 0 ? order.findIndex((one) => related.has(one)) : -1;
}

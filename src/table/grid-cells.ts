import type { GridCell } from './grid-focus.ts';

/** The cell of a grid that an event happened in, if any. Cells carry `data-place` and `data-column`. */
export function cellElement(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
}

/** Where a cell stands. */
export function cellOf(cell: HTMLElement): GridCell {
  return { row: Number(cell.dataset.place), column: Number(cell.dataset.column) };
}

export function findCell(grid: HTMLElement, { row, column }: GridCell): HTMLElement | null {
  return grid.querySelector(`[data-place="${row}"][data-column="${column}"]`);
}

/** Whether some of a cell's text does not fit. */
export function isCut(cell: HTMLElement): boolean {
  return [cell, ...cell.querySelectorAll<HTMLElement>('span')].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  );
}

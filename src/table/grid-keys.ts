import type { KeyboardEvent } from 'react';
import { cellElement, cellOf } from './grid-cells.ts';
import { type GridCell, type GridSize, HEAD, moveFocus } from './grid-focus.ts';
import { NO_SELECTION, type RowSelection, selectAll, selectRange, selectRow } from './row-selection.ts';

const RESIZE_STEP = 8;

interface GridKeysOptions {
  readonly order: Uint32Array;
  readonly selection: RowSelection;
  readonly peeking: boolean;
  size(): GridSize;
  move(to: GridCell): void;
  /** Selects the row in a place, as a click with these keys held would. */
  pick(place: number, held: HeldKeys): void;
  onSelection(selection: RowSelection): void;
  /** Folds or unfolds the row in a place, where it has rows below. */
  fold(place: number, folded: boolean): void;
  sortBy(column: number): void;
  resizeBy(column: number, change: number): void;
  /** Shows the card of a cell, or hides it. */
  peek(cell: HTMLElement | null): void;
}

export interface HeldKeys {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** What the keys do in a grid, after the grid pattern of ARIA. A key that does something here goes no further. */
export function gridKeyHandler(options: GridKeysOptions): (event: KeyboardEvent) => void {
  const { order, selection } = options;

  const inHead = ({ key, shiftKey }: KeyboardEvent, { row, column }: GridCell): boolean => {
    if (row !== HEAD) return false;
    if (key === 'Enter') options.sortBy(column);
    else if (shiftKey && key === 'ArrowLeft') options.resizeBy(column, -RESIZE_STEP);
    else if (shiftKey && key === 'ArrowRight') options.resizeBy(column, RESIZE_STEP);
    else return false;
    return true;
  };

  const anywhere = (event: KeyboardEvent, cell: HTMLElement): boolean => {
    const { key } = event;
    if (key === ' ') options.peek(options.peeking ? null : cell);
    else if (key === 'Enter') options.pick(cellOf(cell).row, event);
    else if (key === '+' || key === '-') options.fold(cellOf(cell).row, key === '-');
    else if (key === 'a' && (event.ctrlKey || event.metaKey)) options.onSelection(selectAll(order));
    else if (key === 'Escape') return leave();
    else return false;
    return true;
  };

  /** Drops the card and the selection at once: a card that the pointer brought is not to cost a key. */
  const leave = (): boolean => {
    if (options.peeking) options.peek(null);
    if (selection.rows.size === 0) return false;
    options.onSelection(NO_SELECTION);
    return true;
  };

  const moving = (event: KeyboardEvent, from: GridCell): boolean => {
    const to = moveFocus(from, event, options.size());
    if (!to) return false;
    options.peek(null);
    if (to.row !== HEAD && to.row !== from.row) followSelection(from.row, to.row, event.shiftKey);
    options.move(to);
    return true;
  };

  /** Shift extends the selection to the row moved to; a single selected row goes with the focus, so that its details follow. */
  const followSelection = (from: number, place: number, extend: boolean) => {
    if (extend) options.onSelection(selectRange(selection, order[place], order));
    else if (selection.rows.size === 1 && selection.rows.has(order[from])) options.onSelection(selectRow(order[place]));
  };

  return (event) => {
    const cell = cellElement(event.target);
    if (!cell || event.altKey) return;
    const at = cellOf(cell);
    if (!(inHead(event, at) || anywhere(event, cell) || moving(event, at))) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The keys of a table for people, as the help overlay lists them. */
export const TABLE_KEYS: readonly { readonly title: string; readonly key: string }[] = [
  { title: 'Move among rows and columns', key: 'Arrows' },
  { title: 'First and last row', key: 'Ctrl+Home Ctrl+End' },
  { title: 'Select a row; sort, in the head', key: 'Enter' },
  { title: 'Extend the selection; resize, in the head', key: 'Shift+Arrows' },
  { title: 'Show a cell in full', key: 'Space' },
  { title: 'Unfold or fold a row of a tree', key: '+ -' },
  { title: 'Select all rows; copy as TSV', key: 'Ctrl+a Ctrl+c' },
];

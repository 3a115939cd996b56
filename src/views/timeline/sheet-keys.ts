/** Where an arrow key leads from a slice: along its lane, or to the lane above or below. */
export type SheetMove = 'next' | 'last' | 'up' | 'down';

const MOVES: Readonly<Partial<Record<string, SheetMove>>> = {
  ArrowRight: 'next',
  ArrowLeft: 'last',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** The move of a key; undefined where it is none. */
export function sheetMove(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): SheetMove | undefined {
  return event.ctrlKey || event.metaKey || event.altKey ? undefined : MOVES[event.key];
}

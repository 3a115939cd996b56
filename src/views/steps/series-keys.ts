import { ZOOM_KEYS, type ZoomAction } from '../../charts/zoom-keys.ts';

/** What a key does on the series of steps. */
export type SeriesAction =
  | { readonly kind: 'move'; readonly to: (current: number, count: number) => number; readonly extend: boolean }
  | { readonly kind: 'scope' }
  | { readonly kind: 'select' }
  | { readonly kind: 'leave' }
  | ZoomAction;

const LARGE = 10;

const MOVES: Readonly<Partial<Record<string, (current: number, count: number) => number>>> = {
  ArrowRight: (current) => current + 1,
  ArrowUp: (current) => current + 1,
  ArrowLeft: (current) => current - 1,
  ArrowDown: (current) => current - 1,
  PageUp: (current) => current + LARGE,
  PageDown: (current) => current - LARGE,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The action of a key; undefined where the key is none of the chart's. */
export function seriesAction(event: {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): SeriesAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const to = MOVES[event.key];
  if (to) return { kind: 'move', to, extend: event.shiftKey };
  if (event.key === 'Enter') return { kind: 'scope' };
  if (event.key === ' ') return { kind: 'select' };
  return event.key === 'Escape' ? { kind: 'leave' } : ZOOM_KEYS[event.key];
}

import { ZOOM_KEYS, type ZoomAction } from '../../charts/zoom-keys.ts';

/** What a key does on the chart. */
export type PlotAction =
  | { readonly kind: 'step'; readonly to: (current: number, count: number) => number }
  | { readonly kind: 'open' }
  | { readonly kind: 'pan'; readonly x: number; readonly y: number }
  | ZoomAction
  | { readonly kind: 'leave' };

const PAN = 40;

const next: PlotAction = { kind: 'step', to: (current, count) => Math.min(count - 1, current + 1) };
const previous: PlotAction = { kind: 'step', to: (current) => Math.max(0, current - 1) };

const PLAIN: Readonly<Record<string, PlotAction>> = {
  ArrowRight: next,
  ArrowDown: next,
  ArrowLeft: previous,
  ArrowUp: previous,
  Home: { kind: 'step', to: () => 0 },
  End: { kind: 'step', to: (_, count) => count - 1 },
  Enter: { kind: 'open' },
  ' ': { kind: 'open' },
  Escape: { kind: 'leave' },
};

const WITH_SHIFT: Readonly<Record<string, PlotAction>> = {
  ArrowRight: { kind: 'pan', x: -PAN, y: 0 },
  ArrowLeft: { kind: 'pan', x: PAN, y: 0 },
  ArrowUp: { kind: 'pan', x: 0, y: PAN },
  ArrowDown: { kind: 'pan', x: 0, y: -PAN },
};

/** The action of a key, points being stepped through in the order of their times; undefined where the key is none of the chart's. */
export function plotAction(event: {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): PlotAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return (event.shiftKey ? WITH_SHIFT[event.key] : undefined) ?? PLAIN[event.key] ?? ZOOM_KEYS[event.key];
}

import type { SteadyState, StepRange } from '../../../workers/engine/engine.ts';

export type Edge = 'start' | 'end';

/** The stretch that the band shows: from the first steady step to the last, whatever dips lie between; null where nothing is steady. */
export function steadySpan({ regions }: Pick<SteadyState, 'regions'>): StepRange | null {
  const first = regions[0];
  const last = regions.at(-1);
  return first && last ? [first[0], last[1]] : null;
}

/** A band with one edge at another border between steps: it stays within the steps and keeps one. */
export function moveEdge([from, to]: StepRange, edge: Edge, border: number, count: number): StepRange {
  return edge === 'start'
    ? [Math.min(to - 1, Math.max(0, border)), to]
    : [from, Math.max(from + 1, Math.min(count, border))];
}

/** The borders that an edge may go to. */
export function edgeLimits([from, to]: StepRange, edge: Edge, count: number): readonly [least: number, most: number] {
  return edge === 'start' ? [0, to - 1] : [from + 1, count];
}

const LARGE = 10;

/** Where a key moves an edge; undefined where the key is none of an edge's. */
export function edgeByKey(
  key: string,
  shift: boolean,
  at: number,
  limits: readonly [number, number],
): number | undefined {
  const step = shift ? LARGE : 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return at + step;
    case 'PageDown':
      return at - LARGE;
    case 'PageUp':
      return at + LARGE;
    case 'Home':
      return limits[0];
    case 'End':
      return limits[1];
    default:
      return undefined;
  }
}

export function sameRange(a: StepRange | null, b: StepRange | null): boolean {
  return a === b || (a !== null && b !== null && a[0] === b[0] && a[1] === b[1]);
}

import type { EventId } from '../ingest/trace-columns.ts';

/** Whether `a` may stand before `b`; true for equals, so that sorting is stable. */
type InOrder = (a: EventId, b: EventId) => boolean;

/**
 * Sorts events in place and stably by merging the ascending runs that are there already: profilers write a track as a few sorted
 * passages, so this is close to linear, at n log n for any input.
 */
export function sortEvents(events: Int32Array, inOrder: InOrder): void {
  let bounds = ascendingRuns(events, inOrder);
  if (bounds.length <= 2) return;
  let source = events;
  let target: Int32Array = new Int32Array(events.length);
  while (bounds.length > 2) {
    const merged = [0];
    for (let run = 0; run + 1 < bounds.length; run += 2) {
      const end = bounds[Math.min(run + 2, bounds.length - 1)];
      merge(source, target, bounds[run], bounds[run + 1], end, inOrder);
      merged.push(end);
    }
    bounds = merged;
    [source, target] = [target, source];
  }
  if (source !== events) events.set(source);
}

/** Sorts by start, then file order. */
export function sortByStart(events: Int32Array, ts: Float64Array): void {
  sortEvents(events, (a, b) => ts[a] < ts[b] || (ts[a] === ts[b] && a < b));
}

/** Where ascending runs begin, and the end of the last. */
function ascendingRuns(events: Int32Array, inOrder: InOrder): number[] {
  const bounds = [0];
  for (let i = 1; i < events.length; i++) if (!inOrder(events[i - 1], events[i])) bounds.push(i);
  bounds.push(events.length);
  return bounds;
}

function merge(
  source: Int32Array,
  target: Int32Array,
  start: number,
  middle: number,
  end: number,
  inOrder: InOrder,
): void {
  let left = start;
  let right = middle;
  let out = start;
  while (left < middle && right < end) {
    target[out++] = inOrder(source[left], source[right]) ? source[left++] : source[right++];
  }
  while (left < middle) target[out++] = source[left++];
  while (right < end) target[out++] = source[right++];
}

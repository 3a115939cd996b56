import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { HOST_KINDS } from './event-kinds.ts';
import type { EventsByKind } from './events-by-kind.ts';
import { sortByStart, sortEvents } from './sort-events.ts';
import type { Occurrences } from './trace-model.ts';

/** A slice that ends this much after its encloser, in ns, is nested in it: clocks are read one after the other. */
const TOLERANCE = 1000;

/** The host's call tree, and its slices in the order that it was built from. */
export interface CallTree {
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Host slices without a parent, by start. */
  readonly roots: Int32Array;
  /** Host slices by track, then start ascending, duration descending, file order: parents stand before their children. */
  readonly slices: Int32Array;
  /** Where each track begins in `slices`, and the end of the last. */
  readonly trackStart: Uint32Array;
  /** Slices that outlive one in which they started by more than the tolerance. */
  readonly partialOverlaps: Occurrences;
}

/**
 * Nests the host slices of each track by time. A slice hangs under the lowest slice that is open at its start and ends no earlier
 * (within the tolerance); one that outlives the lowest open slice is counted as a partial overlap.
 */
export function buildCallTree(columns: TraceColumns, byKind: EventsByKind): CallTree {
  const { length, ts, dur } = columns;
  const { slices, trackStart } = hostSlicesByTrack(columns, byKind);
  for (let track = 0; track + 1 < trackStart.length; track++) {
    const ofTrack = slices.subarray(trackStart[track], trackStart[track + 1]);
    sortEvents(ofTrack, (a, b) => (ts[a] !== ts[b] ? ts[a] < ts[b] : dur[a] !== dur[b] ? dur[a] > dur[b] : a < b));
  }

  const parent = new Int32Array(length).fill(-1);
  const firstChild = new Int32Array(length).fill(-1);
  const nextSibling = new Int32Array(length).fill(-1);
  const roots: number[] = [];
  let partialOverlaps = 0;
  let firstPartialOverlap = -1;
  // The open slices, lowest last: event, end clipped to the encloser's (so ends never grow downwards), last child so far.
  const open: number[] = [];
  const ends: number[] = [];
  const lastChild: number[] = [];
  for (let track = 0; track + 1 < trackStart.length; track++) {
    let depth = 0;
    for (let i = trackStart[track]; i < trackStart[track + 1]; i++) {
      const event = slices[i];
      const start = ts[event];
      let end = start + dur[event];
      while (depth > 0 && ends[depth - 1] <= start) depth--;
      if (depth > 0 && end > ends[depth - 1] + TOLERANCE) {
        if (partialOverlaps++ === 0) firstPartialOverlap = event;
        // What it outlives can be closed: whatever comes later and would fit there fits in this slice too.
        do depth--;
        while (depth > 0 && end > ends[depth - 1] + TOLERANCE);
      }
      if (depth > 0) {
        const top = depth - 1;
        parent[event] = open[top];
        if (lastChild[top] === -1) firstChild[open[top]] = event;
        else nextSibling[lastChild[top]] = event;
        lastChild[top] = event;
        end = Math.min(end, ends[top]);
      } else roots.push(event);
      open[depth] = event;
      ends[depth] = end;
      lastChild[depth] = -1;
      depth++;
    }
  }
  const rootEvents = Int32Array.from(roots);
  sortByStart(rootEvents, ts);
  return {
    parent,
    firstChild,
    nextSibling,
    roots: rootEvents,
    slices,
    trackStart,
    partialOverlaps: { count: partialOverlaps, first: firstPartialOverlap },
  };
}

/** For each host slice the nearest slice at or above it that `matches`, -1 if none. */
export function nearestAtOrAbove(
  { slices, parent }: CallTree,
  length: number,
  matches: (event: EventId) => boolean,
): Int32Array {
  const nearest = new Int32Array(length).fill(-1);
  for (let i = 0; i < slices.length; i++) {
    const event = slices[i];
    const above = parent[event];
    if (matches(event)) nearest[event] = event;
    else if (above !== -1) nearest[event] = nearest[above];
  }
  return nearest;
}

/** The lowest slice of `track` that covers the time `at`, -1 if none. */
export function sliceAt(tree: CallTree, columns: TraceColumns, track: number, at: number): EventId {
  let low = tree.trackStart[track];
  let high = tree.trackStart[track + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (columns.ts[tree.slices[middle]] <= at) low = middle + 1;
    else high = middle;
  }
  if (low === tree.trackStart[track]) return -1;
  let event = tree.slices[low - 1];
  while (event !== -1 && columns.ts[event] + columns.dur[event] < at) event = tree.parent[event];
  return event;
}

function hostSlicesByTrack(
  { track, tracks }: TraceColumns,
  byKind: EventsByKind,
): { slices: Int32Array; trackStart: Uint32Array } {
  const lists = HOST_KINDS.map((kind) => byKind.of(kind));
  const trackStart = new Uint32Array(tracks.length + 1);
  for (const list of lists) for (const event of list) trackStart[track[event] + 1]++;
  for (let t = 0; t < tracks.length; t++) trackStart[t + 1] += trackStart[t];
  const slices = new Int32Array(trackStart[tracks.length]);
  const next = trackStart.slice();
  for (const list of lists) for (const event of list) slices[next[track[event]]++] = event;
  return { slices, trackStart };
}

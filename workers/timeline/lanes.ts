import type { EventId } from '../ingest/trace-columns.ts';
import { sortEvents } from '../trace/sort-events.ts';

/** Times of slices by their number. */
export interface SliceTimes {
  readonly ts: Float64Array;
  readonly dur: Float64Array;
}

/** More slices at once than this share the last lane: damaged durations must not make lanes without end. */
export const MOST_LANES = 512;
/** A slice of no length keeps its lane for so many ns, so that two of the same moment stand apart. */
const LEAST_NS = 1;

/** Slices of a track in lanes; those of a lane do not overlap (but in the last of `MOST_LANES`). */
export interface Lanes {
  /** Slices by lane, then start. */
  readonly slices: Int32Array;
  /** Where each lane begins in `slices`, and the end of the last. */
  readonly laneStart: Uint32Array;
}

/** Sorts slices so that what encloses stands before what it encloses: by start, the longest of equals first, then in file order. */
export function sortOutermostFirst(slices: Int32Array, { ts, dur }: SliceTimes): void {
  sortEvents(slices, (a, b) => (ts[a] !== ts[b] ? ts[a] < ts[b] : dur[a] !== dur[b] ? dur[a] > dur[b] : a < b));
}

/**
 * Puts slices, sorted outermost first, into the first lane that is free at their start. Slices that nest come to stand at their depth;
 * those that overlap otherwise get lanes below.
 *
 * @param setLane Told the lane of each slice.
 */
export function intoLanes(
  sorted: Int32Array,
  { ts, dur }: SliceTimes,
  setLane?: (slice: EventId, lane: number) => void,
): Lanes {
  const busyUntil = new Float64Array(MOST_LANES).fill(Number.NEGATIVE_INFINITY);
  const laneOf = new Uint16Array(sorted.length);
  const counts = new Uint32Array(MOST_LANES + 1);
  let used = 0;
  for (let i = 0; i < sorted.length; i++) {
    const slice = sorted[i];
    const start = ts[slice];
    let lane = 0;
    while (lane < MOST_LANES - 1 && busyUntil[lane] > start) lane++;
    busyUntil[lane] = Math.max(busyUntil[lane], start + Math.max(dur[slice], LEAST_NS));
    laneOf[i] = lane;
    counts[lane + 1]++;
    used = Math.max(used, lane + 1);
    setLane?.(slice, lane);
  }
  const laneStart = counts.slice(0, used + 1);
  for (let lane = 0; lane < used; lane++) laneStart[lane + 1] += laneStart[lane];
  const slices = new Int32Array(sorted.length);
  const next = laneStart.slice();
  for (let i = 0; i < sorted.length; i++) slices[next[laneOf[i]]++] = sorted[i];
  return { slices, laneStart };
}

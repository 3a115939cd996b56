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
  const free = new FreeLanes();
  const laneOf = new Uint16Array(sorted.length);
  const counts = new Uint32Array(MOST_LANES + 1);
  for (let i = 0; i < sorted.length; i++) {
    const slice = sorted[i];
    const lane = free.take(ts[slice], ts[slice] + Math.max(dur[slice], LEAST_NS));
    laneOf[i] = lane;
    counts[lane + 1]++;
    setLane?.(slice, lane);
  }
  const laneStart = counts.slice(0, free.used + 1);
  for (let lane = 0; lane < free.used; lane++) laneStart[lane + 1] += laneStart[lane];
  const slices = new Int32Array(sorted.length);
  const next = laneStart.slice();
  for (let i = 0; i < sorted.length; i++) slices[next[laneOf[i]]++] = sorted[i];
  return { slices, laneStart };
}

/** Finds the first lane that is free at a time. */
class FreeLanes {
  /** Lanes taken so far. */
  used = 0;
  readonly #busyUntil = new Float64Array(MOST_LANES).fill(Number.NEGATIVE_INFINITY);
  /** The first time at which a lane up to each one is free: never ascending, so that the first free lane is found by halving. */
  readonly #freeFrom = new Float64Array(MOST_LANES);

  take(startNs: number, endNs: number): number {
    let lane = this.#firstFree(startNs);
    if (lane === this.used) {
      if (this.used < MOST_LANES) this.used++;
      else lane--;
    }
    this.#busyUntil[lane] = Math.max(this.#busyUntil[lane], endNs);
    for (let at = lane; at < this.used; at++) {
      const above = at === 0 ? Number.POSITIVE_INFINITY : this.#freeFrom[at - 1];
      const freeFrom = Math.min(above, this.#busyUntil[at]);
      if (at > lane && freeFrom === this.#freeFrom[at]) break;
      this.#freeFrom[at] = freeFrom;
    }
    return lane;
  }

  #firstFree(ns: number): number {
    let low = 0;
    let high = this.used;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#freeFrom[middle] <= ns) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

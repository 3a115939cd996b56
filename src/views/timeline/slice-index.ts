import type { TimelineSlices } from '../../../workers/engine/timeline-engine.ts';

/** Slices `[from, to)` of one lane. */
interface LaneRange {
  readonly from: number;
  readonly to: number;
}

const EMPTY: LaneRange = { from: 0, to: 0 };
const MOST_LANES = 1 << 16;

/** Finds slices by lane and time. They stand by track, then lane, then start. */
export class SliceIndex {
  readonly #slices: TimelineSlices;
  readonly #lanes = new Map<number, LaneRange>();

  constructor(slices: TimelineSlices) {
    this.#slices = slices;
    const { length, track, lane } = slices;
    for (let from = 0; from < length; ) {
      let to = from + 1;
      while (to < length && track[to] === track[from] && lane[to] === lane[from]) to++;
      this.#lanes.set(track[from] * MOST_LANES + lane[from], { from, to });
      from = to;
    }
  }

  /** The slice at a time, else the nearest one within `reachNs`; -1 if there is none. */
  at(track: number, lane: number, ns: number, reachNs: number): number {
    const { startNs, endNs } = this.#slices;
    const { from, to } = this.#range(track, lane);
    const after = this.#firstAfter({ from, to }, ns);
    const before = after - 1;
    if (before >= from && endNs[before] >= ns) return before;
    const sinceEnd = before >= from ? ns - endNs[before] : Number.POSITIVE_INFINITY;
    const untilStart = after < to ? startNs[after] - ns : Number.POSITIVE_INFINITY;
    if (Math.min(sinceEnd, untilStart) > reachNs) return -1;
    return sinceEnd <= untilStart ? before : after;
  }

  /** The slice after (`by` 1) or before (-1) a time in a lane: one that starts later, or earlier; -1 if there is none. */
  neighbour(track: number, lane: number, ns: number, by: 1 | -1): number {
    const { startNs } = this.#slices;
    const { from, to } = this.#range(track, lane);
    const after = this.#firstAfter({ from, to }, ns);
    if (by === 1) return after < to ? after : -1;
    let before = after - 1;
    while (before >= from && startNs[before] >= ns) before--;
    return before >= from ? before : -1;
  }

  /** The slice of a lane that is nearest to a time; -1 in a lane without any. */
  nearest(track: number, lane: number, ns: number): number {
    return this.at(track, lane, ns, Number.MAX_VALUE);
  }

  #range(track: number, lane: number): LaneRange {
    return this.#lanes.get(track * MOST_LANES + lane) ?? EMPTY;
  }

  /** The first slice of a range that starts after a time. */
  #firstAfter({ from, to }: LaneRange, ns: number): number {
    const { startNs } = this.#slices;
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (startNs[middle] <= ns) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

import { TIMELINE_CATEGORIES } from './categories.ts';
import type { Lanes, SliceTimes } from './lanes.ts';

/** Slices, or blocks of the level below, in one block. */
const WIDTH_BITS = 3;
const WIDTH = 1 << WIDTH_BITS;
const CATEGORIES = TIMELINE_CATEGORIES.length;

/** Slices of a track in lanes, with what a pyramid needs of each. */
export interface PyramidSource extends Lanes {
  readonly times: SliceTimes;
  /** Place in `TIMELINE_CATEGORIES` by slice. */
  readonly categories: Uint8Array;
}

/** Blocks of `WIDTH` neighbours on a lane, by lane. */
interface Level {
  readonly laneStart: Uint32Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** The longest slice, the first of equals. */
  readonly longest: Int32Array;
  /** Time of each category, `CATEGORIES` numbers a block. */
  readonly sums: Float32Array;
}

/** Several slices of a lane as one rectangle. */
export interface Rectangle {
  startNs: number;
  endNs: number;
  count: number;
  /** The longest slice. */
  slice: number;
  category: number;
}

/**
 * The lanes of a track at all resolutions: blocks of slices, blocks of blocks, and so on. What a block covers is known without a look
 * at its slices, so a picture costs what it shows and not what it is of.
 */
export class Pyramid {
  readonly lanes: number;
  readonly #source: PyramidSource;
  /** From fine to coarse. */
  readonly #levels: readonly Level[];
  /** The rectangle in the making. */
  readonly #open: Rectangle = { startNs: 0, endNs: 0, count: 0, slice: -1, category: 0 };
  /** The pixel in which its slices begin; NaN for a slice that is longer than a pixel. */
  #openPixel = Number.NaN;
  readonly #sums = new Float64Array(CATEGORIES);

  constructor(source: PyramidSource) {
    this.#source = source;
    this.lanes = source.laneStart.length - 1;
    this.#levels = levelsOf(source);
  }

  get slices(): number {
    return this.#source.slices.length;
  }

  /** Memory of the levels and of the order of the slices, in bytes. */
  get bytes(): number {
    const { slices, laneStart } = this.#source;
    return this.#levels.reduce(
      (sum, { laneStart: starts, startNs, endNs, longest, sums }) =>
        sum + starts.byteLength + startNs.byteLength + endNs.byteLength + longest.byteLength + sums.byteLength,
      slices.byteLength + laneStart.byteLength,
    );
  }

  /**
   * What a lane shows between two times, both included: slices longer than a pixel, and in one rectangle each those shorter ones that
   * begin in the same pixel, give or take a block; so at most two a pixel. Every slice there is in one of them. Pixels are counted from the
   * trace's base, so that a picture moved is the same picture. `put` must not keep what it is given.
   */
  rectangles(lane: number, startNs: number, endNs: number, pixelNs: number, put: (rectangle: Rectangle) => void): void {
    const { slices, laneStart, times, categories } = this.#source;
    const { ts, dur } = times;
    const first = laneStart[lane];
    const length = laneStart[lane + 1] - first;
    let at = 0;
    while (at < length) {
      const level = this.#coarsest(lane, at, startNs, endNs, pixelNs);
      if (level < 0) {
        const slice = slices[first + at++];
        const start = ts[slice];
        const end = start + dur[slice];
        if (start > endNs) break;
        if (end < startNs) continue;
        this.#join(start, end, 1, slice, pixelNs, put);
        this.#sums[categories[slice]] += dur[slice];
        continue;
      }
      const blocks = this.#levels[level];
      const shift = (level + 1) * WIDTH_BITS;
      const block = blocks.laneStart[lane] + (at >> shift);
      const next = Math.min(length, ((at >> shift) + 1) << shift);
      const start = blocks.startNs[block];
      const end = blocks.endNs[block];
      if (start > endNs) break;
      if (end >= startNs) {
        this.#join(start, end, next - at, blocks.longest[block], pixelNs, put);
        for (let c = 0; c < CATEGORIES; c++) this.#sums[c] += blocks.sums[block * CATEGORIES + c];
      }
      at = next;
    }
    this.#flush(put);
  }

  /** The coarsest level whose block begins at a place of a lane and need not be looked into; -1 where each slice must. */
  #coarsest(lane: number, at: number, startNs: number, endNs: number, pixelNs: number): number {
    const aligned = at === 0 ? 31 : 31 - Math.clz32(at & -at);
    let level = Math.min(this.#levels.length, (aligned / WIDTH_BITS) | 0) - 1;
    for (; level >= 0; level--) {
      const { laneStart, startNs: starts, endNs: ends } = this.#levels[level];
      const block = laneStart[lane] + (at >> ((level + 1) * WIDTH_BITS));
      const start = starts[block];
      const end = ends[block];
      const isOutside = end < startNs || start > endNs;
      if (isOutside || (end - start <= pixelNs && start >= startNs && end <= endNs)) break;
    }
    return level;
  }

  /** Adds what lies between two times to the open rectangle, or begins a new one with it. */
  #join(
    startNs: number,
    endNs: number,
    count: number,
    longest: number,
    pixelNs: number,
    put: (rectangle: Rectangle) => void,
  ): void {
    const open = this.#open;
    const pixel = endNs - startNs <= pixelNs ? Math.floor(startNs / pixelNs) : Number.NaN;
    if (pixel !== this.#openPixel) this.#flush(put);
    if (open.count === 0) {
      open.startNs = startNs;
      open.endNs = endNs;
      open.count = count;
      open.slice = longest;
      this.#openPixel = pixel;
      return;
    }
    open.endNs = Math.max(open.endNs, endNs);
    open.count += count;
    const { dur } = this.#source.times;
    if (dur[longest] > dur[open.slice]) open.slice = longest;
  }

  #flush(put: (rectangle: Rectangle) => void): void {
    const open = this.#open;
    if (open.count === 0) return;
    open.category = this.#source.categories[open.slice];
    for (let c = 0; c < CATEGORIES; c++) if (this.#sums[c] > this.#sums[open.category]) open.category = c;
    put(open);
    open.count = 0;
    this.#sums.fill(0);
  }
}

function levelsOf(source: PyramidSource): Level[] {
  const levels: Level[] = [];
  let below: Level | null = null;
  let most = source.laneStart.reduce((longest, start, i, all) => Math.max(longest, start - (all[i - 1] ?? 0)), 0);
  while (most > WIDTH) {
    below = below === null ? firstLevel(source) : nextLevel(source, below);
    levels.push(below);
    most = Math.ceil(most / WIDTH);
  }
  return levels;
}

function emptyLevel(below: Uint32Array): Level {
  const laneStart = new Uint32Array(below.length);
  for (let lane = 1; lane < below.length; lane++) {
    laneStart[lane] = laneStart[lane - 1] + Math.ceil((below[lane] - below[lane - 1]) / WIDTH);
  }
  const blocks = laneStart[laneStart.length - 1];
  return {
    laneStart,
    startNs: new Float64Array(blocks),
    endNs: new Float64Array(blocks),
    longest: new Int32Array(blocks),
    sums: new Float32Array(blocks * CATEGORIES),
  };
}

function firstLevel({ slices, laneStart, times: { ts, dur }, categories }: PyramidSource): Level {
  const level = emptyLevel(laneStart);
  eachMember(laneStart, level.laneStart, (at, block, isFirst) => {
    const slice = slices[at];
    add(level, block, isFirst, ts[slice], ts[slice] + dur[slice], slice, dur);
    level.sums[block * CATEGORIES + categories[slice]] += dur[slice];
  });
  return level;
}

function nextLevel({ times: { dur } }: PyramidSource, below: Level): Level {
  const level = emptyLevel(below.laneStart);
  eachMember(below.laneStart, level.laneStart, (at, block, isFirst) => {
    add(level, block, isFirst, below.startNs[at], below.endNs[at], below.longest[at], dur);
    for (let c = 0; c < CATEGORIES; c++) level.sums[block * CATEGORIES + c] += below.sums[at * CATEGORIES + c];
  });
  return level;
}

/** Visits what goes into each block, lane after lane. */
function eachMember(
  laneStart: Uint32Array,
  blockStart: Uint32Array,
  visit: (member: number, block: number, isFirst: boolean) => void,
): void {
  for (let lane = 0; lane + 1 < laneStart.length; lane++) {
    const length = laneStart[lane + 1] - laneStart[lane];
    for (let at = 0; at < length; at++) {
      visit(laneStart[lane] + at, blockStart[lane] + (at >> WIDTH_BITS), (at & (WIDTH - 1)) === 0);
    }
  }
}

function add(
  { startNs, endNs, longest }: Level,
  block: number,
  isFirst: boolean,
  start: number,
  end: number,
  slice: number,
  dur: Float64Array,
): void {
  if (isFirst) {
    startNs[block] = start;
    endNs[block] = end;
    longest[block] = slice;
    return;
  }
  endNs[block] = Math.max(endNs[block], end);
  if (dur[slice] > dur[longest[block]]) longest[block] = slice;
}

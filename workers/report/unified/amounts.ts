import { CATEGORIES } from '../../attribution/categories.ts';
import { PEAK_NAMES } from '../../roofline/hardware.ts';
import { BOUNDS } from './call-work.ts';
import { REASON_COUNT } from './reasons.ts';

/** What is added up over the parts of a group, by place. Times in ns. */
export const Sum = {
  /** kernel sum */
  time: 0,
  /** union of the intervals of each part */
  busy: 1,
  /** GPU events */
  kernels: 2,
  /** parts with an estimate that count, their kernel sum, busy time and FLOPs */
  estimates: 3,
  estimatedTime: 4,
  estimatedBusy: 5,
  flops: 6,
  /** those whose bytes are known, their busy time, bytes and FLOPs */
  byteEstimates: 7,
  byteBusy: 8,
  bytes: 9,
  flopsWithBytes: 10,
  /** those with a roof, their kernel sum, busy time and roof time */
  roofs: 11,
  roofedTime: 12,
  roofedBusy: 13,
  roof: 14,
  /** parts with a rate of FLOPs, and the sum of the rates in FLOP/ns */
  rates: 15,
  rateSum: 16,
  /** parts with a rate of bytes, and the sum of the rates in B/ns */
  byteRates: 17,
  byteRateSum: 18,
  /** parts whose estimate has bounds; and what all parts with known bytes do, and their roof time, at either end */
  bounded: 19,
  flopsLow: 20,
  bytesLow: 21,
  roofLow: 22,
  flopsHigh: 23,
  bytesHigh: 24,
  roofHigh: 25,
  /** distinct calls, some of which take less time than their roof, that may have a sliding window which nothing tells */
  windowless: 26,
} as const;
export type Sum = (typeof Sum)[keyof typeof Sum];
const SUMS = Object.keys(Sum).length;

/** Alternatives among which a group's time is divided. */
const DIVISIONS = {
  category: CATEGORIES.length,
  bound: BOUNDS.length,
  peak: PEAK_NAMES.length,
  reason: REASON_COUNT,
};
export type Division = keyof typeof DIVISIONS;

const START: Readonly<Record<Division, number>> = {
  category: SUMS,
  bound: SUMS + DIVISIONS.category,
  peak: SUMS + DIVISIONS.category + DIVISIONS.bound,
  reason: SUMS + DIVISIONS.category + DIVISIONS.bound + DIVISIONS.peak,
};
const WIDTH = START.reason + DIVISIONS.reason;

/** Amounts of each row of a table, in one array. */
export class Amounts {
  readonly #values: Float64Array;

  constructor(rows: number) {
    this.#values = new Float64Array(rows * WIDTH);
  }

  add(row: number, sum: Sum, value: number): void {
    this.#values[row * WIDTH + sum] += value;
  }

  at(row: number, sum: Sum): number {
    return this.#values[row * WIDTH + sum];
  }

  /** Adds time to an alternative; -1 is none. */
  divide(row: number, division: Division, alternative: number, ns: number): void {
    if (alternative >= 0) this.#values[row * WIDTH + START[division] + alternative] += ns;
  }

  /** Time of an alternative. */
  part(row: number, division: Division, alternative: number): number {
    return this.#values[row * WIDTH + START[division] + alternative];
  }

  /** The alternative with the most time, the lowest of equals; -1 where none has any. */
  leading(row: number, division: Division): number {
    const start = row * WIDTH + START[division];
    const count = DIVISIONS[division];
    let best = -1;
    for (let i = 0; i < count; i++) {
      const ns = this.#values[start + i];
      if (ns > 0 && (best < 0 || ns > this.#values[start + best])) best = i;
    }
    return best;
  }

  /** Adds all of another's row to a row. */
  addRow(to: number, other: Amounts, from: number): void {
    for (let i = 0; i < WIDTH; i++) this.#values[to * WIDTH + i] += other.#values[from * WIDTH + i];
  }
}

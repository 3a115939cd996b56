import { CATEGORIES } from '../../attribution/categories.ts';
import { PEAK_NAMES } from '../../roofline/hardware.ts';
import { BOUNDS } from './call-work.ts';
import { REASON_COUNT } from './reasons.ts';

/** What is added up over the parts of a group. Times in ns. */
const SUMS = [
  'time', // kernel sum
  'busy', // union of the intervals of each part
  'kernels', // GPU events
  'estimates', // parts with an estimate that count, their kernel sum, busy time and FLOPs
  'estimatedTime',
  'estimatedBusy',
  'flops',
  'byteEstimates', // those whose bytes are known, their busy time, bytes and FLOPs
  'byteBusy',
  'bytes',
  'flopsWithBytes',
  'roofs', // those with a roof, their kernel sum, busy time and roof time
  'roofedTime',
  'roofedBusy',
  'roof',
  'rates', // parts with a rate of FLOPs, and the sum of the rates in FLOP/ns
  'rateSum',
  'byteRates', // parts with a rate of bytes, and the sum of the rates in B/ns
  'byteRateSum',
  'bounded', // parts whose estimate has bounds; and what all parts with known bytes do, and their roof time, at either end
  'flopsLow',
  'bytesLow',
  'roofLow',
  'flopsHigh',
  'bytesHigh',
  'roofHigh',
] as const;
export type Sum = (typeof SUMS)[number];

/** Alternatives among which a group's time is divided. */
const DIVISIONS = {
  category: CATEGORIES.length,
  bound: BOUNDS.length,
  peak: PEAK_NAMES.length,
  reason: REASON_COUNT,
};
export type Division = keyof typeof DIVISIONS;

const PLACE = Object.fromEntries(SUMS.map((sum, place) => [sum, place])) as Readonly<Record<Sum, number>>;
const START: Readonly<Record<Division, number>> = {
  category: SUMS.length,
  bound: SUMS.length + DIVISIONS.category,
  peak: SUMS.length + DIVISIONS.category + DIVISIONS.bound,
  reason: SUMS.length + DIVISIONS.category + DIVISIONS.bound + DIVISIONS.peak,
};
const WIDTH = START.reason + DIVISIONS.reason;

/** Amounts of each row of a table, in one array. */
export class Amounts {
  readonly #values: Float64Array;

  constructor(rows: number) {
    this.#values = new Float64Array(rows * WIDTH);
  }

  add(row: number, sum: Sum, value: number): void {
    this.#values[row * WIDTH + PLACE[sum]] += value;
  }

  at(row: number, sum: Sum): number {
    return this.#values[row * WIDTH + PLACE[sum]];
  }

  /** Adds time to an alternative; -1 is none. */
  divide(row: number, division: Division, alternative: number, ns: number): void {
    if (alternative >= 0) this.#values[row * WIDTH + START[division] + alternative] += ns;
  }

  /** The alternative with the most time, the lowest of equals; -1 where none has any. */
  leading(row: number, division: Division): number {
    const start = row * WIDTH + START[division];
    let best = -1;
    for (let i = 0; i < DIVISIONS[division]; i++) {
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

import type { Intervals } from '../base/intervals.ts';

/** Answers how much of a set of times lies in a window, in logarithmic time. */
export class Measure {
  /** Length of the set before each of its intervals. */
  readonly #before: Float64Array;

  constructor(private readonly set: Intervals) {
    this.#before = new Float64Array(set.length / 2 + 1);
    for (let i = 0; i < set.length / 2; i++) this.#before[i + 1] = this.#before[i] + set[2 * i + 1] - set[2 * i];
  }

  /** Length of the set in `[start, end]`; NaN if a border is. */
  within(start: number, end: number): number {
    return this.#until(end) - this.#until(start);
  }

  #until(at: number): number {
    if (Number.isNaN(at)) return Number.NaN;
    let low = 0;
    let high = this.set.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.set[2 * middle] < at) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    return this.#before[low - 1] + Math.min(at, this.set[2 * low - 1]) - this.set[2 * low - 2];
  }
}

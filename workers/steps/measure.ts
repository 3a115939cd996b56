import type { Intervals } from '../base/intervals.ts';
import { lastNotAfter } from './last-not-after.ts';

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
    const last = lastNotAfter(this.set.length / 2, (i) => this.set[2 * i], at);
    return last === -1 ? 0 : this.#before[last] + Math.min(at, this.set[2 * last + 1]) - this.set[2 * last];
  }
}

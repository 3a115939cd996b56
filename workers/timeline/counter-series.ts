import { lastNotAfter } from '../steps/last-not-after.ts';
import type { CounterPixels } from './timeline-types.ts';

/** A number that changes in steps: it is `values[i]` from `times[i]` to the next time; NaN where there is none. */
export interface CounterSeries {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** A counter as a track. */
export interface Counter extends CounterSeries {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly subtitle: string;
  /** `share` for a part of 1, `B`; "" for a number of things. */
  readonly unit: string;
}

/** Collects the changes of a counter by time; of several at one time the last holds. */
export class SeriesBuilder {
  readonly #times: number[] = [];
  readonly #values: number[] = [];

  set(ns: number, value: number): void {
    const last = this.#times.length - 1;
    if (last >= 0 && this.#times[last] === ns) this.#values[last] = value;
    else if (last < 0 || !Object.is(this.#values[last], value)) {
      this.#times.push(ns);
      this.#values.push(value);
    }
  }

  finish(): CounterSeries {
    return { times: Float64Array.from(this.#times), values: Float64Array.from(this.#values) };
  }
}

/** Largest value, 0 without any. */
export function highest({ values }: CounterSeries): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** A counter at each of `pixels` between two times. Linear in the changes between them. */
export function counterPixels(series: CounterSeries, startNs: number, endNs: number, pixels: number): CounterPixels {
  const { times, values } = series;
  const missing = () => new Float32Array(pixels).fill(Number.NaN);
  const result = { min: missing(), max: missing(), mean: missing() };
  let at = Math.max(
    0,
    lastNotAfter(times.length, (i) => times[i], startNs),
  );
  for (let pixel = 0; pixel < pixels; pixel++) {
    const from = startNs + ((endNs - startNs) * pixel) / pixels;
    const to = startNs + ((endNs - startNs) * (pixel + 1)) / pixels;
    let sum = 0;
    let length = 0;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (; at < times.length && times[at] < to; at++) {
      const until = at + 1 < times.length ? times[at + 1] : Number.POSITIVE_INFINITY;
      const value = values[at];
      const ns = Math.min(until, to) - Math.max(times[at], from);
      if (ns > 0 && !Number.isNaN(value)) {
        sum += value * ns;
        length += ns;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
      if (until > to) break;
    }
    if (length === 0) continue;
    result.min[pixel] = min;
    result.max[pixel] = max;
    result.mean[pixel] = sum / length;
  }
  return result;
}

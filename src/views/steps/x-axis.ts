import type { StepSeries } from './series.ts';

/** Where each step lies from left to right, in pixels. A step by index is as wide as any other; by time, as long as it takes. */
export interface XAxis {
  readonly kind: 'index' | 'time';
  readonly left: number;
  readonly width: number;
  /** By step: ascending by start. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export function xAxis(series: StepSeries, kind: XAxis['kind'], left: number, width: number): XAxis {
  const { count, startNs } = series;
  const place = kind === 'index' ? (at: number) => left + (at * width) / count : timeScale(series, left, width);
  return {
    kind,
    left,
    width,
    from: Float64Array.from({ length: count }, (_, step) => place(kind === 'index' ? step : startNs[step])),
    to: Float64Array.from({ length: count }, (_, step) => place(kind === 'index' ? step + 1 : endOf(series, step))),
  };
}

/** The time that a series covers, in ns since the trace's base. */
export function timeSpan(series: StepSeries): readonly [startNs: number, endNs: number] {
  const start = series.startNs[0] ?? 0;
  let end = start;
  for (let step = 0; step < series.count; step++) end = Math.max(end, endOf(series, step));
  return [start, end];
}

function timeScale(series: StepSeries, left: number, width: number): (ns: number) => number {
  const [start, end] = timeSpan(series);
  return (ns) => left + ((ns - start) / Math.max(1, end - start)) * width;
}

function endOf({ startNs, durationNs }: StepSeries, step: number): number {
  return startNs[step] + (Number.isNaN(durationNs[step]) ? 0 : durationNs[step]);
}

/** The step at a pixel: the last that begins at or before it, the first to the left of all; -1 where there are none. */
export function stepAt({ from }: XAxis, x: number): number {
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return Math.min(from.length - 1, Math.max(0, low - 1));
}

/** The border between two steps that is nearest to a pixel: the number of steps before it. */
export function borderAt(axis: XAxis, x: number): number {
  const step = stepAt(axis, x);
  if (step < 0) return 0;
  return x - axis.from[step] > axis.to[step] - x ? step + 1 : step;
}

/** The pixel of the border before a step, or after the last. */
export function borderPixel({ from, to }: XAxis, border: number): number {
  return border < from.length ? from[border] : (to[from.length - 1] ?? 0);
}

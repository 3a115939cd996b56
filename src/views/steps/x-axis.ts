import type { StepSeries } from './series.ts';
import { type View, WHOLE_AXIS } from './zoom.ts';

/** Where each step lies from left to right, in pixels. A step by index is as wide as any other; by time, as long as it takes. */
export interface XAxis {
  readonly kind: 'index' | 'time';
  readonly left: number;
  readonly width: number;
  readonly view: View;
  /** By step: ascending by start. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** The axis of what `view` shows of the series; the other steps lie beyond its ends. */
export function xAxis(
  series: StepSeries,
  kind: XAxis['kind'],
  left: number,
  width: number,
  view: View = WHOLE_AXIS,
): XAxis {
  const [start, end] = kind === 'index' ? [0, series.count] : timeSpan(series);
  const length = Math.max(1, end - start);
  const first = start + view[0] * length;
  const place = (at: number) => left + ((at - first) * width) / ((view[1] - view[0]) * length);
  const steps = { length: series.count };
  const startOf = (step: number) => (kind === 'index' ? step : series.startNs[step]);
  const behind = (step: number) => (kind === 'index' ? step + 1 : endOf(series, step));
  return {
    kind,
    left,
    width,
    view,
    from: Float64Array.from(steps, (_, step) => place(startOf(step))),
    to: Float64Array.from(steps, (_, step) => place(behind(step))),
  };
}

/** Where a step lies on the axis, as shares of the whole of it. */
export function shareOf({ left, width, view, from, to }: XAxis, step: number): View {
  const share = (x: number) => view[0] + ((x - left) / width) * (view[1] - view[0]);
  return [share(from[step]), share(to[step])];
}

/** The time that a series covers, in ns since the trace's base. */
export function timeSpan(series: StepSeries): readonly [startNs: number, endNs: number] {
  const start = series.startNs[0] ?? 0;
  let end = start;
  for (let step = 0; step < series.count; step++) end = Math.max(end, endOf(series, step));
  return [start, end];
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

import type { StepRange } from './steady-state-regions.ts';

/** Steps to each side over which the usual GPU time of a step is taken, and which quantile of them it is. */
const REACH = 10;
const USUAL = 0.15;
/** Over a stable run the usual time varies by one of these shares, the first with which one run is so large a part of the trace, */
const BANDS = [0.1, 0.2, 0.4, 0.8];
const PART = 1 / 3;
/** or, where none is, this large, */
const SMALL_PART = 0.15;
/** and if its last third differs from its first by less than this share: jitter is steady, a drift is not. */
const DRIFT = 0.1;
/** At the ends of a run, steps that take longer or shorter than the usual by this share are left out. */
const OUTLIER = 0.15;
/** Steps that a stable run has at least. */
export const MIN_RUN = 4;
/** Usual times this near the highest are as high. */
const AS_HIGH = 0.01;
/** GPU times of a window are even below this coefficient of variation. */
export const EVEN = 0.15;

export interface StableRun {
  readonly run: StepRange;
  /** By how much the usual GPU time of a step varies over it, as a share of the lowest. */
  readonly drift: number;
  /** Of each step of the trace, in ns. */
  readonly usualNs: Float64Array;
}

/**
 * The run that is the largest part of the trace over which the usual GPU time of a step keeps to a level; null if none is large. The
 * usual time is a low quantile of a step and its neighbours: steps with prompts and other outliers stand out of it. The part is the
 * geometric mean of the shares of steps and of GPU time: neither a long idle tail nor a few heavy steps make the largest.
 */
export function stableRun(gpuNs: Float64Array): StableRun | null {
  const usualNs = usualTimes(gpuNs);
  const runs = BANDS.map((band) => largestRun(gpuNs, usualNs, band));
  for (const { run } of [...runs.filter((r) => r.part >= PART), ...runs.filter((r) => r.part >= SMALL_PART)]) {
    const trimmed = withoutOuterOutliers(gpuNs, usualNs, run);
    const usual = usualNs.subarray(...trimmed);
    if (usual.length < MIN_RUN || drifts(usual)) continue;
    return { run: trimmed, drift: Math.max(...usual) / Math.min(...usual) - 1, usualNs };
  }
  return null;
}

function drifts(usual: Float64Array): boolean {
  const third = Math.ceil(usual.length / 3);
  return Math.abs(quantile(usual.subarray(-third), 0.5) / quantile(usual.subarray(0, third), 0.5) - 1) > DRIFT;
}

function usualTimes(gpuNs: Float64Array): Float64Array {
  const reach = Math.min(REACH, Math.ceil(gpuNs.length / 10));
  return gpuNs.map((_, i) => quantile(gpuNs.subarray(Math.max(0, i - reach), i + reach + 1), USUAL));
}

function largestRun(gpuNs: Float64Array, usualNs: Float64Array, band: number): { run: StepRange; part: number } {
  const total = sumOf(gpuNs) * gpuNs.length;
  let run: StepRange = [0, 0];
  let part = 0;
  for (let from = 0; from < usualNs.length; from++) {
    let lowest = usualNs[from];
    let highest = usualNs[from];
    let sum = 0;
    let to = from;
    while (to < usualNs.length) {
      lowest = Math.min(lowest, usualNs[to]);
      highest = Math.max(highest, usualNs[to]);
      if (lowest <= 0 || highest > (1 + band) * lowest) break;
      sum += gpuNs[to++];
    }
    const own = Math.sqrt((sum * (to - from)) / total);
    if (own > part) {
      part = own;
      run = [from, to];
    }
    // What begins later in a run that reaches the end is only shorter.
    if (to === usualNs.length) break;
  }
  return { run, part };
}

function withoutOuterOutliers(gpuNs: Float64Array, usualNs: Float64Array, [first, last]: StepRange): StepRange {
  const outlier = (step: number): boolean => Math.abs(gpuNs[step] - usualNs[step]) > OUTLIER * usualNs[step];
  let from = first;
  let to = last;
  while (from < to && outlier(from)) from++;
  while (to > from && outlier(to - 1)) to--;
  return [from, to];
}

/**
 * The window of `steps` in a stable run: where the usual GPU time is highest (a server is at its plateau when its steps are heaviest),
 * of windows alike the one nearest their middle, and near that rather one with even GPU times.
 */
export function windowIn(gpuNs: Float64Array, { run: [from, to], usualNs }: StableRun, steps: number): StepRange {
  const length = Math.min(steps, to - from);
  const levels = Float64Array.from({ length: to - from - length + 1 }, (_, i) =>
    sumOf(usualNs.subarray(from + i, from + i + length)),
  );
  const highest = Math.max(...levels);
  const starts = Array.from(levels.keys()).filter((i) => levels[i] >= (1 - AS_HIGH) * highest);
  const middle = starts[(starts.length - 1) >> 1];
  const even = starts
    .filter((i) => Math.abs(i - middle) <= length && variation(gpuNs.subarray(from + i, from + i + length)) < EVEN)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const start = from + (even[0] ?? middle);
  return [start, start + length];
}

/** Population standard deviation over mean. */
export function variation(values: Float64Array): number {
  const mean = sumOf(values) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) / mean;
}

export function quantile(values: Float64Array, share: number): number {
  return values.slice().sort()[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

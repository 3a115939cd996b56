/** Figures of a set of numbers; all NaN but `count` and `sum` where the set is empty. */
export interface Statistics {
  readonly count: number;
  readonly sum: number;
  readonly mean: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Sample standard deviation (divisor n - 1), NaN for fewer than two numbers. */
  readonly std: number;
}

/** Statistics of `values`, which must not hold NaN. `values` is left as it is. */
export function statisticsOf(values: Float64Array): Statistics {
  const count = values.length;
  const sorted = values.slice().sort();
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / count;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return {
    count,
    sum,
    mean,
    median: count === 0 ? Number.NaN : (sorted[(count - 1) >> 1] + sorted[count >> 1]) / 2,
    min: count === 0 ? Number.NaN : sorted[0],
    max: count === 0 ? Number.NaN : sorted[count - 1],
    std: count < 2 ? Number.NaN : Math.sqrt(squares / (count - 1)),
  };
}

/** The value below which a share of ascending `sorted` lies, between neighbours in proportion (as NumPy's `quantile`); NaN where there is none. */
export function quantileOf(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

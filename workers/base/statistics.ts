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
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  // Indices, as an iterator costs more than the sums.
  for (let i = 0; i < count; i++) {
    sum += values[i];
    if (values[i] < min) min = values[i];
    if (values[i] > max) max = values[i];
  }
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (values[i] - mean) * (values[i] - mean);
  return {
    count,
    sum,
    mean,
    median: medianOf(values.slice()),
    min: count === 0 ? Number.NaN : min,
    max: count === 0 ? Number.NaN : max,
    std: count < 2 ? Number.NaN : Math.sqrt(squares / (count - 1)),
  };
}

/** The middle value, of an even number the mean of the middle two; NaN where there is none. No value may be NaN. Changes the order of `values`. */
export function medianOf(values: Float64Array): number {
  if (values.length === 0) return Number.NaN;
  const below = (values.length - 1) >> 1;
  partition(values, below);
  const lower = values[below];
  if (values.length % 2 === 1) return lower;
  let upper = Number.POSITIVE_INFINITY;
  for (let i = below + 1; i < values.length; i++) if (values[i] < upper) upper = values[i];
  return (lower + upper) / 2;
}

/**
 * Moves the value that belongs at `place` in ascending order there, none above it before and none below it behind: Hoare's selection.
 * Pivots are drawn, so that no order that times have by nature takes the square of the time.
 */
function partition(values: Float64Array, place: number): void {
  let from = 0;
  let to = values.length - 1;
  let draw = 1;
  while (from < to) {
    draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
    const pivot = values[from + (draw % (to - from + 1))];
    let low = from;
    let high = to;
    while (low <= high) {
      while (values[low] < pivot) low++;
      while (values[high] > pivot) high--;
      if (low > high) break;
      const moved = values[low];
      values[low++] = values[high];
      values[high--] = moved;
    }
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else return;
  }
}

/** The value below which a share of ascending `sorted` lies, between neighbours in proportion (as NumPy's `quantile`); NaN where there is none. */
export function quantileOf(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/** Items sorted into groups, which are numbered in order of their first item. */
export interface Groups {
  readonly count: number;
  /** Group of each item. */
  readonly groupOf: Int32Array;
  /** First item of each group. */
  readonly first: Int32Array;
}

/** Rows of `gpuEvents` sorted into groups, which are the rows of a table. */
export interface GpuGroups {
  readonly rows: Int32Array;
  readonly groups: Groups;
}

/** Groups `length` items by a key. */
export function groupBy(length: number, keyAt: (item: number) => number | string): Groups {
  const groupOf = new Int32Array(length);
  const known = new Map<number | string, number>();
  const first: number[] = [];
  for (let item = 0; item < length; item++) {
    const key = keyAt(item);
    let group = known.get(key);
    if (group === undefined) {
      group = first.length;
      known.set(key, group);
      first.push(item);
    }
    groupOf[item] = group;
  }
  return { count: first.length, groupOf, first: Int32Array.from(first) };
}

/** Figures of a value over each group, missing (NaN) values left out. All but `count` and `sum` are NaN where none is left. */
export interface GroupStatistics {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly mean: Float64Array;
  readonly median: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Sample standard deviation (divisor n - 1), NaN for fewer than two values. */
  readonly std: Float64Array;
}

/** Statistics of `valueAt` over each group. */
export function statisticsByGroup(
  { count: groups, groupOf }: Groups,
  valueAt: (item: number) => number,
): GroupStatistics {
  const starts = new Int32Array(groups + 1);
  for (let item = 0; item < groupOf.length; item++) if (!Number.isNaN(valueAt(item))) starts[groupOf[item] + 1]++;
  for (let group = 0; group < groups; group++) starts[group + 1] += starts[group];
  const values = new Float64Array(starts[groups]);
  const next = starts.slice();
  for (let item = 0; item < groupOf.length; item++) {
    const value = valueAt(item);
    if (!Number.isNaN(value)) values[next[groupOf[item]]++] = value;
  }
  const result = {
    count: new Float64Array(groups),
    sum: new Float64Array(groups),
    mean: new Float64Array(groups).fill(Number.NaN),
    median: new Float64Array(groups).fill(Number.NaN),
    min: new Float64Array(groups).fill(Number.NaN),
    max: new Float64Array(groups).fill(Number.NaN),
    std: new Float64Array(groups).fill(Number.NaN),
  };
  for (let group = 0; group < groups; group++) {
    const own = values.subarray(starts[group], starts[group + 1]);
    const count = own.length;
    result.count[group] = count;
    if (count === 0) continue;
    let sum = 0;
    for (const value of own) sum += value;
    own.sort();
    result.sum[group] = sum;
    result.mean[group] = sum / count;
    result.median[group] = (own[(count - 1) >> 1] + own[count >> 1]) / 2;
    result.min[group] = own[0];
    result.max[group] = own[count - 1];
    if (count > 1) result.std[group] = Math.sqrt(squaredDeviations(own, sum / count) / (count - 1));
  }
  return result;
}

function squaredDeviations(values: Float64Array, mean: number): number {
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return squares;
}

/** Sum of `valueAt` over each group, missing values left out. */
export function sumByGroup({ count, groupOf }: Groups, valueAt: (item: number) => number): Float64Array {
  const sums = new Float64Array(count);
  for (let item = 0; item < groupOf.length; item++) {
    const value = valueAt(item);
    if (!Number.isNaN(value)) sums[groupOf[item]] += value;
  }
  return sums;
}

/** Largest `valueAt` of each group, missing values left out; NaN where none is left. */
export function maxByGroup({ count, groupOf }: Groups, valueAt: (item: number) => number): Float64Array {
  const most = new Float64Array(count).fill(Number.NaN);
  for (let item = 0; item < groupOf.length; item++) {
    const value = valueAt(item);
    if (!(value <= most[groupOf[item]]) && !Number.isNaN(value)) most[groupOf[item]] = value;
  }
  return most;
}

/**
 * For each group the text that weighs most among its items, followed by how many others there are (`aten::mm +2`); undefined where
 * no item has one. `keyAt` numbers the texts below `keys`, -1 for none.
 */
export function leadingText(
  groups: Groups,
  keys: number,
  keyAt: (item: number) => number,
  weightAt: (item: number) => number,
  textOf: (key: number) => string,
): (group: number) => string | undefined {
  const length = groups.groupOf.length;
  const pairs = groupBy(length, (item) => groups.groupOf[item] * (keys + 1) + keyAt(item) + 1);
  const weights = sumByGroup(pairs, weightAt);
  const best = new Int32Array(groups.count).fill(-1);
  const others = new Int32Array(groups.count).fill(-1);
  for (let pair = 0; pair < pairs.count; pair++) {
    const item = pairs.first[pair];
    if (keyAt(item) < 0) continue;
    const group = groups.groupOf[item];
    others[group]++;
    if (best[group] < 0 || weights[pair] > weights[best[group]]) best[group] = pair;
  }
  return (group) => {
    if (best[group] < 0) return undefined;
    const text = textOf(keyAt(pairs.first[best[group]]));
    return others[group] === 0 ? text : `${text} +${others[group]}`;
  };
}

/** For each group the index below `size` that weighs most among its items; the lowest of equals. */
export function leadingIndex(
  { count, groupOf }: Groups,
  size: number,
  indexAt: (item: number) => number,
  weightAt: (item: number) => number,
): Int32Array {
  const weights = new Float64Array(count * size);
  for (let item = 0; item < groupOf.length; item++) weights[groupOf[item] * size + indexAt(item)] += weightAt(item);
  return Int32Array.from({ length: count }, (_, group) => {
    const own = weights.subarray(group * size, (group + 1) * size);
    return own.reduce((best, weight, index) => (weight > own[best] ? index : best), 0);
  });
}

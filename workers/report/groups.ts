import { atFirst } from '../base/memo.ts';
import { statisticsOf } from '../base/statistics.ts';

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

/** The groups that some items are in, numbered in order of their first of these; `groupOf` and `first` are places in `items`. */
export function groupsAmong({ count, groupOf }: Groups, items: Int32Array): Groups {
  const renumbered = new Int32Array(count).fill(-1);
  const first = new Int32Array(Math.min(count, items.length));
  const newGroupOf = new Int32Array(items.length);
  let used = 0;
  for (let place = 0; place < items.length; place++) {
    const group = groupOf[items[place]];
    if (renumbered[group] < 0) {
      first[used] = place;
      renumbered[group] = used++;
    }
    newGroupOf[place] = renumbered[group];
  }
  return { count: used, groupOf: newGroupOf, first: first.slice(0, used) };
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

/** Statistics of `valueAt` over each group. All but `count` and `sum` are worked out when one of them is first read. */
export function statisticsByGroup(groups: Groups, valueAt: (item: number) => number): GroupStatistics {
  const all = new Float64Array(groups.groupOf.length);
  for (let item = 0; item < all.length; item++) all[item] = valueAt(item);
  const count = new Float64Array(groups.count);
  const sum = new Float64Array(groups.count);
  for (let item = 0; item < all.length; item++) {
    if (Number.isNaN(all[item])) continue;
    count[groups.groupOf[item]]++;
    sum[groups.groupOf[item]] += all[item];
  }
  const others = atFirst(() => spreadByGroup(groups, all, count));
  return {
    count,
    sum,
    get mean() {
      return others().mean;
    },
    get median() {
      return others().median;
    },
    get min() {
      return others().min;
    },
    get max() {
      return others().max;
    },
    get std() {
      return others().std;
    },
  };
}

/** The statistics that need the values of each group side by side; `count` says how many there are. */
function spreadByGroup(
  { count: groups, groupOf }: Groups,
  all: Float64Array,
  count: Float64Array,
): Omit<GroupStatistics, 'count' | 'sum'> {
  const starts = new Int32Array(groups + 1);
  for (let group = 0; group < groups; group++) starts[group + 1] = starts[group] + count[group];
  const values = new Float64Array(starts[groups]);
  const next = starts.slice();
  for (let item = 0; item < all.length; item++) {
    if (!Number.isNaN(all[item])) values[next[groupOf[item]]++] = all[item];
  }
  const result = {
    mean: new Float64Array(groups),
    median: new Float64Array(groups),
    min: new Float64Array(groups),
    max: new Float64Array(groups),
    std: new Float64Array(groups),
  };
  for (let group = 0; group < groups; group++) {
    const own = statisticsOf(values.subarray(starts[group], starts[group + 1]));
    result.mean[group] = own.mean;
    result.median[group] = own.median;
    result.min[group] = own.min;
    result.max[group] = own.max;
    result.std[group] = own.std;
  }
  return result;
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
 * no item has one. `pairs` parts the groups' items by text, `keyAt` numbers the text of an item, -1 for none.
 */
export function leadingText(
  groups: Groups,
  pairs: Groups,
  keyAt: (item: number) => number,
  weightAt: (item: number) => number,
  textOf: (key: number) => string,
): (group: number) => string | undefined {
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

/** Parts the items of each group by a key from -1 up, below `keys`. */
export function pairsOf({ groupOf }: Pick<Groups, 'groupOf'>, keys: number, keyAt: (item: number) => number): Groups {
  return groupBy(groupOf.length, (item) => groupOf[item] * (keys + 1) + keyAt(item) + 1);
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

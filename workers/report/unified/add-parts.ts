import { CATEGORIES } from '../../attribution/categories.ts';
import { once } from '../../base/memo.ts';
import type { Scope } from '../../base/scope.ts';
import { type Groups, groupBy } from '../groups.ts';
import { type Amounts, Sum } from './amounts.ts';
import type { CallWork } from './call-work.ts';
import type { Grouping, GroupsInScope } from './grouping.ts';
import { type Parts, timesInScope } from './parts.ts';
import { reasonNumber } from './reasons.ts';

const LEFT_OUT = reasonNumber('left-out');
const OTHER_KERNEL = reasonNumber('other-kernel');
const IN_PART = reasonNumber('part-in-scope');

/** What is added up over the parts of a group that are alike, so that their work is looked at once. Times in ns. */
const Tally = {
  time: 0,
  busy: 1,
  kernels: 2,
  /** kernel sum of parts that do not carry the work of their call, and of those that are not whole in the scope */
  otherTime: 3,
  cutTime: 4,
  /** the others: how many, their kernel sum and busy time, how many take time at all, and the sum of 1 / busy time over these */
  whole: 5,
  wholeTime: 6,
  wholeBusy: 7,
  rates: 8,
  inverseBusy: 9,
  /** the least busy time of one */
  shortest: 10,
} as const;
type Tally = (typeof Tally)[keyof typeof Tally];
const TALLIES = Object.keys(Tally).length;

/** The parts of each group by distinct call and category. */
const likeParts = once(({ parts, groupOf, count }: Grouping) =>
  groupBy(parts.count, (part) => {
    const unified = parts.rowOf[part];
    const kind = unified < 0 ? 0 : parts.rows.callOf[unified] * CATEGORIES.length + parts.rows.categoryOf[unified] + 1;
    return kind * count + groupOf[part];
  }),
);

/** Adds the parts of each group in a scope to the amounts of its row. */
export function addParts(
  amounts: Amounts,
  grouping: Grouping,
  { rowOf }: GroupsInScope,
  scope: Scope,
  work: CallWork,
): void {
  const { parts, groupOf } = grouping;
  const like = likeParts(grouping);
  const tallies = talliesOf(parts, like, scope);
  for (let kind = 0; kind < like.count; kind++) {
    const own = (tally: Tally) => tallies[kind * TALLIES + tally];
    if (own(Tally.kernels) === 0) continue;
    const first = like.first[kind];
    const row = rowOf[groupOf[first]];
    const unified = parts.rowOf[first];
    amounts.add(row, Sum.time, own(Tally.time));
    amounts.add(row, Sum.busy, own(Tally.busy));
    amounts.add(row, Sum.kernels, own(Tally.kernels));
    if (unified < 0) {
      amounts.divide(row, 'reason', LEFT_OUT, own(Tally.time));
      continue;
    }
    const call = parts.rows.callOf[unified];
    amounts.divide(row, 'category', parts.rows.categoryOf[unified], own(Tally.time));
    if (Number.isNaN(work.flops[call])) amounts.divide(row, 'reason', work.reason[call], own(Tally.time));
    else {
      amounts.divide(row, 'reason', OTHER_KERNEL, own(Tally.otherTime));
      amounts.divide(row, 'reason', IN_PART, own(Tally.cutTime));
      amounts.divide(row, 'reason', work.reason[call], own(Tally.wholeTime));
      if (own(Tally.whole) > 0) addWork(amounts, row, work, call, own);
    }
  }
}

/** The tallies of each group of parts in a scope, one behind the other. */
function talliesOf(parts: Parts, { count, groupOf }: Groups, scope: Scope): Float64Array {
  const { kernelNs, busyNs, kernels } = timesInScope(parts, scope);
  const tallies = new Float64Array(count * TALLIES);
  for (let part = 0; part < parts.count; part++) {
    if (kernels[part] === 0) continue;
    const at = groupOf[part] * TALLIES;
    const ns = kernelNs[part];
    const busy = busyNs[part];
    tallies[at + Tally.time] += ns;
    tallies[at + Tally.busy] += busy;
    tallies[at + Tally.kernels] += kernels[part];
    if (parts.carries[part] === 0) tallies[at + Tally.otherTime] += ns;
    else if (kernels[part] < parts.events[part]) tallies[at + Tally.cutTime] += ns;
    else {
      const shortest = tallies[at + Tally.whole]++ === 0 ? busy : Math.min(tallies[at + Tally.shortest], busy);
      tallies[at + Tally.shortest] = shortest;
      tallies[at + Tally.wholeTime] += ns;
      tallies[at + Tally.wholeBusy] += busy;
      // An instant has no rate.
      if (busy === 0) continue;
      tallies[at + Tally.rates]++;
      tallies[at + Tally.inverseBusy] += 1 / busy;
    }
  }
  return tallies;
}

/** Adds what the whole parts of a distinct call do. */
function addWork(amounts: Amounts, row: number, work: CallWork, call: number, own: (tally: Tally) => number) {
  const calls = own(Tally.whole);
  const flops = work.flops[call];
  const bytes = work.bytes[call];
  const roof = work.roofNs[call];
  amounts.add(row, Sum.estimates, calls);
  amounts.add(row, Sum.estimatedTime, own(Tally.wholeTime));
  amounts.add(row, Sum.estimatedBusy, own(Tally.wholeBusy));
  amounts.add(row, Sum.flops, calls * flops);
  amounts.add(row, Sum.rates, own(Tally.rates));
  amounts.add(row, Sum.rateSum, flops * own(Tally.inverseBusy));
  if (!Number.isNaN(bytes)) {
    amounts.add(row, Sum.byteEstimates, calls);
    amounts.add(row, Sum.byteBusy, own(Tally.wholeBusy));
    amounts.add(row, Sum.bytes, calls * bytes);
    amounts.add(row, Sum.flopsWithBytes, calls * flops);
    amounts.add(row, Sum.byteRates, own(Tally.rates));
    amounts.add(row, Sum.byteRateSum, bytes * own(Tally.inverseBusy));
    amounts.add(row, Sum.bounded, calls * work.hasBounds[call]);
    amounts.add(row, Sum.flopsLow, calls * work.low.flops[call]);
    amounts.add(row, Sum.bytesLow, calls * work.low.bytes[call]);
    amounts.add(row, Sum.flopsHigh, calls * work.high.flops[call]);
    amounts.add(row, Sum.bytesHigh, calls * work.high.bytes[call]);
  }
  if (Number.isNaN(roof)) return;
  amounts.add(row, Sum.roofs, calls);
  amounts.add(row, Sum.roofedTime, own(Tally.wholeTime));
  amounts.add(row, Sum.roofedBusy, own(Tally.wholeBusy));
  amounts.add(row, Sum.roof, calls * roof);
  amounts.add(row, Sum.roofLow, calls * work.low.roofNs[call]);
  amounts.add(row, Sum.roofHigh, calls * work.high.roofNs[call]);
  if (roof > own(Tally.shortest)) amounts.add(row, Sum.windowless, work.mayBeWindowed[call]);
  amounts.divide(row, 'bound', work.bound[call], own(Tally.wholeTime));
  amounts.divide(row, 'peak', work.peak[call], own(Tally.wholeTime));
}

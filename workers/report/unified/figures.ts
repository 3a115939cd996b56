import type { TraceModel } from '../../trace/trace-model.ts';
import { type GroupStatistics, statisticsByGroup } from '../groups.ts';
import type { Basis } from '../report-types.ts';
import { Amounts, Sum } from './amounts.ts';
import { type CallWork, callWork } from './call-work.ts';
import { type Grouping, type GroupsInScope, groupsInScope } from './grouping.ts';
import { timesInScope } from './parts.ts';
import { reasonNumber } from './reasons.ts';

/** The figures of a grouping's rows on a basis. */
export interface Figures extends GroupsInScope {
  readonly grouping: Grouping;
  readonly amounts: Amounts;
  /** Kernel sum a call, by row. */
  readonly perCall: GroupStatistics;
  /** Calls in scope that are on record: event and row of each. */
  readonly calls: { readonly event: Int32Array; readonly row: Int32Array };
  /** Kernel sum of the scope. */
  readonly totalNs: number;
}

/** What a row does, and the least time for it: of a call, or of its calls together. NaN where it is not known. Times in ns. */
export interface RowWork {
  flops(row: number): number;
  bytes(row: number): number;
  intensity(row: number): number;
  roof(row: number): number;
  /** At either end of the estimates' bounds; NaN where no estimate has any. */
  intensityAt(row: number, end: 'low' | 'high'): number;
  roofAt(row: number, end: 'low' | 'high'): number;
}

/** The sums over the calls of each row. */
export function summedWork(amounts: Amounts): RowWork {
  const where = (count: Sum, sum: Sum) => (row: number) =>
    amounts.at(row, count) > 0 ? amounts.at(row, sum) : Number.NaN;
  const flops = { low: where(Sum.bounded, Sum.flopsLow), high: where(Sum.bounded, Sum.flopsHigh) };
  const bytes = { low: where(Sum.bounded, Sum.bytesLow), high: where(Sum.bounded, Sum.bytesHigh) };
  const roof = { low: where(Sum.bounded, Sum.roofLow), high: where(Sum.bounded, Sum.roofHigh) };
  return {
    flops: where(Sum.estimates, Sum.flops),
    bytes: where(Sum.byteEstimates, Sum.bytes),
    intensity: (row) => ratio(amounts.at(row, Sum.flopsWithBytes), amounts.at(row, Sum.bytes)),
    roof: where(Sum.roofs, Sum.roof),
    intensityAt: (row, end) => ratio(flops[end](row), bytes[end](row)),
    roofAt: (row, end) => (amounts.at(row, Sum.roofs) > 0 ? roof[end](row) : Number.NaN),
  };
}

/** What one call of each row does, where all its calls are alike. */
export function workOfOneCall(model: TraceModel, { grouping, groups }: Figures, basis: Basis): RowWork {
  const work = callWork(model, basis);
  const { rowOf, rows } = grouping.parts;
  const callOf = Int32Array.from(groups, (group) => {
    const unified = rowOf[grouping.first[group]];
    return unified < 0 ? -1 : rows.callOf[unified];
  });
  const of = (values: Float64Array) => (row: number) => (callOf[row] < 0 ? Number.NaN : values[callOf[row]]);
  const atEnd = (row: number, value: number) =>
    callOf[row] >= 0 && work.hasBounds[callOf[row]] === 1 ? value : Number.NaN;
  const flops = of(work.flops);
  const bytes = of(work.bytes);
  return {
    flops,
    bytes,
    intensity: (row) => ratio(flops(row), bytes(row)),
    roof: of(work.roofNs),
    intensityAt: (row, end) => atEnd(row, ratio(of(work[end].flops)(row), of(work[end].bytes)(row))),
    roofAt: (row, end) => atEnd(row, of(work[end].roofNs)(row)),
  };
}

/** NaN where nothing is divided by. */
export function ratio(amount: number, by: number): number {
  return by > 0 ? amount / by : Number.NaN;
}

/** Adds up the parts of each group in the scope of `basis`. */
export function figuresOf(model: TraceModel, grouping: Grouping, basis: Basis): Figures {
  const scoped = groupsInScope(grouping, basis.scope);
  const amounts = new Amounts(scoped.groups.length);
  addParts(amounts, grouping, scoped, basis, callWork(model, basis));
  let totalNs = 0;
  for (let row = 0; row < scoped.groups.length; row++) totalNs += amounts.at(row, Sum.time);
  return { grouping, ...scoped, amounts, ...callsInScope(grouping, scoped, basis), totalNs };
}

const LEFT_OUT = reasonNumber('left-out');
const OTHER_KERNEL = reasonNumber('other-kernel');
const IN_PART = reasonNumber('part-in-scope');

function addParts(
  amounts: Amounts,
  { parts, groupOf }: Grouping,
  { rowOf }: GroupsInScope,
  { scope }: Basis,
  work: CallWork,
) {
  const { kernelNs, busyNs, kernels } = timesInScope(parts, scope);
  const { callOf, categoryOf } = parts.rows;
  for (let part = 0; part < parts.count; part++) {
    if (kernels[part] === 0) continue;
    const row = rowOf[groupOf[part]];
    const ns = kernelNs[part];
    amounts.add(row, Sum.time, ns);
    amounts.add(row, Sum.busy, busyNs[part]);
    amounts.add(row, Sum.kernels, kernels[part]);
    const unified = parts.rowOf[part];
    if (unified < 0) {
      amounts.divide(row, 'reason', LEFT_OUT, ns);
      continue;
    }
    amounts.divide(row, 'category', categoryOf[unified], ns);
    const call = callOf[unified];
    const isKnown = !Number.isNaN(work.flops[call]);
    if (isKnown && parts.carries[part] === 0) amounts.divide(row, 'reason', OTHER_KERNEL, ns);
    else if (isKnown && kernels[part] < parts.events[part]) amounts.divide(row, 'reason', IN_PART, ns);
    else {
      amounts.divide(row, 'reason', work.reason[call], ns);
      if (isKnown) addWork(amounts, row, work, call, ns, busyNs[part]);
    }
  }
}

/** Adds what one whole call does, in `ns` of kernels that were busy for `busy`. */
function addWork(amounts: Amounts, row: number, work: CallWork, call: number, ns: number, busy: number) {
  const flops = work.flops[call];
  const bytes = work.bytes[call];
  const roof = work.roofNs[call];
  amounts.add(row, Sum.estimates, 1);
  amounts.add(row, Sum.estimatedTime, ns);
  amounts.add(row, Sum.estimatedBusy, busy);
  amounts.add(row, Sum.flops, flops);
  // An instant has no rate.
  if (busy > 0) {
    amounts.add(row, Sum.rates, 1);
    amounts.add(row, Sum.rateSum, flops / busy);
  }
  if (!Number.isNaN(bytes)) {
    amounts.add(row, Sum.byteEstimates, 1);
    amounts.add(row, Sum.byteBusy, busy);
    amounts.add(row, Sum.bytes, bytes);
    amounts.add(row, Sum.flopsWithBytes, flops);
    if (busy > 0) {
      amounts.add(row, Sum.byteRates, 1);
      amounts.add(row, Sum.byteRateSum, bytes / busy);
    }
    amounts.add(row, Sum.bounded, work.hasBounds[call]);
    amounts.add(row, Sum.flopsLow, work.low.flops[call]);
    amounts.add(row, Sum.bytesLow, work.low.bytes[call]);
    amounts.add(row, Sum.flopsHigh, work.high.flops[call]);
    amounts.add(row, Sum.bytesHigh, work.high.bytes[call]);
  }
  if (Number.isNaN(roof)) return;
  amounts.add(row, Sum.roofs, 1);
  amounts.add(row, Sum.roofedTime, ns);
  amounts.add(row, Sum.roofedBusy, busy);
  amounts.add(row, Sum.roof, roof);
  amounts.add(row, Sum.roofLow, work.low.roofNs[call]);
  amounts.add(row, Sum.roofHigh, work.high.roofNs[call]);
  if (roof > busy) amounts.add(row, Sum.windowless, work.mayBeWindowed[call]);
  amounts.divide(row, 'bound', work.bound[call], ns);
  amounts.divide(row, 'peak', work.peak[call], ns);
}

/** Times a call, and the calls on record. GPU events without one are as many calls in the statistics. */
function callsInScope(
  { parts, groupOf, callOf, partOfCall }: Grouping,
  { rowOf, groups }: GroupsInScope,
  basis: Basis,
) {
  const { kernelNs, kernels } = timesInScope(parts, basis.scope);
  const ns = new Float64Array(partOfCall.length).fill(Number.NaN);
  for (let part = 0; part < parts.count; part++) {
    if (kernels[part] === 0) continue;
    const call = callOf[part];
    ns[call] = (Number.isNaN(ns[call]) ? 0 : ns[call]) + kernelNs[part];
  }
  const row = new Int32Array(partOfCall.length);
  const event = new Int32Array(partOfCall.length);
  const recordedRow = new Int32Array(partOfCall.length);
  let recorded = 0;
  for (let call = 0; call < partOfCall.length; call++) {
    if (Number.isNaN(ns[call])) continue;
    const part = partOfCall[call];
    const unified = parts.rowOf[part];
    row[call] = rowOf[groupOf[part]];
    if (unified < 0 || parts.rows.event[unified] < 0) continue;
    event[recorded] = parts.rows.event[unified];
    recordedRow[recorded++] = row[call];
  }
  return {
    // Calls outside the scope are missing values of the first row.
    perCall: statisticsByGroup({ count: groups.length, groupOf: row, first: groups }, (call) => ns[call]),
    calls: { event: event.subarray(0, recorded), row: recordedRow.subarray(0, recorded) },
  };
}

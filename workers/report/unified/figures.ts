import { atFirst, lately } from '../../base/memo.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { type GroupStatistics, statisticsByGroup } from '../groups.ts';
import type { Basis } from '../report-types.ts';
import { addParts } from './add-parts.ts';
import { Amounts, Sum } from './amounts.ts';
import { type CallWork, callWork } from './call-work.ts';
import { type Grouping, type GroupsInScope, groupsInScope } from './grouping.ts';
import { timesInScope } from './parts.ts';

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
  const callOf = groups.map((group) => {
    const unified = rowOf[grouping.first[group]];
    return unified < 0 ? -1 : rows.callOf[unified];
  });
  const of = (values: Float64Array) => (row: number) => (callOf[row] < 0 ? Number.NaN : values[callOf[row]]);
  const atEnd = (row: number, end: 'low' | 'high', figureOf: (ends: CallWork['low'], call: number) => number) =>
    callOf[row] >= 0 && work.hasBounds[callOf[row]] === 1 ? figureOf(work[end], callOf[row]) : Number.NaN;
  const flops = of(work.flops);
  const bytes = of(work.bytes);
  return {
    flops,
    bytes,
    intensity: (row) => ratio(flops(row), bytes(row)),
    roof: of(work.roofNs),
    intensityAt: (row, end) => atEnd(row, end, (ends, call) => ratio(ends.flops[call], ends.bytes[call])),
    roofAt: (row, end) => atEnd(row, end, (ends, call) => ends.roofNs[call]),
  };
}

/** NaN where nothing is divided by. */
export function ratio(amount: number, by: number): number {
  return by > 0 ? amount / by : Number.NaN;
}

/** What the figures of a grouping depend on. */
export type FiguresBasis = Pick<Basis, 'scope' | 'hardware' | 'roof'>;

/** Adds up the parts of each group in the scope of a basis. */
export function figuresOf(grouping: Grouping, { scope, hardware, roof }: FiguresBasis): Figures {
  return addedUp(grouping, { scope, hardware, roof });
}

const addedUp = lately((grouping: Grouping, basis: FiguresBasis): Figures => {
  const scoped = groupsInScope(grouping, basis.scope);
  const amounts = new Amounts(scoped.groups.length);
  addParts(amounts, grouping, scoped, basis.scope, callWork(grouping.parts.model, basis));
  let totalNs = 0;
  for (let row = 0; row < scoped.groups.length; row++) totalNs += amounts.at(row, Sum.time);
  const calls = callsInScope(grouping, scoped, basis);
  return {
    grouping,
    ...scoped,
    amounts,
    totalNs,
    get perCall() {
      return calls.perCall;
    },
    get calls() {
      return calls.calls;
    },
  };
});

/** Times a call, and the calls on record. GPU events without one are as many calls in the statistics. */
function callsInScope(
  { parts, callOf, groupOfCall, eventOfCall }: Grouping,
  { rowOf, groups }: GroupsInScope,
  { scope }: FiguresBasis,
): Pick<Figures, 'perCall' | 'calls'> {
  const { kernelNs, kernels } = timesInScope(parts, scope);
  const isInScope = new Uint8Array(groupOfCall.length);
  for (let part = 0; part < parts.count; part++) if (kernels[part] > 0) isInScope[callOf[part]] = 1;
  const perCall = atFirst(() => {
    const ns = new Float64Array(groupOfCall.length);
    for (let part = 0; part < parts.count; part++) ns[callOf[part]] += kernelNs[part];
    const calls = groupOfCall.map((_, call) => call).filter((call) => isInScope[call] === 1);
    const rows = { count: groups.length, groupOf: calls.map((call) => rowOf[groupOfCall[call]]), first: groups };
    return statisticsByGroup(rows, (item) => ns[calls[item]]);
  });
  const calls = atFirst(() => {
    const row = new Int32Array(groupOfCall.length);
    const event = new Int32Array(groupOfCall.length);
    let recorded = 0;
    for (let call = 0; call < groupOfCall.length; call++) {
      if (isInScope[call] === 0 || eventOfCall[call] < 0) continue;
      event[recorded] = eventOfCall[call];
      row[recorded++] = rowOf[groupOfCall[call]];
    }
    return { event: event.subarray(0, recorded), row: row.subarray(0, recorded) };
  });
  return {
    get perCall() {
      return perCall();
    },
    get calls() {
      return calls();
    },
  };
}

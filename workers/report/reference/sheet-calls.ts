import type { DistinctCall } from '../../attribution/op-calls.ts';
import { type Statistics, statisticsOf } from '../../base/statistics.ts';
import type { Estimate } from '../../roofline/perf-model.ts';
import { type Roof, type RoofChoice, roofOf, shareOfRoof } from '../../roofline/roof.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { type Groups, groupBy, sumByGroup } from '../groups.ts';
import type { KernelOverlaps } from './kernel-overlap.ts';

/** The calls that a sheet lists, by number. */
export interface SheetCalls {
  readonly count: number;
  /** -1 for GPU work without a known launch. */
  readonly event: ArrayLike<number>;
  /** Index into `calls`. */
  readonly callOf: ArrayLike<number>;
  readonly calls: readonly DistinctCall[];
  /** Union of the intervals of the call's GPU events. */
  readonly busyNs: ArrayLike<number>;
  /** Rows of `gpuEvents`, by start. */
  kernels(item: number): ArrayLike<number>;
}

/** What a sheet of calls shows beside its times. */
export interface SheetOptions {
  /** Adds roofline columns. */
  readonly hardware?: RoofChoice | undefined;
  /** Tells calls apart by the kernels that ran beside them. */
  readonly overlaps?: KernelOverlaps | undefined;
  /** Tells the calls of a family apart by their number of kernels. */
  readonly byKernelCount?: boolean | undefined;
  /** Shows where calls come from. */
  readonly callStack?: boolean | undefined;
}

/** The name of a sheet with overlaps. */
export function overlapName(sheet: string, overlaps: KernelOverlaps | undefined): string {
  return overlaps ? `${sheet}_kl_overlap` : sheet;
}

/** A key that tells calls apart by what ran beside them too. */
export function withOverlap(
  keyOf: (item: number) => string,
  calls: Pick<SheetCalls, 'kernels'>,
  overlaps: KernelOverlaps | undefined,
): (item: number) => string {
  return overlaps ? (item) => `${keyOf(item)} ${overlaps.names(calls.kernels(item)) ?? ''}` : keyOf;
}

/** What models and roofs say of each call of a sheet. Missing figures are NaN. */
export interface CallFigures {
  estimate(item: number): Estimate | null;
  roof(item: number): Roof | null;
  busyUs(item: number): number;
  /** Sum of the durations of the call's GPU events. */
  kernelSumUs(item: number): number;
  terabytes(item: number): number;
  teraflops(item: number): number;
  shareOfRoof(item: number): number;
}

/** Rates of calls; roofs where hardware is given. */
export function callFigures(model: TraceModel, calls: SheetCalls, hardware: RoofChoice | undefined): CallFigures {
  const estimates = calls.calls.map(({ verdict }) => ('estimate' in verdict ? verdict.estimate : null));
  const roofs = estimates.map((estimate) =>
    estimate === null || hardware === undefined ? null : roofOf(estimate, hardware, model.conventions),
  );
  const estimate = (item: number) => estimates[calls.callOf[item]];
  const roof = (item: number) => roofs[calls.callOf[item]];
  // Amounts a ns, in units of 1e9; an instant has no rate.
  const rate = (item: number, amount: number) =>
    calls.busyNs[item] > 0 ? amount / calls.busyNs[item] / 1e3 : Number.NaN;
  const busyUs = (item: number) => calls.busyNs[item] / 1e3;
  const { columns, gpuEvents } = model;
  return {
    estimate,
    roof,
    busyUs,
    kernelSumUs: (item) => {
      const rows = calls.kernels(item);
      let ns = 0;
      for (let i = 0; i < rows.length; i++) ns += columns.dur[gpuEvents[rows[i]]];
      return ns / 1e3;
    },
    terabytes: (item) => rate(item, estimate(item)?.bytes ?? Number.NaN),
    teraflops: (item) => rate(item, estimate(item)?.flops ?? Number.NaN),
    shareOfRoof: (item) => {
      const above = roof(item);
      return (above === null ? null : shareOfRoof(above, busyUs(item))) ?? Number.NaN;
    },
  };
}

/** `matrix_bf16`; undefined where engine or precision is not known. */
export function computeSpec(estimate: Estimate | null): string | undefined {
  if (estimate === null) return undefined;
  const { engine, precision } = estimate;
  const spec = estimate.computeSpec ?? (engine === null || precision === null ? '' : `${engine}_${precision}`);
  return spec === '' ? undefined : spec;
}

/** The calls of each row of a sheet: those of one key, rows by time, then by first call. */
export function rowsByKey(calls: SheetCalls, keyOf: (item: number) => string): readonly Int32Array[] {
  const groups = groupBy(calls.count, keyOf);
  const busy = sumByGroup(groups, (item) => calls.busyNs[item]);
  const event = (group: number) => calls.event[groups.first[group]];
  const order = Array.from(busy.keys()).sort((a, b) => busy[b] - busy[a] || event(a) - event(b));
  const members = membersOf(groups);
  return order.map((group) => members[group]);
}

/** The items of each group, in order. */
function membersOf({ count, groupOf }: Groups): readonly Int32Array[] {
  const start = new Int32Array(count + 1);
  for (const group of groupOf) start[group + 1]++;
  for (let group = 0; group < count; group++) start[group + 1] += start[group];
  const members = new Int32Array(groupOf.length);
  const next = start.slice();
  for (let item = 0; item < groupOf.length; item++) members[next[groupOf[item]]++] = item;
  return Array.from({ length: count }, (_, group) => members.subarray(start[group], start[group + 1]));
}

/** Statistics of a figure over the calls of each group, missing figures left out. */
export function statisticsOfMembers(
  members: readonly ArrayLike<number>[],
  figure: (item: number) => number,
): readonly Statistics[] {
  return members.map((items) => statisticsOf(Float64Array.from(items, figure).filter((value) => !Number.isNaN(value))));
}

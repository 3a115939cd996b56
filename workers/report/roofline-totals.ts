import { lately } from '../base/memo.ts';
import { PEAK_NAMES, type PeakName } from '../roofline/hardware.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { gpuTimeline } from '../trace/gpu-timeline.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { Basis } from './report-types.ts';
import { type Amounts, Sum } from './unified/amounts.ts';
import { type FiguresBasis, figuresOf } from './unified/figures.ts';
import { byCall } from './unified/groupings.ts';
import { REASON_COUNT, type Reason, reasonOf } from './unified/reasons.ts';

/** How the operators of a scope stand to the roofs, in all. Times in ns. */
export interface RooflineTotals {
  /** Kernel sum of the scope, and of its work with a roof. */
  readonly kernelNs: number;
  readonly roofedNs: number;
  /** Busy time of the work with a roof, call by call. */
  readonly roofedBusyNs: number;
  /** What of it lies beyond the roofs: what there is to win. An operator above its roof takes nothing off that of others. */
  readonly overRoofNs: number;
  /** Kernel sum without a roof by reason, most first. */
  readonly without: readonly (Reason & { readonly ns: number })[];
  /** Null without a device, or without work of the kind. */
  readonly mfu: ComputeUse | null;
  readonly mbu: Use | null;
}

/** What was done of what the devices could have done from the first GPU event of the scope to the last. */
interface Use {
  /** amount / (rate · devices · time), 0 to 1. */
  readonly share: number;
  /** FLOPs or bytes. */
  readonly amount: number;
  /** TFLOP/s or GB/s of a device. */
  readonly rate: number;
  readonly devices: number;
  readonly elapsedNs: number;
}

/** Use of the peak under which most FLOPs fall. */
interface ComputeUse extends Use {
  readonly peak: PeakName;
  /** Its part of the FLOPs that have a peak. */
  readonly part: number;
}

/** The totals of a scope on the device of a basis. */
export function rooflineTotals(model: TraceModel, { scope, hardware, roof }: Basis): RooflineTotals {
  return totalsOf(model, { scope, hardware, roof });
}

const totalsOf = lately((model: TraceModel, basis: FiguresBasis): RooflineTotals => {
  const { amounts, groups, totalNs } = figuresOf(byCall(model), basis);
  const sums = { roofedNs: 0, roofedBusyNs: 0, overRoofNs: 0, bytes: 0 };
  const flops = new Float64Array(PEAK_NAMES.length);
  for (let row = 0; row < groups.length; row++) {
    const roofedBusyNs = amounts.at(row, Sum.roofedBusy);
    sums.roofedNs += amounts.at(row, Sum.roofedTime);
    sums.roofedBusyNs += roofedBusyNs;
    sums.overRoofNs += Math.max(0, roofedBusyNs - amounts.at(row, Sum.roof));
    sums.bytes += amounts.at(row, Sum.bytes);
    // The calls of a row are alike, so they have one peak.
    const peak = amounts.leading(row, 'peak');
    if (peak >= 0) flops[peak] += amounts.at(row, Sum.flops);
  }
  const { bytes, ...times } = sums;
  return {
    kernelNs: totalNs,
    ...times,
    without: reasonsOf(amounts, groups.length),
    ...usesOf(model, basis, flops, bytes),
  };
});

function reasonsOf(amounts: Amounts, rows: number): RooflineTotals['without'] {
  const ns = new Float64Array(REASON_COUNT);
  for (let row = 0; row < rows; row++) {
    for (let reason = 0; reason < REASON_COUNT; reason++) ns[reason] += amounts.part(row, 'reason', reason);
  }
  return Array.from(ns, (sum, reason) => ({ ...reasonOf(reason), ns: sum }))
    .filter((reason) => reason.ns > 0)
    .sort((a, b) => b.ns - a.ns);
}

function usesOf(
  model: TraceModel,
  { scope, hardware, roof }: FiguresBasis,
  flops: Float64Array,
  bytes: number,
): Pick<RooflineTotals, 'mfu' | 'mbu'> {
  const elapsedNs = gpuTimeline(model, scope, { includeUnlinked: true }).totalNs;
  if (hardware === null || elapsedNs === 0) return { mfu: null, mbu: null };
  const isUsed = new Uint8Array(model.streams.length);
  const rows = gpuRowsInScope(model, scope);
  for (let i = 0; i < rows.length; i++) isUsed[model.streamOf[rows[i]]] = 1;
  const devices = new Set(model.streams.filter((_, stream) => isUsed[stream] === 1).map(({ device }) => device));
  const use = (amount: number, rate: number, perNs: number): Use => ({
    share: amount / (perNs * devices.size * elapsedNs),
    amount,
    rate,
    devices: devices.size,
    elapsedNs,
  });
  const most = Math.max(...flops);
  const peak = PEAK_NAMES[flops.indexOf(most)];
  const tflops = hardware[roof].peaks[peak]?.value;
  const part = most / flops.reduce((sum, one) => sum + one, 0);
  // As of the roofs: a bandwidth that nobody measured is the datasheet's.
  const gbs = (hardware[roof].bandwidth ?? hardware.datasheet.bandwidth)?.value;
  return {
    mfu: most > 0 && tflops !== undefined ? { peak, part, ...use(most, tflops, tflops * 1e3) } : null,
    mbu: bytes > 0 && gbs !== undefined ? use(bytes, gbs, gbs) : null,
  };
}

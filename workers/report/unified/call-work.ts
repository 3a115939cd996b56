import { type UnifiedRows, unifiedRows } from '../../attribution/unified.ts';
import { lately, once } from '../../base/memo.ts';
import { PEAK_NAMES } from '../../roofline/hardware.ts';
import type { Estimate } from '../../roofline/perf-model.ts';
import { type Roof, roofOf, type Work } from '../../roofline/roof.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import type { Basis } from '../report-types.ts';
import { reasonNumber, whyNoEstimate, whyNoRoof } from './reasons.ts';

/** What each distinct call does and the least time for it, by its number in the unified rows. Missing figures are NaN. Times in ns. */
export interface CallWork {
  readonly estimates: readonly (Estimate | null)[];
  readonly roofs: readonly (Roof | null)[];
  readonly flops: Float64Array;
  readonly bytes: Float64Array;
  readonly roofNs: Float64Array;
  /** Place in `BOUNDS`, -1 for none. */
  readonly bound: Int8Array;
  /** Place in `PEAK_NAMES`, -1 for none. */
  readonly peak: Int8Array;
  /** Number of the reason why there is no roof time, -1 where there is one. */
  readonly reason: Int8Array;
  /** The estimate's bounds where it has any, else the estimate itself: what it does and its roof time at either end. */
  readonly low: Bounds;
  readonly high: Bounds;
  /** 1 where an estimate has bounds. */
  readonly hasBounds: Uint8Array;
  /** 1 where an estimate is of attention that may have a sliding window which nothing tells. */
  readonly mayBeWindowed: Uint8Array;
}

/** One end of the estimates. */
interface Bounds {
  readonly flops: Float64Array;
  readonly bytes: Float64Array;
  readonly roofNs: Float64Array;
}

export const BOUNDS = ['memory', 'compute'] as const;

/** The estimates of a model's distinct calls. */
const estimatesOf = once((model: TraceModel): readonly (Estimate | null)[] =>
  unifiedRows(model).calls.map(({ verdict }) => ('estimate' in verdict ? verdict.estimate : null)),
);

/** Whether the kernels of each distinct call show that its fp32 products run as tf32. */
export const runsAsTf32 = once((model: TraceModel): readonly boolean[] =>
  unifiedRows(model).calls.map(({ call }) => call.context.kernels.some(isTf32)),
);

/**
 * Kernels of cuBLAS, cuDNN and CUTLASS say tf32, or the shape of the instruction, 16×8×8 with fp32 sums; that shape has forms for 2-byte
 * inputs too, which name their type before it.
 */
function isTf32(kernel: string): boolean {
  return /tf32/i.test(kernel) || /(?<!(f16|fp16|bf16)_)s1688/.test(kernel);
}

/** The work of a model's calls on the device of a basis. */
export function callWork(model: TraceModel, { hardware, roof }: Pick<Basis, 'hardware' | 'roof'>): CallWork {
  return workOn(model, { hardware, roof });
}

const workOn = lately((model: TraceModel, { hardware, roof: kind }: Pick<Basis, 'hardware' | 'roof'>): CallWork => {
  const rows = unifiedRows(model);
  const estimates = estimatesOf(model);
  const tf32 = runsAsTf32(model);
  const roofAt = (call: number, work: Work) =>
    hardware === null ? null : roofOf(work, { hardware, kind, tf32: tf32[call] }, model.conventions);
  const roofs = estimates.map((estimate, call) => estimate && roofAt(call, estimate));
  const own: Bounds = {
    flops: figures(estimates, ({ flops }) => flops),
    bytes: figures(estimates, ({ bytes }) => bytes),
    roofNs: figures(roofs, nanoseconds),
  };
  return {
    estimates,
    roofs,
    ...own,
    bound: Int8Array.from(roofs, (roof) => (roof?.bound ? BOUNDS.indexOf(roof.bound) : -1)),
    peak: Int8Array.from(roofs, (roof) => (roof?.peak ? PEAK_NAMES.indexOf(roof.peak.name) : -1)),
    reason: reasons(model, rows, estimates, roofs),
    low: atEnd(own, estimates, 0, roofAt),
    high: atEnd(own, estimates, 1, roofAt),
    hasBounds: Uint8Array.from(estimates, (estimate) => Number(estimate?.interval !== undefined)),
    mayBeWindowed: Uint8Array.from(estimates, (estimate) => Number(estimate?.mayBeWindowed === true)),
  };
});

/** One end of the estimates: those without bounds are as they are. */
function atEnd(
  own: Bounds,
  estimates: readonly (Estimate | null)[],
  end: 0 | 1,
  roofAt: (call: number, work: Work) => Roof | null,
): Bounds {
  const bounds = { flops: own.flops.slice(), bytes: own.bytes.slice(), roofNs: own.roofNs.slice() };
  estimates.forEach((estimate, call) => {
    if (!estimate?.interval) return;
    const { flops, bytes } = estimate.interval;
    bounds.flops[call] = flops[end];
    bounds.bytes[call] = bytes[end];
    const roof = roofAt(call, { ...estimate, flops: flops[end], bytes: bytes[end] });
    bounds.roofNs[call] = nanoseconds(roof) ?? Number.NaN;
  });
  return bounds;
}

function nanoseconds(roof: Roof | null): number | null {
  return roof?.time == null ? null : roof.time * 1e3;
}

function figures<T>(items: readonly (T | null)[], figureOf: (item: T, call: number) => number | null): Float64Array {
  return Float64Array.from(items, (item, call) => (item === null ? null : figureOf(item, call)) ?? Number.NaN);
}

function reasons(
  model: TraceModel,
  { calls, callOf, event }: UnifiedRows,
  estimates: readonly (Estimate | null)[],
  roofs: readonly (Roof | null)[],
): Int8Array {
  const eventOf = new Int32Array(calls.length);
  for (let row = callOf.length - 1; row >= 0; row--) eventOf[callOf[row]] = event[row];
  return Int8Array.from(calls, (call, i) => {
    const estimate = estimates[i];
    if (estimate === null) {
      const whyNot = 'whyNot' in call.verdict ? call.verdict.whyNot : 'no-model';
      return reasonNumber(whyNoEstimate(model, call, whyNot, eventOf[i]));
    }
    const why = whyNoRoof(estimate, roofs[i]);
    return why === null ? -1 : reasonNumber(why);
  });
}

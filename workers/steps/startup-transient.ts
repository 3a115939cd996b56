import { medianOf } from '../base/statistics.ts';
import { numericKey } from '../ingest/event-args.ts';
import { GpuBucket } from '../trace/gpu-buckets.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { isBookend } from './phases.ts';
import type { GradedProposal, Proposal } from './proposal.ts';
import type { Transient } from './steps.ts';
import { stepAt } from './tiles.ts';

/** How many times as long as usual collectives take in the first step if it is one of starting up, and as long as anything else in it. */
const LEAST_RATIO = 5;

/**
 * What gives the first of some steps away as one of starting up: its collectives wait for ranks that begin later, much longer than in
 * any other step, and nothing else in it takes as much longer than it usually does: no kernel, nor all together, nor what
 * is sent, as a step with more work has more of these too (S 6.4, but by the launches of the tiles, not by the GPU's clock). Null where it is as the others are.
 */
export function startupTransient(model: TraceModel, { layout, tiles, candidate }: GradedProposal): Transient | null {
  if (!model.bucket.includes(GpuBucket.communication)) return null;
  if (layout.roots.length < 2 || candidate.status === 'not splittable' || isBookend(layout.roots[0])) return null;
  let kernel = -1;
  let collectiveRatio = 0;
  let noiseRatio = Math.max(
    firstToUsual(otherWork(model, tiles.tileOf, layout.roots.length)),
    firstToUsual(elementsSent(model, tiles.tileOf, layout.roots.length)),
  );
  for (const { name, isCollective, byStep } of kernelsOfFirst(model, tiles.tileOf, layout.roots.length)) {
    const ratio = firstToUsual(byStep);
    // A step with prompts has more to send than usual, but so have later ones with prompts.
    if (isCollective && byStep.subarray(1).some((ns) => byStep[0] < LEAST_RATIO * ns)) continue;
    if (!isCollective) noiseRatio = Math.max(noiseRatio, ratio);
    else if (ratio > collectiveRatio) [kernel, collectiveRatio] = [name, ratio];
  }
  if (!(collectiveRatio >= LEAST_RATIO && collectiveRatio >= LEAST_RATIO * Math.max(noiseRatio, 1))) return null;
  return { kernel: model.columns.strings.get(kernel), collectiveRatio, noiseRatio };
}

/** How many times as much the first step has as later ones that have any usually do; 0 where none has. */
function firstToUsual(byStep: Float64Array): number {
  const usual = medianOf(byStep.subarray(1).filter((ns) => ns > 0));
  return usual > 0 ? byStep[0] / usual : 0;
}

/** Kernel sums of each step but for collectives, ns. */
function otherWork({ columns: { dur }, gpuEvents, bucket, kind }: TraceModel, tileOf: Int32Array, steps: number) {
  const isOther = (row: number) => kind[gpuEvents[row]] === EventKind.kernel && bucket[row] !== GpuBucket.communication;
  return sumByStep(tileOf, steps, (row) => (isOther(row) ? dur[gpuEvents[row]] : 0));
}

/** Elements that the collectives of each step send, as far as it is recorded. */
function elementsSent({ columns, gpuEvents, bucket }: TraceModel, tileOf: Int32Array, steps: number) {
  const elements = numericKey(columns, 'args.In msg nelems');
  const sentBy = (row: number) =>
    bucket[row] === GpuBucket.communication ? Math.max(elements.at(gpuEvents[row]) || 0, 0) : 0;
  return sumByStep(tileOf, steps, sentBy);
}

function sumByStep(tileOf: Int32Array, steps: number, valueAt: (row: number) => number): Float64Array {
  const sums = new Float64Array(steps);
  for (let row = 0; row < tileOf.length; row++) if (tileOf[row] >= 0) sums[tileOf[row]] += valueAt(row);
  return sums;
}

/** A proposal without its first step. */
export function withoutFirst({ columns }: TraceModel, { proposal, layout }: GradedProposal, why: Transient): Proposal {
  const { kernel, collectiveRatio } = why;
  return {
    ...proposal,
    roots: proposal.roots.filter(({ event, startNs }) => stepAt(layout.tileMap, columns.track[event], startNs) !== 0),
    found: `${proposal.found}, the first left out as one of starting up: ${kernel} takes ${collectiveRatio.toFixed(1)} times as long in it as it usually does`,
  };
}

/** Kernel sums of a name, ns. */
interface KernelTotals {
  readonly name: number;
  readonly isCollective: boolean;
  readonly byStep: Float64Array;
}

/** The kernels of the first step by name, with their sums in every step. */
function kernelsOfFirst(model: TraceModel, tileOf: Int32Array, steps: number): Iterable<KernelTotals> {
  const { columns, gpuEvents, bucket, kind } = model;
  const { name, dur } = columns;
  const totals = new Map<number, KernelTotals>();
  const isKernel = (row: number) => kind[gpuEvents[row]] === EventKind.kernel;
  for (let row = 0; row < tileOf.length; row++) {
    if (tileOf[row] !== 0 || !isKernel(row) || totals.has(name[gpuEvents[row]])) continue;
    const isCollective = bucket[row] === GpuBucket.communication;
    totals.set(name[gpuEvents[row]], { name: name[gpuEvents[row]], isCollective, byStep: new Float64Array(steps) });
  }
  for (let row = 0; row < tileOf.length; row++) {
    const own = tileOf[row] >= 0 && isKernel(row) ? totals.get(name[gpuEvents[row]]) : undefined;
    if (own) own.byStep[tileOf[row]] += dur[gpuEvents[row]];
  }
  return totals.values();
}

import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { Basis } from './report-types.ts';
import { Sum } from './unified/amounts.ts';
import { figuresOf } from './unified/figures.ts';
import { byCategory } from './unified/groupings.ts';
import { timesInScope, wholeRows } from './unified/parts.ts';

/** Totals of a trace under some conventions. */
export interface ConventionTotals {
  /** Rows of the unified division. */
  readonly calls: number;
  /** Kernel sum of GPU events with a known launch. */
  readonly linkedNs: number;
  /** Kernel sum of the unified rows. */
  readonly attributedNs: number;
  /** Kernel sum of the rows with an estimate. */
  readonly estimatedNs: number;
  /** Kernel sum of the rows with a roof. */
  readonly roofedNs: number;
  readonly flops: number;
  readonly bytes: number;
  /** Sum of the roof times. */
  readonly roofNs: number;
}

/** The totals of a scope under the conventions of `model`. */
export function conventionTotals(model: TraceModel, basis: Basis): ConventionTotals {
  const parts = wholeRows(model);
  const times = timesInScope(parts, basis.scope);
  const leftOut = parts.count - 1;
  const { amounts, groups } = figuresOf(byCategory(model), basis);
  const sum = (which: Sum) => groups.reduce((total, _, row) => total + amounts.at(row, which), 0);
  return {
    calls: times.kernels.reduce((count, kernels, part) => count + Number(kernels > 0 && part !== leftOut), 0),
    linkedNs: linkedNs(model, basis),
    attributedNs: sum(Sum.time) - times.kernelNs[leftOut],
    estimatedNs: sum(Sum.estimatedTime),
    roofedNs: sum(Sum.roofedTime),
    flops: sum(Sum.flops),
    bytes: sum(Sum.bytes),
    roofNs: sum(Sum.roof),
  };
}

function linkedNs(model: TraceModel, { scope }: Basis): number {
  const { columns, gpuEvents, launch } = model;
  let sum = 0;
  for (const row of gpuRowsInScope(model, scope)) if (launch[row] >= 0) sum += columns.dur[gpuEvents[row]];
  return sum;
}

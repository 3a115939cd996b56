import type { TraceModel } from '../trace/trace-model.ts';
import type { Basis } from './report-types.ts';

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
export function conventionTotals(_model: TraceModel, _basis: Basis): ConventionTotals {
  return { calls: 0, linkedNs: 0, attributedNs: 0, estimatedNs: 0, roofedNs: 0, flops: 0, bytes: 0, roofNs: 0 };
}

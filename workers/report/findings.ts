import type { Scope } from '../base/scope.ts';
import type { GpuTimeline } from '../trace/gpu-timeline.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { recordingFindings } from './recording-findings.ts';
import type { Finding } from './report-types.ts';
import { timeFindings } from './time-findings.ts';

/** What is known of a scope before its findings. */
export interface ScopeFigures {
  /** Rows of `gpuEvents` in the scope. */
  readonly rows: Int32Array;
  readonly timeline: GpuTimeline;
  readonly kernelSumNs: number;
}

/** A finding and how much it matters: the part of the scope's time that it is about. */
export interface WeighedFinding extends Finding {
  readonly weight: number;
}

/** What to look at first: errors, then by the part of the time at stake. */
export function findingsOf(model: TraceModel, scope: Scope, figures: ScopeFigures): Finding[] {
  const rank = { error: 0, warning: 1, information: 1 } as const;
  return [...recordingFindings(model, figures), ...timeFindings(model, scope, figures)]
    .sort((a, b) => rank[a.severity] - rank[b.severity] || b.weight - a.weight)
    .map(({ weight: _, ...finding }) => finding);
}

import type { GpuTimeline } from '../trace/gpu-timeline.ts';
import type { Finding } from './report-types.ts';

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

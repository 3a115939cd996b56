import { onceBy } from '../base/memo.ts';
import type { TraceModel } from './trace-model.ts';

/** When the rows of `gpuEvents` run, ns. */
export interface GpuTimes {
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
}

/** The times of all GPU events side by side: what goes over the rows of a scope reads them in turn, not from all over the trace. */
export const gpuTimes = onceBy(
  ({ gpuEvents }: TraceModel) => gpuEvents,
  ({ columns: { ts, dur }, gpuEvents }): GpuTimes => {
    const startNs = new Float64Array(gpuEvents.length);
    const durationNs = new Float64Array(gpuEvents.length);
    for (let row = 0; row < gpuEvents.length; row++) {
      startNs[row] = ts[gpuEvents[row]];
      durationNs[row] = dur[gpuEvents[row]];
    }
    return { startNs, durationNs };
  },
);

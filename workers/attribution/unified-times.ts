import { gpuTimes } from '../trace/gpu-times.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { UnifiedRows } from './unified.ts';

/** Times of unified rows over some GPU events, ns. A row has more than one stream or overlapping kernels where `busyNs` is the smaller. */
export interface UnifiedTimes {
  /** Sum of durations. */
  readonly kernelNs: Float64Array;
  /** Length of the union of the intervals. */
  readonly busyNs: Float64Array;
  readonly kernels: Int32Array;
  /** Sum of the durations of events in no row; with `kernelNs` it adds up to all. */
  readonly unattributedNs: number;
}

/** The times of each row of a division over `gpuRows` (ascending, as those of a scope are), in one pass. */
export function unifiedTimes(
  model: TraceModel,
  rows: Pick<UnifiedRows, 'count' | 'rowOf'>,
  gpuRows: Int32Array,
): UnifiedTimes {
  const { startNs, durationNs } = gpuTimes(model);
  const kernelNs = new Float64Array(rows.count);
  const busyNs = new Float64Array(rows.count);
  const kernels = new Int32Array(rows.count);
  const busyUntil = new Float64Array(rows.count).fill(Number.NEGATIVE_INFINITY);
  let unattributedNs = 0;
  for (let i = 0; i < gpuRows.length; i++) {
    const gpuRow = gpuRows[i];
    const start = startNs[gpuRow];
    const duration = durationNs[gpuRow];
    const row = rows.rowOf[gpuRow];
    if (row < 0) {
      unattributedNs += duration;
      continue;
    }
    kernels[row]++;
    kernelNs[row] += duration;
    const end = start + duration;
    if (end <= busyUntil[row]) continue;
    busyNs[row] += end - Math.max(start, busyUntil[row]);
    busyUntil[row] = end;
  }
  return { kernelNs, busyNs, kernels, unattributedNs };
}

import { attributionOf } from '../attribution/attribution.ts';
import { CATEGORIES } from '../attribution/categories.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { type GpuTimeline, gpuTimeline } from '../trace/gpu-timeline.ts';
import { gpuTimes } from '../trace/gpu-times.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { findingsOf } from './findings.ts';
import { kernelSums } from './kernel-sums.ts';
import type { Basis, Overview, TimeShare } from './report-types.ts';

/** The figures of a scope that stand above its tables. GPU work without a recorded launch counts. */
export function makeOverview(model: TraceModel, { scope }: Basis): Overview {
  const rows = gpuRowsInScope(model, scope);
  const timeline = gpuTimeline(model, scope, { includeUnlinked: true });
  const { busyNs, computationNs, exposedCommNs, exposedMemcpyNs, otherStepsNs, idleNs, totalNs } = timeline;
  const sums = kernelSums(model, scope);
  return {
    gpu: { busyNs, computationNs, exposedCommNs, exposedMemcpyNs, otherStepsNs, idleNs, totalNs },
    shares: timeShares(model, rows, timeline),
    ...sums,
    findings: findingsOf(model, scope, { rows, timeline, kernelSumNs: sums.kernelSumNs }),
  };
}

/**
 * Busy time by category, that of other steps, and idle time; they sum to the total exactly. Where GPU events overlap, the time is that of the one that started
 * first: in order of start each event gets what lies beyond the end of all before it.
 */
function timeShares(
  model: TraceModel,
  rows: Int32Array,
  { otherStepsNs, idleNs }: Pick<GpuTimeline, 'otherStepsNs' | 'idleNs'>,
): TimeShare[] {
  const { startNs, durationNs } = gpuTimes(model);
  const { categoryOf } = attributionOf(model);
  const sums = new Float64Array(CATEGORIES.length);
  let covered = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const start = startNs[row];
    const end = start + durationNs[row];
    if (end <= covered) continue;
    sums[categoryOf[row]] += end - Math.max(start, covered);
    covered = end;
  }
  const shares: TimeShare[] = CATEGORIES.map(({ id, label }, i) => ({ id, label, ns: sums[i] }));
  return [
    ...shares.filter(({ ns }) => ns > 0).sort((a, b) => b.ns - a.ns),
    ...(otherStepsNs > 0 ? [{ id: 'otherSteps', label: 'other steps', ns: otherStepsNs }] : []),
    ...(rows.length > 0 ? [{ id: 'idle', label: 'idle', ns: idleNs }] : []),
  ];
}

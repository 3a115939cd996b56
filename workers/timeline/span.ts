import { attributionOf } from '../attribution/attribution.ts';
import { CATEGORIES } from '../attribution/categories.ts';
import { atAnyTime, type Scope } from '../base/scope.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import { isApiKind, isGpuKind } from '../trace/event-kinds.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { eventLayout } from './layout.ts';
import type { SpanSummary } from './timeline-types.ts';

/** What happens between two times on the devices and streams of a scope, and on the host. */
export function timelineSpan(model: TraceModel, scope: Scope, startNs: number, endNs: number): SpanSummary {
  return {
    startNs,
    endNs,
    ...gpuWork(model, scope, startNs, endNs),
    ...hostWork(model, startNs, endNs),
    steps: stepsWithin(model, startNs, endNs),
  };
}

function gpuWork(
  model: TraceModel,
  scope: Scope,
  startNs: number,
  endNs: number,
): Pick<SpanSummary, 'shares' | 'busyNs' | 'idleNs' | 'kernelSumNs' | 'gpuEvents'> {
  const { columns, gpuEvents } = model;
  const { ts, dur } = columns;
  const { categoryOf } = attributionOf(model);
  const sums = new Float64Array(CATEGORIES.length);
  let covered = startNs;
  let kernelSumNs = 0;
  let events = 0;
  // By start: an event gets what lies beyond the end of all before it.
  for (const row of gpuRowsInScope(model, atAnyTime(scope))) {
    const start = ts[gpuEvents[row]];
    const end = Math.min(start + dur[gpuEvents[row]], endNs);
    if (start > endNs) break;
    if (end < startNs) continue;
    events++;
    kernelSumNs += end - Math.max(start, startNs);
    if (end <= covered) continue;
    sums[categoryOf[row]] += end - Math.max(start, covered);
    covered = end;
  }
  const busyNs = sums.reduce((sum, ns) => sum + ns, 0);
  return {
    shares: CATEGORIES.map(({ id, label }, category) => ({ id, label, ns: sums[category] }))
      .filter(({ ns }) => ns > 0)
      .sort((a, b) => b.ns - a.ns),
    busyNs,
    idleNs: endNs - startNs - busyNs,
    kernelSumNs,
    gpuEvents: events,
  };
}

function hostWork(
  model: TraceModel,
  startNs: number,
  endNs: number,
): Pick<SpanSummary, 'launches' | 'operators' | 'hostEvents'> {
  const { columns, kind, firstChild } = model;
  const { ts, dur } = columns;
  const { tracks } = eventLayout(model);
  const counts = { launches: 0, operators: 0, hostEvents: 0 };
  for (const track of tracks) {
    if (track.kind !== 'thread') continue;
    for (const event of track.slices) {
      if (ts[event] > endNs || ts[event] + dur[event] < startNs) continue;
      counts.hostEvents++;
      if (kind[event] === EventKind.cpuOp) counts.operators++;
      const child = firstChild[event];
      if (isApiKind(kind[event]) && child >= 0 && isGpuKind(kind[child])) counts.launches++;
    }
  }
  return counts;
}

function stepsWithin(model: TraceModel, startNs: number, endNs: number): SpanSummary['steps'] {
  const { steps } = stepsOf(model);
  const first = steps.findIndex((step) => step.endNs >= startNs && step.startNs <= endNs);
  const last = steps.findLastIndex((step) => step.startNs <= endNs && step.endNs >= startNs);
  return first < 0 ? null : [first, last + 1];
}

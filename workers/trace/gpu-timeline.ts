import { gapsOf, type Intervals, lengthOf, subtract, UnionBuilder, UnionLength, union } from '../base/intervals.ts';
import { lately } from '../base/memo.ts';
import type { Scope } from '../base/scope.ts';
import { GpuBucket } from './gpu-buckets.ts';
import { gpuRowsInScope, namesSteps, stepsInScope } from './gpu-scope.ts';
import { gpuTimes } from './gpu-times.ts';
import { LinkSource, type StepTiles, type TraceModel } from './trace-model.ts';

/**
 * Where the time of the GPU goes between its first start and last end, in ns; devices and streams of the scope are merged.
 * computation + exposed communication + exposed memcpy = busy; busy + idle + other steps = total; all exactly. The time of a scope of steps is the
 * sum over the steps' own parts of the GPU's time, and nothing is idle while the work of another step runs.
 */
export interface GpuTimeline {
  readonly events: number;
  readonly computationNs: number;
  /** Communication while nothing computes. */
  readonly exposedCommNs: number;
  /** Copies while nothing computes or communicates. */
  readonly exposedMemcpyNs: number;
  readonly busyNs: number;
  /** Work of steps out of the scope while none of its own runs. */
  readonly otherStepsNs: number;
  readonly idleNs: number;
  /** Idle time in gaps shorter than the threshold, and in the others. 0 and all of it without a threshold. */
  readonly microIdleNs: number;
  readonly macroIdleNs: number;
  readonly totalNs: number;
  /** Communication, whether hidden or not. */
  readonly commNs: number;
  readonly memcpyNs: number;
}

export interface TimelineOptions {
  /** Count GPU events without a recorded launch too. */
  readonly includeUnlinked: boolean;
  /** Gaps shorter than this many ns are micro-idle time. */
  readonly microIdleBelowNs?: number;
}

/** The GPU timeline of a scope. Formulas: section C of the TraceLens report (`gpu_timeline`). */
export function gpuTimeline(model: TraceModel, scope: Scope, options: TimelineOptions): GpuTimeline {
  return timelineOf(model, { scope, ...options });
}

const timelineOf = lately(
  (model: TraceModel, { scope, ...options }: TimelineOptions & { readonly scope: Scope }): GpuTimeline => {
    const { startNs, durationNs } = gpuTimes(model);
    const all = new UnionBuilder();
    const buckets = [new UnionLength(), new UnionLength(), new UnionLength()];
    const computationOrComm = new UnionLength();
    let events = 0;
    const rows = gpuRowsInScope(model, scope);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      if (!options.includeUnlinked && model.linkSource[row] === LinkSource.none) continue;
      const start = startNs[row];
      const end = start + durationNs[row];
      all.add(start, end);
      buckets[model.bucket[row]].add(start, end);
      if (model.bucket[row] !== GpuBucket.memcpy) computationOrComm.add(start, end);
      events++;
    }
    const busy = all.intervals();
    const busyNs = lengthOf(busy);
    const computationNs = buckets[GpuBucket.computation].length;
    const { totalNs, gaps } = extentOf(model, scope, options, busy);
    const idle = idleOf(gaps, options.microIdleBelowNs ?? 0);
    return {
      events,
      computationNs,
      exposedCommNs: computationOrComm.length - computationNs,
      exposedMemcpyNs: busyNs - computationOrComm.length,
      busyNs,
      otherStepsNs: totalNs - busyNs - idle.microNs - idle.macroNs,
      idleNs: idle.microNs + idle.macroNs,
      microIdleNs: idle.microNs,
      macroIdleNs: idle.macroNs,
      totalNs,
      commNs: buckets[GpuBucket.communication].length,
      memcpyNs: buckets[GpuBucket.memcpy].length,
    };
  },
);

/** The times of a scope in which nothing runs on its devices and streams; together the idle time of its timeline. */
export function idleGaps(model: TraceModel, scope: Scope): Intervals {
  const busy = busyIn(model, { scope, includeUnlinked: true });
  return extentOf(model, scope, { includeUnlinked: true }, busy).gaps;
}

/** The time that a scope is about, and the gaps in it in which nothing runs. */
function extentOf(
  model: TraceModel,
  scope: Scope,
  { includeUnlinked }: TimelineOptions,
  busy: Intervals,
): { readonly totalNs: number; readonly gaps: Intervals } {
  const tiles = namesSteps(scope) ? model.tiles() : null;
  if (!tiles) {
    return { totalNs: busy.length === 0 ? 0 : busy[busy.length - 1] - busy[0], gaps: gapsOf(busy) };
  }
  const parts = stepParts(tiles, stepsInScope(tiles, scope));
  const { steps: _, phase: __, ...anyStep } = scope;
  return {
    // A step's work may run on beside that of the next: that time is its own too.
    totalNs: lengthOf(union(parts, busy)),
    gaps: subtract(parts, busyIn(model, { scope: anyStep, includeUnlinked })),
  };
}

/** When anything runs in a scope. */
const busyIn = lately(
  (model: TraceModel, { scope, includeUnlinked }: { readonly scope: Scope; readonly includeUnlinked: boolean }) => {
    const { startNs, durationNs } = gpuTimes(model);
    const busy = new UnionBuilder();
    const rows = gpuRowsInScope(model, scope);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      if (!includeUnlinked && model.linkSource[row] === LinkSource.none) continue;
      busy.add(startNs[row], startNs[row] + durationNs[row]);
    }
    return busy.intervals();
  },
);

function stepParts({ gpuStartNs, gpuEndNs }: StepTiles, isWanted: Uint8Array): Intervals {
  const parts = new UnionBuilder();
  for (let step = 0; step < isWanted.length; step++) {
    if (isWanted[step] === 1 && gpuEndNs[step] > gpuStartNs[step]) parts.add(gpuStartNs[step], gpuEndNs[step]);
  }
  return parts.intervals();
}

function idleOf(gaps: Intervals, microBelowNs: number): { microNs: number; macroNs: number } {
  let microNs = 0;
  let macroNs = 0;
  for (let i = 0; i < gaps.length; i += 2) {
    const gap = gaps[i + 1] - gaps[i];
    if (gap < microBelowNs) microNs += gap;
    else macroNs += gap;
  }
  return { microNs, macroNs };
}

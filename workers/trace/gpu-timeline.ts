import { gapsOf, type Intervals, lengthOf, subtract, UnionBuilder } from '../base/intervals.ts';
import type { Scope } from '../base/scope.ts';
import { GpuBucket } from './gpu-buckets.ts';
import { gpuRowsInScope } from './gpu-scope.ts';
import { LinkSource, type TraceModel } from './trace-model.ts';

/**
 * Where the time of the GPU goes between its first start and last end, in ns; devices and streams of the scope are merged.
 * computation + exposed communication + exposed memcpy = busy; busy + idle = total; all exactly.
 */
export interface GpuTimeline {
  readonly events: number;
  readonly computationNs: number;
  /** Communication while nothing computes. */
  readonly exposedCommNs: number;
  /** Copies while nothing computes or communicates. */
  readonly exposedMemcpyNs: number;
  readonly busyNs: number;
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
  const { ts, dur } = model.columns;
  const all = new UnionBuilder();
  const buckets = [new UnionBuilder(), new UnionBuilder(), new UnionBuilder()];
  let events = 0;
  for (const row of gpuRowsInScope(model, scope)) {
    if (!options.includeUnlinked && model.linkSource[row] === LinkSource.none) continue;
    const event = model.gpuEvents[row];
    const end = ts[event] + dur[event];
    all.add(ts[event], end);
    buckets[model.bucket[row]].add(ts[event], end);
    events++;
  }
  const busy = all.intervals();
  const computation = buckets[GpuBucket.computation].intervals();
  const communication = buckets[GpuBucket.communication].intervals();
  const memcpy = buckets[GpuBucket.memcpy].intervals();
  const { microNs, macroNs } = idleOf(busy, options.microIdleBelowNs ?? 0);
  return {
    events,
    computationNs: lengthOf(computation),
    exposedCommNs: lengthOf(subtract(communication, computation)),
    exposedMemcpyNs: lengthOf(subtract(subtract(memcpy, computation), communication)),
    busyNs: lengthOf(busy),
    idleNs: microNs + macroNs,
    microIdleNs: microNs,
    macroIdleNs: macroNs,
    totalNs: busy.length === 0 ? 0 : busy[busy.length - 1] - busy[0],
    commNs: lengthOf(communication),
    memcpyNs: lengthOf(memcpy),
  };
}

function idleOf(busy: Intervals, microBelowNs: number): { microNs: number; macroNs: number } {
  const gaps = gapsOf(busy);
  let microNs = 0;
  let macroNs = 0;
  for (let i = 0; i < gaps.length; i += 2) {
    const gap = gaps[i + 1] - gaps[i];
    if (gap < microBelowNs) microNs += gap;
    else macroNs += gap;
  }
  return { microNs, macroNs };
}

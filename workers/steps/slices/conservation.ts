import { isGpuKind } from '../../trace/event-kinds.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { OUTSIDE, type Steps } from '../steps.ts';
import type { Slice } from './slice-plan.ts';
import type { Slicer } from './slicer.ts';

/** What became of the GPU events of a trace (kernels, copies, memsets) when its steps were saved one by one. */
export interface Conservation {
  readonly n_gpu_events_in_trace: number;
  /** Distinct GPU events in the slices of steps. */
  readonly n_gpu_events_extracted: number;
  readonly n_gpu_events_outside_iterations: number;
  readonly n_gpu_events_before: number;
  readonly n_gpu_events_after: number;
  readonly n_gpu_events_unlinked: number;
  /** Whether any GPU event is in two slices. */
  readonly gpu_events_duplicated: boolean;
  /** Extracted of all, four digits; null without GPU events. */
  readonly gpu_event_retention: number | null;
}

/** Counts the GPU events of `parts` (a slice a step, and those outside) as they are written, each event by itself. */
export function conservationOf(
  { kind, gpuEvents }: TraceModel,
  { tileOf }: Steps,
  slicer: Slicer,
  parts: readonly Slice[],
): Conservation {
  const seen = new Uint8Array(kind.length);
  let extracted = 0;
  let duplicated = false;
  for (const { places } of parts) {
    const ofSteps = places.every((place) => place > OUTSIDE.before);
    for (const event of slicer.events(places)) {
      if (!isGpuKind(kind[event])) continue;
      if (seen[event] !== 0) duplicated = true;
      else if (ofSteps) extracted++;
      seen[event] = 1;
    }
  }
  const total = gpuEvents.length;
  const countAt = (place: number) => tileOf.filter((tile) => tile === place).length;
  return {
    n_gpu_events_in_trace: total,
    n_gpu_events_extracted: extracted,
    n_gpu_events_outside_iterations: total - extracted,
    n_gpu_events_before: countAt(OUTSIDE.before),
    n_gpu_events_after: countAt(OUTSIDE.after),
    n_gpu_events_unlinked: countAt(OUTSIDE.unlinked),
    gpu_events_duplicated: duplicated,
    gpu_event_retention: total === 0 ? null : Math.round((extracted / total) * 1e4) / 1e4,
  };
}

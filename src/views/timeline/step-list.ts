import { PHASES, type Scope } from '../../../workers/base/scope.ts';
import type { StepStrips } from '../../../workers/engine/timeline-engine.ts';
import type { StepSeries } from '../steps/series.ts';
import type { Rectangles } from './raster.ts';

/** Numbers of the steps that a scope holds, in their order. */
export function stepsInScope(series: Pick<StepSeries, 'count' | 'phase'>, { steps, phase }: Scope): readonly number[] {
  const [from, to] = steps ?? [0, series.count];
  const all = Array.from({ length: Math.max(0, Math.min(to, series.count) - from) }, (_, i) => from + i);
  return phase ? all.filter((step) => PHASES[series.phase[step]] === phase) : all;
}

/** A few steps are far longer than nearly all others; they end beyond the edge, so that the others can be compared. */
const USUAL = 0.95;
const ROOM = 1.15;

/** Time that the width of the strips stands for: nearly all steps fit into it. */
export function stripLength(durations: ArrayLike<number>, steps: readonly number[]): number {
  const sorted = Float64Array.from(steps, (step) => durations[step])
    .filter((ns) => ns > 0)
    .sort();
  return sorted.length === 0 ? 1 : sorted[Math.floor(USUAL * (sorted.length - 1))] * ROOM;
}

/** The rectangles of strips with times from the start of their own step on. */
export function aligned({ rows, slices }: StepStrips): Rectangles {
  const from = (i: number) => rows[slices.track[i]].startNs;
  return {
    track: slices.track,
    lane: slices.lane,
    startNs: slices.startNs.map((ns, i) => ns - from(i)),
    endNs: slices.endNs.map((ns, i) => ns - from(i)),
  };
}

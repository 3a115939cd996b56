import { PHASES, type Phase } from '../base/scope.ts';
import { quantileOf } from '../base/statistics.ts';
import { figuresOf, stepsOf } from '../steps/stepped-model.ts';
import { namesSteps, stepsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { Basis } from './report-types.ts';

/** Nanoseconds that half, 90 % and 99 % of the steps do not exceed; NaN where no step has a value. */
export interface Quantiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** How the times of the steps of one phase are spread. */
export interface PhaseDistribution {
  readonly phase: Phase;
  readonly steps: number;
  /** From a step's start to the start of the next step of the trace, whatever its phase; the last step has none. */
  readonly startToStart: Quantiles;
  /** From start to end of what marks the step on the host. */
  readonly ownSpan: Quantiles;
  /** Time in which at least one of its GPU events runs; steps without GPU work have none. */
  readonly gpuBusy: Quantiles;
}

/** The distributions of the steps in scope, a phase after the other; phases without steps are left out. */
export function phaseDistributions(model: TraceModel, { scope }: Pick<Basis, 'scope'>): PhaseDistribution[] {
  const { steps } = stepsOf(model);
  const { gpuBusyNs, gpuEvents } = figuresOf(model);
  const tiles = namesSteps(scope) ? model.tiles() : null;
  const isWanted = tiles && stepsInScope(tiles, scope);
  const shown = steps.filter(({ index }) => !isWanted || isWanted[index] === 1);
  return PHASES.flatMap((phase) => {
    const own = shown.filter((step) => step.phase === phase);
    if (own.length === 0) return [];
    const followed = own.filter(({ index }) => index + 1 < steps.length);
    const working = own.filter(({ index }) => gpuEvents[index] > 0);
    return {
      phase,
      steps: own.length,
      startToStart: quantiles(followed.map(({ index, startNs }) => steps[index + 1].startNs - startNs)),
      ownSpan: quantiles(own.map(({ startNs, endNs }) => endNs - startNs)),
      gpuBusy: quantiles(working.map(({ index }) => gpuBusyNs[index])),
    };
  });
}

function quantiles(values: readonly number[]): Quantiles {
  const sorted = Float64Array.from(values).sort();
  return { p50: quantileOf(sorted, 0.5), p90: quantileOf(sorted, 0.9), p99: quantileOf(sorted, 0.99) };
}

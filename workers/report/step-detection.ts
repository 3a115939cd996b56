import { once } from '../base/memo.ts';
import { figuresOf, stepsOf } from '../steps/stepped-model.ts';
import { type Candidate, OUTSIDE } from '../steps/steps.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/** How the steps of a trace were found, and what lies outside them. */
export interface StepDetection {
  readonly candidates: readonly Candidate[];
  /** Index into `candidates`, -1 where there are no steps. */
  readonly chosen: number;
  readonly steps: number;
  /** What the phases are told from, and how sure that is; "" where there are no steps. */
  readonly phaseEvidence: string;
  /** Whether shapes tell the phases of some steps, which has limits that the evidence names (S 10.2). */
  readonly phasesInferred: boolean;
  /** Kernel sum of all steps. */
  readonly insideNs: number;
  readonly before: OutsideWork;
  readonly after: OutsideWork;
  readonly unlinked: OutsideWork;
}

/** GPU work of no step. */
export interface OutsideWork {
  readonly kernels: number;
  readonly kernelSumNs: number;
}

/** How steps were found; inside, before, after and unlinked add up to all GPU work exactly. */
export const stepDetection = once((model: TraceModel): StepDetection => {
  const { steps, candidates, chosen, tileOf, phaseEvidence } = stepsOf(model);
  const { kind, gpuEvents, columns } = model;
  const outside = (place: number): OutsideWork => {
    let kernels = 0;
    let kernelSumNs = 0;
    for (let row = 0; row < tileOf.length; row++) {
      if (tileOf[row] !== place) continue;
      kernels += Number(kind[gpuEvents[row]] === EventKind.kernel);
      kernelSumNs += columns.dur[gpuEvents[row]];
    }
    return { kernels, kernelSumNs };
  };
  const isPlain =
    steps.length > 0 && steps.every(({ phase, phaseFrom }) => phase === 'step' && phaseFrom === 'annotation');
  return {
    candidates,
    chosen,
    steps: steps.length,
    phaseEvidence: isPlain ? 'annotations name no phase: the steps are plain ones' : phaseEvidence,
    phasesInferred: steps.some(({ phaseFrom }) => phaseFrom === 'shapes'),
    insideNs: figuresOf(model).kernelSumNs.reduce((sum, ns) => sum + ns, 0),
    before: outside(OUTSIDE.before),
    after: outside(OUTSIDE.after),
    unlinked: outside(OUTSIDE.unlinked),
  };
});

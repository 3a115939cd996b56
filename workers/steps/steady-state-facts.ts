import type { Phase } from '../base/scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { isBookend } from './phases.ts';
import { runsOf } from './steady-state-regions.ts';
import type { StepLabel, Steps } from './steps.ts';

/** What steady state and windows are chosen by; null is what the trace does not tell. */
export interface StepFacts {
  readonly phase: Phase;
  /** The step is annotated by a serving framework: its requests are told. */
  readonly serving: boolean;
  /** No step, but what ran before the first or after the last. */
  readonly bookend: boolean;
  /** Requests that the step computes: all, those with prompts, those that generate. */
  readonly requests: number | null;
  readonly contextRequests: number | null;
  readonly generationRequests: number | null;
  readonly contextTokens: number | null;
  /** Rows that its operators compute: the batch size of a decode step. */
  readonly shapeBatch: number | null;
  /** Rows of which a next token is chosen. */
  readonly shapeSampled: number | null;
  /** Sum of durations of the GPU events that its tile launched, in ns. */
  readonly gpuNs: number;
}

const SERVING: readonly (StepLabel['framework'] | undefined)[] = ['vllm', 'sglang', 'atom'];

/** The facts of found steps. */
export function stepFacts({ steps, tileOf }: Steps, model: TraceModel): StepFacts[] {
  const gpuNs = new Float64Array(steps.length);
  for (let row = 0; row < tileOf.length; row++) {
    if (tileOf[row] >= 0) gpuNs[tileOf[row]] += model.columns.dur[model.gpuEvents[row]];
  }
  return steps.map((step) => ({
    phase: step.phase,
    bookend: isBookend(step),
    serving: SERVING.includes(step.label?.framework),
    requests: step.label?.requests ?? null,
    contextRequests: step.label?.contextRequests ?? null,
    generationRequests: step.label?.generationRequests ?? null,
    contextTokens: step.label?.contextTokens ?? null,
    shapeBatch: step.shapeBatch,
    shapeSampled: step.shapeSampled,
    gpuNs: gpuNs[step.index],
  }));
}

/**
 * Requests that the server runs at each step, also those that wait while a step only computes prompts (SGLang's EXTEND). Over such
 * steps the count goes from those that generate both before and after to those that generate after, in proportion to who has joined
 * (a prompt in chunks is told once a chunk, so the counts themselves do not add up); it is never below a step's own. NaN where no
 * step tells.
 */
export function runningRequests(facts: readonly StepFacts[]): Float64Array {
  const running = Float64Array.from(facts, (f) => f.requests ?? Number.NaN);
  fillUnknown(running);
  for (const [from, to] of runsOf(facts.length, (step) => facts[step].phase === 'prefill')) {
    const joining = running.slice(from, to).reduce((sum, own) => sum + own, 0);
    const before = from > 0 ? running[from - 1] : 0;
    // At the end of the trace: as if as many had left as now join.
    const after = to < facts.length ? (facts[to].generationRequests ?? running[to]) : before - joining;
    const staying = Math.min(before, after);
    let joined = 0;
    for (let step = from; step < to; step++) {
      const own = running[step];
      joined += own;
      running[step] = Math.max(own, staying + ((after - staying) * joined) / joining || 0);
    }
  }
  return running;
}

/** Unknown values (NaN) become the lesser of the nearest known ones on both sides, the only one at an end. */
export function fillUnknown(values: Float64Array): void {
  for (const [from, to] of runsOf(values.length, (step) => Number.isNaN(values[step]))) {
    const before = from > 0 ? values[from - 1] : values[to];
    const after = to < values.length ? values[to] : before;
    values.fill(Math.min(before ?? Number.NaN, after ?? Number.NaN), from, to);
  }
}

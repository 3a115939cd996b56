import { gapThreshold } from './phases.ts';
import { fillUnknown, runningRequests, type StepFacts } from './steady-state-facts.ts';
import { findPlateau, type Plateau, type Series } from './steady-state-regions.ts';

/** What the steady state is a plateau of: requests from annotations, batch sizes from shapes, or GPU time. */
export type SteadyTier = 'concurrency' | 'batch' | 'duration';

/** What sizes mean that shapes tell. */
export interface BatchOptions {
  /** Most requests in a step: what a decode step's batch size does not exceed. Without annotations, tells prompts from generation. */
  readonly maxRequests: number | null;
  /** Steps without annotations are an LLM's even where nothing else says so: their batch sizes mean requests and tokens. */
  readonly llm: boolean;
}

/** A series to look for a plateau in. */
export interface Attempt {
  readonly tier: SteadyTier;
  /** As the series is called in a sentence. */
  readonly quantity: string;
  readonly facts: readonly StepFacts[];
  readonly series: Series;
  readonly plateau: Plateau | null;
}

/** Null unless most steps are a serving framework's. */
export function byConcurrency(facts: readonly StepFacts[]): Attempt | null {
  const serving = facts.filter((f) => f.serving && f.requests !== null).length;
  if (serving === 0 || 2 * serving < facts.length) return null;
  const series = { values: runningRequests(facts), told: facts.map((f) => f.requests !== null) };
  return { tier: 'concurrency', quantity: 'number of requests', facts, series, plateau: findPlateau(series) };
}

/**
 * By the batch sizes of decode steps, and of those mixed with prompts as far as the rows tell that they sample; steps of prompts alone
 * only pass between. Null unless there are sizes, and phases or the word of the user that this is an LLM.
 */
export function byBatch(facts: readonly StepFacts[], { maxRequests, llm }: BatchOptions): Attempt | null {
  const sized = facts.filter((f) => f.shapeBatch !== null);
  const phased = sized.some((f) => f.phase !== 'step');
  if (sized.length === 0 || !(phased || llm)) return null;
  const sizes = sized.map((f) => Number(f.shapeBatch));
  const limit = maxRequests ?? (phased ? null : (gapThreshold(sizes) ?? Number.POSITIVE_INFINITY));
  const inPhases = facts.map((f): StepFacts => {
    if (limit === null) return f;
    return { ...f, phase: f.shapeBatch !== null && f.shapeBatch > limit ? 'mixed' : 'decode' };
  });
  const values = batchSizes(inPhases);
  const told = Array.from(values, (value) => !Number.isNaN(value));
  fillUnknown(values);
  const series = { values, told };
  return { tier: 'batch', quantity: 'batch size', facts: inPhases, series, plateau: findPlateau(series) };
}

/**
 * How many requests run in each step: the rows that it samples where decode steps tell them, whatever drafts and short prompts they also
 * compute, else the rows of decode steps. NaN where a step's shapes do not tell.
 */
function batchSizes(facts: readonly StepFacts[]): Float64Array {
  const areSampled = facts.every(({ phase, shapeBatch, shapeSampled }) => {
    return phase !== 'decode' || shapeBatch === null || shapeSampled !== null;
  });
  return Float64Array.from(facts, ({ phase, shapeBatch, shapeSampled }) => {
    if (shapeBatch === null) return Number.NaN;
    if (phase === 'decode') return (areSampled ? shapeSampled : null) ?? shapeBatch;
    // As many rows sampled as computed: the product with the vocabulary is not among them.
    const isKnown = areSampled && phase === 'mixed' && shapeSampled !== null && shapeSampled < shapeBatch;
    return isKnown ? shapeSampled : Number.NaN;
  });
}

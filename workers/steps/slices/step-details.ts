import type { Step } from '../steps.ts';

/** What `execution_details.json` tells of a step. Null is what neither its annotation nor its shapes tell. */
export interface StepDetails {
  readonly batch_size: number | null;
  readonly num_requests: number | null;
  readonly context_requests: number | null;
  readonly context_sum: number | null;
  readonly generation_requests: number | null;
  readonly generation_sum: number | null;
}

/** Steps by phase, and the truncated means of their batch sizes and requests; null where no step tells. */
export interface PhaseCounts {
  readonly num_prefill: number;
  readonly num_prefilldecode: number;
  readonly num_decode: number;
  readonly avg_bs: number | null;
  readonly avg_conc: number | null;
}

export function stepDetails({ label, shapeBatch }: Step): StepDetails {
  return {
    batch_size: label?.tokens ?? shapeBatch,
    num_requests: label?.requests ?? null,
    context_requests: label?.contextRequests ?? null,
    context_sum: label?.contextTokens ?? null,
    generation_requests: label?.generationRequests ?? null,
    generation_sum: label?.generationTokens ?? null,
  };
}

export function phaseCounts(steps: readonly Step[]): PhaseCounts {
  const details = steps.map(stepDetails);
  const count = (phase: Step['phase']) => steps.filter((step) => step.phase === phase).length;
  return {
    num_prefill: count('prefill'),
    num_prefilldecode: count('mixed'),
    num_decode: count('decode'),
    avg_bs: truncatedMean(details.map((step) => step.batch_size)),
    avg_conc: truncatedMean(details.map((step) => step.num_requests)),
  };
}

/** The mean of what is known, its decimals cut off. */
function truncatedMean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.trunc(known.reduce((sum, value) => sum + value, 0) / known.length);
}

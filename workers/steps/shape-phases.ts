import type { Phase } from '../base/scope.ts';

/** Batch sizes this far apart are the same plateau. */
const BAND = 0.1;
/** From size to size, the number of requests grows by this factor at most; prompts come after a larger jump. */
const GROWTH = 1.5;
/** Larger batch sizes are taken for prompts unless more requests are told: servers run at most some hundred at a time. */
const MOST_REQUESTS = 512;

/**
 * The largest batch size (first dimension of a step's operators) at which a step of an LLM only generates, one row a request. Steps
 * that carry prompts have sizes of all kinds, decode steps have the same size for long: the limit is at the first jump above the size
 * near which most steps lie, larger sizes weighing more, so that neither the prompts nor a long tail of few requests is taken for it.
 * Null when no size is known. It does not see prompts in traces where most steps carry one, nor prompts of a few tokens.
 * @param batches of all steps; null is unknown
 * @param maxRequests most requests in a step, if told: then that is the limit
 */
export function decodeLimit(batches: readonly (number | null)[], maxRequests: number | null): number | null {
  if (maxRequests !== null) return maxRequests;
  const sizes = Float64Array.from(batches.filter((size) => size !== null && size > 0)).sort();
  const small = sizes.filter((size) => size <= MOST_REQUESTS);
  const repeated = small.filter(
    (size, i) => size === small[i - 2] || size === small[i + 2] || (size === small[i - 1] && size === small[i + 1]),
  );
  let limit = heaviestBand([repeated, small, sizes].find((s) => s.length > 0) ?? sizes);
  if (limit === null) return null;
  for (const size of sizes) if (size > limit && size <= GROWTH * limit) limit = size;
  return limit;
}

/** The upper end of the band with the most steps, each weighing the square root of its size. `sizes` ascend. */
function heaviestBand(sizes: Float64Array): number | null {
  let level: number | null = null;
  let heaviest = 0;
  let low = 0;
  sizes.forEach((size, i) => {
    while (sizes[low] < (1 - BAND) * size) low++;
    const weight = (i - low + 1) * Math.sqrt(size);
    if (weight <= heaviest) return;
    heaviest = weight;
    level = size;
  });
  return level;
}

/**
 * Phases of an LLM's steps by their batch sizes: above the limit a step carries prompts; whether it also generates does not show, so
 * it counts as mixed. A step of unknown size counts as decode: graph replays record no shapes.
 */
export function phasesFromShapes(batches: readonly (number | null)[], limit: number | null): Phase[] {
  return batches.map((size) => (size !== null && limit !== null && size > limit ? 'mixed' : 'decode'));
}

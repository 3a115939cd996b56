import type { GpuWeights } from './gpu-weights.ts';
import { type Iterations, inTurn } from './iterations.ts';
import { FEWEST_STEPS } from './proposal.ts';
import { countsOf, type Siblings } from './siblings.ts';

/** The calls of every step launch this share of the GPU time at least: what comes between is the lesser part. */
const LEAST_SHARE = 0.5;
/** So many numbers of steps are tried, the largest first: each costs a pass over all calls. */
const MOST_TRIED = 32;

/**
 * Iterations by the calls that come in each, always in the same order, and do what is done once a step (an optimizer, sampling), whatever
 * comes now and then between them: a log in every tenth, which makes ten the period of all calls.
 */
export function byCoreCalls(siblings: Siblings, weights: GpuWeights): Iterations | null {
  const { codes } = siblings;
  const counts = countsOf(siblings);
  const possible = [...new Set(counts)].filter((count) => count >= FEWEST_STEPS).sort((a, b) => b - a);
  for (const steps of possible.slice(0, MOST_TRIED)) {
    const core = Int32Array.from(codes.keys()).filter((place) => counts[codes[place]] % steps === 0);
    const length = core.length / steps;
    // One call a step is no order that could tell: calls of one name are found by themselves.
    if (length > 1 && repeats(codes, core, length) && isMainWork(siblings, weights, core, length)) {
      return fromCore(siblings, weights, core, length);
    }
  }
  return null;
}

function repeats(codes: Int32Array, core: Int32Array, length: number): boolean {
  for (let i = length; i < core.length; i++) if (codes[core[i]] !== codes[core[i - length]]) return false;
  return true;
}

/** Whether the calls do what is done once a step, and launch enough. */
function isMainWork({ events }: Siblings, { ns, stepWork }: GpuWeights, core: Int32Array, length: number): boolean {
  if (!core.subarray(0, length).some((place) => stepWork[events[place]] === 1)) return false;
  const coreNs = core.reduce((sum, place) => sum + ns[events[place]], 0);
  const allNs = events.reduce((sum, event) => sum + ns[event], 0);
  return coreNs >= LEAST_SHARE * allNs;
}

/** Each step reaches to the next one, the last over what also came between others. */
function fromCore(siblings: Siblings, weights: GpuWeights, core: Int32Array, length: number): Iterations | null {
  const { codes } = siblings;
  const starts = core.filter((_, i) => i % length === 0);
  const ends = [...starts.subarray(1).map((next) => next - 1), endOfLast(codes, core)];
  const stretches = Array.from(starts, (start, step) => [start, ends[step]] as const);
  const pattern = core.subarray(0, length).map((place) => codes[place]);
  return inTurn(siblings, stretches, weights, pattern);
}

function endOfLast(codes: Int32Array, core: Int32Array): number {
  const ofCore = new Set(core.map((place) => codes[place]));
  let end = core[core.length - 1];
  const between = new Set(codes.subarray(core[0], end).filter((code) => !ofCore.has(code)));
  while (end + 1 < codes.length && between.has(codes[end + 1])) end++;
  return end;
}

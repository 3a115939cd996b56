import type { GpuWeights } from './gpu-weights.ts';
import { type Iterations, iterations } from './iterations.ts';
import { FEWEST_STEPS } from './proposal.ts';
import type { Siblings } from './siblings.ts';

/** Share of the GPU time of some slices that calls of every iteration launch at least. */
const LEAST_SHARE = 0.5;
const MOST_COUNTS = 32;

/**
 * Iterations by the calls that come in each, always in the same order, and do what is done once a step (an optimizer, sampling), whatever
 * comes now and then between them: a log in every tenth, which makes ten the period of all calls.
 */
export function byCoreCalls(siblings: Siblings, weights: GpuWeights): Iterations | null {
  const { codes, names } = siblings;
  const counts = new Int32Array(names.length);
  for (const code of codes) counts[code]++;
  const turns = [...new Set(counts)].filter((count) => count >= FEWEST_STEPS).sort((a, b) => b - a);
  for (const count of turns.slice(0, MOST_COUNTS)) {
    const places = Int32Array.from(codes.keys()).filter((place) => counts[codes[place]] % count === 0);
    const length = places.length / count;
    if (length > 1 && repeats(codes, places, length) && areSteps(siblings, weights, places, length)) {
      return fromCalls(siblings, weights, places, length);
    }
  }
  return null;
}

function repeats(codes: Int32Array, places: Int32Array, length: number): boolean {
  for (let i = length; i < places.length; i++) if (codes[places[i]] !== codes[places[i - length]]) return false;
  return true;
}

function areSteps({ events }: Siblings, { ns, stepWork }: GpuWeights, places: Int32Array, length: number): boolean {
  if (!places.subarray(0, length).some((place) => stepWork[events[place]] === 1)) return false;
  const sum = (total: number, event: number) => total + ns[event];
  return places.reduce((total, place) => total + ns[events[place]], 0) >= LEAST_SHARE * events.reduce(sum, 0);
}

/** Each reaches to the next, the last over what also came between others. */
function fromCalls(siblings: Siblings, weights: GpuWeights, places: Int32Array, length: number): Iterations | null {
  const { codes, names } = siblings;
  const starts = places.filter((_, i) => i % length === 0);
  const stretches = Array.from(starts, (start, turn): [number, number] => {
    return [start, turn + 1 < starts.length ? starts[turn + 1] - 1 : endOfLast(codes, places)];
  });
  const first = Array.from(places.subarray(0, Math.min(length, 4)), (place) => names[codes[place]]);
  const family = first.join(' + ') + (length > 4 ? ' + …' : '');
  const found = iterations(siblings, stretches, weights, 'pattern', family);
  return found && { ...found, period: length };
}

function endOfLast(codes: Int32Array, places: Int32Array): number {
  const core = new Set(Array.from(places, (place) => codes[place]));
  let end = places[places.length - 1];
  const between = new Set(codes.subarray(places[0], end).filter((code) => !core.has(code)));
  while (end + 1 < codes.length && between.has(codes[end + 1])) end++;
  return end;
}

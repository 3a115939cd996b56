import type { StepFacts } from './steady-state-facts.ts';
import { runsOf, type StepRange } from './steady-state-regions.ts';

/** Windows that stand for the steady state; null where no step of the kind is in it. */
export interface SteadyWindows {
  /** Prompts and generation in the proportion of the whole. */
  readonly mixed: StepRange | null;
  /** Consecutive steps that only generate. */
  readonly decodeOnly: StepRange | null;
  /** Consecutive steps that all compute prompts. */
  readonly mostPrefill: StepRange | null;
}

/** A window and what it costs as the mixed one: how far it is from the wanted share of prompts, the plateau and even GPU times; 0 is best. */
export interface RatedWindow {
  readonly range: StepRange;
  readonly cost: number;
}

export const NO_WINDOWS: SteadyWindows = { mixed: null, decodeOnly: null, mostPrefill: null };

/** Ranges of a part of the steps, by numbers of all steps. */
export function shiftRange([from, to]: StepRange, by: number): StepRange {
  return [from + by, to + by];
}

export interface WindowRequest {
  readonly regions: readonly StepRange[];
  /** Of every step: what the plateau is a plateau of, and its level. */
  readonly values: Float64Array;
  readonly level: number;
  /** Wanted length of the mixed window and of the two others. */
  readonly mixedSteps: number;
  readonly steps: number;
  /** Wanted share of steps that compute prompts. */
  readonly prefillRatio: number;
}

/** How much a mean value off the plateau, and uneven GPU times within a phase, weigh against an unfitting share of prompts. */
const LEVEL_WEIGHT = 0.1;
const SPREAD_WEIGHT = 0.1;

export function carriesPrefill(facts: StepFacts): boolean {
  return facts.phase === 'prefill' || facts.phase === 'mixed';
}

/** Mixed windows that are told of. */
const RATED = 3;

/** The best window of each kind over all regions, at every start, first on ties; and the best mixed ones that share no step. */
export function chooseWindows(
  facts: readonly StepFacts[],
  request: WindowRequest,
): { readonly windows: SteadyWindows; readonly rated: readonly RatedWindow[] } {
  const sums = new WindowSums(facts, request.values);
  const { regions, steps, mixedSteps, prefillRatio, level } = request;
  const even = (range: StepRange): number =>
    LEVEL_WEIGHT * (Math.abs(sums.meanValue(range) - level) / level) + SPREAD_WEIGHT * Math.min(1, sums.spread(range));
  const within = (belongs: (step: number) => boolean): StepRange[] =>
    regions.flatMap(([from, to]) =>
      runsOf(to - from, (step) => belongs(from + step)).map((run) => shiftRange(run, from)),
    );

  const candidates = windowsOf(regions, mixedSteps);
  const withPrefill = candidates.filter((range) => sums.prefills(range) > 0);
  const cost = (range: StepRange): number => {
    const ratio = sums.prefills(range) / (range[1] - range[0]);
    return Math.abs(ratio - prefillRatio) + even(range);
  };
  const rated: RatedWindow[] = [];
  let open = withPrefill.length > 0 ? withPrefill : candidates;
  while (rated.length < RATED) {
    const range = best(open, cost);
    if (range === null) break;
    rated.push({ range, cost: cost(range) });
    open = open.filter(([from, to]) => to <= range[0] || from >= range[1]);
  }
  const decodes = windowsOf(
    within((step) => facts[step].phase === 'decode'),
    steps,
  );
  const prefills = windowsOf(
    within((step) => carriesPrefill(facts[step])),
    steps,
  );
  const windows = {
    mixed: rated[0]?.range ?? null,
    decodeOnly: best(decodes, even),
    mostPrefill: best(prefills, (range) => -sums.contextTokens(range)),
  };
  return { windows, rated };
}

/** All windows of `steps` in the ranges, or of the length of the longest range where none is so long. */
function windowsOf(ranges: readonly StepRange[], steps: number): StepRange[] {
  const length = Math.min(steps, Math.max(0, ...ranges.map(([from, to]) => to - from)));
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: Math.max(0, to - from - length + 1) }, (_, i): StepRange => [from + i, from + i + length]),
  );
}

function best(candidates: readonly StepRange[], cost: (range: StepRange) => number): StepRange | null {
  let found: StepRange | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  for (const range of candidates) {
    const own = cost(range);
    // Rounding must not decide between windows alike.
    if (own >= lowest - 1e-9) continue;
    lowest = own;
    found = range;
  }
  return found;
}

/** Sums over any window in constant time. */
class WindowSums {
  readonly #value: Float64Array;
  readonly #prefill: Float64Array;
  readonly #contextTokens: Float64Array;
  /** GPU time and its square, of steps with prompts and of those without. */
  readonly #time: readonly { readonly sum: Float64Array; readonly square: Float64Array }[];

  constructor(facts: readonly StepFacts[], values: Float64Array) {
    const ms = (f: StepFacts): number => f.gpuNs / 1e6;
    this.#value = prefixSums(facts, (_, step) => values[step] || 0);
    this.#prefill = prefixSums(facts, (f) => (carriesPrefill(f) ? 1 : 0));
    this.#contextTokens = prefixSums(facts, (f) => f.contextTokens ?? f.shapeBatch ?? 0);
    this.#time = [true, false].map((prefill) => {
      const own = (f: StepFacts): number => (carriesPrefill(f) === prefill ? ms(f) : 0);
      return { sum: prefixSums(facts, own), square: prefixSums(facts, (f) => own(f) ** 2) };
    });
  }

  prefills([from, to]: StepRange): number {
    return this.#prefill[to] - this.#prefill[from];
  }

  contextTokens([from, to]: StepRange): number {
    return this.#contextTokens[to] - this.#contextTokens[from];
  }

  meanValue([from, to]: StepRange): number {
    return (this.#value[to] - this.#value[from]) / (to - from);
  }

  /** Coefficient of variation of the GPU time among steps with prompts and among those without, weighted by their number. */
  spread(range: StepRange): number {
    const [from, to] = range;
    const withPrefill = this.prefills(range);
    return this.#time.reduce((total, { sum, square }, side) => {
      const count = side === 0 ? withPrefill : to - from - withPrefill;
      const time = sum[to] - sum[from];
      if (count === 0 || time === 0) return total;
      const variance = Math.max(0, (square[to] - square[from]) / count - (time / count) ** 2);
      return total + ((count / (to - from)) * Math.sqrt(variance)) / (time / count);
    }, 0);
  }
}

function prefixSums(facts: readonly StepFacts[], of: (facts: StepFacts, step: number) => number): Float64Array {
  const sums = new Float64Array(facts.length + 1);
  facts.forEach((f, step) => {
    sums[step + 1] = sums[step] + of(f, step);
  });
  return sums;
}

import { counted, countText } from '../base/counts.ts';
import { EVEN, MIN_RUN, quantile, stableRun, variation, windowIn } from './steady-state-durations.ts';
import type { StepFacts } from './steady-state-facts.ts';
import { fewestSteady, type Plateau, type StepRange, TOLERANCE } from './steady-state-regions.ts';
import { percent, plateauSentence, whyUnsteady } from './steady-state-sentences.ts';
import { type Attempt, type BatchOptions, byBatch, byConcurrency, type SteadyTier } from './steady-state-series.ts';
import {
  carriesPrefill,
  chooseWindows,
  NO_WINDOWS,
  type RatedWindow,
  type SteadyWindows,
  shiftRange,
} from './steady-state-windows.ts';

export interface SteadyOptions extends BatchOptions {
  /** Steps of a window. */
  readonly steps: number;
  /** CONC: requests that the load kept in flight. Null: not told. */
  readonly concurrency: number | null;
  /** OSL: longest output in tokens. */
  readonly outputTokens: number | null;
  /** R: outputs were uniform in [R * OSL, OSL]. */
  readonly outputRatio: number | null;
}

const STEADY_DEFAULTS: SteadyOptions = {
  steps: 32,
  concurrency: null,
  outputTokens: null,
  outputRatio: null,
  maxRequests: null,
  llm: false,
};

type SteadyWarningCode =
  | 'no plateau'
  | 'unsteady'
  | 'uneven'
  | 'short'
  | 'concurrency differs'
  | 'ratio out of range'
  | 'prompts out of reach'
  | 'output length'
  | 'more steps';

interface SteadyWarning {
  readonly code: SteadyWarningCode;
  readonly text: string;
}

export interface SteadyState {
  readonly tier: SteadyTier;
  /** Steady stretches in order; none where the trace is not steady. */
  readonly regions: readonly StepRange[];
  /** Running requests, batch size, or median GPU time of a step in ns; null where there is no plateau. */
  readonly plateau: number | null;
  /** Share of the plateau by which a steady step may lie below it. */
  readonly tolerance: number;
  /** Steps of a mixed window: as asked, or as many as one step with prompts needs at the ideal ratio. */
  readonly mixedSteps: number;
  /** Share of steps with prompts that the mixed window is to have: the ideal of CONC, OSL and R, else that of the regions. */
  readonly prefillRatio: number | null;
  readonly windows: SteadyWindows;
  /** The best mixed windows that share no step, the chosen one first; none where windows are chosen by GPU time alone. */
  readonly rated: readonly RatedWindow[];
  /** One sentence for people. */
  readonly explanation: string;
  readonly warnings: readonly SteadyWarning[];
}

/**
 * Where the steps of a range (all, if not given) are steady, and the windows that stand for it: by concurrency where steps are
 * annotated, by batch size where shapes tell an LLM's phases, else by GPU time. No window is chosen where nothing is steady.
 */
export function steadyState(
  facts: readonly StepFacts[],
  options: Partial<SteadyOptions> = {},
  range: StepRange = [0, facts.length],
): SteadyState {
  let [from, to] = range;
  while (from < to && facts[from].bookend) from++;
  while (to > from && facts[to - 1].bookend) to--;
  const state = steadyPart(facts.slice(from, to), { ...STEADY_DEFAULTS, ...options });
  const { mixed, decodeOnly, mostPrefill } = state.windows;
  return {
    ...state,
    regions: state.regions.map((region) => shiftRange(region, from)),
    rated: state.rated.map(({ range, cost }) => ({ range: shiftRange(range, from), cost })),
    windows: {
      mixed: mixed && shiftRange(mixed, from),
      decodeOnly: decodeOnly && shiftRange(decodeOnly, from),
      mostPrefill: mostPrefill && shiftRange(mostPrefill, from),
    },
  };
}

function steadyPart(facts: readonly StepFacts[], o: SteadyOptions): SteadyState {
  const attempt = byConcurrency(facts) ?? byBatch(facts, o);
  if (attempt?.plateau?.regions.length) return onPlateau(attempt, attempt.plateau, o);
  const state = byDuration(facts, o);
  if (!attempt) return state;
  if (facts.length < MIN_RUN) return { ...state, tier: attempt.tier };
  const fewest = fewestSteady(attempt.series.told.filter(Boolean).length);
  const text = `No ${fewest} steps in a row keep within ${percent(TOLERANCE)} of the same ${attempt.quantity}; GPU time decides instead.`;
  const warnings: SteadyWarning[] = [{ code: 'no plateau', text }, ...state.warnings];
  if (state.regions.length > 0) return { ...state, warnings };
  const explanation = `Not steady: neither the ${attempt.quantity} nor the GPU time of ${counted(facts.length, 'step')} keeps to a level`;
  return { ...state, tier: attempt.tier, explanation, warnings };
}

function onPlateau({ tier, facts, series }: Attempt, { level, regions }: Plateau, o: SteadyOptions): SteadyState {
  const warnings: SteadyWarning[] = [];
  const ideal = tier === 'concurrency' ? idealRatio(o, warnings) : null;
  const needed = ideal === null ? 0 : Math.ceil(1 / ideal - 1e-9);
  if (needed > o.steps) {
    const text = `One step in ${countText(needed)} carries a prompt at this load: the mixed window has ${counted(needed, 'step')}, not ${countText(o.steps)}.`;
    warnings.push({ code: 'more steps', text });
  }
  if (tier === 'concurrency' && o.concurrency !== null && o.concurrency !== level) {
    const text = `The plateau is at ${counted(Math.round(level), 'request')}, not at the ${countText(o.concurrency)} that were told.`;
    warnings.push({ code: 'concurrency differs', text });
  }
  const mixedSteps = Math.max(o.steps, needed);
  const longest = Math.max(...regions.map(([from, to]) => to - from));
  if (longest < mixedSteps) {
    const text = `The longest steady stretch has ${counted(longest, 'step')}, fewer than the ${countText(mixedSteps)} asked for.`;
    warnings.push({ code: 'short', text });
  }
  const steady = regions.flatMap(([from, to]) => facts.slice(from, to));
  const prefillRatio = ideal ?? steady.filter(carriesPrefill).length / steady.length;
  const request = { regions, values: series.values, level, mixedSteps, steps: o.steps, prefillRatio };
  return {
    tier,
    regions,
    plateau: level,
    tolerance: TOLERANCE,
    mixedSteps,
    prefillRatio,
    ...chooseWindows(facts, request),
    explanation: plateauSentence(tier, series, level, regions),
    warnings,
  };
}

/** 2 * CONC / (OSL * (1 + R)): CONC requests, each of which brings one prompt in its mean output length. Null where not all are told. */
function idealRatio(o: SteadyOptions, warnings: SteadyWarning[]): number | null {
  if (o.concurrency === null || o.outputTokens === null || o.outputRatio === null) return null;
  const ratio = Math.min(1, Math.max(0, o.outputRatio));
  if (ratio !== o.outputRatio) {
    warnings.push({ code: 'ratio out of range', text: `R is from 0 to 1: ${o.outputRatio} counts as ${ratio}.` });
  }
  const ideal = (2 * o.concurrency) / (o.outputTokens * (1 + ratio));
  if (!(ideal > 0 && Number.isFinite(ideal))) {
    warnings.push({
      code: 'output length',
      text: 'CONC and OSL must be above 0; the share of prompts is measured instead.',
    });
    return null;
  }
  if (ideal > 1) {
    const text = `More prompts come than steps run (${ideal.toFixed(2)} a step): every step of the mixed window should carry one.`;
    warnings.push({ code: 'prompts out of reach', text });
  }
  return Math.min(1, ideal);
}

function byDuration(facts: readonly StepFacts[], o: SteadyOptions): SteadyState {
  const gpuNs = Float64Array.from(facts, (f) => f.gpuNs);
  const stable = stableRun(gpuNs);
  const common = {
    tier: 'duration',
    tolerance: TOLERANCE,
    mixedSteps: o.steps,
    prefillRatio: null,
    rated: [],
  } as const;
  if (!stable) {
    const [explanation, text] = whyUnsteady(facts.length);
    return {
      ...common,
      regions: [],
      plateau: null,
      windows: NO_WINDOWS,
      explanation,
      warnings: [{ code: 'unsteady', text }],
    };
  }
  const window = windowIn(gpuNs, stable, o.steps);
  const length = window[1] - window[0];
  const within = gpuNs.subarray(...window);
  const medianNs = quantile(within, 0.5);
  const spread = variation(within);
  const [from, to] = stable.run;
  const warnings: SteadyWarning[] = [];
  if (length < o.steps) {
    warnings.push({
      code: 'short',
      text: `The steady stretch has ${counted(length, 'step')}, fewer than the ${countText(o.steps)} asked for.`,
    });
  }
  if (spread >= EVEN) {
    const text = `GPU times within the window spread by ${percent(spread)}: it has steps of different kinds.`;
    warnings.push({ code: 'uneven', text });
  }
  return {
    ...common,
    regions: [window],
    plateau: medianNs,
    windows: { ...NO_WINDOWS, mixed: window },
    explanation: `${countText(length)} of ${counted(to - from, 'step')} whose usual GPU time keeps to a level within ${percent(stable.drift)}; median ${(medianNs / 1e6).toFixed(3)} ms`,
    warnings,
  };
}

import { describe, expect, it } from 'vitest';
import { type SteadyOptions, type SteadyState, steadyState } from './steady-state.ts';
import type { StepFacts } from './steady-state-facts.ts';

const STEP: StepFacts = {
  phase: 'step',
  serving: false,
  bookend: false,
  requests: null,
  contextRequests: null,
  generationRequests: null,
  contextTokens: null,
  shapeBatch: null,
  shapeSampled: null,
  gpuNs: 2_000_000,
};

/** Steps that generate for so many requests each. */
function decodes(...requests: readonly number[]): StepFacts[] {
  return requests.map((n) => ({
    ...STEP,
    serving: true,
    phase: 'decode',
    requests: n,
    contextRequests: 0,
    generationRequests: n,
    contextTokens: 0,
  }));
}

/** A step that only computes prompts, as SGLang's EXTEND. */
function extend(requests: number, tokens = 100): StepFacts {
  return {
    ...STEP,
    serving: true,
    phase: 'prefill',
    requests,
    contextRequests: requests,
    generationRequests: 0,
    contextTokens: tokens,
  };
}

/** A step with prompts among generating requests. */
function mixed(context: number, generation: number, tokens = 100): StepFacts {
  return {
    ...STEP,
    serving: true,
    phase: 'mixed',
    requests: context + generation,
    contextRequests: context,
    generationRequests: generation,
    contextTokens: tokens,
  };
}

const times = (value: number, count: number): number[] => Array.from({ length: count }, () => value);
const repeated = (pattern: readonly number[], count: number): number[] => times(0, count).flatMap(() => pattern);
const regionsOf = (facts: readonly StepFacts[], options: Partial<SteadyOptions> = {}) =>
  steadyState(facts, options).regions;

describe('steady by concurrency', () => {
  // I 4.6 and the cases of I 4.1 and S 12.8 with the answers that are right, not those that the reference gives.
  it.each([
    ['ramp up, then flat: the last step is not lost', [...times(2, 4), ...times(20, 30)], [[4, 34]]],
    ['ramp up and down', [...times(2, 6), ...times(20, 20), ...times(2, 6)], [[6, 26]]],
    ['flat', times(64, 100), [[0, 100]]],
    ['six steps', times(20, 6), [[0, 6]]],
    ['a spike does not hide the plateau', [...times(64, 50), 80, ...times(64, 50)], [[0, 101]]],
    ['single dips do not chop it', times(64, 300).map((n, i) => (i > 0 && i % 20 === 0 ? 40 : n)), [[0, 300]]],
    ['a dip in four', repeated([64, 64, 64, 2], 20), [[0, 79]]],
    ['every other step idle', repeated([20, 0], 20), [[0, 39]]],
    ['few steps, all at the plateau', times(20, 5), [[0, 5]]],
    ['few steps, half of them at the plateau', [1, 2, 3, ...times(8, 5), 3, 1], [[3, 8]]],
    ['few steps, the plateau first', [...times(16, 4), 12, 7, 7, 6, 5, 2], [[0, 4]]],
    ['a lower plateau before', [...times(52, 20), ...times(64, 8)], [[20, 28]]],
    ['a lower plateau before, longer', [...times(52, 20), ...times(64, 20)], [[20, 40]]],
    ['few requests', [1, 1, 1, 2, 2, ...times(1, 4), ...times(10, 20), 1], [[9, 29]]],
    ['plateau of four: three are not near', [...times(3, 10), ...times(4, 20)], [[10, 30]]],
    [
      'a long dip parts two stretches',
      [...times(64, 40), ...times(5, 20), ...times(64, 40)],
      [
        [0, 40],
        [60, 100],
      ],
    ],
    ['nine tenths of the plateau are near', [...times(89, 5), ...times(90, 5), ...times(100, 20)], [[5, 30]]],
  ] as const)('%s', (_, requests, regions) => {
    const state = steadyState(decodes(...requests));
    expect([state.tier, state.regions]).toEqual(['concurrency', regions]);
  });

  it('says what it found', () => {
    const values = [1, 8, 16, ...times(30, 9), 32, 31, ...times(32, 80), 5, ...times(32, 6), 14, 2];
    expect(steadyState(decodes(...values))).toMatchObject({
      regions: [[3, 101]],
      plateau: 32,
      tolerance: 0.1,
      explanation: '98 steps at 30–32 requests; 1 of them lower; peak 32, tolerance 10 %',
    });
    expect(steadyState(decodes(...times(64, 20), 80, ...times(64, 20))).explanation).toBe(
      '41 steps at 64–80 requests; 1 of them far higher; peak 64, tolerance 10 %',
    );
    expect(steadyState(decodes(...times(64, 40), ...times(5, 20), ...times(64, 40))).explanation).toBe(
      '80 steps in 2 stretches at 64 requests; peak 64, tolerance 10 %',
    );
  });

  it('counts the requests that wait while a step only computes prompts', () => {
    // S 12.8: every fourth step is EXTEND bs=2 among DECODE bs=20; the first joins 18 that nobody sees.
    const facts = Array.from({ length: 24 }, (_, i) => (i % 4 === 0 ? extend(2) : decodes(20)[0]));
    expect(regionsOf(facts, { steps: 8 })).toEqual([[0, 24]]);
    // A sharp start in one EXTEND, and in chunks that tell the same request twice.
    expect(regionsOf([...decodes(1, 1), extend(31), ...decodes(...times(32, 10))])).toEqual([[2, 13]]);
    expect(regionsOf([extend(2), extend(2), extend(2), ...decodes(...times(4, 10))])).toEqual([[2, 13]]);
    // Most have left before the last EXTEND.
    expect(regionsOf([...decodes(...times(32, 10)), extend(1), ...decodes(3, 3)])).toEqual([[0, 10]]);
    expect(regionsOf([...decodes(...times(32, 10)), extend(2), extend(2), extend(9)])).toEqual([[0, 10]]);
  });

  it('passes over steps whose label tells no requests', () => {
    const facts = decodes(...times(32, 20)).map((f, i) =>
      i === 7 ? { ...f, phase: 'step' as const, requests: null } : f,
    );
    expect(regionsOf(facts)).toEqual([[0, 20]]);
  });

  it('leaves out bookends and keeps to a range, in numbers of all steps', () => {
    const facts = decodes(...times(2, 6), ...times(20, 20), ...times(2, 6));
    const bookend = { ...STEP, bookend: true };
    expect(regionsOf([bookend, ...facts, bookend])).toEqual([[7, 27]]);
    const state = steadyState(facts, { steps: 4 }, [10, 20]);
    expect([state.regions, state.windows.decodeOnly]).toEqual([[[10, 20]], [10, 14]]);
  });

  it('says where there is no plateau, and goes by GPU time where that keeps to a level', () => {
    const doubling = decodes(1, 2, 4, 8, 16, 32, 64, 128);
    const codes = ({ warnings }: SteadyState) => warnings.map(({ code }) => code);
    const level = steadyState(doubling);
    expect([level.tier, level.regions, codes(level)]).toEqual(['duration', [[0, 8]], ['no plateau', 'short']]);
    const neither = steadyState(doubling.map((f, i) => ({ ...f, gpuNs: 1e6 * 2 ** i })));
    expect([neither.tier, neither.regions, codes(neither)]).toEqual(['concurrency', [], ['no plateau', 'unsteady']]);
    expect(neither.explanation).toBe(
      'Not steady: neither the number of requests nor the GPU time of 8 steps keeps to a level',
    );
  });
});

describe('sentences', () => {
  it('agree in number with what they count', () => {
    const single = steadyState([STEP]);
    expect(single.explanation).toBe('Not steady: 1 step cannot tell what is usual');
    // Nor is it said that anything else decides.
    expect(steadyState(decodes(32))).toMatchObject({ tier: 'concurrency', explanation: single.explanation });
    expect(steadyState(decodes(32)).warnings).toEqual(single.warnings);
    expect(steadyState(decodes(...times(1, 20))).explanation).toBe('20 steps at 1 request; peak 1, tolerance 10 %');
  });

  it('group the digits of large numbers', () => {
    const { explanation, warnings } = steadyState(decodes(...times(1024, 1200)), { steps: 5000 });
    expect(explanation).toBe('1\u202f200 steps at 1\u202f024 requests; peak 1\u202f024, tolerance 10 %');
    expect(warnings.map(({ text }) => text)).toEqual([
      'The longest steady stretch has 1\u202f200 steps, fewer than the 5\u202f000 asked for.',
    ]);
  });
});

describe('windows', () => {
  it('follow the share of prompts that is measured', () => {
    // I 4.2: 256 steps, a prompt in every sixteenth.
    const facts = Array.from({ length: 256 }, (_, i) => (i % 16 === 3 ? mixed(1, 31, 1024) : decodes(32)[0]));
    const state = steadyState(facts);
    expect(state).toMatchObject({ regions: [[0, 256]], prefillRatio: 1 / 16, mixedSteps: 32 });
    expect(state.windows).toEqual({ mixed: [0, 32], decodeOnly: [4, 19], mostPrefill: [3, 4] });
    // Any 32 steps hold two prompts: all fit alike, and the first three that share no step are told.
    expect(state.rated.map(({ range }) => range)).toEqual([
      [0, 32],
      [32, 64],
      [64, 96],
    ]);
    expect(state.rated[0].cost).toBeCloseTo(0, 9);
  });

  it('follow the ideal ratio of CONC, OSL and R, with as many steps as one prompt needs', () => {
    // S 12.8: 48 steps, every third with prompts; 2 * 20 / (100 * 2) = 0.2, so 5 steps with one prompt. R = 1.5 counts as 1.
    const facts = Array.from({ length: 48 }, (_, i) => (i % 3 === 0 ? mixed(2, 18) : decodes(20)[0]));
    const state = steadyState(facts, { steps: 4, concurrency: 20, outputTokens: 100, outputRatio: 1.5 });
    expect(state).toMatchObject({ prefillRatio: 0.2, mixedSteps: 5, windows: { mixed: [1, 6] } });
    expect(state.warnings.map(({ code }) => code)).toEqual(['ratio out of range', 'more steps']);
    // I 4.2: 2 * 32 / (1024 * 1.8) = 0.0347, so 29 steps instead of 8.
    const long = steadyState(decodes(...times(32, 64)), {
      steps: 8,
      concurrency: 32,
      outputTokens: 1024,
      outputRatio: 0.8,
    });
    expect(long.prefillRatio).toBeCloseTo(0.034722, 6);
    expect(long).toMatchObject({ mixedSteps: 29, windows: { decodeOnly: [0, 8] } });
  });

  it.each([
    ['the plateau is not the concurrency told', { concurrency: 64 }, 'concurrency differs'],
    ['more prompts than steps', { concurrency: 20, outputTokens: 5, outputRatio: 0 }, 'prompts out of reach'],
    ['no output', { concurrency: 20, outputTokens: 0, outputRatio: 0 }, 'output length'],
    ['a short stretch', { steps: 100 }, 'short'],
  ] as const)('come with a warning: %s', (_, options, code) => {
    const state = steadyState(decodes(...times(20, 40)), { steps: 8, ...options });
    expect(state.warnings.map((warning) => warning.code)).toEqual([code]);
    expect(state.windows.mixed).toEqual([0, 'steps' in options ? 40 : 8]);
  });

  it('prefer steps at the plateau and of even GPU time, in any region', () => {
    const facts = decodes(...times(30, 20), ...times(32, 20)).map((f, i) => ({
      ...f,
      gpuNs: i % 2 && i < 28 ? 3e6 : 2e6,
    }));
    expect(steadyState(facts, { steps: 8 }).windows.decodeOnly).toEqual([28, 36]);
    const parted = [...decodes(...times(29, 30)), ...decodes(...times(1, 10)), ...decodes(...times(32, 20))];
    expect(steadyState(parted, { steps: 8 }).windows.decodeOnly).toEqual([40, 48]);
  });

  it('take the run with the most prompt tokens of those that are longest', () => {
    const facts = [...decodes(...times(32, 10)), mixed(1, 31, 50), mixed(1, 31, 50), ...decodes(...times(32, 10))];
    const more = [...facts, mixed(2, 30, 900), mixed(2, 30, 900), ...decodes(...times(32, 10)), mixed(9, 23, 9_000)];
    expect(steadyState(more).windows.mostPrefill).toEqual([22, 24]);
  });

  it('are none of decode steps where every step is mixed', () => {
    const state = steadyState(Array.from({ length: 40 }, () => ({ ...mixed(1, 31), contextRequests: null })));
    expect(state.windows).toEqual({ mixed: [0, 32], decodeOnly: null, mostPrefill: [0, 32] });
  });
});

describe('steady by batch size', () => {
  const sized = (size: number | null, phase: StepFacts['phase'] = 'decode'): StepFacts => ({
    ...STEP,
    phase,
    shapeBatch: size,
  });
  // S 12.8, from the documents: sizes with prompts at 5 and 8.
  const sizes = [8, 8, 32, 32, 32, 946, 32, 32, 854, 32, 32, 32, 8, 8];

  it('keeps to decode steps near the plateau: no closing lag', () => {
    const facts = sizes.map((size) => sized(size, size > 100 ? 'mixed' : 'decode'));
    const state = steadyState(facts, { steps: 4 });
    expect(state).toMatchObject({ tier: 'batch', regions: [[2, 12]], plateau: 32, prefillRatio: 0.2 });
    expect(state.windows).toEqual({ mixed: [2, 6], decodeOnly: [2, 5], mostPrefill: [5, 6] });
    expect(state.explanation).toBe('10 steps at batch size 32; peak 32, tolerance 10 %');
  });

  it('tells prompts by the most requests a step has, or by the largest gap, when the user says that it is an LLM', () => {
    const facts = sizes.map((size) => sized(size, 'step'));
    expect(steadyState(facts, { llm: true, maxRequests: 64 }).regions).toEqual([[2, 12]]);
    expect(steadyState(facts, { llm: true }).regions).toEqual([[2, 12]]);
    expect(steadyState(facts).tier).toBe('duration');
  });

  it('counts the rows that steps sample, mixed ones too, where decode steps tell them', () => {
    const mixedStep = (rows: number, sampled: number): StepFacts => ({
      ...sized(rows, 'mixed'),
      shapeSampled: sampled,
    });
    const decode = (requests: number): StepFacts => ({ ...sized(4 * requests), shapeSampled: requests });
    const facts = [...times(4, 5), ...times(16, 20)].map((n) => mixedStep(900, n));
    expect(steadyState([...facts, ...times(4, 5).map(decode)])).toMatchObject({ regions: [[5, 25]], plateau: 16 });
  });

  it('passes over steps of unknown size', () => {
    const facts = Array.from({ length: 20 }, (_, i) => sized(i === 4 || i === 5 ? null : 32));
    expect(regionsOf(facts)).toEqual([[0, 20]]);
  });
});

describe('steady by GPU time', () => {
  const lasting = (...us: readonly number[]): StepFacts[] => us.map((t) => ({ ...STEP, gpuNs: t * 1000 }));

  it.each([
    // S 12.8, from the documents; the reference prefers the fastest window, [4, 8).
    ['outliers are left out', [3100, 3050, 5200, 3080, 3070, 3090, 3060, 3075, 3085, 4900], 4, [3, 7]],
    ['fewer steps than asked for: the ends are trimmed all the same', [9000, ...times(3000, 10), 4900], 32, [1, 11]],
    ['warm-up and tail', [...times(900, 10), ...times(3000, 50), ...times(900, 10)], 20, [25, 45]],
    ['the heavier half of a level that rises a little', [...times(3000, 40), ...times(3200, 40)], 20, [51, 71]],
    ['a slow start', [...times(4000, 12), ...times(3000, 50)], 20, [27, 47]],
  ] as const)('%s', (_, us, steps, window) => {
    const state = steadyState(lasting(...us), { steps });
    expect(state).toMatchObject({ tier: 'duration', regions: [window], windows: { mixed: window, decodeOnly: null } });
  });

  it.each([1.005, 1.01, 1.02, 1.05])('does not take a drift for steady: %d a step', (growth) => {
    const drifting = lasting(...Array.from({ length: 200 }, (_, i) => 1000 * growth ** i));
    const state = steadyState(drifting);
    expect(state).toMatchObject({ regions: [], plateau: null, windows: { mixed: null } });
    expect(state.warnings.map(({ code }) => code)).toEqual(['unsteady']);
    expect(state.explanation).toBe('Not steady: the GPU time of 200 steps keeps to no level');
  });

  it('says when a window is uneven or short', () => {
    const codes = (us: readonly number[], steps: number) =>
      steadyState(lasting(...us), { steps }).warnings.map(({ code }) => code);
    expect(codes(repeated([1000, 5000], 40), 8)).toEqual(['uneven']);
    expect(codes(times(1000, 10), 32)).toEqual(['short']);
    expect(codes(times(1000, 3), 2)).toEqual(['unsteady']);
    expect(codes(times(1000, 4), 2)).toEqual([]);
    expect(codes([], 2)).toEqual(['unsteady']);
    expect(codes(times(0, 20), 2)).toEqual(['unsteady']);
  });
});

import { describe, expect, it } from 'vitest';
import { type GeneratorOptions, generateTrace } from '../../fixtures/generate-trace.ts';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { LABEL_STYLES } from '../../fixtures/labels.ts';
import { CORRECTED } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import { findSteps } from './find-steps.ts';

const LOAD = {
  concurrency: 8,
  requests: 24,
  promptTokens: 300,
  outputTokens: 30,
  outputRatio: 0.5,
  arrivalsPerStep: 1,
  tokenBudget: 512,
  draftTokens: 0,
  warmUpSteps: 4,
  dips: [],
  hangUp: null,
  maxSteps: 40,
};

const CASES: readonly Partial<GeneratorOptions>[] = [
  ...LABEL_STYLES.map((labels, seed) => ({ labels, seed, kernels: 'few', stepsAhead: seed % 3 }) as const),
  ...[1, 2, 3, 4, 5, 6].map(
    (seed) => ({ labels: 'sglang nested', seed, kernels: 'few', rank: 'all', ranks: 4 }) as const,
  ),
  ...[1, 2, 3, 4].map(
    (seed) => ({ labels: 'none', seed, kernels: 'few', rank: 'all', ranks: 2, stacks: seed > 2 }) as const,
  ),
  ...[true, false].flatMap((stacks) =>
    [true, false].map(
      (graphReplay) => ({ labels: 'none', kernels: 'all', stacks, graphReplay, stepsAhead: 2 }) as const,
    ),
  ),
  { labels: 'sglang detailed', kernels: 'few', serving: { ...LOAD, draftTokens: 3 } },
  { labels: 'vllm', kernels: 'few', serving: { ...LOAD, dips: [{ step: 20, steps: 2, requests: 0 }] } },
];

describe('findSteps on generated servers', () => {
  it.each(CASES.map((options) => [JSON.stringify(options), options] as const))('%s', (_, options) => {
    const { trace, truth } = generateTrace({ serving: LOAD, ...options });
    const model = buildModel(readJsonTrace(JSON.stringify(trace)), CORRECTED);
    const { steps, tileOf, chosen, candidates } = findSteps(model);
    expect(candidates[chosen]).toMatchObject({ status: 'splittable', unit: 'step', count: truth.steps.length });
    const rowOf = new Map(Array.from(model.gpuEvents, (event, row) => [event, row]));
    const wrong = truth.gpuEvents.filter(({ event, step }) => tileOf[rowOf.get(event) ?? -1] !== step);
    expect(wrong).toEqual([]);
    const annotated = options.labels !== 'none' && options.labels !== 'sglang mixed';
    if (annotated) expect(steps.map(({ phase }) => phase)).toEqual(truth.steps.map(({ phase }) => phase));
    if (annotated) expect(steps.map(({ label }) => label?.role ?? null)).toEqual(truth.steps.map(({ role }) => role));
  });
});

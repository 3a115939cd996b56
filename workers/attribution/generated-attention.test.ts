import { describe, expect, it } from 'vitest';
import { type GeneratorOptions, generateTrace } from '../../fixtures/generate-trace.ts';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { CORRECTED } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import { unifiedRows } from './unified.ts';

const LOAD = {
  concurrency: 6,
  requests: 16,
  promptTokens: 300,
  outputTokens: 20,
  outputRatio: 0.5,
  arrivalsPerStep: 1,
  tokenBudget: 256,
  draftTokens: 0,
  warmUpSteps: 2,
  dips: [],
  hangUp: null,
  maxSteps: 30,
};

const CASES: readonly Partial<GeneratorOptions>[] = [
  ...(['vllm detailed', 'sglang detailed', 'sglang nested', 'atom detailed'] as const).map((labels) => ({ labels })),
  { labels: 'vllm detailed', serving: { ...LOAD, draftTokens: 3 } },
  { labels: 'sglang detailed', serving: { ...LOAD, draftTokens: 3 } },
  { labels: 'vllm detailed', rank: 'all', ranks: 2, stepsAhead: 2 },
];

describe('attention of generated servers', () => {
  it.each(CASES.map((options) => [JSON.stringify(options), options] as const))(
    'does what each kernel was generated with: %s',
    (_, options) => {
      const { trace, truth } = generateTrace({ serving: LOAD, ...options });
      const model = buildModel(readJsonTrace(JSON.stringify(trace)), CORRECTED);
      const { rowOf, callOf, calls } = unifiedRows(model);
      const gpuRow = new Map(Array.from(model.gpuEvents, (event, row) => [event, row]));
      const attention = truth.gpuEvents.filter(({ operator }) => operator === '_vllm_fa3_C::fwd');
      const wrong = attention.filter(({ event, flops }) => {
        const { call, verdict } = calls[callOf[rowOf[gpuRow.get(event) ?? -1]]];
        return call.name !== '_vllm_fa3_C::fwd' || !('estimate' in verdict) || verdict.estimate.flops !== flops;
      });
      expect(attention.length).toBeGreaterThan(20);
      expect(wrong).toEqual([]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { generateTrace } from '../../fixtures/generate-trace.ts';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { CORRECTED } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import { findSteps } from './find-steps.ts';
import { HandMade } from './hand-made.ts';
import { gapThreshold } from './phases.ts';

describe('gapThreshold', () => {
  // Sizes and labels of the specifications (S 12.9, I 6.2): above the threshold is a prefill.
  it.each([
    [[4, 8, 256, 8], 'DDPD'],
    [[10, 12, 14], 'DDD'],
    [[8, 16], 'DP'],
    [[1, 2, 40, 800], 'DDDP'],
    [[1, 2, 200, 300], 'DDPP'],
    [[0, 4, 8, 256], 'DDDP'],
    [[64, 64, 64, 1088, 64, 64, 320, 64], 'DDDPDDPD'],
    [[64, 100, 64, 120], 'DDDD'],
    [[], ''],
  ])('%j', (sizes, labels) => {
    const threshold = gapThreshold(sizes);
    expect(sizes.map((size) => (threshold !== null && size > threshold ? 'P' : 'D')).join('')).toBe(labels);
  });
});

/** Steps of a server without annotations: products of so many rows, then one with the vocabulary of the sampled ones. */
function unlabelled(steps: readonly (readonly [rows: number, sampled: number])[], server = true): HandMade {
  const trace = new HandMade();
  steps.forEach(([rows, sampled], i) => {
    const at = 1000 * i;
    const product = (start: number, height: number, columns: number) => {
      const args = {
        'Input Dims': [
          [height, 64],
          [64, columns],
        ],
      };
      trace.operator('aten::mm', start, 20, { args }).kernel(start + 1, 5);
    };
    for (let layer = 0; layer < 3; layer++) product(at + 30 * layer, rows, 256);
    if (server) trace.operator('vllm::unified_attention_with_output', at + 100, 20).kernel(at + 101, 5);
    product(at + 130, sampled, 1000);
  });
  return trace;
}

const phases = (trace: HandMade) => findSteps(trace.model()).steps.map(({ phase }) => phase);

describe('phases from shapes', () => {
  it('takes a step that computes more than it samples for one with prompts, whatever their sizes', () => {
    const steps = findSteps(
      unlabelled([
        [8, 8],
        [16, 16],
        [16, 16],
        [46, 17],
        [16, 16],
        [8, 8],
      ]).model(),
    );
    expect(steps.steps.map(({ phase }) => phase)).toEqual(['decode', 'decode', 'decode', 'mixed', 'decode', 'decode']);
    expect(steps.steps.map(({ shapeBatch }) => shapeBatch)).toEqual([8, 16, 16, 46, 16, 8]);
    expect(steps.steps.every(({ phaseFrom }) => phaseFrom === 'shapes')).toBe(true);
    expect(steps.phaseEvidence).toContain('shapes of 6 of 6 steps');
  });

  it('tells prompts apart from what generates where a scheduler does', () => {
    const steps = [
      [500, 1],
      [400, 2],
      [8, 8],
      [8, 8],
      [300, 1],
      [9, 9],
      [8, 8],
      [210, 2],
    ] as const;
    expect(phases(unlabelled(steps))).toEqual([
      'prefill',
      'prefill',
      'decode',
      'decode',
      'prefill',
      'decode',
      'decode',
      'prefill',
    ]);
  });

  it('does not take the drafts of speculative decoding for prompts', () => {
    const steps = [
      [32, 8],
      [32, 8],
      [28, 7],
      [128, 9],
      [32, 8],
      [28, 7],
      [32, 8],
    ] as const;
    expect(phases(unlabelled(steps))).toEqual(['decode', 'decode', 'decode', 'mixed', 'decode', 'decode', 'decode']);
  });

  it('sees prompts in every step of a busy server by the decode steps that come at last', () => {
    const steps = [
      [500, 1],
      [502, 3],
      [504, 5],
      [504, 5],
      [5, 5],
      [4, 4],
    ] as const;
    expect(phases(unlabelled(steps))).toEqual(['prefill', 'mixed', 'mixed', 'mixed', 'decode', 'decode']);
  });

  it('mixes no prompt with what a step of one request generates', () => {
    const steps = [
      [500, 1],
      [1, 1],
      [1, 1],
      [500, 1],
      [1, 1],
      [1, 1],
    ] as const;
    const [prefill, decode] = ['prefill', 'decode'];
    expect(phases(unlabelled(steps))).toEqual([prefill, decode, decode, prefill, decode, decode]);
  });

  it.each([
    ['equal', Array<readonly [number, number]>(5).fill([512, 1])],
    [
      'different',
      [
        [512, 1],
        [700, 2],
        [333, 1],
        [900, 3],
        [641, 2],
      ],
    ],
    [
      'short',
      [
        [240, 8],
        [344, 8],
        [200, 8],
        [344, 8],
        [300, 8],
      ],
    ],
  ] as const)('calls a trace of prefills one: of %s prompts', (_, steps) => {
    expect(phases(unlabelled(steps))).toEqual(Array(5).fill('prefill'));
  });

  it('leaves open what a label tells that cannot be read', () => {
    const trace = unlabelled(Array<readonly [number, number]>(6).fill([8, 8]));
    for (let i = 0; i < 6; i++) trace.annotation(i === 2 ? 'step[DECODE]' : 'step[DECODE bs=8]', 1000 * i, 900);
    const { steps } = findSteps(trace.model());
    expect(steps.map(({ phase }) => phase)).toEqual(['decode', 'decode', 'step', 'decode', 'decode', 'decode']);
  });

  it('tells no phases without a sign of a language model, and none without shapes', () => {
    const training = findSteps(
      unlabelled(
        [
          [8, 8],
          [8, 8],
          [900, 8],
          [8, 8],
          [8, 8],
        ],
        false,
      ).model(),
    );
    expect(training.steps.map(({ phase, phaseFrom, shapeBatch }) => [phase, phaseFrom, shapeBatch])).toEqual(
      [8, 8, 900, 8, 8].map((rows) => ['step', 'none', rows]),
    );
    const bare = new HandMade();
    for (let i = 0; i < 5; i++) bare.operator('vllm::forward', 1000 * i, 100).kernel(1000 * i + 1, 5);
    expect(phases(bare)).toEqual(Array(5).fill('step'));
  });

  it('agrees with a generated server, but for what shapes cannot tell', () => {
    const { trace, truth } = generateTrace({
      seed: 5,
      labels: 'none',
      kernels: 'few',
      stacks: false,
      ranks: 1,
      model: { layers: 4, hidden: 1024, heads: 16, kvHeads: 4, headDim: 64, intermediate: 2048, vocabulary: 32_000 },
      serving: {
        concurrency: 16,
        requests: 60,
        promptTokens: 500,
        outputTokens: 60,
        outputRatio: 0.5,
        arrivalsPerStep: 2,
        tokenBudget: 2048,
        draftTokens: 0,
        warmUpSteps: 0,
        dips: [],
        hangUp: null,
        maxSteps: 200,
      },
    });
    const { steps } = findSteps(buildModel(readJsonTrace(JSON.stringify(trace)), CORRECTED));
    expect(steps).toHaveLength(truth.steps.length);
    expect(new Set(truth.steps.map(({ phase }) => phase))).toEqual(new Set(['prefill', 'mixed', 'decode']));
    expect(steps.map(({ phase }) => phase)).toEqual(truth.steps.map(({ phase }) => phase));
  });
});

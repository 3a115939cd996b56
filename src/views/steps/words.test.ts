import { expect, test } from 'vitest';
import type { StepDetection } from '../../../workers/engine/engine.ts';
import { choiceFault, detectionSentence, methodText } from './detection-text.ts';
import { idealRatio, inputFault, optionsOf } from './steady-inputs.ts';
import { lengthText, rangeText, within, withSteps } from './step-ranges.ts';

const CANDIDATE = {
  method: 'annotation:tier',
  status: 'splittable',
  coverage: 0.9917,
  spanShare: 1,
  unit: 'step',
  count: 299,
  family: 'execute_context',
  evidence: 'vLLM annotations.',
} as const;
const NOTHING = { kernels: 0, kernelSumNs: 0 };
const DETECTION: StepDetection = {
  candidates: [CANDIDATE],
  chosen: 0,
  steps: 299,
  phaseEvidence: '',
  phasesInferred: false,
  insideNs: 1,
  before: NOTHING,
  after: NOTHING,
  unlinked: NOTHING,
};

test('one sentence says what was found, how, and how well', () => {
  expect(detectionSentence(DETECTION, true)).toBe(
    'Splittable: 299 steps by their annotations. Their tiles explain 99.1\u202f% of the GPU time.',
  );
  const one = { ...DETECTION, steps: 1, candidates: [{ ...CANDIDATE, status: 'not splittable' as const }] };
  expect(detectionSentence(one, true)).toMatch(/^Not splittable: 1 step by/);
  expect(detectionSentence(DETECTION, false)).toContain('no GPU work');
  expect(detectionSentence({ ...DETECTION, chosen: -1 }, true)).toBe('No steps were found.');
});

test('every method has plain words', () => {
  const words = (method: string) => methodText({ ...CANDIDATE, method });
  expect(words('annotation:widened')).toBe('by what encloses their annotations');
  expect(words('generic:branch_descent+bookends')).toBe('by what repeats in the call tree');
  expect(words('pattern')).toBe('by names like “execute_context”');
});

test('a choice that finds nothing says why', () => {
  expect(choiceFault(DETECTION, 'my step')).toBeNull();
  const none = { ...DETECTION, chosen: -1, candidates: [CANDIDATE, { ...CANDIDATE, evidence: 'no such name.' }] };
  expect(choiceFault(none, 'my step')).toBe('No such name.');
  expect(choiceFault(none, 7)).toBe('This trace has no such candidate.');
  expect(choiceFault(none, null)).toBeNull();
});

test('what the user tells of the load is checked', () => {
  expect([inputFault('steps', '32'), inputFault('steps', ''), inputFault('outputRatio', '0')]).toEqual([
    null,
    null,
    null,
  ]);
  for (const [id, text] of [
    ['steps', '0'],
    ['concurrency', '1.5'],
    ['outputTokens', 'many'],
    ['outputRatio', '1.2'],
  ] as const)
    expect(inputFault(id, text)).not.toBeNull();
  expect(optionsOf({ steps: '16', concurrency: ' ', outputRatio: '2', outputTokens: '100' })).toEqual({
    steps: 16,
    outputTokens: 100,
  });
});

test('the ideal ratio is 2 CONC / (OSL (1 + R))', () => {
  expect(idealRatio({ concurrency: 32, outputTokens: 128, outputRatio: 0 })).toBe(0.5);
  expect(idealRatio({ concurrency: 32, outputTokens: 128, outputRatio: 1 })).toBe(0.25);
  expect(idealRatio({ concurrency: 32, outputTokens: 128 })).toBeNull();
});

test('a range reads with both of its ends', () => {
  expect([rangeText([12, 180]), rangeText([5, 6]), lengthText([12, 180]), lengthText([5, 6])]).toEqual([
    'steps 12 to 179',
    'step 5',
    '168 steps',
    '1 step',
  ]);
  expect(withSteps({ phase: 'decode', device: 1 }, [2, 4])).toEqual({ device: 1, steps: [2, 4] });
});

test('of a range only the steps that there are count', () => {
  expect([within([2, 5], 9), within([2, 5], 3), within([5, 8], 5)]).toEqual([[2, 5], [2, 3], null]);
});

import { expect, it } from 'vitest';
import { HandMade } from '../steps/hand-made.ts';
import { withSteps } from '../steps/stepped-model.ts';
import { phaseDistributions } from './phase-distributions.ts';

/** A prefill at 0 and decodes at 100, 200, 310 and 430, with kernels of 40, 10, 20, 30 and 50 µs. */
const trace = new HandMade()
  .annotation('execute_context_1(500)_generation_0(0)', 0, 60)
  .kernel(5, 40)
  .annotation('execute_context_0(0)_generation_1(1)', 100, 50)
  .kernel(105, 10)
  .annotation('execute_context_0(0)_generation_1(1)', 200, 60)
  .kernel(205, 20)
  .annotation('execute_context_0(0)_generation_1(1)', 310, 70)
  .kernel(315, 30)
  .annotation('execute_context_0(0)_generation_1(1)', 430, 80)
  .kernel(435, 50);
const model = withSteps(trace.model(), null);

const inUs = ({ p50, p90, p99 }: { p50: number; p90: number; p99: number }) =>
  [p50, p90, p99].map((ns) => Number((ns / 1e3).toFixed(6)));

it('spreads the times of each phase; the last step has no start after it', () => {
  const [prefill, decode, ...others] = phaseDistributions(model, { scope: {} });
  expect(others).toEqual([]);
  expect([prefill.phase, prefill.steps, decode.phase, decode.steps]).toEqual(['prefill', 1, 'decode', 4]);
  expect(inUs(prefill.startToStart)).toEqual([100, 100, 100]);
  expect(inUs(prefill.gpuBusy)).toEqual([40, 40, 40]);
  // 100, 110, 120
  expect(inUs(decode.startToStart)).toEqual([110, 118, 119.8]);
  // 50, 60, 70, 80
  expect(inUs(decode.ownSpan)).toEqual([65, 77, 79.7]);
  // 10, 20, 30, 50
  expect(inUs(decode.gpuBusy)).toEqual([25, 44, 49.4]);
});

it('follows the scope, and counts the start of the next step out of scope', () => {
  const [only, ...others] = phaseDistributions(model, { scope: { steps: [2, 3] } });
  expect(others).toEqual([]);
  expect([only.phase, only.steps]).toEqual(['decode', 1]);
  expect(inUs(only.startToStart)).toEqual([110, 110, 110]);
  expect(phaseDistributions(model, { scope: { phase: 'prefill' } }).map(({ phase }) => phase)).toEqual(['prefill']);
  expect(phaseDistributions(model, { scope: { phase: 'mixed' } })).toEqual([]);
});

it('has no value where no step has one', () => {
  const [step] = phaseDistributions(model, { scope: { steps: [4, 5] } });
  expect(inUs(step.startToStart)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

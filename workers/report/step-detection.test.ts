import { expect, it } from 'vitest';
import { HandMade } from '../steps/hand-made.ts';
import { withSteps } from '../steps/stepped-model.ts';
import { stepDetection } from './step-detection.ts';

it('has all GPU work in the steps, before, after or without a launch', () => {
  const trace = new HandMade()
    .kernel(2, 7)
    .annotation('execute_context_1(500)_generation_0(0)', 10, 60)
    .kernel(15, 40)
    .annotation('execute_context_0(0)_generation_1(1)', 100, 50)
    .kernel(105, 30);
  const { steps, insideNs, before, after, unlinked, phaseEvidence, phasesInferred } = stepDetection(
    withSteps(trace.model(), null),
  );
  expect([steps, insideNs]).toEqual([2, 70_000]);
  expect([before, after, unlinked]).toEqual([
    { kernels: 1, kernelSumNs: 7000 },
    { kernels: 0, kernelSumNs: 0 },
    { kernels: 0, kernelSumNs: 0 },
  ]);
  expect([phaseEvidence, phasesInferred]).toEqual(['annotations tell the phases', false]);
});

it('says of plain steps that their annotations name no phase', () => {
  const trace = new HandMade();
  for (const at of [0, 100, 200]) trace.annotation('execute_diffusion_1_256x256', at, 80).kernel(at + 5, 60);
  const { steps, phaseEvidence } = stepDetection(withSteps(trace.model(), null));
  expect(steps).toBe(3);
  expect(phaseEvidence).toBe('annotations name no phase: the steps are plain ones');
});

import { describe, expect, it } from 'vitest';
import { generateTrace } from '../../fixtures/generate-trace.ts';
import { readWhole } from '../../fixtures/read-bytes.ts';
import { servingScenarios } from '../../fixtures/serving-scenarios.ts';
import { stepsAllowed, stepsOff } from '../../fixtures/steady-distance.ts';
import { testKernel } from '../../fixtures/test-kernel.ts';
import { compactText } from '../../fixtures/write-trace.ts';
import { CORRECTED } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import { findSteps } from './find-steps.ts';
import { steadyState } from './steady-state.ts';
import { stepFacts } from './steady-state-facts.ts';

describe('the steady state of a generated trace, from file to region', () => {
  it.each(servingScenarios(200))('$name', async (scenario) => {
    const { trace, truth } = generateTrace(scenario.options);
    const { columns } = await readWhole(new TextEncoder().encode(compactText(trace)), await testKernel);
    const model = buildModel(columns, CORRECTED);
    const found = findSteps(model);
    expect(found.steps.length).toBe(truth.steps.length);

    const state = steadyState(stepFacts(found, model));
    const tier = { annotations: 'concurrency', shapes: 'batch', neither: 'duration' }[scenario.evidence];
    expect(state.tier).toBe(tier);
    const off = stepsOff(state, truth, scenario);
    expect(off).not.toBeNull();
    expect(off).toBeLessThanOrEqual(stepsAllowed(scenario));

    for (const window of Object.values(state.windows)) {
      if (window === null) continue;
      const within = state.regions.some(([from, to]) => from <= window[0] && window[1] <= to);
      expect([within, window[1] > window[0]]).toEqual([true, true]);
    }
  });
});

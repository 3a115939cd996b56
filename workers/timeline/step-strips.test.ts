import { describe, expect, it } from 'vitest';
import { generateTrace } from '../../fixtures/generate-trace.ts';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { compactText } from '../../fixtures/write-trace.ts';
import { unifiedRows } from '../attribution/unified.ts';
import { CORRECTED } from '../base/conventions.ts';
import type { Scope } from '../base/scope.ts';
import { HandMade } from '../steps/hand-made.ts';
import { withSteps } from '../steps/stepped-model.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { decodeStep, steppedModel } from './hand-made-timeline.ts';
import { timelineSteps } from './step-strips.ts';

function strips(model: TraceModel, steps: readonly [number, number], pixels: number, scope: Scope = {}) {
  const { count } = unifiedRows(model);
  return timelineSteps(
    model,
    scope,
    { steps, pixels },
    { bound: new Uint8Array(count), overRoof: new Float32Array(count) },
  );
}

/** Steps of 100, 300, 200 and, as long as its neighbours, 200 µs; the second runs two kernels, the third none. */
function example(): TraceModel {
  const trace = decodeStep(new HandMade(), 0, 90).kernel(5, 10, { at: 10 });
  decodeStep(trace, 100, 90).kernel(105, 20, { at: 120 }).kernel(107, 40, { at: 300, device: 1 });
  decodeStep(trace, 400, 90);
  decodeStep(trace, 600, 100).kernel(605, 5, { at: 610 });
  return steppedModel(trace);
}

describe('steps as strips', () => {
  it('run from their first start to their last end on the GPU', () => {
    const { rows } = strips(example(), [0, 4], 100);
    expect(
      rows.map(({ step, startNs, endNs, durationNs }) =>
        [step, startNs, endNs, durationNs].map((n, i) => (i ? n / 1e3 : n)),
      ),
    ).toEqual([
      [0, 10, 20, 100],
      [1, 120, 340, 300],
      [2, 0, 0, 200],
      [3, 610, 615, 200],
    ]);
  });

  it('name the step of their phase with the median duration', () => {
    // Of 100, 200, 200 and 300 µs the first of the two in the middle.
    expect(strips(example(), [0, 4], 100).rows.map(({ medianStep }) => medianStep)).toEqual([2, 2, 2, 2]);
  });

  it('hold the GPU work of their own, a lane a stream', () => {
    const model = example();
    const { slices, streams } = strips(model, [1, 2], 100);
    expect(streams.map(({ device }) => device)).toEqual([0, 1]);
    expect(Array.from(slices.startNs, (ns, i) => [slices.track[i], slices.lane[i], ns / 1e3])).toEqual([
      [0, 0, 120],
      [0, 1, 300],
    ]);
    const ofOne = strips(model, [1, 2], 100, { device: 1 });
    expect([...ofOne.slices.lane]).toEqual([1]);
    expect(ofOne.rows[0].startNs).toBe(300_000);
  });

  it('are those that are there', () => {
    expect(strips(example(), [3, 9], 100).rows).toHaveLength(1);
    expect(strips(example(), [7, 9], 100).rows).toHaveLength(0);
    expect(strips(steppedModel(new HandMade().kernel(0, 5)), [0, 1], 100).rows).toHaveLength(0);
  });

  it('count the true GPU events of every step of a generated server', () => {
    const { trace, truth } = generateTrace({ seed: 5, kernels: 'few', labels: 'vllm', stepsAhead: 2 });
    const model = withSteps(buildModel(readJsonTrace(compactText(trace)), CORRECTED), null);
    const { rows, slices } = strips(model, [0, truth.steps.length], 200);
    const counts = new Float64Array(rows.length);
    slices.track.forEach((strip, i) => {
      counts[strip] += slices.count[i];
    });
    const annotated = truth.steps.filter(({ annotationEvent }) => annotationEvent !== null);
    expect(rows).toHaveLength(annotated.length);
    expect([...counts]).toEqual(annotated.map(({ gpuEvents }) => gpuEvents));
  });
});

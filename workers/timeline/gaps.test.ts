import { describe, expect, it } from 'vitest';
import { generateTrace } from '../../fixtures/generate-trace.ts';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { compactText } from '../../fixtures/write-trace.ts';
import { CORRECTED } from '../base/conventions.ts';
import { HandMade } from '../steps/hand-made.ts';
import { withSteps } from '../steps/stepped-model.ts';
import { buildModel } from '../trace/build-model.ts';
import { gpuTimeline } from '../trace/gpu-timeline.ts';
import { idleGapsOf } from './gaps.ts';
import { steppedModel } from './hand-made-timeline.ts';
import { GAP_CLASSES } from './timeline-types.ts';

const US = 1000;

/** The longest gap of a trace, in µs. */
function longestGap(trace: HandMade) {
  const model = steppedModel(trace);
  const gaps = idleGapsOf(model, {});
  const nameOf = (event: number) => (event < 0 ? null : model.columns.strings.get(model.columns.name[event]));
  return {
    span: [gaps.startNs[0] / US, gaps.endNs[0] / US],
    gapClass: GAP_CLASSES[gaps.gapClass[0]].id,
    classUs: gaps.classNs[0] / US,
    host: nameOf(gaps.hostEvent[0]),
    hostUs: gaps.hostNs[0] / US,
    before: nameOf(gaps.before[0]),
    after: nameOf(gaps.after[0]),
  };
}

/** A kernel that ends at 20, and one that is launched at 100 and begins at 110. */
function around(): HandMade {
  return new HandMade().kernel(0, 10, { at: 10, name: 'first' }).kernel(100, 10, { at: 110, name: 'second' });
}

describe('an idle gap', () => {
  it('is launch-bound where the host runs operators', () => {
    expect(longestGap(around().operator('aten::view', 20, 60).operator('aten::mm', 90, 15))).toEqual({
      span: [20, 110],
      gapClass: 'launchBound',
      // Until the launch returns at 101; its own time belongs to it.
      classUs: 71,
      host: 'aten::view',
      hostUs: 60,
      before: 'first',
      after: 'second',
    });
  });

  it('is synchronising where the host waits in a call that blocks', () => {
    const trace = around().slice('cuda_runtime', 'cudaStreamSynchronize', 5, 80);
    expect(longestGap(trace)).toMatchObject({ gapClass: 'synchronising', classUs: 65, host: 'cudaStreamSynchronize' });
  });

  it('is Python between operators where frames run outside of them', () => {
    const trace = around().frame('schedule', 0, 99).frame('pick', 30, 20).operator('aten::view', 85, 10);
    expect(longestGap(trace)).toMatchObject({ gapClass: 'python', classUs: 69, host: 'schedule', hostUs: 35 });
  });

  it('waits for communication where the host is in a collective, blocking calls in it too, launches not', () => {
    const trace = around().operator('c10d::allreduce_', 15, 80).slice('cuda_runtime', 'cudaStreamSynchronize', 40, 50);
    expect(longestGap(trace)).toMatchObject({ gapClass: 'communication', classUs: 75, host: 'cudaStreamSynchronize' });
    const frame = around().frame('torch/distributed/distributed_c10d.py(12): barrier', 15, 80);
    expect(longestGap(frame)).toMatchObject({ gapClass: 'communication' });
    const launching = around().operator('c10d::allreduce_', 90, 5).slice('cuda_runtime', 'cudaLaunchKernelExC', 20, 60);
    expect(longestGap(launching)).toMatchObject({ gapClass: 'launchBound', host: 'cudaLaunchKernelExC' });
  });

  it('was launched already where the launch returned before it began', () => {
    const trace = new HandMade().kernel(0, 10, { at: 10 }).kernel(12, 10, { at: 90 }).operator('aten::mm', 30, 50);
    expect(longestGap(trace)).toMatchObject({ gapClass: 'queued', classUs: 70, host: null });
  });

  it('has nothing recorded where the launching thread is silent, or no launch is known', () => {
    expect(longestGap(around())).toMatchObject({ gapClass: 'nothing', classUs: 80, host: null });
    const unlinked = new HandMade().operator('aten::mm', 0, 90).gpu('a', 0, 10).gpu('b', 50, 10);
    expect(longestGap(unlinked)).toMatchObject({ gapClass: 'nothing', classUs: 40 });
  });

  it('looks at the thread that launched what ends it', () => {
    const other = { tid: 2 };
    const trace = new HandMade()
      .kernel(0, 10, { at: 10 })
      .kernel(100, 10, { at: 110, ...other })
      .operator('aten::mm', 20, 75)
      .frame('worker', 15, 84, other);
    expect(longestGap(trace)).toMatchObject({ gapClass: 'python', host: 'worker' });
  });

  it('is told with what ends last before it, though something else started later', () => {
    const trace = new HandMade().gpu('long', 0, 50).gpu('short', 10, 5, 0, 'kernel', 1).gpu('next', 80, 5);
    expect(longestGap(trace)).toMatchObject({ span: [50, 80], before: 'long', after: 'next' });
  });
});

describe('the idle gaps of a generated server', () => {
  const { trace, truth } = generateTrace({ seed: 3, kernels: 'few', labels: 'vllm' });
  const model = withSteps(buildModel(readJsonTrace(compactText(trace)), CORRECTED), null);

  it('add up to the true idle time, longest first', () => {
    const { count, startNs, endNs } = idleGapsOf(model, {});
    const lengths = Array.from({ length: count }, (_, gap) => endNs[gap] - startNs[gap]);
    expect(lengths.reduce((sum, ns) => sum + ns, 0)).toBe(truth.all.idleNs);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
  });

  it('add up to the idle time of each scope', () => {
    for (const scope of [{ steps: [2, 6] }, { phase: 'decode' }, { stream: model.streams[0].stream }] as const) {
      const { endNs, startNs } = idleGapsOf(model, scope);
      const sum = endNs.reduce((total, end, gap) => total + end - startNs[gap], 0);
      expect(sum).toBe(gpuTimeline(model, scope, { includeUnlinked: true }).idleNs);
    }
  });
});

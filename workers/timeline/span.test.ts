import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HandMade } from '../steps/hand-made.ts';
import { gpuTimeline } from '../trace/gpu-timeline.ts';
import { decodeStep, steppedModel } from './hand-made-timeline.ts';
import { timelineSpan } from './span.ts';

const US = 1000;

describe('a marked span', () => {
  const model = steppedModel(
    decodeStep(decodeStep(new HandMade(), 0, 90).operator('aten::mm', 2, 50).kernel(3, 20), 100, 90)
      .kernel(110, 30, { name: 'triton_poi_fused_add' })
      .gpu('ncclDevKernel_AllReduce', 121, 40, 0, 'kernel', 1),
  );

  it('divides its time by category and idle, what overlaps to the one that started first, cut at its borders', () => {
    const span = timelineSpan(model, {}, 14 * US, 150 * US);
    expect(span.shares).toEqual([
      { id: 'elementwise', label: 'elementwise', ns: 30 * US },
      { id: 'gemm', label: 'GEMM', ns: 10 * US },
      { id: 'communication', label: 'communication', ns: 9 * US },
    ]);
    expect([span.busyNs, span.idleNs, span.kernelSumNs]).toEqual([49 * US, 87 * US, 69 * US]);
    expect(span.gpuEvents).toBe(3);
  });

  it('counts what the host does there, and the steps', () => {
    const { launches, operators, hostEvents, steps } = timelineSpan(model, {}, 0, 95 * US);
    expect({ launches, operators, hostEvents, steps }).toEqual({
      launches: 1,
      operators: 1,
      hostEvents: 2,
      steps: [0, 1],
    });
    expect(timelineSpan(model, {}, 92 * US, 98 * US).steps).toBeNull();
    expect(timelineSpan(model, {}, 80 * US, 120 * US).steps).toEqual([0, 2]);
  });

  it('keeps to the device of the scope, whatever steps it names', () => {
    const { busyNs, gpuEvents } = timelineSpan(model, { device: 1, steps: [0, 1] }, 0, 200 * US);
    expect([busyNs, gpuEvents]).toEqual([40 * US, 1]);
  });

  it('is busy as the GPU timeline is, and as its parts together', () => {
    const kernel = fc.tuple(fc.nat(200), fc.nat(40));
    fc.assert(
      fc.property(fc.array(kernel, { minLength: 1, maxLength: 30 }), fc.nat(260), (kernels, border) => {
        const trace = new HandMade();
        for (const [ts, dur] of kernels) trace.gpu('gemm', ts, dur);
        const random = steppedModel(trace);
        const whole = timelineSpan(random, {}, 0, 300 * US);
        expect(whole.busyNs).toBe(gpuTimeline(random, {}, { includeUnlinked: true }).busyNs);
        const parts = [timelineSpan(random, {}, 0, border * US), timelineSpan(random, {}, border * US, 300 * US)];
        expect(parts[0].busyNs + parts[1].busyNs).toBe(whole.busyNs);
        expect(parts[0].kernelSumNs + parts[1].kernelSumNs).toBe(whole.kernelSumNs);
        expect(whole.busyNs + whole.idleNs).toBe(300 * US);
      }),
      { numRuns: 50 },
    );
  });
});

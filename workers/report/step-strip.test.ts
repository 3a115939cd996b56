import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HandMade } from '../steps/hand-made.ts';
import { withSteps } from '../steps/stepped-model.ts';
import { stepStrip } from './step-strip.ts';

function named(trace: HandMade, index: number): HandMade {
  return trace.annotation('execute_context_0(0)_generation_1(1)', index * 1000, 900);
}

/** Two steps; the second runs two tiny kernels and a large one on device 0, and one on device 1. */
const trace = named(new HandMade(), 0).kernel(10, 50);
named(trace, 1)
  .kernel(1010, 2, { at: 1100, name: 'sm90_gemm' })
  .kernel(1012, 1, { at: 1103, name: 'triton_poi_fused_add' })
  .kernel(1014, 300, { at: 1200, name: 'ncclDevKernel_AllReduce' })
  .kernel(1016, 20, { at: 1300, name: 'sm90_gemm', device: 1 });
const model = withSteps(trace.model(), null);

const us = (strip: { startNs: number }, ns: ArrayLike<number>) => Array.from(ns, (at) => (at - strip.startNs) / 1e3);

it('has a rectangle for every event where there is room', () => {
  const strip = stepStrip(model, { scope: {} }, 1, 400);
  if (!strip) throw new Error('the step has GPU work');
  expect((strip.endNs - strip.startNs) / 1e3).toBe(400);
  const [first, second] = strip.streams;
  expect([first.device, first.stream, second.device, second.stream]).toEqual([0, 7, 1, 7]);
  expect(us(strip, first.startNs)).toEqual([0, 3, 100]);
  expect(us(strip, first.endNs)).toEqual([2, 4, 400]);
  expect([...first.events]).toEqual([1, 1, 1]);
  expect(Array.from(first.name, (name) => first.names[name])).toEqual([
    'sm90_gemm',
    'triton_poi_fused_add',
    'ncclDevKernel_AllReduce',
  ]);
  expect(Array.from(first.category, (category) => strip.categories[category])).toEqual([
    'gemm',
    'elementwise',
    'communication',
  ]);
  expect(Array.from(first.event, (event) => model.columns.dur[event])).toEqual([2000, 1000, 300_000]);
});

it('draws events below a pixel as one, named by the longest', () => {
  const strip = stepStrip(model, { scope: {} }, 1, 40);
  const first = strip?.streams[0];
  if (!strip || !first) throw new Error('the step has GPU work');
  expect([...first.events]).toEqual([2, 1]);
  expect(us(strip, first.endNs)).toEqual([4, 400]);
  expect(first.names[first.name[0]]).toBe('sm90_gemm');
});

it('keeps to the devices of the scope, whatever steps and phases it names', () => {
  const strip = stepStrip(model, { scope: { device: 1, steps: [0, 1], phase: 'prefill' } }, 1, 40);
  expect(strip?.streams.map(({ device }) => device)).toEqual([1]);
  expect(stepStrip(model, { scope: { device: 1 } }, 0, 40)).toBeNull();
});

it('loses no event and never has more than two rectangles a pixel', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 40 })), { minLength: 1 }),
      fc.integer({ min: 1, max: 50 }),
      (kernels, width) => {
        const made = new HandMade().annotation('execute_context_0(0)_generation_1(1)', 0, 9000);
        let at = 100;
        for (const [dur, gap] of kernels) {
          made.kernel(10, dur, { at });
          at += dur + gap;
        }
        made.annotation('execute_context_0(0)_generation_1(1)', 9500, 100).kernel(9510, 5);
        const strip = stepStrip(withSteps(made.model(), null), { scope: {} }, 0, width);
        const [stream] = strip?.streams ?? [];
        expect(stream.events.reduce((sum, count) => sum + count, 0)).toBe(kernels.length);
        expect(stream.startNs.length).toBeLessThanOrEqual(2 * width + 1);
      },
    ),
    { numRuns: 40 },
  );
});

import { describe, expect, it } from 'vitest';
import { findSteps } from './find-steps.ts';
import { HandMade } from './hand-made.ts';
import { Measure } from './measure.ts';
import { stepFigures } from './step-figures.ts';

describe('Measure', () => {
  it('tells how much of a set lies in a window', () => {
    const set = new Measure(Float64Array.of(10, 20, 30, 30, 40, 60));
    const cases: readonly (readonly [number, number, number])[] = [
      [0, 100, 30],
      [0, 10, 0],
      [12, 15, 3],
      [15, 45, 10],
      [20, 40, 0],
      [60, 99, 0],
      [50, 50, 0],
    ];
    for (const [start, end, length] of cases)
      expect([start, end, set.within(start, end)]).toEqual([start, end, length]);
    expect(set.within(Number.NaN, 5)).toBeNaN();
    expect(new Measure(new Float64Array(0)).within(0, 9)).toBe(0);
  });
});

describe('stepFigures', () => {
  /**
   * A prefill of 0-100 whose kernels run until 500, a decode of 200-300 that the host launches meanwhile, an eager one of 600-1000 that
   * the GPU waits for. Times in µs.
   */
  const trace = new HandMade()
    .annotation('execute_context_2(1000)_generation_0(0)', 0, 100)
    .kernel(10, 200, { at: 20 })
    .kernel(12, 280, { at: 220 })
    .annotation('execute_context_0(0)_generation_2(2)', 200, 100)
    .kernel(210, 5, { at: 212, device: 1 })
    .kernel(220, 40, { at: 500, name: 'ncclDevKernel_AllReduce' })
    .kernel(230, 30, { at: 520 })
    .annotation('execute_context_0(0)_generation_2(2)', 600, 400)
    .kernel(610, 20, { at: 620 })
    .kernel(800, 20, { at: 810, cat: 'gpu_memcpy', name: 'Memcpy DtoH (Device -> Pinned)' });
  const model = trace.model();
  const steps = findSteps(model);
  const figures = stepFigures(model, steps);
  const us = (values: Float64Array) => Array.from(values, (value) => value / 1000);

  it('sums what each step launched, whenever it ran', () => {
    expect([...steps.tileOf]).toEqual([0, 1, 0, 1, 1, 2, 2]);
    expect([...figures.gpuEvents]).toEqual([2, 3, 2]);
    expect([...figures.kernels]).toEqual([2, 3, 1]);
    expect(us(figures.kernelSumNs)).toEqual([480, 75, 40]);
    expect(us(figures.gpuBusyNs)).toEqual([480, 55, 40]);
    expect(us(figures.gpuStartNs)).toEqual([20, 212, 620]);
    expect(us(figures.gpuEndNs)).toEqual([500, 550, 830]);
  });

  it('calls the GPU idle only while no step works', () => {
    // Between the decode's first kernel and its second the prefill's run.
    expect(us(figures.idleNs)).toEqual([0, 0, 170]);
  });

  it('counts communication as exposed only while nothing computes, of any step', () => {
    expect(us(figures.exposedCommNs)).toEqual([0, 20, 0]);
  });

  it('tells durations, gaps, how far the host is ahead and what waits for it', () => {
    // The last tile is as long as the others usually are: median of 200 and 400.
    expect(us(figures.durationNs)).toEqual([200, 400, 400]);
    expect(us(figures.gapNs)).toEqual([100, 300, Number.NaN]);
    expect(us(figures.launchLeadNs)).toEqual([10, 2, 10]);
    // 0-10 nothing was launched; 550-600 all is done; then 610-640 and 800-830 of 600-1000 are work.
    expect(figures.hostBoundShare[0]).toBeCloseTo(10 / 200, 12);
    expect(figures.hostBoundShare[1]).toBeCloseTo(50 / 400, 12);
    expect(figures.hostBoundShare[2]).toBeCloseTo(340 / 400, 12);
  });

  it('tells tokens a second', () => {
    expect(figures.tokensPerSecond[0]).toBeCloseTo(1000 / 200e-6, 3);
    expect(figures.tokensPerSecond[1]).toBeCloseTo(2 / 400e-6, 6);
  });

  it('lets the GPU work of the last step end before its tokens count', () => {
    const prefill = new HandMade()
      .annotation('execute_context_1(3000)_generation_0(0)', 100, 100)
      .kernel(110, 200, { at: 120 })
      .kernel(112, 280, { at: 320 });
    // 3000 tokens from 100 to 600 µs, though the host is done at 200.
    const [rate] = stepFigures(prefill.model(), findSteps(prefill.model())).tokensPerSecond;
    expect(rate).toBeCloseTo(3000 / 500e-6, 3);
  });

  it('tells nothing of the GPU for a step without GPU work', () => {
    const idle = new HandMade()
      .annotation('step[DECODE bs=1]', 0, 100)
      .kernel(10, 40)
      .annotation('step[IDLE bs=0]', 200, 50);
    const empty = stepFigures(idle.model(), findSteps(idle.model()));
    expect([empty.gpuStartNs[1], empty.idleNs[1], empty.launchLeadNs[1]]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect([empty.gpuBusyNs[1], empty.kernelSumNs[1], empty.hostBoundShare[1]]).toEqual([0, 0, 1]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gpu, handMadeModel, operator, runtime } from './hand-made.ts';
import { makeOverview } from './overview.ts';
import { FIRST_BASIS } from './report-types.ts';

const sharesOf = (overview: ReturnType<typeof makeOverview>) =>
  Object.fromEntries(overview.shares.map(({ id, ns }) => [id, ns]));

describe('overview', () => {
  it('gives concurrent work to what started first, and sums to the total exactly', () => {
    const model = handMadeModel([
      gpu('gemm', 0, 10, 0),
      gpu('ncclDevKernel_AllReduce', 5, 10, 0, { stream: 8 }),
      gpu('layer_norm', 8, 4, 0, { stream: 9 }),
      gpu('gemm', 20, 5, 0),
    ]);
    const overview = makeOverview(model, FIRST_BASIS);
    expect(sharesOf(overview)).toEqual({ gemm: 15_000, communication: 5000, idle: 5000 });
    expect(overview.gpu.totalNs).toBe(25_000);
    expect(overview.kernelSumNs).toBe(29_000);
  });

  it('calls unattributed what no operator launched', () => {
    const model = handMadeModel([
      operator('aten::mm', 0, 10),
      runtime('cudaLaunchKernel', 1, 1, 1),
      runtime('cudaGraphLaunch', 20, 1, 2),
      gpu('a', 5, 3, 1),
      gpu('b', 25, 4, 2),
      gpu('c', 35, 5, 0),
    ]);
    expect(makeOverview(model, FIRST_BASIS)).toMatchObject({ kernelSumNs: 12_000, unattributedNs: 9000 });
  });

  it('is empty without GPU events', () => {
    expect(makeOverview(handMadeModel([operator('a', 0, 1)]), FIRST_BASIS)).toMatchObject({
      shares: [],
      kernelSumNs: 0,
    });
  });

  it('sums to the total whatever overlaps', () => {
    const kernel = fc.record({
      name: fc.constantFrom('gemm', 'nccl', 'layer_norm', 'softmax', 'x'),
      ts: fc.integer({ min: 0, max: 200 }),
      dur: fc.integer({ min: 0, max: 40 }),
      stream: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(kernel, { minLength: 1, maxLength: 30 }), (kernels) => {
        const model = handMadeModel(kernels.map(({ name, ts, dur, stream }) => gpu(name, ts, dur, 0, { stream })));
        const { shares, gpu: times } = makeOverview(model, FIRST_BASIS);
        const instants = new Set(kernels.flatMap(({ ts, dur }) => Array.from({ length: dur }, (_, i) => ts + i)));
        expect(shares.reduce((sum, { ns }) => sum + ns, 0)).toBe(times.totalNs);
        expect(times.busyNs).toBe(instants.size * 1000);
      }),
      { numRuns: 100 },
    );
  });
});

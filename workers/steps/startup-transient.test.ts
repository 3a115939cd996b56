import { describe, expect, it } from 'vitest';
import { findSteps, stepsFrom } from './find-steps.ts';
import { HandMade } from './hand-made.ts';

/** The traces of S 12.6: an iteration each 1000 µs, 500 long, of an all-reduce and a product of so many µs. */
function iterations(allReduce: readonly number[], gemm: readonly number[], name = 'step[DECODE bs=4]'): HandMade {
  const trace = new HandMade();
  allReduce.forEach((us, i) => {
    trace.annotation(name, 1000 * i, 500);
    // The GPU lags: the first all-reduce still runs when the next step begins.
    trace.kernel(1000 * i + 10, us, { name: 'ncclAllReduce' }).kernel(1000 * i + 20, gemm[i]);
  });
  return trace;
}
const stepsOf = (allReduce: readonly number[], gemm: readonly number[]) =>
  findSteps(iterations(allReduce, gemm).model());
const countOf = (...of: Parameters<typeof stepsOf>) => stepsOf(...of).steps.length;
const flat = [40, 40, 40, 40, 40];

describe('a first step of starting up (S 12.6)', () => {
  it('is left out if its collectives alone take much longer than later ones', () => {
    const { steps, candidates, chosen, tileOf } = stepsOf([900, 40, 40, 40, 40], flat);
    expect(steps.map(({ startNs }) => startNs)).toEqual([1e6, 2e6, 3e6, 4e6]);
    expect(candidates[chosen].transient).toEqual({ kernel: 'ncclAllReduce', collectiveRatio: 22.5, noiseRatio: 1 });
    expect(candidates[chosen]).toMatchObject({ count: 4, coverage: 320 / 1260, status: 'not splittable' });
    expect(candidates[chosen].evidence).toContain('ncclAllReduce takes 22.5 times as long');
    expect([...tileOf].filter((step) => step === -1)).toHaveLength(2);
  });

  it('stays from below five times the usual time on, and where everything takes longer', () => {
    expect(countOf([199, 40, 40, 40, 40], flat)).toBe(5);
    expect(countOf([200, 40, 40, 40, 40], flat)).toBe(4);
    expect(countOf([200, 40, 40, 40, 40], [200, 40, 40, 40, 40])).toBe(5);
    expect(countOf(flat, [900, 40, 40, 40, 40])).toBe(5);
    expect(countOf([400, 40, 40, 40, 40], [90, 40, 40, 40, 40])).toBe(5);
  });

  it('needs one other step, and is kept as another candidate', () => {
    expect(countOf([900, 40], [40, 40])).toBe(1);
    expect(countOf([900], [40])).toBe(1);
    const model = iterations([900, 40, 40, 40, 40], flat).model();
    expect(stepsFrom(model, findSteps(model).chosen + 1).steps).toHaveLength(5);
  });

  it('is left out on every rank of the file', () => {
    const trace = new HandMade();
    for (const pid of [1, 2]) {
      for (let i = 0; i < 5; i++) {
        const on = { pid, device: pid };
        trace.annotation('step[DECODE bs=4]', 1000 * i + pid, 500, on);
        trace.kernel(1000 * i + 10, i === 0 ? 400 : 40, { ...on, name: 'ncclAllReduce' });
        trace.kernel(1000 * i + 450, 400, on);
      }
    }
    const { steps, tileOf } = findSteps(trace.model());
    expect(steps).toHaveLength(4);
    expect([...tileOf].sort()).toEqual([-1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  });
});

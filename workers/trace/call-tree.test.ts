import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../fixtures/json-reader.ts';
import { CORRECTED } from '../base/conventions.ts';
import { buildModel } from './build-model.ts';

type Slice = readonly [start: number, end: number, cat?: string, tid?: number];

/** The model of host slices with times in microseconds; event i is slice i. */
function treeOf(slices: readonly Slice[]) {
  const columns = columnsOf(
    slices.map(([start, end, cat = 'cpu_op', tid = 1], i) => ({
      ph: 'X',
      cat,
      name: `slice ${i}`,
      pid: 1,
      tid,
      ts: start,
      dur: Number((end - start).toFixed(3)),
    })),
  );
  return buildModel(columns, CORRECTED);
}

const parents = (slices: readonly Slice[]) => [...treeOf(slices).parent];

describe('call tree', () => {
  it('nests by time, track by track', () => {
    expect(
      parents([
        [0, 100],
        [10, 20],
        [12, 15],
        [20, 30],
        [10, 20, 'cpu_op', 2],
        [200, 210],
      ]),
    ).toEqual([-1, 0, 1, 0, -1, -1]);
  });

  it('puts the longer first at equal starts, in whatever order the file has them, and the earlier in the file at equal times', () => {
    expect(
      parents([
        [0, 10],
        [0, 100],
        [0, 10],
      ]),
    ).toEqual([1, -1, 0]);
  });

  it('keeps a slice of no length under the slice it lies in, at its start and inside, and beside it at its end', () => {
    expect(
      parents([
        [0, 10],
        [0, 0],
        [5, 5],
        [10, 10],
      ]),
    ).toEqual([-1, 0, 0, -1]);
  });

  it('nests what ends at most 1 us after its encloser (a runtime call that bleeds out of its operator)', () => {
    const alone: Slice[] = [
      [0, 10],
      [9.5, 10.4, 'cuda_runtime'],
    ];
    expect(parents(alone)).toEqual([-1, 0]);
    expect(
      parents([
        [0, 100],
        [0, 10],
        [9.5, 10.4, 'cuda_runtime'],
      ]),
    ).toEqual([-1, 0, 1]);
    expect(
      parents([
        [0, 10],
        [9.5, 11],
      ]),
    ).toEqual([-1, 0]);
    expect(treeOf(alone).oddities.partialOverlaps.count).toBe(0);
  });

  it('hangs what ends later under its lowest full encloser, and counts it', () => {
    const slices: Slice[] = [
      [0, 100],
      [0, 10],
      [8, 12, 'cuda_runtime'],
      [9, 9.5],
      [20, 30],
    ];
    const model = treeOf(slices);
    expect([...model.parent]).toEqual([-1, 0, 0, 2, 0]);
    expect(model.oddities.partialOverlaps).toEqual({ count: 1, first: 2 });
    expect(
      parents([
        [0, 10],
        [9.5, 11.001],
      ]),
    ).toEqual([-1, -1]);
  });

  it('does not let a bleeding child hold its ended parent open', () => {
    expect(
      parents([
        [0, 100],
        [0, 10],
        [9, 10.9],
        [10.2, 10.6],
      ]),
    ).toEqual([-1, 0, 1, 0]);
  });

  it('lists children and roots by start', () => {
    const { firstChild, nextSibling, roots } = treeOf([
      [50, 60],
      [0, 40],
      [20, 30],
      [0, 10],
      [30, 31],
      [5, 6, 'cpu_op', 2],
    ]);
    expect([...roots]).toEqual([1, 5, 0]);
    expect([firstChild[1], nextSibling[3], nextSibling[2], nextSibling[4]]).toEqual([3, 2, 4, -1]);
  });

  it('agrees with the definition: the last slice before it that is open at its start and ends no earlier', () => {
    const slice = fc.tuple(fc.nat(12), fc.nat(12)).map(([start, length]) => [start, start + length] as const);
    fc.assert(
      fc.property(fc.array(slice, { maxLength: 12 }), (slices) => {
        const order = [...slices.keys()].sort(
          (a, b) => slices[a][0] - slices[b][0] || slices[b][1] - slices[a][1] || a - b,
        );
        const expected = slices.map(() => -1);
        const closes = slices.map(([, end]) => end);
        order.forEach((event, i) => {
          const [start, end] = slices[event];
          const encloser = order.slice(0, i).findLast((other) => closes[other] > start && end <= closes[other] + 1);
          if (encloser === undefined) return;
          expected[event] = encloser;
          closes[event] = Math.min(end, closes[encloser]);
        });
        expect(parents(slices)).toEqual(expected);
      }),
    );
  });

  it('takes a nesting 30 000 deep', () => {
    const depth = 30_000;
    const { parent } = treeOf(Array.from({ length: depth }, (_, i) => [i, 2 * depth - i] as const));
    expect(parent.every((above, event) => above === event - 1)).toBe(true);
  });

  it('finds the operator and the module at or above a slice', () => {
    const event = (name: string, cat: string, ts: number, dur: number) => ({
      ph: 'X',
      name,
      cat,
      pid: 1,
      tid: 1,
      ts,
      dur,
    });
    const { operatorOf, moduleOf } = buildModel(
      columnsOf([
        event('nn.Module: Block_0', 'python_function', 0, 100),
        event('nn.Module: Linear_3', 'python_function', 10, 50),
        event('linear.py(1): forward', 'python_function', 11, 40),
        event('aten::linear', 'cpu_op', 12, 30),
        event('aten::addmm', 'cpu_op', 13, 20),
        event('cudaLaunchKernel', 'cuda_runtime', 14, 5),
        event('cudaDeviceSynchronize', 'cuda_runtime', 70, 5),
      ]),
      CORRECTED,
    );
    expect([...operatorOf]).toEqual([-1, -1, -1, 3, 4, 4, -1]);
    expect([...moduleOf]).toEqual([0, 1, 1, 1, 1, 1, 0]);
  });
});

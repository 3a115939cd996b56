import { describe, expect, it } from 'vitest';
import { TRACELENS } from '../base/conventions.ts';
import { cellsOf, gpu, handMadeModel, operator, runtime } from './hand-made.ts';
import { operatorCategoriesTable } from './operator-categories.ts';
import { operatorKernelsTable } from './operator-kernels.ts';
import { operatorShapesTable } from './operator-shapes.ts';
import { operatorsTable } from './operators.ts';
import { FIRST_BASIS } from './report-types.ts';

const DIMS = (...dims: number[][]) => ({ 'Input Dims': dims, 'Input type': dims.map(() => 'c10::BFloat16') });

/**
 * linear [0,100] calls addmm [10,90], which launches a kernel and calls a nested addmm [20,60] that launches another; a graph launch has
 * no operator, a kernel no launch, and an operator no GPU work.
 */
const model = handMadeModel([
  operator('aten::linear', 0, 100),
  operator('aten::addmm', 10, 80, DIMS([4], [2, 3], [3, 4])),
  operator('aten::addmm', 20, 40, DIMS([2, 3], [3, 4])),
  runtime('cudaLaunchKernel', 25, 5, 1),
  runtime('cudaLaunchKernel', 70, 5, 2),
  operator('aten::view', 92, 2),
  runtime('cudaGraphLaunch', 110, 10, 3),
  gpu('ampere_sgemm_1', 40, 10, 1),
  gpu('ampere_sgemm_2', 80, 30, 2),
  gpu('fmha_a', 200, 50, 3),
  gpu('layer_norm_b', 260, 7, 3),
  gpu('early', 5, 3, 0),
]);

const rowOf = (name: string) => cellsOf(operatorsTable(model, FIRST_BASIS)).find((row) => row.name === name);

describe('operators table', () => {
  it('gives a call whose work is known all that is below it', () => {
    expect(rowOf('aten::addmm')).toMatchObject({
      owner: 'operator',
      calls: 1,
      kernels: 2,
      time: 40_000,
      category: 'gemm',
      kernelNames: 'ampere_sgemm_2, ampere_sgemm_1',
      cpuTotal: 80_000,
      cpuSelf: 40_000,
    });
    expect(rowOf('aten::linear')).toBeUndefined();
    expect(rowOf('aten::view')).toBeUndefined();
  });

  it('lists a launch without operator under its own name, and work without a launch apart', () => {
    expect(rowOf('cudaGraphLaunch')).toMatchObject({
      owner: 'launch without operator',
      calls: 1,
      kernels: 2,
      time: 57_000,
      mean: 57_000,
      category: 'attention',
      cpuTotal: 10_000,
    });
    expect(rowOf('(no recorded launch)')).toMatchObject({
      owner: 'no recorded launch',
      kernels: 1,
      time: 3000,
      calls: Number.NaN,
      cpuTotal: Number.NaN,
    });
  });

  it('adds up to the kernel sum of the scope, and cumulates from the longest', () => {
    const table = operatorsTable(model, FIRST_BASIS);
    expect(table.totals).toMatchObject({ time: 100_000, kernels: 5 });
    expect(table.totals?.share).toBeCloseTo(1, 12);
    expect(cellsOf(table).map(({ name, cumulative }) => [name, cumulative])).toEqual([
      ['aten::addmm', 0.97],
      ['(no recorded launch)', 1],
      ['cudaGraphLaunch', 0.57],
    ]);
  });

  it('follows the window by the start of the GPU event', () => {
    const rows = cellsOf(operatorsTable(model, { ...FIRST_BASIS, scope: { window: [50_000, 200_000] } }));
    expect(rows).toMatchObject([{ name: 'aten::addmm', time: 30_000, calls: 1, kernelNames: 'ampere_sgemm_2' }]);
  });

  it('is empty without GPU work', () => {
    expect(operatorsTable(handMadeModel([operator('aten::mm', 0, 1)]), FIRST_BASIS).rows).toBe(0);
  });

  it('keeps in a row of its own what the conventions leave out', () => {
    const events = [operator('aten::mm', 0, 10), runtime('cudaLaunchKernel', 1, 2, 1), gpu('k', 5, 1, 1)];
    const unlinked = handMadeModel(events, {}, TRACELENS);
    for (const table of [operatorsTable, operatorShapesTable, operatorCategoriesTable, operatorKernelsTable]) {
      expect(cellsOf(table(unlinked, FIRST_BASIS))).toMatchObject([
        { name: '(left out by these conventions)', time: 1000, category: null, calls: Number.NaN },
      ]);
    }
  });
});

describe('operators by shape', () => {
  it('keeps signatures and the kernels of launches apart, and adds up to the same sum', () => {
    const table = operatorShapesTable(model, FIRST_BASIS);
    expect(cellsOf(table).map(({ name, shapes, types, time }) => [name, shapes, types, time])).toEqual([
      ['aten::addmm', '(4) (2,3) (3,4)', 'bf16', 40_000],
      ['early ← (no recorded launch)', null, null, 3000],
      ['fmha_a ← cudaGraphLaunch', null, null, 50_000],
      ['layer_norm_b ← cudaGraphLaunch', null, null, 7000],
    ]);
    expect(table.totals).toMatchObject({ time: 100_000, kernels: 5 });
  });

  it('gives figures of a call, whose kernels add up', () => {
    const events = [0, 100].flatMap((at, i) => [
      operator('aten::mm', at, 50),
      runtime('cudaLaunchKernel', at + 1, 1, 2 * i + 1),
      runtime('cudaLaunchKernel', at + 3, 1, 2 * i + 2),
      gpu('a', at + 10, 4 + i, 2 * i + 1),
      gpu('b', at + 20, 6, 2 * i + 2),
    ]);
    const [row] = cellsOf(operatorShapesTable(handMadeModel(events), FIRST_BASIS));
    expect(row).toMatchObject({
      calls: 2,
      kernels: 4,
      time: 21_000,
      mean: 10_500,
      median: 10_500,
      min: 10_000,
      max: 11_000,
      shapes: null,
    });
    expect(row.std).toBeCloseTo(Math.SQRT1_2 * 1000, 9);
    expect(row.whyNot).toContain('record_shapes=True');
  });
});

describe('operators by category and by kernel', () => {
  it('count launches of graphs once a category, and their kernels apart', () => {
    expect(cellsOf(operatorCategoriesTable(model, FIRST_BASIS))).toMatchObject([
      { name: 'GEMM', category: 'gemm', time: 40_000, calls: 1 },
      { name: 'other', category: 'other', time: 3000, calls: Number.NaN },
      { name: 'attention', category: 'attention', time: 50_000, calls: 1 },
      { name: 'norm', category: 'norm', time: 7000, calls: 1 },
    ]);
  });

  it('give the work of a call to its longest kernel', () => {
    const rows = cellsOf(operatorKernelsTable(model, FIRST_BASIS));
    expect(rows.map(({ name, time }) => [name, time])).toEqual([
      ['early', 3000],
      ['ampere_sgemm_1', 10_000],
      ['ampere_sgemm_2', 30_000],
      ['fmha_a', 50_000],
      ['layer_norm_b', 7000],
    ]);
    // 2·2·3·4 products and sums, and 2·4 of the bias added.
    expect(rows[2].gflop).toBeCloseTo((2 * 2 * 3 * 4 + 2 * 4) / 1e9, 15);
    expect(rows[1].gflop).toBeNaN();
    expect(rows[1].whyNot).toContain('longest kernel');
  });
});

import { describe, expect, it } from 'vitest';
import { TRACELENS } from '../base/conventions.ts';
import { WHOLE_TRACE } from '../base/scope.ts';
import { cellsOf, gpu, handMadeModel, operator, runtime } from './hand-made.ts';
import { operatorShapesTable } from './operator-shapes.ts';
import { operatorsTable } from './operators.ts';

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

const rowOf = (name: string) => cellsOf(operatorsTable(model, WHOLE_TRACE)).find((row) => row.name === name);

describe('operators table', () => {
  it('gives each GPU event to the nearest operator above its launch', () => {
    expect(rowOf('aten::addmm')).toMatchObject({
      owner: 'operator',
      calls: 2,
      kernels: 2,
      gpuSelf: 40_000,
      category: 'gemm',
    });
    expect(rowOf('aten::view')).toBeUndefined();
  });

  it('counts time with children, nested calls of one name once', () => {
    expect(rowOf('aten::linear')).toMatchObject({ calls: 1, gpuSelf: 0, gpuTotal: 40_000, kernels: 0, category: null });
    expect(rowOf('aten::addmm')).toMatchObject({ gpuTotal: 40_000, cpuTotal: 80_000 });
  });

  it('takes operators below out of CPU self time, and runtime calls not', () => {
    expect(rowOf('aten::linear')).toMatchObject({ cpuSelf: 18_000, cpuTotal: 100_000 });
    expect(rowOf('aten::addmm')).toMatchObject({ cpuSelf: 80_000 });
  });

  it('lists a launch without operator under its own name, and work without a launch apart', () => {
    expect(rowOf('cudaGraphLaunch')).toMatchObject({
      owner: 'launch without operator',
      calls: 1,
      kernels: 2,
      gpuSelf: 57_000,
      category: 'attention',
    });
    expect(rowOf('(no recorded launch)')).toMatchObject({
      owner: 'no recorded launch',
      kernels: 1,
      gpuSelf: 3000,
      calls: Number.NaN,
    });
  });

  it('adds up to the kernel sum of the scope', () => {
    const { totals } = operatorsTable(model, WHOLE_TRACE);
    expect(totals).toMatchObject({ gpuSelf: 100_000, kernels: 5 });
    expect(totals?.share).toBeCloseTo(1, 12);
  });

  it('follows the window by the start of the GPU event', () => {
    const rows = cellsOf(operatorsTable(model, { window: [50_000, 200_000] }));
    expect(rows.map(({ name, gpuSelf, calls }) => [name, gpuSelf, calls])).toEqual([
      ['aten::addmm', 30_000, 1],
      ['aten::linear', 0, 1],
    ]);
  });

  it('is empty without GPU work', () => {
    expect(operatorsTable(handMadeModel([operator('aten::mm', 0, 1)]), WHOLE_TRACE).rows).toBe(0);
  });

  it('has nothing under operators that flow pairs do not link', () => {
    const events = [operator('aten::mm', 0, 10), runtime('cudaLaunchKernel', 1, 2, 1), gpu('k', 5, 1, 1)];
    const rows = cellsOf(operatorsTable(handMadeModel(events, {}, TRACELENS), WHOLE_TRACE));
    expect(rows.map(({ name }) => name)).toEqual(['(no recorded launch)']);
  });
});

describe('operators by shape', () => {
  it('keeps calls of different shapes apart and adds up to the same sum', () => {
    const table = operatorShapesTable(model, WHOLE_TRACE);
    const rows = cellsOf(table);
    expect(
      rows.filter(({ name }) => name === 'aten::addmm').map(({ shapes, types, gpuSelf }) => [shapes, types, gpuSelf]),
    ).toEqual([
      ['(2,3) (3,4)', 'bf16', 10_000],
      ['(4) (2,3) (3,4)', 'bf16', 30_000],
    ]);
    expect(table.totals).toMatchObject({ gpuSelf: 100_000, kernels: 5 });
  });

  it('gives figures of a call, whose kernels add up', () => {
    const events = [0, 100].flatMap((at, i) => [
      operator('aten::mm', at, 50),
      runtime('cudaLaunchKernel', at + 1, 1, 2 * i + 1),
      runtime('cudaLaunchKernel', at + 3, 1, 2 * i + 2),
      gpu('a', at + 10, 4 + i, 2 * i + 1),
      gpu('b', at + 20, 6, 2 * i + 2),
    ]);
    const [row] = cellsOf(operatorShapesTable(handMadeModel(events), WHOLE_TRACE));
    expect(row).toMatchObject({
      calls: 2,
      kernels: 4,
      gpuSelf: 21_000,
      median: 10_500,
      min: 10_000,
      max: 11_000,
      shapes: null,
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { Hardware } from '../../roofline/hardware.ts';
import { conventionTotals } from '../convention-totals.ts';
import { cellsOf, frame, gpu, handMadeModel, type OnGpu, operator, runtime } from '../hand-made.ts';
import { modulesTable } from '../modules.ts';
import { operatorCategoriesTable } from '../operator-categories.ts';
import { operatorKernelsTable } from '../operator-kernels.ts';
import { operatorShapesTable } from '../operator-shapes.ts';
import { operatorsTable } from '../operators.ts';
import { type Basis, FIRST_BASIS } from '../report-types.ts';

const figure = (value: number) => ({ value, source: 'a test', confirmed: true });
/** 1000 GB/s, so that a byte takes 0.001 ns. */
const hardware: Hardware = {
  name: 'made up',
  datasheet: {
    bandwidth: figure(1000),
    peaks: { matrix_bf16: figure(100), matrix_tf32: figure(50), vector_fp32: figure(10) },
  },
  achievable: { peaks: {} },
  matrixOnVector: ['fp32'],
};
const BASIS: Basis = { ...FIRST_BASIS, hardware };

const square = (type: string) => ({
  'Input Dims': [
    [1000, 1000],
    [1000, 1000],
  ],
  'Input type': [type, type],
});
const BF16 = square('c10::BFloat16');

interface Kernel extends OnGpu {
  readonly name: string;
  readonly at: number;
  readonly dur: number;
}

/** Calls one after the other, each with the kernels it launches. */
function calls(...list: readonly (readonly [name: string, args: JsonObject, ...kernels: Kernel[]])[]): JsonObject[] {
  let correlation = 0;
  return list.flatMap(([name, args, ...kernels], i) => [
    operator(name, 100 * i, 50, args),
    ...kernels.flatMap(({ name: kernel, at, dur, ...on }) => {
      correlation++;
      return [
        runtime('cudaLaunchKernel', 100 * i + correlation, 1, correlation),
        gpu(kernel, at, dur, correlation, on),
      ];
    }),
  ]);
}

describe('work and roofs of operator tables', () => {
  // A product: 2·1000³ FLOPs, 20 µs at 100 TFLOP/s; 3·1000²·2 B, 6 µs. A copy of bf16: 2·1000²·2 B, 4 µs.
  const model = handMadeModel(
    calls(
      ['aten::mm', BF16, { name: 'gemm', at: 1000, dur: 40 }],
      ['aten::mm', BF16, { name: 'gemm', at: 1100, dur: 25 }],
      ['aten::copy_', BF16, { name: 'copy', at: 1200, dur: 8 }],
      ['my::op', {}, { name: 'mine', at: 1300, dur: 27 }],
    ),
  );

  it('are weighted by time, and of one call where calls are alike', () => {
    const table = operatorShapesTable(model, BASIS);
    const [mm, copy, mine] = cellsOf(table);
    expect(mm).toMatchObject({
      name: 'aten::mm',
      calls: 2,
      time: 65_000,
      gflop: 2,
      bytes: 6e6,
      bound: 'compute',
      peak: 'matrix_bf16',
      roofTime: 20_000,
      overRoof: 25_000,
      roofed: 1,
      whyNot: null,
      intensityLow: Number.NaN,
    });
    expect(mm.intensity).toBeCloseTo(2e9 / 6e6, 9);
    expect(mm.tflops).toBeCloseTo(4e9 / 65e-6 / 1e12, 9);
    expect(mm.tflopsMean).toBeCloseTo((50 + 80) / 2, 9);
    expect(mm.tbs).toBeCloseTo(12e6 / 65e-6 / 1e12, 9);
    expect(mm.tbsMean).toBeCloseTo((0.15 + 0.24) / 2, 9);
    expect(mm.roofShare).toBeCloseTo(40 / 65, 12);
    expect(copy).toMatchObject({ gflop: 0, bytes: 4e6, intensity: 0, bound: 'memory', peak: null, roofTime: 4000 });
    expect(copy.roofShare).toBeCloseTo(0.5, 12);
    expect(mine).toMatchObject({ gflop: Number.NaN, roofTime: Number.NaN, roofShare: Number.NaN, roofed: 0 });
    expect(mine.whyNot).toContain('no performance model');
    expect(table.totals).toMatchObject({ time: 100_000, overRoof: 29_000, busy: 100_000 });
  });

  it('add up where calls differ', () => {
    const inOne = handMadeModel([
      frame('nn.Module: All_0', 0, 1000),
      frame('nn.Module: Two_0', 0, 190),
      ...calls(
        ['aten::mm', BF16, { name: 'k', at: 1000, dur: 40 }],
        ['aten::mm', BF16, { name: 'k', at: 1100, dur: 25 }],
        ['aten::copy_', BF16, { name: 'k', at: 1200, dur: 8 }],
        ['my::op', {}, { name: 'k', at: 1300, dur: 27 }],
      ),
    ]);
    const [all, two] = cellsOf(modulesTable(inOne, BASIS));
    const [kernel] = cellsOf(operatorKernelsTable(inOne, BASIS));
    for (const row of [all, kernel]) {
      expect(row).toMatchObject({
        gflop: 4,
        bytes: 16e6,
        bound: 'compute',
        roofTime: 44_000,
        overRoof: 29_000,
        roofed: 0.73,
      });
      expect(row.roofShare).toBeCloseTo(44 / 73, 12);
      expect(row.tflops).toBeCloseTo(4e9 / 73e-6 / 1e12, 9);
      expect(row.intensity).toBeCloseTo(4e9 / 16e6, 9);
    }
    expect(all).toMatchObject({ total: 100_000, time: 35_000, totalShare: 1, calls: 1 });
    expect(two).toMatchObject({ total: 65_000, time: 65_000, gflop: 4, roofTime: 40_000, depth: 1 });
    expect(cellsOf(operatorCategoriesTable(inOne, BASIS)).map(({ name, roofTime }) => [name, roofTime])).toEqual([
      ['GEMM', 40_000],
      ['copy', 4000],
      ['other', Number.NaN],
    ]);
  });

  it('are missing without a device, with the reason', () => {
    const [mm] = cellsOf(operatorsTable(model, FIRST_BASIS));
    expect(mm).toMatchObject({ gflop: 4, roofTime: Number.NaN, bound: null, overRoof: Number.NaN });
    expect(mm.whyNot).toContain('No device is chosen');
  });

  it('may be over the roof, which is not clipped', () => {
    const fast = handMadeModel(calls(['aten::mm', BF16, { name: 'gemm', at: 100, dur: 10 }]));
    expect(cellsOf(operatorsTable(fast, BASIS))).toMatchObject([{ roofShare: 2, overRoof: -10_000 }]);
  });

  it('go by the time in which some kernel of a call runs', () => {
    const overlapping = calls([
      'aten::mm',
      BF16,
      { name: 'a', at: 100, dur: 40 },
      { name: 'b', at: 120, dur: 30, stream: 8 },
    ]);
    const [row] = cellsOf(operatorsTable(handMadeModel(overlapping), BASIS));
    expect(row).toMatchObject({ time: 70_000, busy: 50_000, overRoof: 30_000, roofShare: 0.4 });
    expect(row.tflops).toBeCloseTo(40, 9);
  });

  it('leave out calls of which the scope holds a part, but not their time', () => {
    const twoStreams = handMadeModel(
      calls(['aten::mm', BF16, { name: 'a', at: 100, dur: 40 }, { name: 'b', at: 120, dur: 30, stream: 8 }]),
    );
    const basis = { ...BASIS, scope: { stream: 8 } };
    const [row] = cellsOf(operatorsTable(twoStreams, basis));
    expect(row).toMatchObject({ time: 30_000, gflop: Number.NaN, roofShare: Number.NaN, roofed: 0 });
    expect(row.whyNot).toContain('a part of the call');
    expect(cellsOf(operatorShapesTable(twoStreams, basis))).toMatchObject([{ gflop: 2, roofShare: Number.NaN }]);
  });
});

describe('fp32 products', () => {
  const FP32 = square('float');

  it('have the roof of tf32 only where their kernels show it', () => {
    const model = handMadeModel(
      calls(
        ['aten::mm', FP32, { name: 'ampere_sgemm_128x64_nn', at: 1000, dur: 400 }],
        ['aten::mm', FP32, { name: 'cutlass_80_tensorop_s1688gemm_128x128_32x5_tn_align4', at: 2000, dur: 80 }],
        ['aten::mm', FP32, { name: 'sm80_xmma_gemm_f32f32_tf32f32_f32_nn_n', at: 3000, dur: 50 }],
        ['aten::mm', FP32, { name: 'ampere_bf16_s1688gemm_bf16_128x128_ldg8_f2f_stages_32x1_tn', at: 4000, dur: 400 }],
      ),
    );
    // 2e9 FLOPs: 200 µs at 10 TFLOP/s, 40 µs at 50.
    expect(cellsOf(operatorShapesTable(model, BASIS))).toMatchObject([
      { peak: 'vector_fp32', roofTime: 200_000, calls: 2, roofShare: 0.5 },
      { peak: 'matrix_tf32', roofTime: 40_000, calls: 2 },
    ]);
  });
});

describe('estimates between bounds', () => {
  it('give the roof time and intensity at either end', () => {
    // 2 tokens choose 2 of 4 experts: 2 to 4 are touched, each with (12·8 + 8·6)·2 B of weights.
    const moe = {
      'Input Dims': [
        [2, 8],
        [4, 12, 8],
        [4, 8, 6],
        [2, 2],
        [2, 2],
      ],
      'Input type': ['c10::BFloat16', 'c10::BFloat16', 'c10::BFloat16', 'float', 'int'],
    };
    const model = handMadeModel(calls(['aiter::fused_moe_', moe, { name: 'moe', at: 100, dur: 5 }]));
    for (const table of [operatorShapesTable, operatorsTable]) {
      const [row] = cellsOf(table(model, BASIS));
      const [low, most, high] = [row.roofTimeLow, row.roofTime, row.roofTimeHigh].map(Number);
      expect(high - low).toBeCloseTo(2 * (12 * 8 + 8 * 6) * 2 * 0.001, 9);
      expect(most).toBeGreaterThan(low);
      expect(most).toBeLessThan(high);
      // The same FLOPs over more bytes.
      expect(Number(row.intensityHigh) / Number(row.intensityLow)).toBeCloseTo(high / low, 9);
    }
  });
});

describe('totals under conventions', () => {
  it('are those of the scope', () => {
    const model = handMadeModel([
      ...calls(
        ['aten::mm', BF16, { name: 'gemm', at: 1000, dur: 40 }],
        ['my::op', {}, { name: 'mine', at: 1100, dur: 27 }],
      ),
      gpu('early', 5, 3, 0),
    ]);
    expect(conventionTotals(model, BASIS)).toEqual({
      calls: 3,
      linkedNs: 67_000,
      attributedNs: 70_000,
      estimatedNs: 40_000,
      roofedNs: 40_000,
      flops: 2e9,
      bytes: 6e6,
      roofNs: 20_000,
    });
    expect(conventionTotals(model, { ...BASIS, scope: { window: [0, 10_000] } })).toMatchObject({
      calls: 1,
      linkedNs: 0,
      attributedNs: 3000,
      flops: 0,
    });
    const dropping = { ...model, conventions: { ...model.conventions, unifiedWork: 'linkedComputation' as const } };
    expect(conventionTotals(dropping, BASIS)).toMatchObject({ calls: 2, linkedNs: 67_000, attributedNs: 67_000 });
  });
});

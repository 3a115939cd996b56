import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORRECTED, TRACELENS } from '../base/conventions.ts';
import { type Hardware, PEAK_NAMES } from './hardware.ts';
import { readHardware } from './hardware-json.ts';
import type { Engine, Precision } from './perf-model.ts';
import { PRESETS } from './presets.ts';
import { referenceRows } from './reference-rows.ts';
import { ridge, roofOf, shareOfRoof, type Work } from './roof.ts';

const preset = (name: string): Hardware => {
  const found = PRESETS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no preset ${name}`);
  return found;
};
const work = (engine: Engine | null, precision: Precision | null, flops: number, bytes: number | null): Work => ({
  engine,
  precision,
  flops,
  bytes,
});
const on = (name: string, kind: 'datasheet' | 'achievable' = 'datasheet', tf32 = false) => ({
  hardware: preset(name),
  kind,
  tf32,
});

/** The architecture with which the `expected_mi300x` tables were made. */
const MI300X_FILE = JSON.stringify({
  name: 'MI300X',
  mem_bw_gbps: 5300,
  memory_gb: 192,
  max_achievable_tflops: {
    matrix_fp16: 654,
    matrix_bf16: 708,
    matrix_fp32: 163,
    matrix_fp64: 81,
    matrix_fp8: 1273,
    matrix_int8: 2600,
    vector_fp16: 163,
    vector_bf16: 163,
    vector_fp32: 81,
    vector_fp64: 40,
  },
});

describe('roofOf', () => {
  it('bounds by memory below the ridge and by compute above it', () => {
    // 1 GB at 3350 GB/s; 989.4 GFLOP at 989.4 TFLOP/s.
    const below = roofOf(work('matrix', 'bf16', 1e9, 1e9), on('H100 SXM 80 GB'), CORRECTED);
    expect(below.bound).toBe('memory');
    expect(below.time).toBeCloseTo(298.507, 3);
    const above = roofOf(work('matrix', 'bf16', 989.4e9, 1e6), on('H100 SXM 80 GB'), CORRECTED);
    expect(above.bound).toBe('compute');
    expect(above.time).toBeCloseTo(1000, 9);
    expect(above.peak?.name).toBe('matrix_bf16');
    expect(shareOfRoof(above, 2000)).toBeCloseTo(50, 9);
    expect(shareOfRoof(above, 0)).toBeNull();
  });

  it('counts a tie as compute bound, as the reference does', () => {
    const { peaks, bandwidth } = preset('MI300X').datasheet;
    if (peaks.matrix_bf16 === undefined || bandwidth === undefined) throw new Error('figures absent');
    const flops = ridge(peaks.matrix_bf16, bandwidth) * 1e6;
    expect(roofOf(work('matrix', 'bf16', flops, 1e6), on('MI300X'), CORRECTED).bound).toBe('compute');
  });

  it('gives pure data movement the memory bound, and the reference none', () => {
    const copy = work(null, null, 0, 5.3e9);
    expect(roofOf(copy, on('MI300X'), CORRECTED)).toMatchObject({ bound: 'memory', noComputeRoof: null });
    expect(roofOf(copy, on('MI300X'), CORRECTED).time).toBeCloseTo(1000, 9);
    expect(roofOf(copy, on('MI300X'), TRACELENS)).toMatchObject({ bound: null, time: null });
  });

  it('says that a peak is missing and never stands in for it', () => {
    const fp4 = work('matrix', 'fp4', 1e12, 1e6);
    const roof = roofOf(fp4, on('H100 SXM 80 GB'), CORRECTED);
    expect(roof).toMatchObject({ noComputeRoof: 'no-figure', computeTime: null, bound: 'memory', peak: null });
    expect(roofOf(work('matrix', null, 1e12, 1e6), on('H100 SXM 80 GB'), CORRECTED).noComputeRoof).toBe('no-precision');
    expect(roofOf(fp4, on('H100 SXM 80 GB'), TRACELENS).time).toBeNull();
  });

  it('has no roof without figures', () => {
    const blank: Hardware = { name: 'x', datasheet: { peaks: {} }, achievable: { peaks: {} }, matrixOnVector: [] };
    const roof = roofOf(work('matrix', 'bf16', 1, 1), { hardware: blank, kind: 'datasheet', tf32: false }, CORRECTED);
    expect(roof).toMatchObject({ time: null, bound: null, memoryTime: null, computeTime: null });
    expect(shareOfRoof(roof, 1)).toBeNull();
  });

  it('runs fp32 products as tf32 only where allowed, else on the vector units of NVIDIA', () => {
    const fp32 = work('matrix', 'fp32', 1e12, 1);
    expect(roofOf(fp32, on('A100 SXM 80 GB'), CORRECTED).peak?.name).toBe('vector_fp32');
    expect(roofOf(fp32, on('A100 SXM 80 GB', 'datasheet', true), CORRECTED).peak?.name).toBe('matrix_tf32');
    expect(roofOf(fp32, on('MI300X'), CORRECTED).peak?.name).toBe('matrix_fp32');
    expect(roofOf(fp32, on('MI355X', 'datasheet', true), CORRECTED).peak?.name).toBe('matrix_fp32');
  });

  it('takes the datasheet bandwidth where nobody measured one', () => {
    const roof = roofOf(work('matrix', 'bf16', 1e12, 5.3e9), on('MI300X', 'achievable'), CORRECTED);
    expect(roof.memoryTime).toBeCloseTo(1000, 9);
    expect(roof.peak?.figure.value).toBe(708);
  });

  it('is finite, and monotone in FLOPs and bytes', () => {
    const amount = fc.double({ min: 0, max: 1e18, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...PRESETS),
        fc.constantFrom(...PEAK_NAMES),
        amount,
        amount,
        amount,
        (hardware, name, flops, bytes, more) => {
          const [engine, precision] = name.split('_') as [Engine, Precision];
          const choice = { hardware, kind: 'datasheet' as const, tf32: true };
          const time = roofOf(work(engine, precision, flops, bytes), choice, CORRECTED).time ?? Number.NaN;
          expect(time).toBeGreaterThanOrEqual(0);
          expect(time).toBeLessThan(Infinity);
          expect(roofOf(work(engine, precision, flops + more, bytes), choice, CORRECTED).time).toBeGreaterThanOrEqual(
            time,
          );
          expect(roofOf(work(engine, precision, flops, bytes + more), choice, CORRECTED).time).toBeGreaterThanOrEqual(
            time,
          );
        },
      ),
    );
  });
});

describe('the published roofline columns', () => {
  const rows = referenceRows().filter(
    ({ table, cell }) => table.endsWith('expected_mi300x') && cell('Compute Spec') !== '',
  );
  const file = readHardware(MI300X_FILE);

  it.skipIf(rows.length === 0)('are reproduced from their FLOPs and bytes', () => {
    if (!file.ok) throw new Error('the architecture file was refused');
    let withRoof = 0;
    for (const { call, table, cell } of rows) {
      const [engine, precision] = cell('Compute Spec').split('_') as [Engine, Precision];
      const bytes = cell('Data Moved (MB)') === '' ? null : Number(cell('Data Moved (MB)')) * 1024 ** 2;
      const choice = { hardware: file.value.hardware, kind: 'achievable' as const, tf32: false };
      const roof = roofOf(work(engine, precision, Number(cell('GFLOPS')) * 1e9, bytes), choice, TRACELENS);
      const where = `${table} ${call.name}`;
      const time = cell('Roofline Time (µs)_first');
      expect(roof.time === null, where).toBe(time === '');
      if (roof.time === null) continue;
      withRoof++;
      expect(roof.time / Number(time), where).toBeCloseTo(1, 9);
      expect(`${roof.bound?.toUpperCase()}_BOUND`, where).toBe(cell('Roofline Bound'));
    }
    expect(withRoof).toBeGreaterThan(100);
  });
});

import { describe, expect, it } from 'vitest';
import { hasSharedFile, readSharedTrace, SHARED_NOTE } from '../../fixtures/shared-traces.ts';
import { TRACELENS } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import { EventKind } from '../trace/trace-model.ts';
import { cellsOf } from './hand-made.ts';
import { referenceTables } from './reference/reference-tables.ts';

/**
 * Section K of the performance specification, the examples over traces. Times of the reference carry up to 5e-4 µs of rounding a kernel.
 * K.15, the full unified tables, is in `reference/reference-tables.test.ts`, K.17 in `trace/gpu-timeline.test.ts`, K.18 in
 * `trace/call-tree.test.ts` and `trace/launch-links.test.ts`; K.14 is over a trace that is not at hand.
 */
const BERT = 'traces/h100_bert_small/trace.json.gz';
const VIT = 'traces/h100_vit_nsfw/trace.json.gz';

type Row = Readonly<Record<string, string | number | null>>;

function sheetsOf(trace: string): ReadonlyMap<string, readonly Row[]> {
  const tables = referenceTables(buildModel(readSharedTrace(trace), TRACELENS), { includeUnlinked: false });
  return new Map(tables.map((table) => [table.schema.id, cellsOf(table)]));
}

/** Fails unless the cells of a row are those given; numbers within `places` decimals. */
function expectCells(row: Row | undefined, expected: Row, places: number): void {
  for (const [column, value] of Object.entries(expected)) {
    if (typeof value === 'number') expect(row?.[column], column).toBeCloseTo(value, places);
    else expect(row?.[column], column).toBe(value);
  }
}

describe.skipIf(!hasSharedFile(BERT))(`worked examples over h100_bert_small${SHARED_NOTE}`, () => {
  const sheets = hasSharedFile(BERT) ? sheetsOf(BERT) : new Map<string, readonly Row[]>();
  const rows = (sheet: string) => sheets.get(sheet) ?? [];

  it('K.1: the events and the timeline', () => {
    const { columns, kind } = buildModel(readSharedTrace(BERT), TRACELENS);
    expect(columns.length).toBe(2551);
    const counts = { cpuOp: 479, pythonFunction: 1385, runtime: 110, driver: 22, kernel: 60, memcpy: 1, flow: 193 };
    for (const [name, count] of Object.entries({ ...counts, metadata: 60 })) {
      const wanted = Object.entries(EventKind).find(([known]) => known === name)?.[1];
      expect(
        kind.reduce((sum, each) => sum + Number(each === wanted), 0),
        name,
      ).toBe(count);
    }
    const at = (type: string) => rows('gpu_timeline').find((row) => row.type === type);
    // 61 events of 5e-7 ms.
    expectCells(at('computation_time'), { 'time ms': 0.30719775390625, percent: 7.86109 }, 4);
    expectCells(at('exposed_memcpy_time'), { 'time ms': 0.002239990234375 }, 5);
    expectCells(at('busy_time'), { 'time ms': 0.309437744140625 }, 4);
    expectCells(at('idle_time'), { 'time ms': 3.59838720703125, percent: 92.0816 }, 4);
    expectCells(at('total_time'), { 'time ms': 3.907824951171875 }, 5);
    expect(at('total_comm_time')?.['time ms']).toBe(0);
  });

  it('K.2: the row of a matrix product', () => {
    const row = rows('unified_perf_summary').find(({ ex_UID }) => ex_UID === 48);
    expectCells(row, { name: 'aten::addmm', 'Compute Spec': 'matrix_bf16', operation_count: 17 }, 9);
    expectCells(row, { GFLOPS: 0.0739968, 'Data Moved (MB)': 0.7763671875, 'FLOPS/Byte': 90.89622641509433 }, 12);
    const time = { mean: 5.806942210477941, median: 5.7919921875, min: 5.633056640625, max: 6.080078125 };
    for (const [figure, value] of Object.entries(time)) {
      expect(Math.abs(Number(row?.[`Kernel Time (µs)_${figure}`]) - value)).toBeLessThan(5e-4);
    }
    expectCells(row, { 'Kernel Time (µs)_sum': 98.718017578125, 'Kernel Time (µs)_std': 0.11484330395890131 }, 3);
    expectCells(row, { 'TFLOPS/s_mean': 12.747460835993481 }, 3);
    expect((17 * 73_996_800) / Number(row?.['Kernel Time (µs)_sum']) / 1e6).toBeCloseTo(12.742816669758056, 3);
    const launcher = rows('ops_unique_args').find(({ ex_UID }) => ex_UID === 48);
    expectCells(launcher, { 'Percentage (%)': 31.90238 }, 3);
  });

  it('K.3: launchers by name and by category', () => {
    expect(rows('ops_summary')).toHaveLength(10);
    const [first, second, third, fourth] = rows('ops_summary');
    const cells = (name: string, total_direct_kernel_time_sum: number, Count: number) => ({
      name,
      total_direct_kernel_time_sum,
      Count,
    });
    expectCells(first, { ...cells('aten::addmm', 197.59814453125, 26), 'Percentage (%)': 63.857 }, 2);
    const attention = cells('aten::_flash_attention_forward', 37.408203125, 4);
    expectCells(second, { ...attention, Categories: "['other']" }, 2);
    expectCells(third, cells('aten::native_layer_norm', 30.912109375, 10), 2);
    expectCells(fourth, cells('aten::add', 14.752685546875, 9), 2);
    const shares = rows('ops_summary_by_category').map((row) => [row['op category'], row['Percentage (%)']]);
    expect(shares).toEqual(
      Object.entries({ GEMM: 63.857, other: 15.988, NORM_fwd: 9.99, elementwise: 8.986, reduce: 1.179 }).map(
        ([category, share]) => [category, expect.closeTo(share, 2)],
      ),
    );
  });
});

describe.skipIf(!hasSharedFile(VIT))(`worked example over h100_vit_nsfw${SHARED_NOTE}`, () => {
  it('K.8: a convolution with all that it launches', () => {
    const row = sheetsOf(VIT)
      .get('unified_perf_summary')
      ?.find(({ ex_UID }) => ex_UID === 2);
    expect(row?.name).toBe('aten::convolution');
    expect(Math.abs(Number(row?.['Kernel Time (µs)_sum']) - 129.60009765625)).toBeLessThan(7 * 5e-4);
    expectCells(row, { GFLOPS: 0.924844032, 'Data Moved (MB)': 3.421875 }, 12);
    expectCells(row, { 'TFLOPS/s_mean': 7.136136844997193 }, 3);
    expect(String(row?.kernel_details_summary).match(/'name': 'Memset/g)).toHaveLength(2);
    expect(String(row?.kernel_details_summary).match(/'name': /g)).toHaveLength(7);
  });
});

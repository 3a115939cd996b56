import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import type { Hardware } from '../../roofline/hardware.ts';
import { readHardware } from '../../roofline/hardware-json.ts';
import { cellsOf, frame, gpu, handMadeModel, operator, runtime } from '../hand-made.ts';
import { type ReferenceOptions, referenceTables } from './reference-tables.ts';

/** As the published conventions, but for the links, whose arrows hand-made events have not. */
const PUBLISHED: Conventions = { ...TRACELENS, linking: 'correlation' };
const BF16 = 'c10::BFloat16';

/** 1 TB/s, 100 TFLOP/s. */
function device(): Hardware {
  const read = readHardware(
    JSON.stringify({ name: 'round', mem_bw_gbps: 1000, max_achievable_tflops: { matrix_bf16: 100 } }),
  );
  if (!read.ok) throw new Error('the device is not read');
  return read.value.hardware;
}

const product = {
  'Input Dims': [
    [100, 1000],
    [1000, 500],
  ],
  'Input type': [BF16, BF16],
  'Concrete Inputs': ['', ''],
};
/** Two kernels of one call, 2 µs of the second beside the first. */
const events = [
  frame('nn.Module: Model_0', 0, 90),
  frame('nn.Module: Linear_3', 1, 30),
  operator('aten::mm', 2, 20, product),
  runtime('cudaLaunchKernel', 3, 1, 1),
  gpu('gemm', 100, 8, 1),
  runtime('cudaLaunchKernel', 5, 1, 2),
  gpu('reduce_partials', 106, 4, 2, { stream: 8 }),
  frame('nn.Module: Linear_4', 40, 30),
  operator('aten::mm', 42, 20, product),
  runtime('cudaLaunchKernel', 43, 1, 3),
  gpu('gemm', 120, 30, 3),
  operator('custom::op', 72, 10),
  operator('custom::inner', 73, 5),
  runtime('cudaLaunchKernel', 74, 1, 4),
  gpu('mine', 160, 3, 4),
];

function sheetsOf(conventions: Conventions, options: Partial<ReferenceOptions> = {}) {
  const tables = referenceTables(handMadeModel(events, {}, conventions), { includeUnlinked: false, ...options });
  return (id: string) => cellsOf(tables.find(({ schema }) => schema.id === id) ?? failed(id));
}

function failed(id: string): never {
  throw new Error(`no sheet ${id}`);
}

describe('columns beyond the published ones', () => {
  const hardware = { hardware: device(), kind: 'achievable', tf32: false } as const;

  it('show the kernel sum, rates by total time, time over the roof, and why there is no estimate', () => {
    const rows = sheetsOf(CORRECTED, { hardware })('unified_perf_summary');
    const mm = rows.filter(({ name }) => name === 'aten::mm');
    const flops = 2 * 100 * 1000 * 500;
    const bytes = 2 * (100 * 1000 + 1000 * 500 + 100 * 500);
    // The roof: 1e8 / 1e14 s = 1 µs of computing, 1.3e6 / 1e12 s = 1.3 µs of memory. Busy: 10 and 30 µs.
    expect(mm).toEqual([
      expect.objectContaining({
        operation_count: 2,
        'Kernel Time (µs)_sum': 40,
        kernel_sum_us: 42,
        'TFLOPS/s_mean': expect.closeTo((flops / 1e7 + flops / 3e7) / 2, 9),
        'TFLOPS/s_weighted': expect.closeTo((2 * flops) / 4e7, 9),
        'TB/s_weighted': expect.closeTo((2 * bytes) / 4e7, 9),
        time_over_roofline_us: expect.closeTo(40 - 2.6, 9),
        why_not: null,
      }),
    ]);
    expect(rows.find(({ name }) => name !== 'aten::mm')).toMatchObject({ why_not: 'no-model', kernel_sum_us: 3 });
    expect(sheetsOf(CORRECTED)('GEMM')[0]).not.toHaveProperty('time_over_roofline_us');
    expect(sheetsOf(CORRECTED)('ops_summary')[0]).toMatchObject({ name: 'aten::mm', kernel_sum_ms: 0.042 });
  });

  it('are absent from the published sheets', () => {
    const sheets = sheetsOf(PUBLISHED, { hardware });
    for (const id of ['unified_perf_summary', 'GEMM', 'ops_summary', 'ops_summary_by_category', 'ops_unique_args']) {
      expect(Object.keys(sheets(id)[0]).filter((name) => /kernel_sum|weighted|over|why|lower/.test(name))).toEqual([]);
    }
  });

  it('give the ends of what depends on data', () => {
    const tokens = {
      'Input Dims': [
        [32, 3072],
        [32, 32],
      ],
      'Input type': [BF16, BF16],
    };
    const model = handMadeModel([
      operator('pseudo_op::moe_triton_unfused_down', 0, 20, tokens),
      runtime('hipLaunchKernel', 1, 1, 1),
      gpu('_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1', 30, 10, 1),
    ]);
    const table = referenceTables(model, { includeUnlinked: false }).find(({ schema }) => /MoE/.test(schema.id));
    const [row] = table ? cellsOf(table) : [];
    expect(row?.GFLOPS_lower).toBe(row?.GFLOPS_upper);
    expect(Number(row?.['Data Moved (MB)_lower'])).toBeLessThan(Number(row?.['Data Moved (MB)_first']));
    expect(Number(row?.['Data Moved (MB)_upper'])).toBeGreaterThan(Number(row?.['Data Moved (MB)_first']));
  });
});

describe('launchers', () => {
  it('are told apart by the module above them and by their kernels, numbers of modules aside', () => {
    const sheets = sheetsOf(PUBLISHED, { layout: 'inference', groupByParentModule: true, groupByNumKernels: true });
    expect(sheets('ops_summary').map((row) => [row.name, row.parent_module, row.call_stack_first])).toEqual([
      ['aten::mm', 'nn.Module: Linear', "['aten::mm', 'nn.Module: Linear_3', 'nn.Module: Model_0']"],
      ['custom::inner', 'nn.Module: Model', "['custom::inner', 'nn.Module: Model_0']"],
    ]);
    expect(sheets('ops_unique_args').map((row) => [row.name, row.num_kernels, row.operation_count])).toEqual([
      ['aten::mm', 1, 1],
      ['aten::mm', 2, 1],
      ['custom::inner', 1, 1],
    ]);
    expect(sheets('ops_summary_by_category').map((row) => [row['op category'], row.parent_module])).toEqual([
      ['GEMM', 'nn.Module: Linear'],
      ['other', 'nn.Module: Model'],
    ]);
  });

  it('of helpers below a known operator have its category, or that of their own name', () => {
    const nested = [
      operator('aten::_scaled_dot_product_flash_attention', 0, 30),
      operator('helper', 1, 20),
      runtime('cudaLaunchKernel', 2, 1, 1),
      gpu('flash', 40, 5, 1),
    ];
    const category = (conventions: Conventions) => {
      const tables = referenceTables(handMadeModel(nested, {}, conventions), { includeUnlinked: false });
      return tables
        .filter(({ schema }) => schema.id === 'ops_summary_by_category' || schema.id === 'kernel_summary')
        .map((table) => cellsOf(table)[0])
        .map((row) => row['op category'] ?? row['Parent op category']);
    };
    expect(category(CORRECTED)).toEqual(['SDPA_fwd', 'SDPA_fwd']);
    expect(category(PUBLISHED)).toEqual(['other', 'other']);
  });

  it('hold collectives under the corrected conventions', () => {
    const communication = [
      operator('c10d::allreduce_', 0, 30),
      runtime('cudaLaunchKernel', 2, 1, 1),
      gpu('ncclDevKernel_AllReduce', 40, 5, 1),
    ];
    const names = (conventions: Conventions) =>
      referenceTables(handMadeModel(communication, {}, conventions), { includeUnlinked: false })
        .filter(({ schema }) => schema.id === 'ops_summary')
        .flatMap((table) => cellsOf(table).map((row) => row.name));
    expect(names(CORRECTED)).toEqual(['c10d::allreduce_']);
    expect(names(PUBLISHED)).toEqual([]);
  });
});

describe('other choices', () => {
  it('show where calls come from, and when launchers first ran', () => {
    const called = [
      frame('app/run_2.py(1): main', 0, 100),
      frame('torch/nn/modules/module.py(1779): _call_impl', 1, 80),
      ...events.slice(2, 7),
      operator('aten::mm', 42, 20, product),
      runtime('cudaLaunchKernel', 43, 1, 3),
      gpu('gemm', 120, 30, 3),
    ];
    const tables = referenceTables(handMadeModel(called, {}, PUBLISHED), {
      includeUnlinked: false,
      includeCallStack: true,
      includeFirstOccurrence: true,
      groupByNumKernels: true,
    });
    const rows = (id: string) => tables.filter(({ schema }) => schema.id === id).flatMap(cellsOf);
    expect(rows('unified_perf_summary')[0]).toMatchObject({
      entry_point: 'app/run.py(1): main',
      call_stack_full:
        "['app/run.py(1): main', 'torch/nn/modules/module.py(1779): _call_impl', 'aten::mm', ['gemm'], ['reduce_partials']]",
    });
    expect(rows('ops_unique_args').map((row) => row.first_occurrence_time)).toEqual([40, 0]);
  });

  it('call a kernel short below a length of choice', () => {
    const counts = (shortKernelUs?: number) =>
      sheetsOf(
        CORRECTED,
        shortKernelUs === undefined ? {} : { shortKernelUs },
      )('short_kernel_histogram').reduce((sum, { count }) => sum + Number(count), 0);
    expect([counts(), counts(8), counts(100)]).toEqual([3, 2, 4]);
  });
});

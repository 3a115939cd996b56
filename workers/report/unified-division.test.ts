import { describe, expect, it } from 'vitest';
import { HAS_SHARED_TRACES, readSharedTrace, SHARED_NOTE, sharedTracePaths } from '../../fixtures/shared-traces.ts';
import { CATEGORIES } from '../attribution/categories.ts';
import { type UnifiedRows, unifiedRows } from '../attribution/unified.ts';
import { unifiedTimes } from '../attribution/unified-times.ts';
import { CORRECTED, TRACELENS } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { gpu, handMadeModel, operator, runtime } from './hand-made.ts';

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe(`the division of GPU time of every shared trace${SHARED_NOTE}`, () => {
  it.skipIf(!HAS_SHARED_TRACES).each(sharedTracePaths())(
    '%s adds up to the nanosecond, and is the whole of it under the corrected conventions',
    (path) => {
      const columns = readSharedTrace(path);
      for (const conventions of [CORRECTED, TRACELENS]) {
        const model = buildModel(columns, conventions);
        const rows = unifiedRows(model);
        const middle = (model.span[0] + model.span[1]) / 2;
        for (const scope of [{}, { window: [model.span[0], middle] as const }, ...model.streams.slice(0, 1)]) {
          const gpuRows = gpuRowsInScope(model, scope);
          const times = unifiedTimes(model, rows, gpuRows);
          const all = sum(gpuRows.map((row) => columns.dur[model.gpuEvents[row]]));
          expect(sum(times.kernelNs) + times.unattributedNs).toBe(all);
          if (conventions === CORRECTED) expect(times.unattributedNs).toBe(0);
          expect(times.busyNs.every((busy, row) => busy <= times.kernelNs[row])).toBe(true);
        }
        expect(sum(rows.rowOf.map((row) => Number(row >= 0)))).toBe(
          sum(Array.from({ length: rows.count }, (_, row) => rows.kernels(row).length)),
        );
      }
    },
    300_000,
  );
});

/** Rows by name, with category and names of their kernels. */
function described(model: TraceModel, rows: UnifiedRows = unifiedRows(model)) {
  const { columns, gpuEvents } = model;
  return Array.from({ length: rows.count }, (_, row) => {
    const { call, category } = rows.calls[rows.callOf[row]];
    const kernels = [...rows.kernels(row)].map((k) => columns.strings.get(columns.name[gpuEvents[k]]));
    return [call.name, category, CATEGORIES[rows.categoryOf[row]].id, kernels];
  });
}

const shapes = {
  'Input Dims': [
    [4, 8],
    [8, 2],
  ],
  'Input type': ['float', 'float'],
};
const launched = (correlation: number, ts: number, kernel: string, at: number) => [
  runtime('cudaLaunchKernel', ts, 1, correlation),
  gpu(kernel, at, 10, correlation),
];

describe('unified rows', () => {
  it('take an operator with a model whole, and what it launches beside it by kernel', () => {
    const model = handMadeModel([
      operator('my::layer', 0, 100),
      ...launched(1, 1, 'own', 200),
      operator('aten::mm', 10, 20, shapes),
      ...launched(2, 11, 'gemm', 220),
      operator('aten::helper', 15, 5),
      ...launched(3, 16, 'split', 240),
    ]);
    expect(described(model)).toEqual([
      ['aten::mm', 'GEMM', 'gemm', ['gemm', 'split']],
      ['my::layer->own (Synthetic Op)', 'other', 'other', ['own']],
    ]);
  });

  it('stop at the first operator that launches itself where none has a model', () => {
    const model = handMadeModel([
      operator('outer', 0, 100),
      operator('inner', 10, 50),
      ...launched(1, 11, 'a', 200),
      operator('innermost', 20, 10),
      ...launched(2, 21, 'b', 220),
    ]);
    expect(described(model).map(([name, , , kernels]) => [name, kernels])).toEqual([['inner', ['a', 'b']]]);
  });

  it('hold collectives, unlinked kernels and those of graphs', () => {
    const events = [
      operator('c10d::allreduce_', 0, 10),
      ...launched(1, 1, 'ncclDevKernel_AllReduce', 100),
      runtime('cudaGraphLaunch', 20, 1, 2),
      gpu('gemm', 120, 10, 2),
      gpu('late', 140, 10, 99),
    ];
    const model = handMadeModel(events);
    const rows = unifiedRows(model);
    expect(described(model).map(([name]) => name)).toEqual([
      'c10d::allreduce_',
      'cudaGraphLaunch->gemm (Synthetic Op)',
      'late',
    ]);
    expect(rows.event[2]).toBe(-1);
    expect(Array.from(rows.callOf, (call) => rows.calls[call].verdict)).toEqual([
      { whyNot: 'no-model' },
      { whyNot: 'graph-kernel' },
      { whyNot: 'no-model' },
    ]);
    expect(described(handMadeModel(events, {}, TRACELENS)).map(([name]) => name)).toEqual([
      'cudaGraphLaunch->gemm (Synthetic Op)',
    ]);
  });

  it('give gradients the backward model of their forward operator where it alone computes them', () => {
    const events = (nodes: number) => [
      operator('aten::_scaled_dot_product_flash_attention', 0, 10, {
        'Input Dims': [
          [1, 2, 16, 8],
          [1, 2, 16, 8],
          [1, 2, 16, 8],
        ],
        'Input type': ['c10::BFloat16', 'c10::BFloat16', 'c10::BFloat16'],
        'Concrete Inputs': ['', '', '', '0.', 'False'],
        'Sequence number': 7,
      }),
      operator('autograd::engine::evaluate_function: AttentionBackward0', 20, 40, {
        'Sequence number': 7,
        'Fwd thread id': 1,
      }),
      ...Array.from({ length: nodes }, (_, i) => [
        operator('AttentionBackward0', 21 + 10 * i, 8),
        ...launched(i + 1, 22 + 10 * i, 'bwd', 100 + 20 * i),
      ]).flat(),
    ];
    const [row] = described(handMadeModel(events(1)));
    expect(row).toEqual(['AttentionBackward0', 'SDPA_bwd', 'attention', ['bwd']]);
    const model = handMadeModel(events(1));
    const { calls } = unifiedRows(model);
    expect('estimate' in calls[0].verdict && calls[0].verdict.estimate.flops).toBeGreaterThan(0);
    expect(described(handMadeModel(events(2))).map(([, category]) => category)).toEqual(['other', 'other']);
  });

  it('keep calls of a step without requests for them, or drop them with all they hold', () => {
    const shape = [32, 8, 64];
    const args = { 'Input Dims': [shape, shape, shape], 'Input type': ['c10::Half', 'c10::Half', 'c10::Half'] };
    const label = 'execute_0_context_0(sq0sk0sqsq0sqsk0)_generation_0(sq0sk0sqsq0sqsk0)';
    const events = [
      { ...operator(label, 0, 50), cat: 'user_annotation' },
      operator('vllm::unified_attention_with_output', 0, 20, args),
      ...launched(1, 1, 'attn', 100),
    ];
    expect(described(handMadeModel(events)).map(([name]) => name)).toEqual(['vllm::unified_attention_with_output']);
    expect(described(handMadeModel(events, {}, { ...CORRECTED, withoutStep: 'dropped' }))).toEqual([]);
  });

  it('judge calls that are alike once', () => {
    const model = handMadeModel(
      [0, 1, 2].flatMap((i) => [
        operator('aten::mm', 100 * i, 20, { ...shapes, 'External id': i + 5, 'Sequence number': i }),
        ...launched(i + 1, 100 * i + 1, 'gemm', 100 * i + 50),
      ]),
    );
    const rows = unifiedRows(model);
    expect(rows.count).toBe(3);
    expect(rows.calls.length).toBe(1);
    expect(rows.calls[0].call.context.args).toEqual({});
  });
});

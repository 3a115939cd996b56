import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import { cellsOf, gpu, handMadeModel, operator, runtime } from '../hand-made.ts';
import { categorySheets } from './category-sheets.ts';
import { kernelOverlaps } from './kernel-overlap.ts';
import { unifiedSheet } from './unified-sheet.ts';

/** As the published conventions, but for the links, whose arrows hand-made events have not. */
const PUBLISHED: Conventions = { ...TRACELENS, linking: 'correlation' };
const norm = {
  'Input Dims': [[1, 141, 512], [], [512], [512], []],
  'Input type': ['c10::BFloat16', 'ScalarList', 'c10::BFloat16', 'c10::BFloat16', 'Scalar'],
  'Input Strides': [[72192, 512, 1], [], [1], [1], []],
  'Concrete Inputs': ['', '[512]', '', '', '1e-05'],
};
const launched = (correlation: number, ts: number, kernel: string, at: number, dur: number, stream = 7) => [
  runtime('cudaLaunchKernel', ts, 1, correlation),
  gpu(kernel, at, dur, correlation, { stream }),
];

describe('sheets of operator calls', () => {
  const nested = [
    operator('aten::layer_norm', 0, 20, norm),
    operator('aten::native_layer_norm', 5, 10, norm),
    ...launched(1, 6, 'ln', 100, 4),
    operator('aten::layer_norm', 30, 20, norm),
  ];

  it('give a family its calls of the unified table, or every call of it, nested ones and those without GPU work too', () => {
    const rowsUnder = (conventions: Conventions) =>
      categorySheets(handMadeModel(nested, {}, conventions), 'pytorch', {}).flatMap((sheet) =>
        cellsOf(sheet).map((row) => [sheet.schema.id, row.name, row.name_count, row['Kernel Time (µs)_sum']]),
      );
    expect(rowsUnder(CORRECTED)).toEqual([['Normalization', 'aten::layer_norm', 1, 4]]);
    expect(rowsUnder(PUBLISHED)).toEqual([
      ['Normalization', 'aten::layer_norm', 2, 4],
      ['Normalization', 'aten::native_layer_norm', 1, 4],
    ]);
  });

  it('show amounts, rates and parameters (worked example K.4)', () => {
    const [row] = cellsOf(unifiedSheet(handMadeModel(nested, {}, PUBLISHED), {}));
    expect(row).toMatchObject({
      name: 'aten::layer_norm',
      'op category': 'NORM_fwd',
      operation_count: 1,
      GFLOPS: 0.000364032,
      'Data Moved (MB)': 0.28125,
      'Compute Spec': 'vector_bf16',
      'TB/s_mean': expect.closeTo(0.073728, 12),
      'TFLOPS/s_mean': expect.closeTo(0.091008, 12),
      has_perf_model: 'True',
      'Percentage (%)': 100,
    });
    expect(row.perf_params).toContain("'op_shape': (1, 141, 512)");
  });

  it('evaluate a forward call over its autograd nodes in the backward sheet', () => {
    const attention = {
      'Input Dims': [[1, 2, 16, 8], [1, 2, 16, 8], [1, 2, 16, 8], [], []],
      'Input type': ['c10::BFloat16', 'c10::BFloat16', 'c10::BFloat16', 'Scalar', 'Scalar'],
      'Concrete Inputs': ['', '', '', '0.', 'False'],
      'Sequence number': 7,
    };
    const model = handMadeModel(
      [
        operator('aten::_scaled_dot_product_flash_attention', 0, 10, attention),
        ...launched(1, 1, 'fwd', 100, 5),
        operator('autograd::engine::evaluate_function: AttentionBackward0', 20, 40, {
          'Sequence number': 7,
          'Fwd thread id': 1,
        }),
        ...launched(2, 22, 'bwd', 120, 9),
      ],
      {},
      PUBLISHED,
    );
    const sheets = categorySheets(model, 'pytorch', {}).map((sheet) => {
      const [row] = cellsOf(sheet);
      return [sheet.schema.id, row.name, row['Kernel Time (µs)_sum']];
    });
    expect(sheets).toEqual([
      ['SDPA_bwd', 'aten::_scaled_dot_product_flash_attention', 9],
      ['SDPA_fwd', 'aten::_scaled_dot_product_flash_attention', 5],
    ]);
  });
});

describe('kernels that ran beside others', () => {
  // A runs from 100 to 110; B beside it on another stream for 4 µs, C for 0.5 µs, D on its own stream, E for its own operator.
  const model = handMadeModel([
    operator('one', 0, 20),
    ...launched(1, 1, 'A', 100, 10),
    ...launched(5, 3, 'E', 101, 2, 10),
    operator('two', 30, 20),
    ...launched(2, 31, 'B', 106, 20, 8),
    ...launched(3, 33, 'C', 109.5, 3, 9),
    ...launched(4, 35, 'D', 110, 3),
    gpu('unlinked', 100, 10, 99, { stream: 11 }),
  ]);
  const rowOf = (name: string) =>
    Array.from(model.gpuEvents, (event) => model.columns.strings.get(model.columns.name[event])).indexOf(name);

  it('are those of another stream and operator, for a microsecond at least', () => {
    const overlaps = kernelOverlaps(model, false);
    expect(overlaps.names([rowOf('A')])).toBe("('B',)");
    expect(overlaps.share([rowOf('A')])).toBe(0.4);
    expect(overlaps.share([rowOf('B')])).toBe(0.2);
    expect(overlaps.details([[rowOf('A')]])).toBe(
      "[{'name': 'B', 'stream': 8, 'mean_duration_us': 20.0, 'mean_overlap_pct': 0.4}]",
    );
    expect(overlaps.names([rowOf('D')])).toBeUndefined();
    expect(overlaps.share([rowOf('D')])).toBeNaN();
  });

  it('include unlinked ones where these count', () => {
    expect(kernelOverlaps(model, true).names([rowOf('A')])).toBe("('B', 'unlinked')");
    expect(kernelOverlaps(model, true).share([rowOf('A')])).toBe(1);
  });

  it('tell rows apart', () => {
    const sheet = unifiedSheet(model, { overlaps: kernelOverlaps(model, false) });
    expect(sheet.schema.id).toBe('unified_perf_summary_kl_overlap');
    const cells = cellsOf(sheet).map((row) => [row.name, row.overlapping_kernel_names, row.overlap_pct_mean]);
    expect(cells).toContainEqual(['one', "('B',)", 0.4]);
  });
});

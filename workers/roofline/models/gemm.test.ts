import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import type { JsonValue } from '../../base/json.ts';
import { registeredModel } from '../registry.ts';
import { estimateOf, opCall } from '../test-call.ts';

const BF16 = 'c10::BFloat16';
const FP8 = 'c10::Float8_e4m3fn';
const FP4 = 'c10::Float4_e2m1fn_x2';
const BYTE = 'unsigned char';

function estimate(conventions: Conventions, ...call: Parameters<typeof opCall>) {
  return estimateOf(registeredModel(call[0], conventions)?.model?.(opCall(...call), conventions));
}

/** FLOPs and bytes under both conventions. */
function work(...call: Parameters<typeof opCall>) {
  const [corrected, tracelens] = [CORRECTED, TRACELENS].map((conventions) => estimate(conventions, ...call));
  return [corrected.flops, corrected.bytes, tracelens.flops, tracelens.bytes];
}

describe('matrix products', () => {
  it('addmm: the product, its bias, and its parameters', () => {
    const dims = [[512], [141, 512], [512, 512], [], []];
    const { terms, params } = estimate(TRACELENS, 'aten::addmm', dims, [BF16, BF16, BF16]);
    expect(terms[0]).toEqual({
      of: 'flops',
      label: 'matrix product',
      formula: '2·M·N·K',
      filled: '2·141·512·512',
      value: 73_924_608,
    });
    expect(params).toMatchObject({ M: 141, N: 512, K: 512, bias: true, dtype_A_B: [BF16, BF16], B: 1 });
    expect(work('aten::addmm', dims, [BF16, BF16, BF16])).toEqual([73_996_800, 814_080, 73_996_800, 814_080]);
  });

  it('bmm', () => {
    // 2·1·32·559·1; (32 + 559 + 32·559)·4
    expect(
      work(
        'aten::bmm',
        [
          [1, 32, 1],
          [1, 1, 559],
        ],
        ['float', 'float'],
      ),
    ).toEqual([35_776, 73_916, 35_776, 73_916]);
  });

  it('baddbmm: a full bias is read in full; published one row a batch', () => {
    const operands = 3 * (4 * 5 + 5 * 6 + 4 * 6) * 2;
    const flops = 3 * (2 * 4 * 6 * 5 + 4 * 6);
    expect(
      work(
        'aten::baddbmm',
        [
          [3, 4, 6],
          [3, 4, 5],
          [3, 5, 6],
        ],
        [BF16, BF16, BF16],
      ),
    ).toEqual([flops, operands + 3 * 4 * 6 * 2, flops, operands + 3 * 6 * 2]);
  });

  it('_scaled_mm: bias in its slot and output dtype as named; published neither', () => {
    const call = [
      'aten::_scaled_mm',
      [[4, 16], [16, 8], [1], [1], [8]],
      [FP8, FP8, 'float', 'float', BF16],
      { concrete: { 6: '6' } },
    ] as const;
    const inputs = 4 * 16 + 16 * 8;
    expect(work(...call)).toEqual([1024 + 32, inputs + 32 * 4 + 8 * 4, 1024, inputs + 32 * 2]);
    // fp4 pairs hold twice the elements of K.
    const packed = estimate(
      CORRECTED,
      'aten::_scaled_mm',
      [
        [4, 16],
        [16, 8],
      ],
      [FP4, FP4],
    );
    expect([packed.flops, packed.bytes, packed.precision]).toEqual([2048, inputs + 32 * 2, 'fp4']);
  });

  it('int8 products have int32 output and the int8 roof', () => {
    const { flops, bytes, precision } = estimate(
      CORRECTED,
      'aten::_int_mm',
      [
        [4, 16],
        [16, 8],
      ],
      ['signed char', 'signed char'],
    );
    expect([flops, bytes, precision]).toEqual([1024, 64 + 128 + 32 * 4, 'int8']);
    expect(
      estimate(
        CORRECTED,
        'bitsandbytes::int8_linear_matmul',
        [
          [4, 16],
          [8, 16],
        ],
        ['signed char', 'signed char'],
      ).flops,
    ).toBe(1024);
  });

  it('te_gemm reads transposition flags', () => {
    const dims: JsonValue[] = [[4, 16], [], [], [], [], [16, 8], [], [], [], [], [4, 8]];
    const types = [BF16, '', '', '', '', BF16, '', '', '', '', 'float'];
    expect(work('tex_ts::te_gemm_ts', dims, types, { concrete: { 4: '1', 9: '1' } })).toEqual([1024, 512, 1024, 512]);
    const transposed = dims.with(0, [16, 4]).with(5, [8, 16]);
    expect(work('tex_ts::te_gemm_ts', transposed, types)).toEqual([1024, 512, 1024, 512]);
  });

  it('matmul broadcasts its batch, and a shared matrix makes more rows', () => {
    expect(
      estimate(
        CORRECTED,
        'aten::matmul',
        [
          [5, 1, 2, 3],
          [4, 3, 6],
        ],
        [BF16, BF16],
      ).flops,
    ).toBe(2 * 20 * 2 * 3 * 6);
    const shared = estimate(
      CORRECTED,
      'aten::matmul',
      [
        [5, 2, 3],
        [3, 6],
      ],
      [BF16, BF16],
    );
    expect([shared.flops, shared.bytes]).toEqual([2 * 10 * 3 * 6, (10 * 3 + 3 * 6 + 10 * 6) * 2]);
    expect(estimate(CORRECTED, 'aten::matmul', [[3], [3]], [BF16, BF16]).flops).toBe(6);
    expect(estimate(CORRECTED, 'aten::mv', [[4, 3], [3]], [BF16, BF16]).flops).toBe(24);
  });

  it('says why not', () => {
    const model = registeredModel('aten::mm', CORRECTED)?.model;
    expect(
      model?.(
        opCall(
          'aten::mm',
          [
            [2, 3],
            [4, 5],
          ],
          [BF16, BF16],
        ),
        CORRECTED,
      ),
    ).toEqual({ whyNot: 'inconsistent-shapes' });
    expect(model?.({ ...opCall('aten::mm', [], []), dims: undefined }, CORRECTED)).toEqual({ whyNot: 'no-shapes' });
    expect(
      estimate(
        CORRECTED,
        'aten::mm',
        [
          [0, 3],
          [3, 5],
        ],
        [BF16, BF16],
      ).flops,
    ).toBe(0);
    expect(
      estimate(
        CORRECTED,
        'aten::mm',
        [
          [2, 3],
          [3, 5],
        ],
        ['what'],
      ).bytes,
    ).toBeNull();
  });

  it.each([
    ['Cijk_Ailk_Bljk_BBS_MT64x64x64', [false, false]],
    ['Cijk_Alik_Bjlk_BBS', [true, true]],
    ['nvjet_hsh_64x8_64x16_4x1_v_bz_TNT', [true, false]],
  ])('tells transposition by %s', (kernel, transpose) => {
    const kernels = ['Memset (Device)', kernel];
    expect(
      estimate(
        TRACELENS,
        'aten::mm',
        [
          [2, 3],
          [3, 5],
        ],
        [BF16],
        { kernels },
      ).params.transpose,
    ).toEqual(transpose);
  });
});

describe('quantised matrix products', () => {
  it('8-bit operands, scales as parameters', () => {
    const { flops, bytes, precision, params } = estimate(
      CORRECTED,
      'aiter::gemm_a8w8_blockscale_ck',
      [
        [32, 256],
        [512, 256],
        [32, 2],
        [4, 2],
        [32, 512],
      ],
      [FP8, FP8, 'float', 'float', BF16],
    );
    expect([flops, bytes, precision]).toEqual([2 * 32 * 256 * 512, 32 * 256 + 512 * 256 + 32 * 512 * 2, 'fp8']);
    expect(params).toMatchObject({ block_k: 128, block_n: 128, scale_dtype: 'float', output_shape: [32, 512] });
  });

  it('fp4 pairs with block scales', () => {
    const bytes = 4 * 64 * 0.5 + 8 * 64 * 0.5 + 4 * 2 + 8 * 2 + 2 * 4 * 8;
    const call = [
      'aiter::gemm_a4w4',
      [
        [4, 32],
        [8, 32],
        [4, 2],
        [8, 2],
      ],
      [FP4, FP4, BYTE, BYTE],
    ] as const;
    expect(work(...call)).toEqual([2 * 4 * 8 * 64, bytes, 2 * 4 * 8 * 64, bytes]);
    expect(
      estimate(
        TRACELENS,
        'aiter::gemm_afp4wfp4_',
        [
          [4, 32],
          [8, 32],
        ],
        [BYTE, BYTE],
      ).precision,
    ).toBe('fp4');
  });

  it('hipBLASLt: transposition of operands and of the output', () => {
    const types = [FP8, 'float', FP8, 'float'];
    const plain = { concrete: { 5: 'False', 6: 'True', 7: 'False' } };
    const bytes = 4 * 16 + 16 * 8 + 2 * 32;
    expect(work('primus_turbo::hipblaslt_gemm_fp8', [[4, 16], [], [8, 16], []], types, plain)).toEqual([
      1024,
      bytes,
      1024,
      bytes,
    ]);
    // Transposed output: B' = A, A' = B, flags exchanged and inverted.
    const swapped = { concrete: { 5: 'False', 6: 'True', 7: 'True' } };
    const { params } = estimate(
      TRACELENS,
      'primus_turbo::hipblaslt_gemm_fp8',
      [[4, 16], [], [8, 16], []],
      types,
      swapped,
    );
    expect([params.M, params.N, params.K]).toEqual([8, 4, 16]);
    const fp4 = estimate(
      TRACELENS,
      'primus_turbo::hipblaslt_gemm_fp4',
      [
        [4, 16],
        [4, 1],
        [8, 16],
        [8, 1],
      ],
      [FP4, BYTE, FP4, BYTE],
      plain,
    );
    expect([fp4.flops, fp4.bytes]).toEqual([2048, 4 * 16 + 8 * 16 + 4 + 8 + 2 * 32]);
  });

  it('half-precision forms differ in output dtype', () => {
    const dims = [[4, 16], [8, 16], [], []];
    const inputs = (4 * 16 + 16 * 8) * 2;
    expect(work('aiter::gemm_a16w16', dims, [BF16, BF16])[3]).toBe(inputs + 32 * 2);
    expect(work('aiter::gemm_a16w16_atomic_', dims, [BF16, BF16, '', 'float'])[3]).toBe(inputs + 32 * 4);
    expect(
      work(
        'aiter::_gemm_a16w16_asm',
        [
          [4, 16],
          [8, 16],
          [4, 8],
        ],
        [BF16, BF16, 'float'],
      )[3],
    ).toBe(inputs + 32 * 4);
    expect(work('vllm::rocm_unquantized_gemm', [[4, 16], [8, 16], [8]], [BF16, BF16, BF16])).toEqual([
      1024 + 32,
      inputs + 64 + 16,
      1024 + 32,
      inputs + 64 + 16,
    ]);
  });

  it('dynamically quantised: packed weights are half as many bytes; published as wide as activations', () => {
    expect(
      work(
        'vllm::gemm_with_dynamic_quant',
        [
          [4, 32],
          [8, 16],
        ],
        [BF16, BYTE],
      ),
    ).toEqual([2 * 4 * 8 * 32, 4 * 32 * 2 + 8 * 32 * 0.5 + 32 * 2, 2 * 4 * 8 * 32, 4 * 32 * 2 + 8 * 32 * 2 + 32 * 2]);
  });

  it('batched forms', () => {
    const a16wfp4 = work(
      'aiter::batched_gemm_a16wfp4_',
      [
        [3, 4, 32],
        [3, 8, 16],
      ],
      [BF16, BYTE],
    );
    expect(a16wfp4[3]).toBe(3 * (4 * 32 * 2 + 32 * 8 * 0.5 + 32 * 2));
    const name = 'batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant';
    expect(
      work(
        `sglang_profiler::${name}_${name}`,
        [
          [4, 3, 32],
          [3, 8, 32],
        ],
        [BF16, FP8],
      )[2],
    ).toBe(3 * 2 * 4 * 8 * 32);
  });

  it('weight-only products read weights as stored', () => {
    // AWQ: 8 int4 weights an int, scales a group of 128, zero points as weights.
    const { flops, bytes, precision } = estimate(
      CORRECTED,
      '_C::awq_gemm',
      [
        [2, 256],
        [256, 64],
        [2, 512],
        [2, 64],
      ],
      ['c10::Half', 'int', 'c10::Half', 'int'],
    );
    const weights = 256 * 64 * 4 + 2 * 512 * 2 + 2 * 64 * 4;
    expect([flops, bytes, precision]).toEqual([2 * 2 * 512 * 256, 2 * 256 * 2 + weights + 2 * 512 * 2, 'fp16']);
  });

  it('CUTLASS products take the output as their first argument', () => {
    const { flops, bytes } = estimate(
      CORRECTED,
      '_C::cutlass_scaled_mm',
      [[4, 8], [4, 16], [16, 8], [1], [1], [8]],
      [BF16, FP8, FP8, 'float', 'float', BF16],
    );
    expect([flops, bytes]).toEqual([1024 + 32, 64 + 128 + 32 * 2 + 8 * 2]);
  });
});

describe('properties', () => {
  const extent = fc.integer({ min: 0, max: 4096 });
  const grow = fc.integer({ min: 0, max: 512 });
  const shapes: Readonly<Record<string, (m: number, n: number, k: number) => JsonValue[]>> = {
    'aten::mm': (m, n, k) => [
      [m, k],
      [k, n],
    ],
    'aten::addmm': (m, n, k) => [[n], [m, k], [k, n]],
    'aten::bmm': (m, n, k) => [
      [7, m, k],
      [7, k, n],
    ],
    'aten::baddbmm': (m, n, k) => [
      [7, m, n],
      [7, m, k],
      [7, k, n],
    ],
    'aten::linear': (m, n, k) => [[m, k], [n, k], [n]],
    'aten::_scaled_mm': (m, n, k) => [
      [m, k],
      [k, n],
    ],
    'aiter::gemm_a16w16': (m, n, k) => [[m, k], [n, k], [n]],
    'aiter::gemm_a4w4': (m, n, k) => [
      [m, k],
      [n, k],
      [m, 1],
      [n, 1],
    ],
    'aiter::gemm_a8w8_ck': (m, n, k) => [
      [m, k],
      [n, k],
    ],
  };

  it.each(Object.entries(shapes))(
    '%s is monotone in M, N and K; bytes follow the dtype, FLOPs do not',
    (name, dims) => {
      fc.assert(
        fc.property(extent, extent, extent, grow, grow, grow, (m, n, k, dm, dn, dk) => {
          for (const conventions of [CORRECTED, TRACELENS].filter((each) => registeredModel(name, each))) {
            const of = (dtype: string, ...extents: [number, number, number]) =>
              estimate(conventions, name, dims(...extents), new Array<string>(4).fill(dtype));
            const [small, large] = [of(BF16, m, n, k), of(BF16, m + dm, n + dn, k + dk)];
            expect(large.flops).toBeGreaterThanOrEqual(small.flops);
            expect(large.bytes).toBeGreaterThanOrEqual(small.bytes ?? Number.NaN);
            const wide = of('float', m, n, k);
            expect(wide.flops).toBe(small.flops);
            expect(wide.bytes).toBeGreaterThanOrEqual(small.bytes ?? Number.NaN);
            if (name.startsWith('aten::')) expect(wide.bytes).toBe(2 * (small.bytes ?? Number.NaN));
          }
        }),
        { numRuns: 50 },
      );
    },
  );
});

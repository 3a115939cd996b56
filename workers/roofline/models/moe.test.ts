import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import { registeredModel } from '../registry.ts';
import { estimateOf, opCall } from '../test-call.ts';
import { expectedExperts } from './expert-layers.ts';

const BF16 = 'c10::BFloat16';
const FP8 = 'c10::Float8_e4m3fn';
const BYTE = 'unsigned char';
const MB = 1024 ** 2;

function estimate(conventions: Conventions, ...call: Parameters<typeof opCall>) {
  return estimateOf(registeredModel(call[0], conventions)?.model?.(opCall(...call), conventions));
}

describe('expert layers', () => {
  it('triton down and up projection of a decode step', () => {
    const kernels = ['_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1'];
    const call = [
      [
        [32, 3072],
        [32, 32],
      ],
      [BF16, BF16],
      { kernels },
    ] as const;
    const down = estimate(TRACELENS, 'pseudo_op::moe_triton_unfused_down', ...call);
    expect(down.precision).toBe('fp4');
    expect(down.params).toEqual({
      num_tokens: 32,
      hidden_dim: 3072,
      inter_dim: 3072,
      num_experts: 32,
      topk: 4,
      gated: false,
      input_dtype: BF16,
      weight_dtype: 'FP4',
    });
    const up = estimate(TRACELENS, 'pseudo_op::moe_triton_unfused_up', ...call);
    expect([up.flops, up.params.gated]).toEqual([4_831_838_208, true]);
    expect((up.bytes ?? 0) / MB).toBeCloseTo(284.9228269331473, 9);
    const prefill = estimate(
      TRACELENS,
      'pseudo_op::moe_triton_unfused_up',
      [
        [8192, 3072],
        [8192, 32],
      ],
      [BF16, BF16],
      { kernels },
    );
    expect((prefill.bytes ?? 0) / MB).toBeCloseTo(528, 9);
  });

  it('bf16 weights of triton kernels; published: none', () => {
    const call = opCall(
      'pseudo_op::moe_triton_unfused_up',
      [
        [32, 64],
        [32, 8],
      ],
      [BF16, BF16],
      {
        kernels: ['_matmul_ogs_NNT_bf16xbf16xbf16_16x128x256x1'],
      },
    );
    const model = registeredModel(call.name, CORRECTED)?.model;
    expect(model?.(call, TRACELENS)).toEqual({ whyNot: 'unknown-dtype' });
    expect(estimateOf(model?.(call, CORRECTED)).precision).toBe('bf16');
  });

  it('fused: one expert makes the counts plain', () => {
    // 3 tokens of 8, one expert of 5 with a gate: 2·3·8·5·2 + 2·3·8·5 + 3·8·1; all weights 3·40.
    const dims = [
      [3, 8],
      [3, 8],
      [1, 10, 8],
      [1, 8, 5],
    ];
    const { flops, bytes, precision } = estimate(CORRECTED, 'aiter::fmoe_g1u1', dims, [BF16, FP8, FP8, FP8], {
      concrete: { 8: '1' },
    });
    expect([flops, bytes, precision]).toEqual([480 + 240 + 24, 24 + 120 + 48, 'fp8']);
    const model = registeredModel('aiter::fmoe_g1u1', CORRECTED)?.model;
    expect(model?.(opCall('aiter::fmoe_g1u1', dims, [BF16, FP8, FP8, FP8]), CORRECTED)).toEqual({
      whyNot: 'inconsistent-shapes',
    });
  });

  it('packed weights: two to a byte by their extents; published a byte each', () => {
    const call = [
      'pseudo_op::moe_aiter_fused_1stage',
      [
        [1, 8],
        [2, 12, 4],
        [2, 8, 3],
        [1, 2],
      ],
      [BF16, BYTE],
    ] as const;
    // Both experts are touched by one token of top-2: 2·6·8·3 weights.
    expect(estimate(CORRECTED, ...call).bytes).toBe(16 + 288 / 2 + 16);
    expect(estimate(TRACELENS, ...call).bytes).toBe(16 + 288 + 16);
    expect(estimate(TRACELENS, ...call).params).toMatchObject({ inter_dim: 6, gated: true, topk: 2 });
  });

  it('stages cut from a fused layer', () => {
    const stage1 = estimate(
      CORRECTED,
      'aiter::ck_moe_stage1',
      [[1, 8], [2, 12, 8], [2, 8, 6], [], [], [], [1, 2, 6]],
      [BF16, BF16, BF16, '', '', '', BF16],
    );
    expect([stage1.flops, stage1.bytes]).toEqual([2 * 8 * 6 * 2 * 2, 16 + 2 * 2 * 48 * 2 + 12 * 2]);
    const stage2 = estimate(
      CORRECTED,
      'aiter::ck_moe_stage2',
      [[1, 2, 6], [2, 12, 8], [2, 8, 6], [], [], [], [1, 8]],
      [BF16, BF16, BF16, '', '', '', BF16],
    );
    expect([stage2.flops, stage2.bytes]).toEqual([2 * 6 * 8 * 2, 12 * 2 + 2 * 48 * 2 + 16]);
    const gemm1 = estimate(
      CORRECTED,
      'aiter::moe_cktile2stages_gemm1_ck',
      [
        [1, 8],
        [2, 12, 8],
        [1, 2, 6],
      ],
      [BF16, BF16, BF16],
    );
    expect([gemm1.flops, gemm1.bytes]).toEqual([stage1.flops, stage1.bytes]);
    const gemm2 = estimate(
      CORRECTED,
      'aiter::moe_cktile2stages_gemm2_ck',
      [
        [1, 2, 6],
        [2, 8, 6],
        [1, 8],
      ],
      [BF16, BF16, BF16],
    );
    expect([gemm2.flops, gemm2.bytes]).toEqual([stage2.flops, stage2.bytes]);
  });

  it('4-bit weights of GPTQ and AWQ', () => {
    const dims = [
      [1, 8],
      [2, 12, 4],
      [2, 8, 3],
      [1, 2],
      [1, 2],
    ];
    const types = [BF16, 'int', 'int', 'float', 'int'];
    const up = estimate(TRACELENS, 'pseudo_op::moe_gptq_awq_up', dims, types);
    expect([up.flops, up.bytes, up.precision]).toEqual([2 * 8 * 6 * 2 * 2, 16 + 2 * 2 * 48 * 0.5 + 12 * 2, 'bf16']);
    const down = estimate(TRACELENS, 'pseudo_op::moe_gptq_awq_down', dims, types);
    expect([down.flops, down.bytes]).toEqual([2 * 6 * 8 * 2, 12 * 2 + 2 * 48 * 0.5 + 16]);
  });

  it("SGLang's routed product", () => {
    const name = 'sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel';
    const dims = [[3, 8], [1, 6, 8], [], [3, 1, 6], [], [], [], [], [3, 1]];
    const { flops, bytes } = estimate(TRACELENS, name, dims, [BF16, FP8, '', BF16]);
    expect([flops, bytes]).toEqual([2 * 3 * 6 * 8, 3 * 8 * 2 + 48 + 3 * 6 * 2]);
  });

  it('expects experts as random routing does, and stays between its bounds', () => {
    expect(expectedExperts(32, 4, 32)).toBeCloseTo(31.554, 3);
    expect(expectedExperts(8, 8, 1)).toBe(8);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 64 }),
        fc.nat(500),
        fc.nat(50),
        (experts, k, tokens, more) => {
          const topk = Math.min(k, experts);
          const of = (count: number) =>
            estimate(
              CORRECTED,
              'aiter::fused_moe_',
              [
                [count, 8],
                [experts, 12, 8],
                [experts, 8, 6],
                [count, topk],
                [count, topk],
              ],
              [BF16, BF16],
            );
          const { flops, bytes, interval } = of(tokens);
          const [low, high] = interval?.bytes ?? [Number.NaN, Number.NaN];
          expect(bytes).toBeGreaterThanOrEqual(low * (1 - 1e-12));
          expect(bytes).toBeLessThanOrEqual(high * (1 + 1e-12));
          expect(of(tokens + more).flops).toBeGreaterThanOrEqual(flops);
          expect(of(tokens + more).bytes).toBeGreaterThanOrEqual((bytes ?? Number.NaN) * (1 - 1e-12));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('grouped products', () => {
  const name = 'primus_turbo::grouped_gemm';

  it('compact: rows divided among the weights of groups, either way round', () => {
    const bytes = (10 * 8 + 3 * 8 * 6) * 2 + 10 * 6 * 2;
    for (const weights of [
      [3, 8, 6],
      [3, 6, 8],
    ]) {
      const { flops, bytes: moved } = estimate(TRACELENS, name, [[10, 8], weights], [BF16, BF16]);
      expect([flops, moved]).toEqual([2 * 10 * 8 * 6, bytes]);
    }
  });

  it('lists of matrices', () => {
    const { flops, bytes, params } = estimate(
      TRACELENS,
      name,
      [
        [
          [4, 8],
          [6, 8],
        ],
        [
          [8, 6],
          [8, 6],
        ],
      ],
      [BF16, BF16],
    );
    expect([flops, bytes, params.M, params.G]).toEqual([2 * 10 * 8 * 6, (10 * 8 + 2 * 8 * 6) * 2 + 120, 10, 2]);
  });

  it('divided inner extent: the gradient writes a matrix a group; published one', () => {
    const call = ['primus_turbo::grouped_gemm_variable_k', [[10, 8], [10, 6], [3]], [BF16, BF16]] as const;
    expect(estimate(TRACELENS, ...call).bytes).toBe((80 + 48) * 2 + 120);
    expect(estimate(CORRECTED, ...call).bytes).toBe((80 + 60) * 2 + 3 * 48 * 2);
  });

  it('_grouped_mm by the ranks of its operands', () => {
    const of = (dims: number[][], ...more: number[][]) =>
      estimate(CORRECTED, 'aten::_grouped_mm', [...dims, ...more], [BF16, BF16]);
    expect(
      of([
        [10, 8],
        [3, 8, 6],
      ]).bytes,
    ).toBe((80 + 144 + 60) * 2);
    expect(
      of([
        [3, 10, 8],
        [3, 8, 6],
      ]).flops,
    ).toBe(3 * 2 * 10 * 8 * 6);
    expect(
      of(
        [
          [10, 8],
          [8, 6],
        ],
        [4],
      ).bytes,
    ).toBe((80 + 48 + 4 * 60) * 2);
  });
});

import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../base/conventions.ts';
import { expectedExperts } from './models/expert-layers.ts';
import type { Estimate } from './perf-model.ts';
import { registeredModel } from './registry.ts';
import { estimateOf, opCall } from './test-call.ts';

/** Section K of the performance specification, the examples that need no trace; those with one are in `report/worked-examples.test.ts`. */

const BF16 = 'c10::BFloat16';
const MB = 1024 ** 2;
const THREE = [BF16, BF16, BF16];
type Call = Parameters<typeof opCall>;

function estimate(conventions: Conventions, ...call: Call): Estimate {
  return estimateOf(registeredModel(call[0], conventions)?.model?.(opCall(...call), conventions));
}
const published = (...call: Call) => estimate(TRACELENS, ...call);
const megabytes = ({ bytes }: Estimate) => (bytes ?? Number.NaN) / MB;
const intensity = ({ flops, bytes }: Estimate) => flops / (bytes ?? Number.NaN);
const specOf = ({ engine, precision, computeSpec }: Estimate) => computeSpec ?? `${engine}_${precision}`;

describe('worked examples of models', () => {
  it('K.2: addmm', () => {
    const row = published('aten::addmm', [[512], [141, 512], [512, 512], [], []], THREE);
    expect([row.flops, row.bytes]).toEqual([2 * 141 * 512 * 512 + 141 * 512, (72_192 + 262_144 + 72_192 + 512) * 2]);
    expect([row.flops, row.bytes]).toEqual([73_996_800, 814_080]);
    expect([megabytes(row), intensity(row), specOf(row)]).toEqual([0.7763671875, 90.89622641509433, 'matrix_bf16']);
  });

  it('K.4: layer norm', () => {
    const dims = [[1, 141, 512], [], [512], [512], []];
    const row = published('aten::native_layer_norm', dims, [BF16, 'ScalarList', BF16, BF16], {
      concrete: { 1: '[512]' },
    });
    expect([row.flops, row.bytes]).toEqual([5 * 72_192 + 6 * 512, 2 * 72_192 * 2 + 6 * 512 * 2]);
    expect([row.flops, row.bytes, megabytes(row)]).toEqual([364_032, 294_912, 0.28125]);
  });

  it('K.5: add', () => {
    const tensor = [1, 141, 512];
    const row = estimate(CORRECTED, 'aten::add', [tensor, tensor, []], [BF16, BF16, 'Scalar']);
    expect([row.flops, row.bytes, megabytes(row)]).toEqual([72_192, 433_152, 0.4130859375]);
    expect([intensity(row), specOf(row)]).toEqual([1 / 6, 'vector_bf16']);
  });

  it('K.6: causal flash attention', () => {
    const tensor = [16, 16, 559, 64];
    const call = ['aten::_scaled_dot_product_flash_attention', [tensor, tensor, tensor], THREE] as const;
    const row = published(...call, { concrete: { 4: 'True' } });
    expect([row.flops, row.bytes, megabytes(row)]).toEqual([10_239_377_408, 4 * 9_158_656 * 2, 69.875]);
  });

  it('K.7: a mean over the last dimension, which the published arithmetic takes to leave one output', () => {
    const dims = [[16, 559, 1024], [], []];
    const call = ['aten::mean', dims, ['float'], { concrete: { 1: '[-1]', 2: 'True' } }] as const;
    const row = published(...call);
    expect([row.flops, row.bytes, megabytes(row)]).toEqual([9_158_656, 4 * (9_158_656 + 1), 34.937503814697266]);
    expect(estimate(CORRECTED, ...call).bytes).toBe(4 * (9_158_656 + 8_944));
    expect(megabytes(estimate(CORRECTED, ...call))).toBeCloseTo(34.9716, 4);
  });

  it('K.8: convolution forward, its bias counted where conventions read it', () => {
    const dims = [[4, 3, 224, 224], [768, 3, 16, 16], [768], [], [], [], [], [], []];
    const concrete = { 3: '[16, 16]', 4: '[0, 0]', 5: '[1, 1]', 6: 'False', 7: '[0, 0]', 8: '1' };
    const call = ['aten::convolution', dims, THREE, { concrete }] as const;
    const row = published(...call);
    expect([row.flops, row.bytes, megabytes(row)]).toEqual([924_844_032, 3_588_096, 3.421875]);
    expect(estimate(CORRECTED, ...call).flops).toBe(924_844_032 + 602_112);
  });

  it('K.9: convolution backward', () => {
    const tensor = [10, 64, 56, 56];
    const concrete = {
      4: '[1, 1]',
      5: '[1, 1]',
      6: '[1, 1]',
      7: 'False',
      8: '[0, 0]',
      9: '1',
      10: '[True, True, False]',
    };
    const dims = [tensor, tensor, [64, 64, 3, 3], [], [], [], [], [], [], [], []];
    for (const conventions of [CORRECTED, TRACELENS]) {
      const row = estimate(conventions, 'aten::convolution_backward', dims, THREE, { concrete });
      expect([row.flops, row.bytes, megabytes(row)]).toEqual([4_624_220_160, 16_203_776, 15.453125]);
    }
  });

  it('K.9: batch norm forward and backward', () => {
    const [x, grad, channels] = [[10, 64, 56, 56], [10, 64, 112, 112], [64]];
    const five = [BF16, BF16, BF16, BF16, BF16];
    const forward = published('aten::batch_norm', [x, channels, channels, channels, channels, []], five, {
      concrete: { 5: 'True' },
    });
    expect([forward.flops, forward.bytes, megabytes(forward)]).toEqual([10_035_584, 8_028_928, 7.656982421875]);
    const backward = published(
      'aten::native_batch_norm_backward',
      [grad, grad, channels, channels, channels, channels, channels, [], [], []],
      [...five, BF16, BF16],
      { concrete: { 7: 'True', 8: '1e-05', 9: '[True, True, True]' } },
    );
    expect([backward.flops, megabytes(backward)]).toEqual([72_253_440, 45.93798828125]);
  });

  it('K.10: a compiled pointwise kernel', () => {
    const dims = [[8, 4096, 8192], [32768, 8192], []];
    const call = ['triton_poi_fused__unsafe_view_mul_silu_2', dims, [BF16, BF16]] as const;
    const row = published(...call, { concrete: { 2: '268435456' } });
    expect([row.flops / 1e9, row.bytes, megabytes(row)]).toEqual([1.34217728, 1_610_612_736, 1536]);
    expect(specOf(row)).toBe('vector_bfloat16');
  });

  it('K.12: down projection of expert layers', () => {
    const tensors = [
      [32, 3072],
      [32, 32],
    ];
    const kernels = ['_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1'];
    const row = published('pseudo_op::moe_triton_unfused_down', tensors, [BF16, BF16], { kernels });
    expect(row.flops).toBe(2_415_919_104);
    expect(megabytes(row)).toBeCloseTo(142.93016346657365, 9);
    expect(expectedExperts(32, 4, 32)).toBeCloseTo(32 * (1 - 0.875 ** 32), 9);
    expect(expectedExperts(32, 4, 32)).toBeCloseTo(31.554, 3);
  });

  it('K.13: RMS norm with addition, rotary embedding', () => {
    const x = [32, 4096];
    const norm = published('aiter::add_rmsnorm', [x, x, x, x, [4096], []], [BF16, BF16, BF16, BF16, BF16]);
    expect([norm.flops, norm.bytes, megabytes(norm)]).toEqual([655_424, 1_056_768, 1.0078125]);
    const rotary = published(
      'sgl_kernel::rotary_embedding',
      [[32], x, [32, 1024], [], [41216, 128]],
      ['long int', BF16, BF16, 'Scalar', BF16],
      { concrete: { 3: '128' } },
    );
    expect([rotary.flops, megabytes(rotary)]).toEqual([491_520, 0.625]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import type { JsonValue } from '../../base/json.ts';
import type { OpCall } from '../op-call.ts';
import type { Estimate, Verdict } from '../perf-model.ts';
import { registeredModel } from '../registry.ts';

/** The published arithmetic for every name that has a model. */
const EXTENDED_TRACELENS: Conventions = { ...TRACELENS, coverage: 'extended' };
const BF16 = 'c10::BFloat16';
const FP8 = 'c10::Float8_e4m3fn';

type Tensors = readonly (readonly [shape: JsonValue, type: string])[];

function callOf(
  name: string,
  tensors: Tensors,
  concrete: readonly string[] = [],
  kernels: readonly string[] = [],
): OpCall {
  return {
    name,
    dims: tensors.map(([shape]) => shape),
    types: tensors.map(([, type]) => type),
    strides: tensors.map(() => []),
    concrete,
    context: { kernels, args: {} },
  };
}

function verdict(call: OpCall, conventions = CORRECTED): Verdict {
  return registeredModel(call.name, conventions)?.model?.(call, conventions) ?? { whyNot: 'no-model' };
}

function estimate(call: OpCall, conventions = CORRECTED): Estimate {
  const found = verdict(call, conventions);
  if ('whyNot' in found) throw new Error(`${call.name}: ${found.whyNot}`);
  return found.estimate;
}

/** FLOPs and bytes. */
const pair = (call: OpCall, conventions = CORRECTED) => {
  const { flops, bytes } = estimate(call, conventions);
  return [flops, bytes];
};
const NONE = ['', ''] as const;
const scalar = [[], 'Scalar'] as const;

describe('normalisation', () => {
  it('W5b: inference is no training, and absent weights are not read', () => {
    const call = callOf('aten::batch_norm', [[[2, 4, 8], 'float'], NONE, NONE], ['', '', '', '', '', 'False']);
    expect(pair(call)).toEqual([2 * 64 + 6 * 4, (2 * 64 + 2 * 4) * 4]);
    expect(pair(call, TRACELENS)).toEqual([5 * 64 + 6 * 4, (2 * 64 + 6 * 4) * 4]);
  });

  it('vLLM and SGLang forms equal their aiter counterparts', () => {
    const x = [[32, 4096], BF16] as const;
    const weight = [[4096], BF16] as const;
    expect(pair(callOf('_C::rms_norm', [x, x, weight, scalar]))).toEqual(
      pair(callOf('aiter::rmsnorm', [x, x, weight])),
    );
    expect(pair(callOf('sgl_kernel::fused_add_rmsnorm', [x, x, weight, scalar]))).toEqual([655424, 1056768]);
  });

  it('quantising forms write a byte an element and a scale a group', () => {
    const call = callOf(
      'vllm::rocm_aiter_rmsnorm_fp8_group_quant',
      [[[2, 256], BF16], [[256], BF16], scalar, scalar],
      ['', '', '1e-06', '128'],
    );
    // Base 2·(2·256+2) + 2·512, quantised 2·512; 512·2 + 256·2 + 512 + 4·2·2.
    expect(pair(call)).toEqual([1028 + 1024 + 1024, 1024 + 512 + 512 + 16]);
  });
});

describe('elementwise', () => {
  it('a copy computes nothing, and one FLOP an element in the published tables', () => {
    const call = callOf('aten::copy_', [[[4, 8], 'float'], [[4, 8], BF16], scalar]);
    expect(pair(call)).toEqual([0, 32 * 6]);
    expect(estimate(call).engine).toBeNull();
    expect(pair(call, TRACELENS)).toEqual([32, 32 * 6]);
    expect(
      pair(
        callOf('aten::copy_', [
          [[4, 8], 'float'],
          [[8], 'float'],
        ]),
      ),
    ).toEqual([0, 32 * 4 + 8 * 4]);
  });

  it('pads the innermost dimension first', () => {
    const call = callOf('aten::replication_pad2d', [[[1, 2, 4, 4], BF16]], ['', '[1, 1, 2, 2]']);
    expect(pair(call)).toEqual([96, (32 + 96) * 2]);
    expect(estimate(call).params.output_shape).toEqual([1, 2, 8, 6]);
  });

  it('up-samples to a size, and by factors where no size is recorded', () => {
    const sized = callOf('aten::upsample_nearest2d', [[[1, 256, 512, 512], BF16]], ['', '[1024, 1024]', '2.', '2.']);
    expect(pair(sized, TRACELENS)).toEqual([268435456, 640 * 1024 ** 2]);
    const scaled = callOf('aten::upsample_nearest2d', [[[1, 256, 512, 512], BF16], NONE, scalar], ['', '', '[2., 2.]']);
    expect(pair(scaled)).toEqual([268435456, 640 * 1024 ** 2]);
    expect(verdict(scaled, TRACELENS)).toEqual({ whyNot: 'inconsistent-shapes' });
  });

  it('gated activations read both halves', () => {
    const call = callOf('_C::gelu_and_mul', [
      [[4, 8], BF16],
      [[4, 16], BF16],
    ]);
    expect(pair(call)).toEqual([8 * 32, 3 * 32 * 2]);
    expect(
      verdict(
        callOf('_C::gelu_and_mul', [
          [[4, 8], BF16],
          [[4, 8], BF16],
        ]),
      ),
    ).toEqual({
      whyNot: 'inconsistent-shapes',
    });
  });

  it('samplers write a token a row', () => {
    const call = callOf('aiter::mixed_sample_outer_exponential', [
      [[2], 'int'],
      [[2, 10], 'float'],
      [[2, 10], 'float'],
    ]);
    expect(pair(call)).toEqual([40, 80 + 80 + 8]);
  });

  it('comparisons write flags, and where reads its condition', () => {
    expect(pair(callOf('aten::eq', [[[4, 8], 'long int'], scalar]))).toEqual([32, 32 * 8 + 4 + 32]);
    const where = callOf('aten::where', [
      [[4, 1], 'bool'],
      [[4, 8], BF16],
      [[], BF16],
    ]);
    expect(pair(where)).toEqual([32, 4 + 64 + 2 + 64]);
  });

  it('refuses shapes that cannot be broadcast', () => {
    const call = callOf('aten::mul', [
      [[4, 8], BF16],
      [[3, 8], BF16],
    ]);
    expect(verdict(call)).toEqual({ whyNot: 'inconsistent-shapes' });
  });
});

describe('reductions', () => {
  it('tells max of two tensors, max over a dimension and max of all apart', () => {
    const x = [[4, 8], 'float'] as const;
    expect(pair(callOf('aten::max', [x, x], ['', '']))).toEqual([32, 3 * 32 * 4]);
    expect(pair(callOf('aten::max', [x, scalar, scalar], ['', '1', 'False']))).toEqual([32, (32 + 4) * 4 + 4 * 8]);
    expect(pair(callOf('aten::max', [x], ['']))).toEqual([32, 33 * 4]);
    expect(verdict(callOf('aten::amax', [x, scalar], ['', '[2]', 'False']))).toEqual({ whyNot: 'inconsistent-shapes' });
  });

  it('argmax writes an index a row; a dtype is no dimension', () => {
    const logits = [[32, 151936], 'float'] as const;
    const argmax = callOf('aten::argmax', [logits, scalar, scalar], ['', '-1', 'False']);
    expect(pair(argmax)).toEqual([32 * 151936, 32 * 151936 * 4 + 32 * 8]);
    expect(estimate(callOf('aten::sum', [logits, scalar], ['', '1'])).params.num_output_elems).toBe(1);
  });

  it('softmax reads and writes once, in float32 where asked for', () => {
    const x = [[1, 64, 256, 256], BF16] as const;
    const n = 64 * 256 * 256;
    expect(pair(callOf('aten::_softmax', [x, scalar, scalar], ['', '-1', 'False']))).toEqual([5 * n, 4 * n]);
    expect(pair(callOf('aten::_softmax', [x, scalar, scalar], ['', '-1', 'True']))).toEqual([5 * n, 6 * n]);
  });
});

describe('rotary embedding, caches, quantisation', () => {
  const q = [[32, 4096], BF16] as const;
  const k = [[32, 1024], BF16] as const;
  const positions = [[32], 'long int'] as const;

  it('rotates the part of a head that the cache covers', () => {
    const call = callOf('_C::rotary_embedding', [positions, q, k, scalar, [[99, 64], BF16]], ['', '', '', '128']);
    expect(pair(call)).toEqual([491520 / 2, 0.3125 * 1024 ** 2]);
  });

  it('writes caches in their own dtype', () => {
    const kv = [[32, 8, 64], BF16] as const;
    const cache = [[100, 32, 8, 64], FP8] as const;
    const call = callOf('_C_cache_ops::reshape_and_cache_flash', [kv, kv, cache, cache, positions]);
    expect(pair(call)).toEqual([0, 2 * 16384 * 2 + 2 * 16384 + 32 * 8]);
    const store = callOf('sglang::store_cache', [k, k]);
    expect(pair(store, TRACELENS)).toEqual([0, 0.25 * 1024 ** 2]);
  });

  it('quantises', () => {
    expect(pair(callOf('primus_turbo::quantize_fp8_tensorwise', [[[100], BF16]]))).toEqual([100, 300]);
    expect(pair(callOf('primus::quantize_mxfp4_dual', [[[32, 64], BF16]]))).toEqual([2048, 4096 + 2048 + 64 + 64]);
    const group = callOf('aiter::dynamic_per_group_scaled_quant', [
      [[4, 128], FP8],
      [[4, 128], BF16],
      [[4, 1], 'float'],
    ]);
    expect(pair(group)).toEqual([1328, 1024 + 512 + 16]);
    const token = callOf('vllm::triton_per_token_group_quant_fp8', [[[4, 256], BF16], scalar], ['', '128']);
    expect(pair(token)).toEqual([6144, 2048 + 1024 + 32]);
    expect(pair(callOf('sglang_profiler::quant_dynamic_mxfp4_quant', [[[2, 32], BF16]]))).toEqual([128, 128 + 32 + 2]);
  });
});

describe('further families', () => {
  it('squared errors of (8,16,32,32), in one number or an element each, and their gradient', () => {
    const x = [[8, 16, 32, 32], 'float'] as const;
    const n = 131_072;
    expect(pair(callOf('aten::mse_loss', [x, x, scalar], ['', '', '1']))).toEqual([3 * n, 2 * n * 4 + 4]);
    expect(pair(callOf('aten::mse_loss', [x, x, scalar], ['', '', '0']))).toEqual([2 * n, 3 * n * 4]);
    const gradient = [[], 'float'] as const;
    expect(pair(callOf('aten::mse_loss_backward', [gradient, x, x, scalar], ['', '', '', '1']))).toEqual([
      3 * n,
      4 + 3 * n * 4,
    ]);
    expect(verdict(callOf('aten::mse_loss', [x, [[7], 'float'], scalar]))).toEqual({ whyNot: 'inconsistent-shapes' });
  });

  it("routing by triton's kernels: 32 tokens, 32 experts, 4 a token", () => {
    const scores = [[32, 32], BF16] as const;
    const chosen = [[32, 4], BF16] as const;
    const ids = [[32, 4], 'short int'] as const;
    // Scores, chosen scores, int16 ids, a word of bits a token.
    expect(pair(callOf('TopK', [scores, scalar], ['', '4', 'True']))).toEqual([1024, 2048 + 256 + 256 + 128]);
    // Scores, ids and bits read; scores, two int32 orders and the rows of each expert written.
    expect(pair(callOf('SortTokens', [chosen, ids, scalar], ['', '', '32']))).toEqual([
      0,
      256 + 256 + 128 + 256 + 2 * 128 * 4 + 32 * 4,
    ]);
    expect(verdict(callOf('TopK', [scores, scalar], ['', '33']))).toEqual({ whyNot: 'inconsistent-shapes' });
    expect(verdict(callOf('SortTokens', [chosen, ids, scalar], ['', '', '']))).toEqual({
      whyNot: 'inconsistent-shapes',
    });
  });

  it('cross-entropy of (8,1000)', () => {
    expect(pair(callOf('CrossEntropyFunction', [[[8, 1000], 'float']]))).toEqual([40000, 32000 + 64 + 32]);
  });

  it('causal convolution with and without bias', () => {
    const x = [[2, 4, 8], BF16] as const;
    const weight = [[4, 3], BF16] as const;
    expect(pair(callOf('DaoAILab::_causal_conv1d_fwd_cpp', [x, weight, NONE]))).toEqual([384, 280]);
    expect(pair(callOf('DaoAILab::_causal_conv1d_fwd_cpp', [x, weight, [[4], BF16]]))).toEqual([384, 288]);
  });

  it('Mamba-2 block with 2 heads of 4, a state of 8 and chunks of 8', () => {
    const head = [[2], 'float'] as const;
    const concrete = ['', '', '', '', '', '', '8', '', '', '', '', '', '', '', '', '4', '1'];
    const call = callOf(
      'MambaSplitConv1dScanCombinedFn',
      [[[1, 16, 34], BF16], [[24, 4], BF16], [[24], BF16], head, head, head],
      concrete,
    );
    expect(pair(call)).toEqual([3072 + 2048 + 2048 + 4096, 1088 + 192 + 48 + 24 + 256]);
    const odd = callOf('MambaSplitConv1dScanCombinedFn', [[[1, 16, 35], BF16], [[24, 4], BF16], NONE, head], concrete);
    expect(verdict(odd)).toEqual({ whyNot: 'inconsistent-shapes' });
  });

  it('collectives count this device memory', () => {
    const x = [[4, 8], BF16] as const;
    expect(pair(callOf('_C_custom_ar::all_reduce', [NONE, x, x]))).toEqual([0, 128]);
    expect(pair(callOf('aiter::fused_allreduce_rmsnorm_', [x, x, [[8], BF16]]))).toEqual([168, 272]);
    expect(pair(callOf('aiter::all_gather_reg', [NONE, x, [[8, 8], BF16]]))).toEqual([0, 64 + 128]);
  });

  it('hyper-connections of 2 tokens, 4 streams, 8 channels', () => {
    const residual = [[2, 4, 8], BF16] as const;
    const layer = [[2, 8], BF16] as const;
    const post = callOf('aiter::mhc_post', [residual, layer, residual, [[2, 4, 1], 'float'], [[2, 4, 4], 'float']]);
    expect(pair(post)).toEqual([640, 128 + 32 + 128 + 32 + 128]);
    const product = callOf('aiter::mhc_pre_gemm_sqrsum', [
      [[1, 2, 24], 'float'],
      [[1, 2], 'float'],
      [[2, 32], BF16],
      [[24, 32], 'float'],
    ]);
    expect(pair(product)).toEqual([3072, 192 + 8 + 128 + 3072]);
  });
});

describe('movement and selection', () => {
  const indices = [[141], 'long int'] as const;
  const table = [[512, 512], BF16] as const;

  it('fills write, clones read and write, conversions write the named dtype', () => {
    expect(pair(callOf('aten::fill_', [[[10], 'float'], scalar]))).toEqual([0, 40]);
    expect(pair(callOf('aten::clone', [[[10], 'bool'], scalar]))).toEqual([0, 20]);
    expect(pair(callOf('aten::_to_copy', [[[10], 'float']], ['', '15']))).toEqual([0, 60]);
  });

  it.each([
    [['534', '', '', '', 'False'], 534 * 8],
    [['256', '3', '', '', 'False'], 256 * 4],
    [['0', '559', '', '', '', 'False'], 559 * 8],
    [['238', '270', '4', '', '', 'False'], 32 * 8],
    [['0', '10', '3', '5', '', '', ''], 4 * 2],
    [['0.', '1.', '0.25', '', '', '', ''], 4 * 4],
    [['7', '3', '-2', '', '', '', ''], 2 * 8],
    [['16', ''], 16 * 4],
    [['0', '559', '2', ''], 280 * 4],
  ])('a sequence of %j is written once', (concrete, bytes) => {
    const arguments_ = concrete.map((text) => (text === '' ? ([[0], 'int'] as const) : scalar));
    expect(pair(callOf('aten::arange', arguments_, concrete))).toEqual([0, bytes]);
  });

  it.each([
    [['5', '3', '', '', '', ''], 'inconsistent-shapes'],
    [['5', '', '', '', '', ''], 'inconsistent-shapes'],
    [['0', '5', '0', ''], 'inconsistent-shapes'],
    [['5'], 'inconsistent-shapes'],
    [['0', 'end', '', '', '', ''], 'inconsistent-shapes'],
  ])('a sequence of %j has no length', (concrete, whyNot) => {
    expect(
      verdict(
        callOf(
          'aten::arange',
          concrete.map(() => scalar),
          concrete,
        ),
      ),
    ).toEqual({ whyNot });
  });

  it('a scalar is read for the host', () => {
    expect(pair(callOf('aten::_local_scalar_dense', [[[], 'bool']]))).toEqual([0, 1]);
    expect(pair(callOf('aten::_local_scalar_dense', [[[1], 'long int']]))).toEqual([0, 8]);
  });

  it('nonzero tests every element and writes between none and all of the places', () => {
    const { flops, bytes, interval } = estimate(callOf('aten::nonzero', [[[4, 5], 'float']]));
    expect([flops, bytes, interval]).toEqual([20, 80, { flops: [20, 20], bytes: [80, 80 + 20 * 2 * 8] }]);
  });

  it('lookups touch the rows they name', () => {
    const bytes = 2 * 141 * 512 * 2 + 141 * 8;
    expect(pair(callOf('aten::embedding', [table, indices]))).toEqual([0, bytes]);
    expect(pair(callOf('aten::index_select', [table, scalar, indices], ['', '0', '']))).toEqual([0, bytes]);
    expect(pair(callOf('aten::index', [table, [[[141]], '']]))).toEqual([0, bytes]);
    expect(pair(callOf('aten::gather', [table, scalar, [[3, 4], 'long int']]))).toEqual([0, 2 * 12 * 2 + 12 * 8]);
    expect(verdict(callOf('aten::index', [table, [[], '']]))).toEqual({ whyNot: 'no-shapes' });
  });

  it('scatters write where they are told, and copy first out of place', () => {
    const values = [[3, 4], BF16] as const;
    const at = [[3, 4], 'long int'] as const;
    const self = [[8, 4], BF16] as const;
    expect(pair(callOf('aten::scatter_', [self, scalar, at, values]))).toEqual([0, 24 + 96 + 24]);
    expect(pair(callOf('aten::scatter_add', [self, scalar, at, values]))).toEqual([0, 24 + 96 + 48 + 128]);
    expect(pair(callOf('aten::index_put_', [self, [[[3]], ''], values]))).toEqual([0, 48]);
  });

  it('concatenation has the width that its kernel names, and no bytes without one', () => {
    const part = [16, 16, 559, 32];
    const kernel = 'void at::native::CatArrayBatchedCopy<at::native::OpaqueType<2u>, unsigned int, 4, 64, 64>(…)';
    const cat = (kernels: string[]) => callOf('aten::cat', [[[part, part], 'TensorList'], scalar], [], kernels);
    expect(pair(cat([kernel]))).toEqual([0, 2 * 9158656 * 2]);
    expect(verdict(cat([]))).toEqual({ whyNot: 'unknown-dtype' });
  });

  it('top-k keeps k a row', () => {
    const call = callOf('aten::topk', [[[32, 1000], 'float'], scalar, scalar], ['', '4', '-1']);
    expect(pair(call)).toEqual([32000, 32000 * 4 + 32 * 4 * 12]);
    expect(verdict(callOf('aten::topk', [[[32, 3], 'float']], ['', '4', '-1']))).toEqual({
      whyNot: 'inconsistent-shapes',
    });
  });

  it('pools windows', () => {
    const x = [[1, 1, 4, 4], 'float'] as const;
    const max = callOf('aten::max_pool2d_with_indices', [x], ['', '[2, 2]', '[]', '[0]', '[1]']);
    expect(pair(max)).toEqual([16, 64 + 16 + 32]);
    expect(pair(callOf('aten::_adaptive_avg_pool2d', [x], ['', '[1, 1]']))).toEqual([16, 64 + 4]);
  });

  it('reads the widths of tensor lists from the functor', () => {
    const kernel =
      'void at::native::multi_tensor_apply_kernel<TensorListMetadata<2>, CopyFunctor<int, long, 2, 1, 1>, Copy<int, long> >(…)';
    const list = [[[32], [32]], 'TensorList'] as const;
    expect(pair(callOf('aten::_foreach_copy_', [list, list, scalar], [], [kernel]))).toEqual([0, 64 * 8 + 64 * 4]);
    const adam = 'void multi_tensor_apply_kernel<Metadata<4>, FusedAdamMathFunctor<float, 4, false>, float>(…)';
    expect(pair(callOf('aten::_fused_adam_', [list, list, list, list], [], [adam]))).toEqual([12 * 64, 7 * 64 * 4]);
  });
});

describe('compiled kernels', () => {
  const [a, b] = [[[8, 4096, 8192], BF16] as const, [[32768, 8192], BF16] as const];
  const silu = callOf('triton_poi_fused__unsafe_view_mul_silu_2', [a, b, scalar], ['', '', '268435456']);

  it('names are cut into operators, and printed with a precision of their own', () => {
    expect(estimate(silu, TRACELENS)).toMatchObject({
      precision: null,
      computeSpec: 'vector_bfloat16',
      params: { fused_ops: 'aten._unsafe_view, aten.mul, aten.silu' },
    });
  });

  it('gives the interval where the first tensor may be the output', () => {
    const { bytes, interval, precision } = estimate(silu);
    expect([bytes, precision]).toEqual([1024 * 1024 ** 2, 'bf16']);
    expect(interval?.bytes).toEqual([1024 * 1024 ** 2, 1536 * 1024 ** 2]);
    const bias = callOf('triton_poi_fused_addmm_silu_2', [[[2, 2432], BF16], [[2432], BF16], scalar], ['', '', '4864']);
    expect(pair(bias)).toEqual([4 * 4864, 4864 * 2 * 2 + 2432 * 2]);
    expect(estimate(bias).interval).toBeUndefined();
  });

  it('W15: float32 tensors have bytes', () => {
    const call = callOf('triton_poi_fused_cos_0', [[[2], 'float'], [[2, 256], 'float'], scalar], ['', '', '512']);
    expect(pair(call, TRACELENS)).toEqual([0, 0]);
    expect(pair(call)).toEqual([0, 8 + 2048]);
  });

  it('multiplies the sizes that make up a tensor, and leaves symbols of dynamic shapes out', () => {
    const red = callOf(
      'triton_red_fused_native_layer_norm_add_4',
      [[[2, 4096, 1, 19], 'float'], [[2, 4096, 2432], BF16], scalar, scalar, scalar],
      ['', '', '8192', '19', '128'],
    );
    expect(estimate(red).params).toMatchObject({ xnumel: 155648, rnumel: 128 });
    expect(estimate(red, TRACELENS).params).toMatchObject({ xnumel: 19, rnumel: 128 });
    const dynamic = callOf(
      'triton_poi_fused_add_0',
      [
        [[32, 2880], BF16],
        [[32, 3072], BF16],
      ],
      ['', '', '32', '98304'],
    );
    expect(estimate(dynamic).params.xnumel).toBe(98304);
  });

  it('reads of a table no more than it has iterations', () => {
    const call = callOf(
      'triton_poi_fused_embedding_0',
      [
        [[32], 'long int'],
        [[201088, 2880], BF16],
        [[32, 2880], BF16],
      ],
      ['', '', '', '92160'],
    );
    expect(estimate(call).bytes).toBe(32 * 8 + 92160 * 2 * 2);
  });

  it('skips unknown names, where the published tool gives up', () => {
    const call = callOf('triton_poi_fused_add_moe_forward_0', [a, a], ['', '', '268435456']);
    expect(estimate(call).params.fused_ops).toBe('aten.add');
    expect(estimate(call, TRACELENS).params.fused_ops).toBe('');
    expect(verdict(callOf('triton_poi_fused_0', [a]))).toEqual({ whyNot: 'inconsistent-shapes' });
  });
});

it('compiled kernels are sound on odd calls', () => {
  const names = fc.constantFrom(
    'triton_poi_fused_add_mul_0',
    'triton_red_fused__to_copy_x_1',
    'triton_per_',
    'triton_poi_fused__0',
  );
  const list = fc.option(
    fc.array(fc.oneof(fc.jsonValue(), fc.array(fc.nat()), fc.constantFrom('float', '7', '0')), { maxLength: 6 }),
    {
      nil: undefined,
    },
  );
  fc.assert(
    fc.property(
      names,
      list,
      list,
      list,
      fc.constantFrom(CORRECTED, TRACELENS),
      (name, dims, types, concrete, conventions) => {
        const call = { name, dims, types, concrete, strides: undefined, context: { kernels: [], args: {} } };
        const found = verdict(call as OpCall, conventions);
        if ('whyNot' in found) return;
        expect(Number.isFinite(found.estimate.flops) && found.estimate.flops >= 0).toBe(true);
        expect(found.estimate.bytes === null || found.estimate.bytes >= 0).toBe(true);
      },
    ),
  );
});

describe('every family', () => {
  const size = fc.integer({ min: 1, max: 64 });
  const x = (m: number, n: number, dtype: string) => [[m, n], dtype] as const;
  const row = (n: number, dtype: string) => [[n], dtype] as const;
  /** Calls by rows, columns and dtype. */
  const CALLS: Readonly<Record<string, (m: number, n: number, dtype: string) => OpCall>> = {
    unary: (m, n, d) => callOf('aten::silu', [x(m, n, d)]),
    binary: (m, n, d) => callOf('aten::mul', [x(m, n, d), row(n, d)]),
    gated: (m, n, d) => callOf('_C::silu_and_mul', [x(m, n, d), x(m, 2 * n, d)]),
    reduction: (m, n, d) => callOf('aten::mean', [x(m, n, d), scalar, scalar], ['', '[-1]', 'False']),
    softmax: (m, n, d) => callOf('aten::_softmax', [x(m, n, d), scalar, scalar], ['', '-1', 'False']),
    layerNorm: (m, n, d) => callOf('aten::layer_norm', [x(m, n, d), scalar, row(n, d), row(n, d)], ['', `[${n}]`]),
    rmsNorm: (m, n, d) => callOf('_C::rms_norm', [x(m, n, d), x(m, n, d), row(n, d)]),
    rmsNormAdd: (m, n, d) => callOf('_C::fused_add_rms_norm', [x(m, n, d), x(m, n, d), row(n, d)]),
    rope: (m, n, d) => callOf('FusedRoPEFunc', [[[m, n, 8, 16], d]]),
    cache: (m, n, d) => callOf('sglang::store_cache', [x(m, n, d)]),
    quantisation: (m, n, d) => callOf('vllm::triton_per_token_group_quant_fp8', [x(m, n, d)], ['', '128']),
    crossEntropy: (m, n, d) => callOf('CrossEntropyFunction', [x(m, n, d)]),
    convolution: (m, n, d) =>
      callOf('DaoAILab::_causal_conv1d_fwd_cpp', [
        [[2, m, n], d],
        [[m, 4], d],
      ]),
    collective: (m, n, d) => callOf('_C_custom_ar::all_reduce', [NONE, x(m, n, d)]),
    embedding: (m, n, d) => callOf('aten::embedding', [x(99, n, d), [[m], 'long int']]),
    sort: (m, n, d) => callOf('aten::sort', [x(m, n, d)]),
    copy: (m, n, d) => callOf('aten::copy_', [x(m, n, d), x(m, n, d)]),
    compiled: (m, n, d) => callOf('triton_poi_fused_add_mul_0', [x(m, n, d), x(m, n, d)], ['', '', String(m * n)]),
  };

  it.each(Object.entries(CALLS))('%s grows with its extents; bytes with the dtype, FLOPs not', (_, make) => {
    fc.assert(
      fc.property(
        size,
        size,
        size,
        size,
        fc.constantFrom(CORRECTED, EXTENDED_TRACELENS),
        (m, n, moreM, moreN, conventions) => {
          const { flops, bytes } = estimate(make(m, n, BF16), conventions);
          for (const grown of [make(m + moreM, n, BF16), make(m, n + moreN, BF16)]) {
            const larger = estimate(grown, conventions);
            expect(larger.flops).toBeGreaterThanOrEqual(flops);
            expect(larger.bytes ?? Number.NaN).toBeGreaterThanOrEqual(bytes ?? Number.NaN);
          }
          const wide = estimate(make(m, n, 'double'), CORRECTED);
          const narrow = estimate(make(m, n, BF16), CORRECTED);
          expect(wide.flops).toBe(narrow.flops);
          expect(wide.bytes ?? Number.NaN).toBeGreaterThan(narrow.bytes ?? Number.NaN);
        },
      ),
    );
  });
});

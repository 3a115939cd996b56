import { integerAt, whyNoShape } from '../arguments.ts';
import { bytes, type DraftTerm, derive, flops } from '../derivation.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { named, type Tensor, tensorAt, touched, vectorOn } from './tensors.ts';

/** A block of microscaling formats. */
const BLOCK = 32;

/** Work of quantising a tensor at `index`: `k` FLOPs an element, and what is moved. */
function quantisation(index: number, k: number, moved: (x: Tensor) => readonly DraftTerm[], rank?: number): PerfModel {
  return (call, conventions) => {
    const x = tensorAt(call, index, conventions, rank);
    if (x === null) return { whyNot: whyNoShape(call) };
    return derive({ x }, () => ({
      terms: { flops: [flops('quantised', ...(k === 1 ? [] : [k]), ['n', x.count])], bytes: moved(x) },
      ...vectorOn(x.dtype, conventions),
      params: { op_shape: x.shape, dtype_in: x.dtype },
    }));
  };
}

const toFp8 = quantisation(0, 1, (x) => [touched('input read', 'n', x), bytes('fp8 output written', ['n', x.count])]);

const toMxfp4 = (index: number) =>
  quantisation(index, 2, (x) => [
    touched('input read', 'n', x),
    bytes('fp4 output written', 0.5, ['n', x.count]),
    bytes('block scales written', ['n/32', Math.floor(x.count / BLOCK)]),
  ]);

/** Both orientations of an (M,N) tensor at once (E.11). */
const toMxfp4Dual = quantisation(
  0,
  1,
  (x) => {
    const [M, N] = x.shape;
    return [
      touched('input read', 'M·N', x),
      bytes('two fp4 outputs written', 2, ['⌈M·N/2⌉', Math.ceil(x.count / 2)]),
      bytes('row scales written', ['M', M], ['⌈N/32⌉', Math.ceil(N / BLOCK)]),
      bytes('column scales written', ['N', N], ['⌈M/32⌉', Math.ceil(M / BLOCK)]),
    ];
  },
  2,
);

/** Positions of output, input and scales among the arguments. */
interface GroupForm {
  readonly out: number;
  readonly input: number;
  readonly scale: number;
}

/** Quantisation in groups: 2.59375 FLOPs an output element; output, input and scales by their dtypes (E.11). */
function groups({ out, input, scale }: GroupForm): PerfModel {
  return (call, conventions) => {
    const [y, x, s] = [out, input, scale].map((index) => tensorAt(call, index, conventions));
    if (y === null || x === null || s === null) return { whyNot: whyNoShape(call) };
    return derive({ y }, () => ({
      terms: {
        flops: [flops('greatest magnitude, scale and cast', 2.59375, ['n_out', y.count])],
        bytes: [
          touched('input read', 'n_in', x),
          touched('output written', 'n_out', y),
          touched('scales', 'n_scale', s),
        ],
      },
      ...vectorOn(x.dtype, conventions),
      params: { shape_in: x.shape, shape_out: y.shape, shape_scale: s.shape, dtype_in_out: [x.dtype, y.dtype] },
    }));
  };
}

/** `vllm::triton_per_token_group_quant_fp8(x[M,N], group)`: 6·M·N FLOPs; a float32 scale a group, of 128 where none is recorded. */
const tokenGroups: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions, 2);
  if (x === null) return { whyNot: whyNoShape(call) };
  const [M, N] = x.shape;
  const group = integerAt(call, 1) ?? 128;
  if (group <= 0) return { whyNot: 'inconsistent-shapes' };
  return derive({ x }, () => ({
    terms: {
      flops: [flops('greatest magnitude, scale and cast', 6, ['M', M], ['N', N])],
      bytes: [
        touched('input read', 'M·N', x),
        bytes('fp8 output written', ['M', M], ['N', N]),
        bytes('scales written', 4, ['M', M], ['⌈N/g⌉', Math.ceil(N / group)]),
      ],
    },
    ...vectorOn(x.dtype, conventions),
    params: { M, N, group_size: group },
  }));
};

const elementwise = (model: PerfModel): RegisteredModel => ({
  category: 'elementwise',
  sheet: 'UnaryElementwise',
  model,
});
const groupQuant = (sheet: string, model: PerfModel): RegisteredModel => ({ category: 'GroupQuant', sheet, model });
const added = (model: PerfModel): RegisteredModel => ({ category: 'GroupQuant', model });
const OUT_IN_SCALE: GroupForm = { out: 0, input: 1, scale: 2 };
const IN_OUT_SCALE: GroupForm = { input: 0, out: 1, scale: 2 };

/** Quantisation in the published tool. */
export const QUANTISATION: Readonly<Record<string, RegisteredModel>> = {
  ...named(
    ['primus_turbo::quantize_fp8_tensorwise', 'primus_turbo_cpp_extension::quantize_fp8_tensorwise'],
    elementwise(toFp8),
  ),
  ...named(
    [
      'primus::quantize_mxfp4_dual',
      'primus_turbo::quantize_mxfp4_dual',
      'primus_turbo_cpp_extension::quantize_mxfp4_dual',
    ],
    elementwise(toMxfp4Dual),
  ),
  ...named(
    [
      'aiter::dynamic_per_group_scaled_quant',
      'aiter::dynamic_per_tensor_quant',
      'aiter::dynamic_per_token_scaled_quant',
    ],
    groupQuant('BinaryElementwise', groups(OUT_IN_SCALE)),
  ),
  'vllm::triton_per_token_group_quant_fp8': groupQuant('BinaryElementwise', tokenGroups),
  ...named(
    ['sglang_profiler::fused_mxfp4_quant_fused_flatten_mxfp4_quant', 'sglang_profiler::quant_dynamic_mxfp4_quant'],
    groupQuant('GroupQuant', toMxfp4(0)),
  ),
  'aiter::dynamic_per_group_scaled_quant_fp4': groupQuant('GroupQuant', toMxfp4(1)),
  'aiter::fused_dynamic_mx_quant_moe_sort_hip': groupQuant('GroupQuant', toMxfp4(2)),
  'aiter::fused_dynamic_mxfp4_quant_moe_sort_hip': { category: 'MoE_aux', sheet: 'GroupQuant', model: toMxfp4(2) },
};

/** Quantisation beyond it. */
export const MORE_QUANTISATION: Readonly<Record<string, RegisteredModel>> = {
  ...named(
    [
      '_C::dynamic_per_token_scaled_fp8_quant',
      '_C::dynamic_scaled_fp8_quant',
      '_C::dynamic_scaled_int8_quant',
      '_C::scaled_fp4_quant',
      '_C::static_scaled_fp8_quant',
      '_C::static_scaled_int8_quant',
      'aiter::static_per_tensor_quant',
    ],
    added(groups(OUT_IN_SCALE)),
  ),
  ...named(
    [
      '_C::per_token_group_fp8_quant',
      '_C::per_token_group_quant_int8',
      'sgl_kernel::sgl_per_tensor_quant_fp8',
      'sgl_kernel::sgl_per_token_group_quant_8bit',
      'sgl_kernel::sgl_per_token_group_quant_fp8',
      'sgl_kernel::sgl_per_token_group_quant_int8',
      'sgl_kernel::sgl_per_token_quant_fp8',
    ],
    added(groups(IN_OUT_SCALE)),
  ),
};

import { elements, whyNoShape } from '../arguments.ts';
import { bytes, derive, flops } from '../derivation.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { binary, broadcast, gated, resized, unary, upsampled } from './elementwise.ts';
import { named, type Tensor, tensorAt, touched, vectorOn } from './tensors.ts';

/** Elementwise work beyond the published tool's, counted as it counts its own: one FLOP an output element (E.8). */

/** Operators of the first `arity` arguments, broadcast; the output has the widest operand's dtype, or is a flag. */
function pointwise(arity: number, output: 'widest' | 'flag'): PerfModel {
  return (call, conventions) => {
    const operands: Tensor[] = [];
    let shape: readonly number[] | null = [];
    for (let index = 0; index < arity; index++) {
      const operand = tensorAt(call, index, conventions);
      if (operand === null) return { whyNot: whyNoShape(call) };
      operands.push(operand);
      shape = shape === null ? null : broadcast(shape, operand.shape);
    }
    if (shape === null) return { whyNot: 'inconsistent-shapes' };
    const count = elements(shape);
    return derive({ operands }, () => ({
      terms: {
        flops: [flops('one operation an output element', ['n', count])],
        bytes: [
          ...operands.map((operand, i) => touched(`operand ${i + 1} read`, `n${i + 1}`, operand)),
          bytes('output written', ['n', count], ['b_out', output === 'flag' ? 1 : widest(operands)]),
        ],
      },
      ...vectorOn(operands[0].dtype, conventions),
      params: { shapes: operands.map((operand) => operand.shape), dtypes: operands.map(({ dtype }) => dtype) },
    }));
  };
}

/** Width of the widest tensor; of scalars where there are no others. */
function widest(operands: readonly Tensor[]): number | null {
  const tensors = operands.filter(({ shape }) => shape.length > 0);
  let width = 0;
  for (const operand of tensors.length > 0 ? tensors : operands) {
    if (operand.width === null) return null;
    width = Math.max(width, operand.width);
  }
  return width;
}

/** `where(condition, a, b)`: as wide as the values. */
const where: PerfModel = (call, conventions) => {
  const [condition, a, b] = [0, 1, 2].map((index) => tensorAt(call, index, conventions));
  if (condition === null || a === null || b === null) return { whyNot: whyNoShape(call) };
  const values = broadcast(a.shape, b.shape);
  const shape = values === null ? null : broadcast(condition.shape, values);
  if (shape === null) return { whyNot: 'inconsistent-shapes' };
  const count = elements(shape);
  return derive({ a }, () => ({
    terms: {
      flops: [flops('one choice an output element', ['n', count])],
      bytes: [
        touched('condition read', 'n_c', condition),
        touched('first value read', 'n₁', a),
        touched('second value read', 'n₂', b),
        bytes('output written', ['n', count], ['b_out', widest([a, b])]),
      ],
    },
    ...vectorOn(a.dtype, conventions),
    params: { shapes: [condition.shape, a.shape, b.shape], dtypes: [condition.dtype, a.dtype, b.dtype] },
  }));
};

/** `native_dropout(input, p, train)`: a draw and a product an element; the mask of one byte written beside the output. */
const dropout: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  if (x === null) return { whyNot: whyNoShape(call) };
  return derive({ x }, () => ({
    terms: {
      flops: [flops('compared and scaled', 2, ['n', x.count])],
      bytes: [touched('input read', 'n', x), touched('output written', 'n', x), bytes('mask written', ['n', x.count])],
    },
    ...vectorOn(x.dtype, conventions),
    params: { op_shape: x.shape, dtype: x.dtype },
  }));
};

const added = (model: PerfModel): RegisteredModel => ({ category: 'elementwise', model });
const aten = (...names: readonly string[]): string[] => names.map((name) => `aten::${name}`);
/** With their in-place forms. */
const both = (...names: readonly string[]): string[] => names.flatMap((name) => [`aten::${name}`, `aten::${name}_`]);

export const POINTWISE: Readonly<Record<string, RegisteredModel>> = {
  ...named(
    [
      ...both('abs', 'acos', 'asin', 'atan', 'ceil', 'clamp', 'cos', 'cosh', 'elu', 'erf', 'erfc', 'exp', 'exp2'),
      ...both('expm1', 'floor', 'frac', 'gelu', 'hardsigmoid', 'hardswish', 'hardtanh', 'leaky_relu', 'lgamma'),
      ...both('log', 'log10', 'log1p', 'log2', 'logit', 'mish', 'nan_to_num', 'reciprocal', 'relu', 'relu6'),
      ...both('round', 'sign', 'sin', 'sinh', 'sqrt', 'square', 'tan', 'tanh', 'threshold', 'tril', 'triu', 'trunc'),
      ...aten('bitwise_not', 'log_sigmoid_forward', 'neg_', 'pow_', 'rsqrt_', 'sigmoid_', 'silu_', 'softplus'),
    ],
    added(unary),
  ),
  ...named(aten('isfinite', 'isinf', 'isnan', 'logical_not', 'signbit'), added(pointwise(1, 'flag'))),
  ...named(
    [
      ...both('atan2', 'bitwise_and', 'bitwise_or', 'bitwise_xor', 'copysign', 'floor_divide', 'fmod', 'masked_fill'),
      ...both('remainder', 'sub', 'true_divide', 'xlogy'),
      ...aten('__and__', '__lshift__', '__or__', '__rshift__', '__xor__', 'elu_backward', 'fmax', 'fmin'),
      ...aten('gelu_backward', 'hardswish_backward', 'hardtanh_backward', 'leaky_relu_backward', 'logaddexp'),
      ...aten('maximum', 'minimum', 'rsub', 'silu_backward', 'softplus_backward', 'tanh_backward'),
      ...aten('native_dropout_backward'),
    ],
    added(binary),
  ),
  ...named(
    [...both('eq', 'ge', 'gt', 'le', 'logical_and', 'logical_or', 'logical_xor', 'lt', 'ne')],
    added(pointwise(2, 'flag')),
  ),
  ...named(both('addcdiv', 'addcmul', 'lerp'), added(pointwise(3, 'widest'))),
  'aten::where': added(where),
  'aten::native_dropout': added(dropout),
  ...named(
    aten('_upsample_nearest_exact1d', '_upsample_nearest_exact2d', '_upsample_nearest_exact3d'),
    added(resized(upsampled)),
  ),
  // Taps of linear interpolation, 2^d, each a product and a sum but the first.
  'aten::upsample_linear1d': added(resized(upsampled, 3)),
  'aten::upsample_bilinear2d': added(resized(upsampled, 7)),
  'aten::upsample_trilinear3d': added(resized(upsampled, 15)),
  // (output, input)
  ...named(['_C::gelu_fast', '_C::gelu_new', '_C::gelu_quick'], added(unary)),
  ...named(['_C::gelu_and_mul', 'sgl_kernel::gelu_and_mul'], added(gated(8))),
  ...named(['_C::gelu_tanh_and_mul', 'sgl_kernel::gelu_tanh_and_mul'], added(gated(10))),
  ...named(['_C::silu_and_mul_quant', '_C::mul_and_silu'], added(gated(5))),
};

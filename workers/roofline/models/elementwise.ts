import type { Conventions } from '../../base/conventions.ts';
import { concreteAt, elements, hasTensor, integersAt, type Shape, whyNoShape } from '../arguments.ts';
import { bytes, type Draft, derive, flops } from '../derivation.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';
import { NO_ENGINE, named, type Tensor, tensorAt, touched, vectorOn } from './tensors.ts';

/** The published tool refuses an elementwise call without recorded strides. */
function refusesStrides(call: OpCall, conventions: Conventions): boolean {
  return conventions.strides === 'required' && call.strides === undefined;
}

interface UnaryCall {
  readonly input: Tensor;
  /** Argument 1, where it is a tensor: the output of `out=` forms, the source of a copy. */
  readonly other: Tensor | null;
}

function readUnary(call: OpCall, conventions: Conventions): UnaryCall | WhyNot {
  const input = tensorAt(call, 0, conventions);
  if (input === null) return whyNoShape(call);
  if (refusesStrides(call, conventions)) return 'no-shapes';
  return { input, other: hasTensor(call, 1) ? tensorAt(call, 1, conventions) : null };
}

function unaryParams({ input, other }: UnaryCall): Draft['params'] {
  return {
    op_shape: input.shape,
    dtype_in_out: [input.dtype, other?.dtype ?? null],
    stride_input: input.strides,
    stride_output: other?.strides ?? null,
  };
}

/** One FLOP an element; each element read and written once (E.8). */
export const unary: PerfModel = (call, conventions) =>
  derive(readUnary(call, conventions), (read) => ({
    terms: {
      flops: [flops('one operation an element', ['n', read.input.count])],
      bytes: [
        touched('input read', 'n', read.input),
        touched('output written', 'n', { count: read.input.count, width: (read.other ?? read.input).width }),
      ],
    },
    ...vectorOn(read.input.dtype, conventions),
    params: unaryParams(read),
  }));

/** `copy_(destination, source)`: no arithmetic, and a source that is broadcast is read once. Published: one FLOP an element (W13). */
const copy: PerfModel = (call, conventions) => {
  if (conventions.copies === 'elementwise') return unary(call, conventions);
  return derive(readUnary(call, conventions), (read) => ({
    terms: {
      flops: [],
      bytes: [touched('source read', 'n', read.other ?? read.input), touched('destination written', 'n', read.input)],
    },
    ...NO_ENGINE,
    params: unaryParams(read),
  }));
};

/** Shape to which two shapes are broadcast; null where they cannot be. */
export function broadcast(a: Shape, b: Shape): Shape | null {
  const shape: number[] = [];
  for (let i = 1; i <= Math.max(a.length, b.length); i++) {
    const x = a.at(-i) ?? 1;
    const y = b.at(-i) ?? 1;
    if (x !== y && x !== 1 && y !== 1) return null;
    shape.unshift(x === 1 ? y : x);
  }
  return shape;
}

interface BinaryCall {
  readonly a: Tensor;
  readonly b: Tensor;
  /** Output tensor of `out=` forms. */
  readonly out: Tensor | null;
  readonly count: number;
}

function readBinary(call: OpCall, conventions: Conventions): BinaryCall | WhyNot {
  const a = tensorAt(call, 0, conventions);
  const b = tensorAt(call, 1, conventions);
  if (a === null || b === null) return whyNoShape(call);
  if (refusesStrides(call, conventions)) return 'no-shapes';
  const shape = broadcast(a.shape, b.shape);
  if (shape === null) return 'inconsistent-shapes';
  return { a, b, out: hasTensor(call, 2) ? tensorAt(call, 2, conventions) : null, count: elements(shape) };
}

/** Output width: as recorded, else that of the wider of two tensors, else that of the first operand. */
function binaryOutputWidth({ a, b, out }: BinaryCall): number | null {
  if (out !== null) return out.width;
  if (a.width === null || b.width === null) return null;
  return a.shape.length > 0 && b.shape.length > 0 ? Math.max(a.width, b.width) : a.width;
}

/** One FLOP an output element; both operands read, the output written (E.8). */
export const binary: PerfModel = (call, conventions) =>
  derive(readBinary(call, conventions), (read) => ({
    terms: {
      flops: [flops('one operation an output element', ['n', read.count])],
      bytes: [
        touched('first operand read', 'n₁', read.a),
        touched('second operand read', 'n₂', read.b),
        touched('output written', 'n', { count: read.count, width: binaryOutputWidth(read) }),
      ],
    },
    ...vectorOn(read.a.dtype, conventions),
    params: {
      shape_in1: read.a.shape,
      shape_in2: read.b.shape,
      dtype_in1_in2_out: [read.a.dtype, read.b.dtype, read.out?.dtype ?? null],
      stride_input1: read.a.strides,
      stride_input2: read.b.strides,
      stride_output: read.out?.strides ?? null,
    },
  }));

/** Shape of the output of a call that pads or resizes its input. */
type OutputShape = (call: OpCall, input: Shape, conventions: Conventions) => Shape | null;

/** Padding and resizing: `k` FLOPs an output element; input read, output written (E.8). */
export function resized(outputShape: OutputShape, k = 1): PerfModel {
  return (call, conventions) => {
    const input = tensorAt(call, 0, conventions);
    if (input === null) return { whyNot: whyNoShape(call) };
    const shape = outputShape(call, input.shape, conventions);
    if (shape === null || shape.some((extent) => extent < 0)) return { whyNot: 'inconsistent-shapes' };
    const count = elements(shape);
    return derive({ input, shape }, () => ({
      terms: {
        flops: [flops('operations on output elements', ...(k === 1 ? [] : [k]), ['n_out', count])],
        bytes: [
          touched('input read', 'n_in', input),
          touched('output written', 'n_out', { count, width: input.width }),
        ],
      },
      ...vectorOn(input.dtype, conventions),
      params: {
        op_shape: shape,
        dtype_in_out: [input.dtype, input.dtype],
        stride_input: input.strides,
        stride_output: null,
        input_shape: input.shape,
        output_shape: shape,
      },
    }));
  };
}

/** Padding is recorded in pairs, that of the innermost dimension first. */
const padded: OutputShape = (call, input) => {
  const padding = integersAt(call, 1);
  if (padding === undefined || padding.length % 2 !== 0 || padding.length / 2 > input.length) return null;
  return input.map((extent, i) => {
    const pair = 2 * (input.length - 1 - i);
    return extent + (padding[pair] ?? 0) + (padding[pair + 1] ?? 0);
  });
};

/** Sizes of the spatial dimensions as recorded; by scale factors only where the published tool's limits do not apply. */
export const upsampled: OutputShape = (call, input, conventions) => {
  const size = integersAt(call, 1);
  if (size !== undefined && size.length === input.length - 2) return [...input.slice(0, 2), ...size];
  const scales = conventions.upsampling === 'sizeOrScale' ? scaleFactors(call, input.length - 2) : undefined;
  return scales === undefined ? null : [...input.slice(0, 2), ...scales.map((s, i) => Math.floor(input[i + 2] * s))];
};

/** Scale factors of a `.vec` form, its last argument. */
function scaleFactors(call: OpCall, rank: number): readonly number[] | undefined {
  const factors = concreteAt(call, (call.concrete?.length ?? 0) - 1);
  if (!Array.isArray(factors) || factors.length !== rank) return undefined;
  return factors.every((factor) => typeof factor === 'number' && factor > 0) ? factors : undefined;
}

/** Gated activation of `(output, input)`, the input twice as wide: `k` FLOPs an output element (E.8). */
export function gated(k: number): PerfModel {
  return (call, conventions) => {
    const out = tensorAt(call, 0, conventions);
    const input = tensorAt(call, 1, conventions);
    if (out === null || input === null) return { whyNot: whyNoShape(call) };
    if (input.count !== 2 * out.count) return { whyNot: 'inconsistent-shapes' };
    return derive({ out, input }, () => ({
      terms: {
        flops: [flops('activation and product', k, ['n', out.count])],
        bytes: [
          bytes('both halves read', 2, ['n', out.count], ['b', input.width]),
          touched('output written', 'n', out),
        ],
      },
      ...vectorOn(input.dtype, conventions),
      params: {
        op_shape: out.shape,
        dtype_in_out: [input.dtype, out.dtype],
        stride_input: input.strides,
        stride_output: out.strides,
      },
    }));
  };
}

/** Sampler of `(out, logits[T,V], noise)`: 2·T·V FLOPs; logits and noise read, T int32 tokens written (E.8). */
const sampler: PerfModel = (call, conventions) => {
  const logits = tensorAt(call, 1, conventions, 2);
  const noise = tensorAt(call, 2, conventions);
  if (logits === null || noise === null) return { whyNot: whyNoShape(call) };
  const [T, V] = logits.shape;
  return derive({ logits }, () => ({
    terms: {
      flops: [flops('scale and compare', 2, ['T', T], ['V', V])],
      bytes: [
        bytes('logits read', ['T', T], ['V', V], ['b_logits', logits.width]),
        bytes('noise read', ['T', T], ['V', V], ['b_noise', noise.width]),
        bytes('tokens written', 4, ['T', T]),
      ],
    },
    ...vectorOn(logits.dtype, conventions),
    params: { T, V },
  }));
};

const shown = (sheet: string, model: PerfModel): RegisteredModel => ({ category: 'elementwise', sheet, model });

/** Elementwise operators of the published tool. */
export const ELEMENTWISE: Readonly<Record<string, RegisteredModel>> = {
  ...named(['aten::copy', 'aten::copy_'], shown('UnaryElementwise', copy)),
  ...named(
    [
      'aten::clamp_max',
      'aten::clamp_max_',
      'aten::clamp_min',
      'aten::clamp_min_',
      'aten::neg',
      'aten::pow',
      'aten::rsqrt',
      'aten::sigmoid',
      'aten::silu',
    ],
    shown('UnaryElementwise', unary),
  ),
  ...named(
    ['aten::replication_pad1d', 'aten::replication_pad2d', 'aten::replication_pad3d'],
    shown('UnaryElementwise', resized(padded)),
  ),
  ...named(
    ['aten::upsample_nearest1d', 'aten::upsample_nearest2d', 'aten::upsample_nearest3d'],
    shown('UnaryElementwise', resized(upsampled)),
  ),
  ...named(
    ['_C::silu_and_mul', 'aiter::silu_and_mul', 'sgl_kernel::silu_and_mul'],
    shown('UnaryElementwise', gated(5)),
  ),
  'aiter::gelu_and_mul': shown('UnaryElementwise', gated(8)),
  'aiter::gelu_tanh_and_mul': shown('UnaryElementwise', gated(10)),
  ...named(
    [
      'aten::add',
      'aten::add_',
      'aten::div',
      'aten::div_',
      'aten::mul',
      'aten::mul_',
      'aten::sigmoid_backward',
      'aten::threshold_backward',
      'LigerSiLUMulFunction',
    ],
    shown('BinaryElementwise', binary),
  ),
  'aiter::mixed_sample_outer_exponential': shown('elementwise', sampler),
};

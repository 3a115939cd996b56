import type { Conventions } from '../../base/conventions.ts';
import { concreteText, elements, flagAt, flagsAt, hasTensor, integerAt, integersAt, whyNoShape } from '../arguments.ts';
import { bytes, type Draft, type DraftTerm, derive, flops } from '../derivation.ts';
import type { OpCall } from '../op-call.ts';
import type { ParamValue, PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';
import { named, type Tensor, tensorAt, touched, vectorOn } from './tensors.ts';

/** A normalisation as a call records it. */
interface Normalisation {
  readonly x: Tensor;
  readonly channels: number;
  readonly affine: boolean;
  readonly bias: boolean;
  readonly training: boolean;
  /** `output_mask` of a backward call; its first flag asks for the gradient of the input. */
  readonly mask?: readonly boolean[];
  /** The published number of channels is a quotient, which Python prints with a point. */
  readonly quotient?: true;
}

type ReadNormalisation = (call: OpCall, conventions: Conventions) => Normalisation | WhyNot;

/** Forward: 3·E for the statistics when training, 2·E for scale and shift, 6 a channel; x and y once, 2 to 6 vectors of channels (E.7). */
function forward(read: ReadNormalisation): PerfModel {
  return (call, conventions) =>
    derive(read(call, conventions), (norm) => {
      const { x, channels, affine, bias, training } = norm;
      const vectors = 2 + (affine ? (bias ? 2 : 1) : 0) + (training ? 2 : 0);
      return {
        terms: {
          flops: [
            flops('scaled and shifted', 2, ['E', x.count]),
            ...(training ? [flops('statistics', 3, ['E', x.count])] : []),
            flops('per channel', 6, ['c', channels]),
          ],
          bytes: [
            touched('input read', 'E', x),
            touched('output written', 'E', x),
            bytes('statistics, weight and bias', vectors, ['c', channels], ['b', x.width]),
          ],
        },
        ...vectorOn(x.dtype, conventions),
        params: normParams(norm),
      };
    });
}

/** Backward: up to 9·E FLOPs; the output's gradient read, the input read, its gradient written where it is asked for (E.7). */
function backward(read: ReadNormalisation): PerfModel {
  return (call, conventions) =>
    derive(read(call, conventions), (norm) => {
      const { x, channels, affine, training } = norm;
      const wanted = norm.mask?.[0] ?? true;
      return {
        terms: {
          flops: [
            ...(training ? [] : [flops('per channel', 3, ['c', channels])]),
            flops('gradients of weight and bias', 4, ['E', x.count]),
            ...inputGradient(wanted, training, x.count),
          ],
          bytes: [
            touched('output gradient read', 'E', x),
            bytes('input and its gradient', ...(wanted && training ? [2] : []), ['E', x.count], ['b', x.width]),
            ...(training ? [bytes('statistics', ['c', channels], ['b', x.width])] : []),
            ...(affine ? [bytes('weight read', ['c', channels], ['b', x.width])] : []),
            ...(affine && training ? [parameterGradients(norm)] : []),
          ],
        },
        ...vectorOn(x.dtype, conventions),
        params: normParams(norm),
      };
    });
}

function inputGradient(wanted: boolean, training: boolean, count: number): readonly DraftTerm[] {
  if (!wanted) return [flops('input gradient', 2, ['E', count])];
  return training ? [flops('input gradient', 5, ['E', count])] : [];
}

function parameterGradients({ x, channels, bias }: Normalisation): DraftTerm {
  return bytes('gradients of weight and bias', ...(bias ? [2] : []), ['c', channels], ['b', x.width]);
}

/** Parameters that every normalisation has in the published tables. */
export function normParams({
  x,
  channels,
  affine,
  bias,
  training,
  mask,
  quotient,
}: Normalisation): Readonly<Record<string, ParamValue>> {
  return {
    op_shape: x.shape,
    dtype_in_out: [x.dtype, null],
    stride_input: x.strides,
    stride_output: null,
    num_channels: quotient === undefined ? channels : { float: channels },
    has_bias: bias,
    is_affine: affine,
    is_training: training,
    ...(mask === undefined ? {} : { output_mask: { list: mask } }),
  };
}

/** Product of the normalised shape that argument `index` lists. */
export function listedChannels(call: OpCall, index: number): number | WhyNot {
  const shape = integersAt(call, index);
  if (shape === undefined) return whyNoShape(call);
  const channels = elements(shape);
  return shape.length > 0 && shape.every((extent) => extent > 0) ? channels : 'inconsistent-shapes';
}

/** Extent of dimension 1. */
function channelsOf({ shape }: Tensor): number | WhyNot {
  return shape.length > 1 ? shape[1] : 'inconsistent-shapes';
}

/** A flag that the published tool takes for true whatever text it finds, `"False"` too (W5b). */
function trainingAt(call: OpCall, index: number, conventions: Conventions): boolean {
  return conventions.normFlags === 'assumed' ? concreteText(call, index) !== '' : flagAt(call, index) === true;
}

/** Whether weight or bias is there; the published tool assumes so. */
function slot(call: OpCall, index: number, conventions: Conventions): boolean {
  return conventions.normFlags === 'assumed' || hasTensor(call, index);
}

/** Reads `x` at an index, then the rest of what `of` finds for it. */
function reading(
  index: number,
  of: (call: OpCall, conventions: Conventions, x: Tensor) => Omit<Normalisation, 'x'> | WhyNot,
): ReadNormalisation {
  return (call, conventions) => {
    const x = tensorAt(call, index, conventions);
    if (x === null) return whyNoShape(call);
    const rest = of(call, conventions, x);
    return typeof rest === 'string' ? rest : { x, ...rest };
  };
}

/** `(input, weight, bias, mean, variance, training, …)`: batch and instance normalisation. */
const batchNorm = reading(0, (call, conventions, x) => {
  const channels = channelsOf(x);
  if (typeof channels === 'string') return channels;
  return {
    channels,
    affine: slot(call, 1, conventions),
    bias: slot(call, 2, conventions),
    training: trainingAt(call, 5, conventions),
  };
});

/** `(input, normalized_shape, weight, bias, …)`. */
const layerNorm = reading(0, (call, conventions) => {
  const channels = listedChannels(call, 1);
  if (typeof channels === 'string') return channels;
  return { channels, affine: slot(call, 2, conventions), bias: slot(call, 3, conventions), training: true };
});

/** Group normalisation: weight and bias follow the number of groups, or in the native form the input. */
function groupNorm(weight: number): ReadNormalisation {
  return reading(0, (call, conventions, x) => {
    const channels = channelsOf(x);
    if (typeof channels === 'string') return channels;
    return {
      channels,
      affine: slot(call, weight, conventions),
      bias: slot(call, weight + 1, conventions),
      training: true,
    };
  });
}

/** `(grad, input, weight, …, training, eps, mask)`; a mask of one flag in the published parameters. */
const batchNormBackward = reading(1, (call, conventions, x) => {
  const channels = channelsOf(x);
  if (typeof channels === 'string') return channels;
  return {
    channels,
    affine: slot(call, 2, conventions),
    bias: true,
    training: trainingAt(call, 7, conventions),
    mask: conventions.normFlags === 'assumed' ? [true] : (flagsAt(call, 9) ?? [true]),
  };
});

/** `(input, grad, weight, …)` of cuDNN and MIOpen, whose backward exists for training alone. */
const vendorBatchNormBackward = reading(0, (call, conventions, x) => {
  const channels = channelsOf(x);
  if (typeof channels === 'string') return channels;
  return {
    channels,
    affine: slot(call, 2, conventions),
    bias: true,
    training: conventions.normFlags === 'recorded',
    mask: [true],
  };
});

/** `(grad, input, normalized_shape, mean, rstd, weight, bias, mask)`. */
const layerNormBackward = reading(1, (call) => {
  const channels = listedChannels(call, 2);
  const mask = flagsAt(call, 7);
  if (typeof channels === 'string') return channels;
  if (mask === undefined || mask.length < 3) return 'inconsistent-shapes';
  return { channels, affine: mask[1], bias: mask[2], training: true, mask };
});

/** `(grad, input, mean, rstd, weight, N, C, HxW, groups, mask)`. */
const groupNormBackward = reading(1, (call, conventions, x) => {
  const channels = channelsOf(x);
  const groups = integerAt(call, 8);
  const mask = flagsAt(call, 9);
  if (typeof channels === 'string') return channels;
  if (groups === undefined || groups <= 0 || mask === undefined) return 'inconsistent-shapes';
  return {
    channels: channels / groups,
    quotient: true,
    affine: slot(call, 4, conventions),
    bias: true,
    training: true,
    mask,
  };
});

/** Layer normalisation of x (T,B,H) with a shift and a scale a batch: 12·E FLOPs, 15·E backward (E.7). */
function lnModulate(perElement: number, tensors: number, vectors: number): PerfModel {
  return (call, conventions) => {
    const x = tensorAt(call, 0, conventions, 3);
    if (x === null) return { whyNot: whyNoShape(call) };
    const [T, B, H] = x.shape;
    return derive(
      { x },
      (): Draft => ({
        terms: {
          flops: [flops('normalised and modulated', perElement, ['E', x.count])],
          bytes: [
            bytes('activations read and written', tensors, ['E', x.count], ['b', x.width]),
            bytes('shift and scale', vectors, ['B', B], ['H', H], ['b', x.width]),
            bytes('mean and rstd', 8, ['T', T], ['B', B]),
          ],
        },
        ...vectorOn(x.dtype, conventions),
        params: { op_shape: x.shape, dtype_in_out: [x.dtype, null] },
      }),
    );
  };
}

/** The published tool names these and estimates none; PyTorch has no such operators. */
const notImplemented: PerfModel = () => ({ whyNot: 'no-model' });

const fwd = (model: PerfModel): RegisteredModel => ({
  category: 'NORM_fwd',
  sheet: 'Normalization',
  model,
  backwardCategory: 'NORM_bwd',
});
const bwd = (model: PerfModel): RegisteredModel => ({
  category: 'NORM_bwd',
  sheet: 'Normalization',
  model,
  backwardCategory: 'NORM_bwd',
});
const variants = (name: string, prefixes: readonly string[] = ['', 'native_', 'miopen_', 'cudnn_']): string[] =>
  prefixes.map((prefix) => `aten::${prefix}${name}`);

/** Batch, layer, group and instance normalisation of the published tool. */
export const NORMALISATION: Readonly<Record<string, RegisteredModel>> = {
  ...named(variants('batch_norm'), fwd(forward(batchNorm))),
  ...named(variants('instance_norm'), fwd(forward(batchNorm))),
  ...named(variants('layer_norm'), fwd(forward(layerNorm))),
  ...named([...variants('group_norm', ['', 'miopen_', 'cudnn_']), 'aiter::_groupnorm_run'], fwd(forward(groupNorm(2)))),
  'aten::native_group_norm': fwd(forward(groupNorm(1))),
  'primus::fused_ln_modulate': fwd(lnModulate(12, 2, 2)),
  ...named(variants('batch_norm_backward', ['', 'native_']), bwd(backward(batchNormBackward))),
  ...named(variants('batch_norm_backward', ['miopen_', 'cudnn_']), bwd(backward(vendorBatchNormBackward))),
  ...named(variants('layer_norm_backward'), bwd(backward(layerNormBackward))),
  ...named(variants('group_norm_backward'), bwd(backward(groupNormBackward))),
  ...named(variants('instance_norm_backward'), bwd(notImplemented)),
  'primus::fused_ln_modulate_backward': bwd(lnModulate(15, 3, 3)),
};

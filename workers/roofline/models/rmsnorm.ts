import type { Conventions } from '../../base/conventions.ts';
import { flagsAt, hasTensor, integerAt, whyNoShape } from '../arguments.ts';
import { bytes, type DraftTerm, derive, flops } from '../derivation.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';
import { listedChannels, normParams } from './normalisation.ts';
import { lastExtent, named, type Tensor, tensorAt, touched, vectorOn } from './tensors.ts';

/** FLOPs of an RMS normalisation: 2·c + 2 a row, then one product with the scale and one with the weight (E.7). */
function rmsFlops(rows: number, channels: number, count: number, affine: boolean): readonly DraftTerm[] {
  return [
    flops('mean square', 2, ['R', rows], ['c', channels]),
    flops('root and reciprocal', 2, ['R', rows]),
    flops('scaled', ...(affine ? [2] : []), ['E', count]),
  ];
}

/** `aten::_fused_rms_norm(input, normalized_shape, weight, eps)`. */
const fusedRmsNorm: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  if (x === null) return { whyNot: whyNoShape(call) };
  const channels = listedChannels(call, 1);
  if (typeof channels === 'string') return { whyNot: channels };
  const affine = conventions.normFlags === 'assumed' || hasTensor(call, 2);
  return derive({ x }, () => ({
    terms: {
      flops: rmsFlops(x.count / channels, channels, x.count, affine),
      bytes: [
        touched('input read', 'E', x),
        touched('output written', 'E', x),
        ...(affine ? [bytes('weight read', ['c', channels], ['b', x.width])] : []),
      ],
    },
    ...vectorOn(x.dtype, conventions),
    params: normParams({ x, channels, affine, bias: false, training: false }),
  }));
};

interface RmsBackward {
  readonly x: Tensor;
  readonly channels: number;
  readonly affine: boolean;
  readonly mask: readonly boolean[];
}

/** `(grad, input, normalized_shape, rstd, weight, mask)`. */
function readBackward(call: OpCall, conventions: Conventions): RmsBackward | WhyNot {
  const x = tensorAt(call, 1, conventions);
  const channels = listedChannels(call, 2);
  const mask = flagsAt(call, 5);
  if (x === null) return whyNoShape(call);
  if (typeof channels === 'string') return channels;
  if (mask === undefined || mask.length < 2) return 'inconsistent-shapes';
  return { x, channels, affine: conventions.normFlags === 'assumed' || hasTensor(call, 4), mask };
}

/** Backward: E for the weight, E for the scale, 6·E for the input's gradient, E and its sum over rows for the weight's (E.7). */
const rmsNormBackward: PerfModel = (call, conventions) =>
  derive(readBackward(call, conventions), ({ x, channels, affine, mask }) => {
    const weightGradient = mask[1] && affine;
    return {
      terms: {
        flops: [
          ...(affine ? [flops('gradient times weight', ['E', x.count])] : []),
          flops('normalised input', ['E', x.count]),
          ...(mask[0] ? [flops('input gradient', 6, ['E', x.count])] : []),
          ...(weightGradient ? [flops('weight gradient', ['E', x.count])] : []),
          ...(weightGradient && x.count > channels ? [flops('summed over rows', ['E', x.count])] : []),
        ],
        bytes: [
          bytes('gradients and input', 3, ['E', x.count], ['b', x.width]),
          ...(affine ? [bytes('weight and its gradient', 2, ['c', channels], ['b', x.width])] : []),
        ],
      },
      ...vectorOn(x.dtype, conventions),
      params: normParams({ x, channels, affine, bias: false, training: false, mask }),
    };
  });

/** What a fused RMS normalisation does beside normalising. */
interface FusedForm {
  readonly x: number;
  readonly weight: number;
  /** FLOPs an element beyond the normalisation: adding the residual 1, quantising 2. */
  readonly extra?: number;
  /** Bytes but the weight's. */
  readonly bytes: (row: FusedRow) => readonly DraftTerm[];
}

interface FusedRow {
  readonly call: OpCall;
  readonly x: Tensor;
  readonly rows: number;
  readonly channels: number;
}

/** RMS normalisations of serving kernels: the base of `_fused_rms_norm` with weight, and what is fused with it (E.7). */
function fused({ x: at, weight: weightAt, extra, bytes: moved }: FusedForm): PerfModel {
  return (call, conventions) => {
    const x = tensorAt(call, at, conventions);
    const weight = tensorAt(call, weightAt, conventions);
    if (x === null || weight === null) return { whyNot: whyNoShape(call) };
    const channels = weight.count;
    if (channels !== lastExtent(x.shape) || channels === 0) return { whyNot: 'inconsistent-shapes' };
    const rows = x.count / channels;
    return derive({ x }, () => ({
      terms: {
        flops: [
          ...rmsFlops(rows, channels, x.count, true),
          ...(extra === undefined
            ? []
            : [flops('residual and quantisation', ...(extra === 1 ? [] : [extra]), ['E', x.count])]),
        ],
        bytes: [bytes('weight read', ['c', channels], ['b', x.width]), ...moved({ call, x, rows, channels })],
      },
      ...vectorOn(x.dtype, conventions),
      params: normParams({ x, channels, affine: true, bias: false, training: false }),
    }));
  };
}

const plain = ({ x }: FusedRow) => [touched('input read', 'E', x), touched('output written', 'E', x)];
const withResidual = ({ x }: FusedRow) => [
  bytes('input and residual read', 2, ['E', x.count], ['b', x.width]),
  bytes('output and residual written', 2, ['E', x.count], ['b', x.width]),
];

/** Input read (and residual read and written), fp8 output and a float32 scale for every group of a row written. */
function quantised(group: (row: FusedRow) => number, tensors = 1): (row: FusedRow) => readonly DraftTerm[] {
  return (row) => [
    bytes('activations', ...(tensors === 1 ? [] : [tensors]), ['E', row.x.count], ['b', row.x.width]),
    bytes('fp8 output written', ['E', row.x.count]),
    bytes('scales written', 4, ['R', row.rows], ['groups', Math.ceil(row.channels / group(row))]),
  ];
}

const whole = ({ channels }: FusedRow) => channels;
const groupAt = (index: number) => (row: FusedRow) => {
  const group = integerAt(row.call, index);
  return group !== undefined && group > 0 ? group : row.channels;
};

/** Output rows padded to a multiple of argument 4. */
function padded({ call, x, rows, channels }: FusedRow): readonly DraftTerm[] {
  const multiple = integerAt(call, 4);
  const width = multiple !== undefined && multiple > 0 ? Math.ceil(channels / multiple) * multiple : channels;
  return [
    bytes('input and residual read', 2, ['E', x.count], ['b', x.width]),
    bytes('padded output written', ['R', rows], ['c_pad', width], ['b', x.width]),
    bytes('residual written', ['E', x.count], ['b', x.width]),
  ];
}

/** Two normalisations at once, the first with a residual and to mxfp4: second input at 3, residual at 6, both optional (E.7). */
const mxfp4: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  const weight = tensorAt(call, 1, conventions);
  if (x === null || weight === null) return { whyNot: whyNoShape(call) };
  const channels = weight.count;
  if (channels === 0 || channels !== lastExtent(x.shape)) return { whyNot: 'inconsistent-shapes' };
  const second = tensorAt(call, 3, conventions, 2);
  const residual = tensorAt(call, 6, conventions, 2) !== null;
  const rows = x.count / channels;
  return derive({ x }, () => ({
    terms: {
      flops: [
        ...rmsFlops(rows, channels, x.count, true),
        flops('quantised', 2, ['E', x.count]),
        ...(residual ? [flops('residual added', ['E', x.count])] : []),
        ...(second === null ? [] : [flops('second normalised', 4 + 2 / channels, ['E₂', second.count])]),
      ],
      bytes: [
        touched('input read', 'E', x),
        bytes('weight read', ['c', channels], ['b', x.width]),
        bytes('fp4 output written', 0.5, ['E', x.count]),
        bytes('block scales written', ['E/32', Math.floor(x.count / 32)]),
        ...(residual ? [bytes('residual read and written', 2, ['E', x.count], ['b', x.width])] : []),
        ...(second === null
          ? []
          : [
              bytes('second read and written', 2, ['E₂', second.count], ['b', x.width]),
              bytes('second weight read', ['c₂', second.shape[1]], ['b', x.width]),
            ]),
      ],
    },
    ...vectorOn(x.dtype, conventions),
    params: normParams({ x, channels, affine: true, bias: false, training: false }),
  }));
};

const norm = (category: string, model: PerfModel): RegisteredModel => ({
  category,
  sheet: 'Normalization',
  model,
  backwardCategory: 'NORM_bwd',
});
const serving = (model: PerfModel): RegisteredModel => ({ category: 'RMSNorm', sheet: 'RMSNorm', model });
const added = (form: FusedForm): RegisteredModel => ({ category: 'RMSNorm', model: fused(form) });

/** RMS normalisation of the published tool. */
export const RMS_NORM: Readonly<Record<string, RegisteredModel>> = {
  'aten::_fused_rms_norm': norm('NORM_fwd', fusedRmsNorm),
  ...named(
    [
      'aten::_fused_rms_norm_backward',
      'aten::cudnn_rms_norm_backward',
      'aten::miopen_rms_norm_backward',
      'aten::native_rms_norm_backward',
      'aten::rms_norm_backward',
    ],
    norm('NORM_bwd', rmsNormBackward),
  ),
  ...named(['aiter::rms_norm', 'aiter::rmsnorm2d_fwd_ck'], serving(fused({ x: 0, weight: 1, bytes: plain }))),
  'aiter::rmsnorm': serving(fused({ x: 1, weight: 2, bytes: plain })),
  ...named(
    ['aiter::add_rmsnorm', 'aiter::rmsnorm2d_fwd_with_add_ck'],
    serving(fused({ x: 1, weight: 4, extra: 1, bytes: withResidual })),
  ),
  'aiter::rmsnorm2d_fwd_with_dynamicquant_ck': serving(fused({ x: 1, weight: 3, extra: 2, bytes: quantised(whole) })),
  'aiter::rmsnorm_quant': serving(fused({ x: 1, weight: 3, extra: 2, bytes: quantised(groupAt(5)) })),
  'vllm::rocm_aiter_rmsnorm_fp8_group_quant': serving(
    fused({ x: 0, weight: 1, extra: 2, bytes: quantised(groupAt(3)) }),
  ),
  'vllm::rocm_aiter_rmsnorm_with_add_fp8_group_quant': serving(
    fused({ x: 0, weight: 2, extra: 3, bytes: quantised(groupAt(4), 3) }),
  ),
  ...named(
    ['aiter::fused_add_rmsnorm_pad_', 'vllm::rocm_aiter_triton_add_rmsnorm_pad'],
    serving(fused({ x: 0, weight: 1, extra: 1, bytes: padded })),
  ),
  ...named(
    ['aiter::_fuse_rmsnorm_fp4_quant', 'sglang_profiler::fused_mxfp4_quant_fused_rms_mxfp4_quant'],
    serving(mxfp4),
  ),
};

/** RMS normalisations beyond it: `(output, input, weight, …)`, or in place with the residual at 1. */
export const MORE_RMS_NORM: Readonly<Record<string, RegisteredModel>> = {
  'aten::rms_norm': { category: 'NORM_fwd', model: fusedRmsNorm },
  ...named(
    ['_C::rms_norm', 'sgl_kernel::gemma_rmsnorm', 'sgl_kernel::rmsnorm'],
    added({ x: 1, weight: 2, bytes: plain }),
  ),
  ...named(
    ['_C::fused_add_rms_norm', 'sgl_kernel::fused_add_rmsnorm', 'sgl_kernel::gemma_fused_add_rmsnorm'],
    added({ x: 0, weight: 2, extra: 1, bytes: withResidual }),
  ),
  '_C::rms_norm_static_fp8_quant': added({
    x: 1,
    weight: 2,
    extra: 1,
    bytes: ({ x }) => [touched('input read', 'E', x), bytes('fp8 output written', ['E', x.count])],
  }),
  '_C::fused_add_rms_norm_static_fp8_quant': added({
    x: 1,
    weight: 3,
    extra: 2,
    bytes: ({ x }) => [
      bytes('input and residual', 3, ['E', x.count], ['b', x.width]),
      bytes('fp8 output written', ['E', x.count]),
    ],
  }),
  '_C::rms_norm_dynamic_per_token_quant': added({ x: 1, weight: 2, extra: 2, bytes: quantised(whole) }),
};

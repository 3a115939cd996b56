import type { Conventions } from '../../base/conventions.ts';
import { hasTensor, integerAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, derive, type Factor, flops } from '../derivation.ts';
import { bytesPerElement, precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';
import { named, type Tensor, tensorAt, touched } from './tensors.ts';

/** `(x[B,C,L], weight[C,k], bias, …)`: 2·B·C·L·k FLOPs; x read and written, weight and bias read (E.12). */
const causalConv1d: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions, 3);
  const weight = tensorAt(call, 1, conventions, 2);
  if (x === null || weight === null) return { whyNot: whyNoShape(call) };
  const [B, C, L] = x.shape;
  if (weight.shape[0] !== C) return { whyNot: 'inconsistent-shapes' };
  const k = weight.shape[1];
  return derive({ x }, () => ({
    terms: {
      flops: [flops('multiply and add', 2, ['B', B], ['C', C], ['L', L], ['k', k])],
      bytes: [
        bytes('input read and output written', 2, ['B', B], ['C', C], ['L', L], ['b', x.width]),
        bytes('weight read', ['C', C], ['k', k], ['b', x.width]),
        ...(hasTensor(call, 2) ? [bytes('bias read', ['C', C], ['b', x.width])] : []),
      ],
    },
    engine: 'matrix',
    precision: precisionOf(x.dtype, conventions),
    params: { B, C, L, width: k },
  }));
};

/** Extents of a Mamba-2 block. */
interface StateSpace {
  readonly x: Tensor;
  readonly conv: Tensor;
  readonly batch: number;
  readonly tokens: number;
  readonly heads: number;
  readonly chunk: number;
  readonly headDim: number;
  readonly groups: number;
  readonly state: number;
}

/** `(zxbcdt[B,T,cd], conv[cc,dc], conv_bias, dt_bias[H], A, D, chunk, …, headdim at 15, groups at 16)`. */
function readStateSpace(call: OpCall, conventions: Conventions): StateSpace | WhyNot {
  const x = tensorAt(call, 0, conventions, 3);
  const conv = tensorAt(call, 1, conventions, 2);
  const perHead = tensorAt(call, 3, conventions, 1);
  if (x === null || conv === null || perHead === null) return whyNoShape(call);
  const [batch, tokens, width] = x.shape;
  const heads = perHead.shape[0];
  const chunk = integerAt(call, 6) ?? 128;
  const headDim = integerAt(call, 15) ?? 64;
  const groups = integerAt(call, 16) ?? 1;
  if (chunk <= 0 || headDim <= 0 || groups <= 0) return 'inconsistent-shapes';
  const state = (width - 2 * heads * headDim - heads) / (2 * groups);
  if (!Number.isInteger(state) || state <= 0) return 'inconsistent-shapes';
  return { x, conv, batch, tokens, heads, chunk, headDim, groups, state };
}

/** Mamba-2 block: convolution, then the scan in chunks as matrix products (E.12). Its backward is counted the same. */
const mambaScan: PerfModel = (call, conventions) =>
  derive(readStateSpace(call, conventions), (s) => {
    const [channels, taps] = s.conv.shape;
    const B: Factor = ['B', s.batch];
    const T: Factor = ['T', s.tokens];
    const H: Factor = ['H', s.heads];
    const width = (index: number) => bytesPerElement(typeAt(call, index), conventions);
    const perHead = (label: string, index: number) => bytes(label, H, ['b', width(index)]);
    return {
      terms: {
        flops: [
          flops('convolution', 2, B, ['cc', channels], T, ['dc', taps]),
          flops('scores in chunks', 2, B, ['G', s.groups], T, ['chunk', s.chunk], ['N', s.state]),
          flops('outputs in chunks', 2, B, H, T, ['chunk', s.chunk], ['P', s.headDim]),
          flops('states', 4, B, H, T, ['N', s.state], ['P', s.headDim]),
        ],
        bytes: [
          touched('input read', 'B·T·cd', s.x),
          bytes('convolution weight read', ['cc', channels], ['dc', taps], ['b', s.x.width]),
          bytes('convolution bias read', ['cc', channels], ['b', s.x.width]),
          perHead('dt bias read', 3),
          perHead('A read', 4),
          perHead('D read', 5),
          bytes('output written', B, T, H, ['P', s.headDim], ['b', s.x.width]),
        ],
      },
      engine: 'matrix',
      precision: precisionOf(s.x.dtype, conventions),
      params: { B: s.batch, T: s.tokens, H: s.heads, P: s.headDim, N: s.state, G: s.groups, chunk_size: s.chunk },
    };
  });

/** State-space layers. */
export const STATE_SPACE: Readonly<Record<string, RegisteredModel>> = {
  'DaoAILab::_causal_conv1d_fwd_cpp': { category: 'SSM_fwd', sheet: 'SSM', model: causalConv1d },
  MambaSplitConv1dScanCombinedFn: {
    category: 'SSM_fwd',
    sheet: 'SSM',
    model: mambaScan,
    backward: mambaScan,
    backwardCategory: 'SSM_bwd',
  },
  ...named(['DaoAILab::_causal_conv1d_bwd_cpp', 'MambaSplitConv1dScanCombinedFnBackward'], { category: 'SSM_bwd' }),
};

import type { Conventions } from '../../base/conventions.ts';
import { whyNoShape } from '../arguments.ts';
import { type DraftTerm, derive, type Factor, flops } from '../derivation.ts';
import { precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { Engine, PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';
import { type Tensor, tensorsOf, touched } from './tensors.ts';

/** Manifold-constrained hyper-connections: M tokens, n residual streams of C hidden channels. */
interface Streams {
  readonly tensors: readonly Tensor[];
  readonly dtype: string;
  readonly tokens: number;
  readonly streams: number;
  readonly hidden: number;
}

/** Rows of the mixing matrix of n streams: one row in, one out, and n a stream. */
const mixRows = (n: number) => n * n + 2 * n;

/** The residual (M,n,C) is the largest operand of three dimensions. */
function byResidual(call: OpCall, conventions: Conventions): Streams | WhyNot {
  const tensors = tensorsOf(call, conventions);
  const cubes = tensors.filter(({ shape }) => shape.length === 3);
  if (cubes.length === 0) return whyNoShape(call);
  const residual = cubes.reduce((best, cube) => (cube.count > best.count ? cube : best));
  const [tokens, streams, hidden] = residual.shape;
  return { tensors, dtype: residual.dtype, tokens, streams, hidden };
}

/** The mixing matrix (n²+2n, n·C) tells the streams; activations of rows as long tell the tokens. */
function byMixingMatrix(call: OpCall, conventions: Conventions): Streams | WhyNot {
  const tensors = tensorsOf(call, conventions);
  for (const { shape } of tensors) {
    const streams = Math.sqrt(shape[0] + 1) - 1;
    if (shape.length !== 2 || !Number.isInteger(streams) || streams < 1 || shape[1] % streams !== 0) continue;
    const x = tensors.find((other) => other.shape !== shape && shape[1] > 0 && rowLength(other) === shape[1]);
    if (x === undefined) continue;
    return { tensors, dtype: x.dtype, tokens: x.count / shape[1], streams, hidden: shape[1] / streams };
  }
  return whyNoShape(call);
}

/** Length of an activation's row: its last extent, or both last of (M,n,C). */
function rowLength({ shape }: Tensor): number {
  if (shape.length === 3) return shape[1] * shape[2];
  return shape.length === 2 ? shape[1] : 0;
}

type Part = (streams: Streams) => readonly DraftTerm[];

/** 2·M·n·C·(n+1): the streams mixed, and the layer's output added to each. */
const post: Part = (s) => [flops('streams mixed', 2, ...extents(s), ['n+1', s.streams + 1])];
/** 2·M·(n²+2n)·n·C: the product that finds the mixing weights. */
const product: Part = (s) => [
  flops('mixing weights', 2, ['M', s.tokens], ['n²+2n', mixRows(s.streams)], ['n·C', s.streams * s.hidden]),
];
/** 2·M·n·C + 5·M·C: the streams summed up, and normalised. */
const fuse: Part = (s) => [
  flops('streams summed up', 2, ...extents(s)),
  flops('normalised', 5, ['M', s.tokens], ['C', s.hidden]),
];

const extents = (s: Streams): readonly Factor[] => [
  ['M', s.tokens],
  ['n', s.streams],
  ['C', s.hidden],
];

/** FLOPs of the parts; every operand touched once by its dtype (E.12). */
function mixing(read: (call: OpCall, c: Conventions) => Streams | WhyNot, engine: Engine, ...parts: Part[]): PerfModel {
  return (call, conventions) =>
    derive(read(call, conventions), (streams) => ({
      terms: {
        flops: parts.flatMap((part) => part(streams)),
        bytes: streams.tensors.map((tensor, i) => touched(`operand ${i + 1}`, `n${i + 1}`, tensor)),
      },
      engine,
      precision: precisionOf(streams.dtype, conventions),
      params: { M: streams.tokens, n: streams.streams, C: streams.hidden },
    }));
}

const shown = (model: PerfModel): RegisteredModel => ({ category: 'mHC', sheet: 'mHC', model });

/** Hyper-connections. */
export const HYPER_CONNECTIONS: Readonly<Record<string, RegisteredModel>> = {
  'aiter::mhc_post': shown(mixing(byResidual, 'vector', post)),
  'aiter::mhc_pre_gemm_sqrsum': shown(mixing(byMixingMatrix, 'matrix', product)),
  'aiter::mhc_pre_big_fuse_rmsnorm': shown(mixing(byResidual, 'vector', fuse)),
  'aiter::mhc_fused_post_pre_gemm_sqrsum': shown(mixing(byResidual, 'matrix', post, product)),
};

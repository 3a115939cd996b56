import type { Conventions } from '../../base/conventions.ts';
import { integerAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, derive, flops } from '../derivation.ts';
import { bytesPerElement } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';
import { lastExtent, named, type Tensor, tensorAt, vectorOn } from './tensors.ts';

/** Elements that a call rotates, and a tensor of their dtype. */
interface Rotation {
  readonly count: number;
  readonly of: Tensor;
}

/** Rotary embedding: 3 FLOPs an element rotated, which is read and written (E.10). */
function rotary(read: (call: OpCall, conventions: Conventions) => Rotation | WhyNot): PerfModel {
  return (call, conventions) =>
    derive(read(call, conventions), ({ count, of }) => ({
      terms: {
        flops: [flops('rotated', 3, ['n', count])],
        bytes: [bytes('read and written', 2, ['n', count], ['b', of.width])],
      },
      ...vectorOn(of.dtype, conventions),
      params: { num_elements: count },
    }));
}

/** All elements of the tensors at `indices`, queries and keys. */
const wholly =
  (...indices: readonly [number, ...number[]]) =>
  (call: OpCall, conventions: Conventions): Rotation | WhyNot => {
    const [of, ...others] = indices.map((index) => tensorAt(call, index, conventions));
    if (of === null || of.shape.length === 0) return whyNoShape(call);
    let count = of.count;
    for (const other of others) {
      if (other === null) return whyNoShape(call);
      count += other.count;
    }
    return { count, of };
  };

/** `(positions, query, key, head_size, cos_sin_cache, …)`: the part of every head that the cache's width rotates. */
function byHeads(call: OpCall, conventions: Conventions): Rotation | WhyNot {
  const query = tensorAt(call, 1, conventions);
  const key = tensorAt(call, 2, conventions);
  const cache = tensorAt(call, 4, conventions, 2);
  if (query === null || query.shape.length < 2) return whyNoShape(call);
  const head = integerAt(call, 3) ?? lastExtent(query.shape);
  if (head <= 0) return 'inconsistent-shapes';
  const rotated = Math.min(cache?.shape[1] ?? head, head);
  // Without a key (an optional argument) its shape is empty.
  const keys = key === null || key.shape.length === 0 ? 0 : key.count;
  return { count: ((query.count + keys) / head) * rotated, of: query };
}

/** `(query, key, …, cos_sin_cache, …)` of whole heads: `(T, heads, head)`. */
function queryAndKey(call: OpCall, conventions: Conventions): Rotation | WhyNot {
  const query = tensorAt(call, 0, conventions, 3);
  const key = tensorAt(call, 1, conventions, 3);
  const cache = tensorAt(call, 4, conventions, 2);
  if (query === null || key === null || cache === null) return whyNoShape(call);
  const head = query.shape[2];
  const rotated = Math.min(cache.shape[1], head);
  return head === 0 ? 'inconsistent-shapes' : { count: ((query.count + key.count) / head) * rotated, of: query };
}

interface LatentForm {
  /** Key heads lie in dimension 1 of the latent; a latent of two dimensions has one. */
  readonly keyHeads: boolean;
  /** Argument whose dtype the output has. */
  readonly out: number;
}

/** Rotation fused with the write of the latent cache: `(q_latent[T,QH,Dl], q_rope[…,Dp], k_latent, k_rope, kv_cache, …)` (E.10). */
function latentCache({ keyHeads, out }: LatentForm): PerfModel {
  return (call, conventions) => {
    const q = tensorAt(call, 0, conventions, 3);
    const rope = tensorAt(call, 1, conventions, 3);
    const key = tensorAt(call, 2, conventions);
    if (q === null || rope === null || key === null || (keyHeads && key.shape.length < 2)) {
      return { whyNot: whyNoShape(call) };
    }
    const [tokens, heads, latent] = q.shape;
    const T = ['T', tokens] as const;
    const QH = ['QH', heads] as const;
    const KH = ['KH', keyHeads ? key.shape[1] : 1] as const;
    const D = ['D_l+D_p', latent + rope.shape[2]] as const;
    const cacheWidth = bytesPerElement(typeAt(call, 4), conventions);
    return derive({ q }, () => ({
      terms: {
        flops: [flops('rotated', 3, T, ['D_p', rope.shape[2]], ['QH+KH', heads + KH[1]])],
        bytes: [
          bytes('queries read', T, QH, D, ['b_in', q.width]),
          bytes('keys read', T, KH, D, ['b_in', q.width]),
          bytes('queries written', T, QH, D, ['b_out', bytesPerElement(typeAt(call, out), conventions)]),
          bytes('cache written', T, KH, D, ['b_kv', cacheWidth]),
        ],
      },
      ...vectorOn(q.dtype, conventions),
      params: { T: tokens, QH: heads, KH: KH[1], D_lora: latent, D_rope: rope.shape[2] },
    }));
  };
}

const shown = (sheet: string, model: PerfModel): RegisteredModel => ({ category: 'RoPE_fwd', sheet, model });

/** Rotary embeddings of the published tool, and those that it only files. */
export const ROPE: Readonly<Record<string, RegisteredModel>> = {
  FusedRoPEFunc: shown('RoPE', rotary(wholly(0))),
  'aiter::rope_cached_positions_2c_fwd_impl': shown('RoPE', rotary(wholly(2, 3))),
  'sgl_kernel::rotary_embedding': shown('RoPE', rotary(byHeads)),
  'aiter::fused_qk_rope_cat_and_cache_mla': shown('FusedRoPE', latentCache({ keyHeads: true, out: 0 })),
  'aiter::fused_qk_rope_concat_and_cache_mla': shown('FusedRoPE', latentCache({ keyHeads: false, out: 5 })),
  FusedRoPEFuncBackward: { category: 'RoPE_bwd' },
  ...named(
    [
      'aiter::unified_attention_with_output_base->_fused_qk_rope_reshape_and_cache_kernel (Synthetic Op)',
      'aiter::v4_attention_with_output->_inverse_rope_gptj_kernel (Synthetic Op)',
      'aiter::v4_attention_with_output->hca_norm_rope_scatter_D512_RD64_R128_KB1_rmsbf16_flydsl (Synthetic Op)',
      'aiter::v4_attention_with_output->qk_norm_rope_H32_D512_RD64_flydsl (Synthetic Op)',
      'aiter::v4_attention_with_output->qk_norm_rope_H64_D512_RD64_flydsl (Synthetic Op)',
    ],
    { category: 'FusedRoPE' },
  ),
};

/** Rotary embeddings beyond it. */
export const MORE_ROPE: Readonly<Record<string, RegisteredModel>> = {
  '_C::rotary_embedding': { category: 'RoPE_fwd', model: rotary(byHeads) },
  'sgl_kernel::apply_rope_pos_ids_cos_sin_cache': { category: 'RoPE_fwd', model: rotary(queryAndKey) },
};

import { whyNoShape } from '../arguments.ts';
import { bytes, derive } from '../derivation.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { NO_ENGINE, named, tensorAt, touched, vectorOn } from './tensors.ts';

/** `sglang::store_cache(k, v, …)`: no FLOPs; keys and values of one size read and written (E.10). */
const storeCache: PerfModel = (call, conventions) => {
  const keys = tensorAt(call, 0, conventions);
  if (keys === null) return { whyNot: whyNoShape(call) };
  return derive({ keys }, () => ({
    terms: { flops: [], bytes: [bytes('keys and values read and written', 4, ['n', keys.count], ['b', keys.width])] },
    ...vectorOn(keys.dtype, conventions),
    params: { op_shape: keys.shape, nelems: keys.count, dtype: keys.dtype },
  }));
};

/** `(key, value, key_cache, value_cache, slots, …)`, or `(latent, rope, cache, slots, …)`: read once, written in the cache's dtype. */
function cacheWrite(cacheAt: number, slotsAt: number): PerfModel {
  return (call, conventions) => {
    const parts = [0, 1].map((index) => tensorAt(call, index, conventions));
    const cache = tensorAt(call, cacheAt, conventions);
    const slots = tensorAt(call, slotsAt, conventions);
    const [first, second] = parts;
    if (first === null || second === null || cache === null || slots === null) return { whyNot: whyNoShape(call) };
    return derive({ first }, () => ({
      terms: {
        flops: [],
        bytes: [
          touched('first part read', 'n₁', first),
          touched('second part read', 'n₂', second),
          bytes('cache written', ['n₁+n₂', first.count + second.count], ['b_cache', cache.width]),
          touched('slots read', 's', slots),
        ],
      },
      ...NO_ENGINE,
      params: { op_shape: first.shape, nelems: first.count, dtype: first.dtype },
    }));
  };
}

const attention = (model: PerfModel): RegisteredModel => ({ category: 'InferenceAttention', model });

/** Names of operators that fill a cache, and which argument is the cache. */
export const CACHE_ARGUMENT: ReadonlyMap<string, number> = new Map(
  [
    'sglang::store_cache',
    '_C_cache_ops::reshape_and_cache',
    '_C_cache_ops::reshape_and_cache_flash',
    '_C_cache_ops::concat_and_cache_mla',
    'aiter::reshape_and_cache',
    'aiter::reshape_and_cache_flash',
  ].map((name) => [name, 2]),
);

/** KV-cache writes of the published tool. */
export const KV_CACHE: Readonly<Record<string, RegisteredModel>> = {
  'sglang::store_cache': { ...attention(storeCache), sheet: 'InferenceAttention' },
};

/** KV-cache writes beyond it. */
export const MORE_KV_CACHE: Readonly<Record<string, RegisteredModel>> = {
  ...named(
    [
      '_C_cache_ops::reshape_and_cache',
      '_C_cache_ops::reshape_and_cache_flash',
      'aiter::reshape_and_cache',
      'aiter::reshape_and_cache_flash',
    ],
    attention(cacheWrite(2, 4)),
  ),
  '_C_cache_ops::concat_and_cache_mla': attention(cacheWrite(2, 3)),
};

import { hasTensor, shapeAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, derive, flops } from '../derivation.ts';
import { bytesPerElement, precisionOf } from '../dtypes.ts';
import type { PerfModel, RegisteredModel, Serves } from '../perf-model.ts';
import { attentionForward } from './attention.ts';
import { type CacheSlots, type LatentSlots, readHeads, readLatent } from './attention-cache-readers.ts';
import { FLASH_2_OF_VLLM, FLASH_3 } from './attention-operators.ts';
import { type AttentionReader, attentionOverCache } from './attention-over-cache.ts';
import { named } from './tensors.ts';

const INFERENCE = { category: 'InferenceAttention', sheet: 'InferenceAttention' } as const;

/** `published` are the requests that an operator serves there, where they are not all. */
function over(read: AttentionReader, serves: Serves, published: 'all' | 'generation' = 'all'): RegisteredModel {
  return {
    ...INFERENCE,
    serves,
    model: attentionOverCache(read, ({ attentionSides }) => (attentionSides === 'own' ? serves : published)),
  };
}

/** Arguments are read as published or by the schema. */
function either(published: AttentionReader, schema: AttentionReader): AttentionReader {
  return (call, conventions) =>
    (conventions.attentionArguments === 'published' ? published : schema)(call, conventions);
}

/** `(q, k, v, out, …)` of the step's tokens; the layer knows its cache. */
const OF_STEP: CacheSlots = { q: 0, k: 1, v: 2, kvHeads: 'nextToLast', keysOf: 'step', published: { v: 1 } };
/** `(q, k, v, cu_seqlens_q, …, causal, window_left, …)`; K and V are pages of the cache, or what was gathered from it. */
const AITER_PACKED: CacheSlots = {
  q: 0,
  k: 1,
  v: 2,
  kvHeads: 'nextToLast',
  keysOf: 'cache',
  causal: 12,
  keysBefore: 13,
};
/** `(out, workspace, q, k_cache[pages, page, H_KV, d], v_cache, …)`. */
const RAGGED: CacheSlots = {
  q: 2,
  k: 3,
  v: 4,
  kvHeads: 'nextToLast',
  keysOf: 'cache',
  published: { kDtype: null },
};
/** `(out, q, k_cache[pages, H_KV, d/x, page, x], v_cache, …)`; published: the output for Q. */
const GLUON: CacheSlots = {
  q: 1,
  k: 2,
  kvHeads: 'second',
  keysOf: 'cache',
  windowKeys: 19,
  published: { q: 0 },
};
/** K and V of all heads, unpacked from the latents: `(q, k, v, …)`. */
const UNPACKED: CacheSlots = { q: 0, k: 1, v: 2, kvHeads: 'nextToLast', keysOf: 'cache' };
/** `(q[T, H, latent + rotary], cache, …, output)`. */
const LATENT_DECODE: LatentSlots = { q: [0], cache: [1], values: 'output' };
/** `(q, kv, indices[T, 1, chosen], scale, d_v)`. */
const SPARSE: LatentSlots = { q: [0], cache: [1], values: { number: [4] }, chosen: 2 };

/** Of DeepSeek's sparse attention the published tool counts all pairs, and takes values for 512 wide. */
const sparseAsDense: AttentionReader = (call, conventions) => {
  const read = readHeads({ ...UNPACKED, v: 1 })(call, conventions);
  if (typeof read === 'string') return read;
  const dims = { ...read.dims, v: 512 };
  const entry: typeof read.entry = [
    ['H_KV', read.heads.kv],
    ['(d+d_v)', dims.qk + dims.v],
  ];
  return { ...read, dims, entry };
};

/** Keys that DeepSeek-V4 looks at one by one, those that it chooses of compressed ones, and its heads, of the Flash model. */
const V4 = { near: 128, chosen: 512, heads: 64, dim: 512 };
/** How many tokens a compressed key stands for. */
const V4_MODES = { swa: null, csa: 4, hca: 128 } as const;

/** `pseudo_v4_paged_decode_*`: parameters in `args`, keys that are values too; a query sees near keys and compressed ones (I 10.3). */
function readV4(mode: keyof typeof V4_MODES): AttentionReader {
  return ({ context: { args, step } }, { attentionArguments }) => {
    const number = (key: string, otherwise: number) => (typeof args[key] === 'number' ? args[key] : otherwise);
    const heads = number('v4_H_Q', V4.heads);
    const d = number('v4_d_h', V4.dim);
    const [sq, sk] = [step?.sums?.gSq ?? 0, step?.sums?.gSk ?? 0];
    const every = V4_MODES[mode];
    const compressed = every === null || sq === 0 ? 0 : Math.ceil(sk / sq / every);
    const isPublished = attentionArguments === 'published';
    return {
      rows: { q: sq, kv: null },
      heads: { q: heads, kv: 1 },
      dims: { qk: d, v: d },
      entry: isPublished
        ? [
            ['H_KV', 1],
            ['(d+d_v)', 2 * d],
          ]
        : [['latent', d]],
      dtypes: { q: 'c10::BFloat16', kv: 'c10::BFloat16' },
      widths: { q: 2, out: 2, fresh: 2, cached: 2 },
      causal: !isPublished,
      window: { keys: V4.near + (mode === 'csa' ? Math.min(compressed, V4.chosen) : compressed), slides: false },
      mayBeWindowed: false,
    };
  };
}

/** `aiter::pa_sparse_prefill_opus_fwd`: its lists of keys tell the pairs, so that it needs no step (I 10.3). */
const opusPrefill: PerfModel = (call, conventions) => {
  const Q = shapeAt(call, 0, 3);
  const [near, chosen] = [shapeAt(call, 2), shapeAt(call, 5)];
  if (Q === null || !near?.length || !chosen?.length) return { whyNot: whyNoShape(call) };
  const [rows, heads, d] = Q;
  const pairs = near[0] + chosen[0];
  const width = bytesPerElement(typeAt(call, 0), conventions) ?? 2;
  return derive({}, () => ({
    terms: {
      flops: [flops('scores and values', ['pairs', pairs], ['H_Q', heads], 4, ['d', d])],
      bytes: [
        bytes('Q read and output written', 2, ['N_Q', rows], ['H_Q', heads], ['d', d], ['b', width]),
        bytes(
          'keys read, which are values too',
          ['pairs', pairs],
          ['d', d],
          ['b_cache', bytesPerElement(typeAt(call, 1), conventions) ?? width],
        ),
      ],
    },
    engine: 'matrix',
    precision: precisionOf(typeAt(call, 0), conventions),
    params: { N_Q: rows, H_Q: heads, H_KV: 1, d_h_qk: d, d_h_v: d, pairs },
  }));
};

/** Names of the published tool. */
export const ATTENTION_OVER_CACHE: Readonly<Record<string, RegisteredModel>> = {
  'vllm::unified_attention_with_output': over(readHeads(OF_STEP), 'all'),
  'aiter::mha_varlen_fwd': over(readHeads({ ...AITER_PACKED, published: { v: 1 } }), 'rest'),
  ...named(['aiter::fmha_v3_varlen_fwd', 'aiter::mha_batch_prefill'], over(readHeads(AITER_PACKED), 'rest')),
  'sglang_profiler::attention_paged_attention_ragged': over(readHeads(RAGGED), 'generation'),
  'sglang_profiler::tilelang_kernel_tilelang_sparse_fwd': over(either(sparseAsDense, readLatent(SPARSE)), 'all'),
  pseudo_mla_decode_fwd: over(either(readHeads({ ...UNPACKED, v: 1 }), readLatent(LATENT_DECODE)), 'generation'),
  pseudo_mla_prefill_fwd: over(readHeads(UNPACKED), 'context'),
  'aiter::pa_decode_gluon': over(readHeads(GLUON), 'generation', 'generation'),
  pseudo_v4_paged_decode_swa: over(readV4('swa'), 'generation', 'generation'),
  pseudo_v4_paged_decode_csa: over(readV4('csa'), 'generation', 'generation'),
  pseudo_v4_paged_decode_hca: over(readV4('hca'), 'generation', 'generation'),
  'aiter::pa_sparse_prefill_opus_fwd': { ...INFERENCE, model: opusPrefill },
};

/** `(out, q, k_cache[pages, H_KV, d/x, page, x], …)` of vLLM and aiter, with what partial results need between `out` and `q` or without. */
const PAGED_1: CacheSlots = { q: 1, k: 2, kvHeads: 'second', keysOf: 'cache' };
const PAGED_2: CacheSlots = { ...PAGED_1, q: 4, k: 5 };
/** `(q, k_cache, v_cache, …)` with heads in the second extent. */
const PAGED_ASM: CacheSlots = { ...PAGED_1, q: 0, k: 1 };
/** FlashAttention's own: pages of (page, H_KV, d). */
const FLASH_PAGED: CacheSlots = { q: 0, k: 1, v: 2, kvHeads: 'nextToLast', keysOf: 'cache' };
const FLASH_2_CACHED: CacheSlots = { ...FLASH_PAGED, causal: 14, keysBefore: 15 };
const FLASH_2_PAGES = readHeads({ ...FLASH_PAGED, causal: 15, keysBefore: 16 });
const FLASH_3_PAGES = readHeads({ ...FLASH_PAGED, causal: 24, keysBefore: 25 });
/** `(q[rotary], k_cache[rotary], v_cache[latent], …, q_v[latent], …)`: latents are keys and values. */
const FLASH_3_LATENT: LatentSlots = { q: [0, 5], cache: [1, 2], values: { tensor: 2 } };
/** `(q, cache, [v_cache,] d_v, …, indices)`. */
const FLASH_MLA: LatentSlots = { q: [0], cache: [1], values: { number: [2, 3] }, chosen: 10 };

/** `(out, [lse,] q_latent, q_rotary, cache, …)`. */
const cutlassLatent: AttentionReader = (call, conventions) => {
  const q = shapeAt(call, 1)?.length === 3 ? 1 : 2;
  return readLatent({ q: [q, q + 1], cache: [q + 2], values: { tensor: q } })(call, conventions);
};

/** FlashAttention 3 with or without latents. */
const flash3: AttentionReader = (call, conventions) =>
  (hasTensor(call, 5) ? readLatent(FLASH_3_LATENT) : FLASH_3_PAGES)(call, conventions);

/** An operator that attends over packed sequences where K is rows of tokens, else over the pages of a cache. */
function packedOrPaged(packed: PerfModel, pages: RegisteredModel): RegisteredModel {
  const { model = packed } = pages;
  return {
    ...pages,
    model: (call, conventions) => (shapeAt(call, 1)?.length === 3 ? packed : model)(call, conventions),
  };
}

const wrapper = (read: AttentionReader): RegisteredModel => ({ ...over(read, 'all'), wrapsAttention: true });

/** Names beyond it, and wrappers that stand aside for what they call. */
export const MORE_ATTENTION_OVER_CACHE: Readonly<Record<string, RegisteredModel>> = {
  ...named(
    ['vllm::unified_attention_with_output', 'vllm::unified_attention', 'sglang::unified_attention_with_output'],
    wrapper(readHeads(OF_STEP)),
  ),
  '_C::paged_attention_v1': over(readHeads(PAGED_1), 'generation'),
  ...named(
    ['_C::paged_attention_v2', '_rocm_C::paged_attention', 'aiter::paged_attention_rocm'],
    over(readHeads(PAGED_2), 'generation'),
  ),
  ...named(['aiter::paged_attention_v1', 'aiter::paged_attention_ragged'], over(readHeads(RAGGED), 'generation')),
  'aiter::pa_fwd_asm': over(readHeads(PAGED_ASM), 'generation'),
  'aiter::mla_decode_stage1_asm_fwd': over(readLatent(LATENT_DECODE), 'generation'),
  'aiter::mla_prefill_ps_asm_fwd': over(readHeads(UNPACKED), 'context'),
  ...named(['_C::sm100_cutlass_mla_decode', 'sgl_kernel::cutlass_mla_decode'], over(cutlassLatent, 'generation')),
  ...named(
    ['_flashmla_C::fwd_kvcache_mla', '_flashmla_C::fwd_kvcache_mla_fp8', 'sgl_kernel::fwd_kvcache_mla'],
    over(readLatent(FLASH_MLA), 'generation'),
  ),
  '_flashmla_C::sparse_prefill_fwd': over(readLatent(SPARSE), 'rest'),
  '_vllm_fa2_C::varlen_fwd': packedOrPaged(attentionForward(FLASH_2_OF_VLLM), over(FLASH_2_PAGES, 'all')),
  '_vllm_fa2_C::fwd_kvcache': over(readHeads(FLASH_2_CACHED), 'generation'),
  ...named(['_vllm_fa3_C::fwd', 'sgl_kernel::fwd'], packedOrPaged(attentionForward(FLASH_3), over(flash3, 'all'))),
  'flashinfer::batch_decode_with_padded_kv_cache': over(readHeads(FLASH_PAGED), 'generation'),
  ...named(['vllm::unified_mla_attention', 'vllm::unified_mla_attention_with_output', 'sgl_kernel::fwd_sparse'], {
    category: 'InferenceAttention',
  }),
};

/** FlashInfer names an operator by what it was compiled for: `flashinfer::batch_prefill_with_kv_cache_dtype_q_bf16_…_paged_run`. */
const FLASH_INFER = /^flashinfer::batch_(prefill|decode)_with_kv_cache_\w*?(paged_run|ragged_run|run)$/;
/** `(workspaces, plan, q, k_pages, v_pages, …, layout, window_left, …)`: the arguments behind the indices differ. */
const FLASH_INFER_PAGES: CacheSlots = { q: 3, k: 4, kvHeads: 'nextToLast', keysOf: 'cache' };
const FLASH_INFER_PREFILL = over(readHeads({ ...FLASH_INFER_PAGES, v: 5, keysBefore: 14 }), 'rest');
const FLASH_INFER_DECODE = over(readHeads({ ...FLASH_INFER_PAGES, v: 5, keysBefore: 12 }), 'generation');

/** What is known of FlashInfer's operators over pages, by the form of their names. */
export function flashInferModel(name: string): RegisteredModel | undefined {
  const [, kind, run] = FLASH_INFER.exec(name) ?? [];
  if (kind === 'decode' && run === 'run') return FLASH_INFER_DECODE;
  return kind === 'prefill' && run === 'paged_run' ? FLASH_INFER_PREFILL : undefined;
}

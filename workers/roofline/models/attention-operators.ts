import type { RegisteredModel } from '../perf-model.ts';
import { type AttentionSlots, attentionForward } from './attention.ts';
import { attentionBackward } from './attention-backward.ts';

/** What FlashAttention's operators share: rows of tokens, masks from the bottom right. */
const FLASH = { layout: 'BNHd', alignment: 'bottomRight', flash: true } as const;
const FLASH_2: AttentionSlots = { ...FLASH, q: 0, dropout: 3, causal: 5, window: 6, publishedDtype: 0 };
/** The autograd function takes the window as a tuple, which is not recorded. */
const FLASH_2_FUNCTION: AttentionSlots = { ...FLASH, q: 0, dropout: 3, causal: 5, publishedDtype: 0 };
const FLASH_2_BACKWARD: AttentionSlots = {
  ...FLASH,
  q: 1,
  dropout: 9,
  causal: 11,
  window: 12,
  publishedDtype: 0,
  publishedWidth: true,
  published: { dropout: 8, causal: 10, causalByDefault: true },
};
const FLASH_2_PACKED: AttentionSlots = {
  ...FLASH,
  q: 0,
  offsets: 3,
  longest: 5,
  dropout: 7,
  causal: 9,
  window: 10,
  publishedDtype: 0,
};
const FLASH_2_PACKED_BACKWARD: AttentionSlots = {
  ...FLASH,
  q: 1,
  offsets: 9,
  longest: 11,
  dropout: 13,
  causal: 15,
  window: 16,
  publishedDtype: 0,
};
/** vLLM's build of FlashAttention 2, over packed sequences. */
export const FLASH_2_OF_VLLM: AttentionSlots = {
  ...FLASH,
  q: 0,
  offsets: 4,
  longest: 10,
  dropout: 12,
  causal: 15,
  window: 16,
  publishedDtype: 0,
};
/** FlashAttention 3 over packed sequences. */
export const FLASH_3: AttentionSlots = {
  ...FLASH,
  q: 0,
  offsets: 7,
  longest: 12,
  causal: 24,
  window: 25,
  publishedDtype: null,
};
const AITER: AttentionSlots = { ...FLASH_2, publishedDtype: null };
const AITER_WRAPPER: AttentionSlots = { ...FLASH, q: 1, dropout: 4, causal: 6, publishedDtype: null };
const AITER_WRAPPER_BACKWARD: AttentionSlots = { ...FLASH, q: 1, dropout: 7, causal: 9, publishedDtype: null };
const AITER_MHA_BACKWARD: AttentionSlots = { ...FLASH, q: 1, dropout: 6, causal: 8, window: 9, publishedDtype: null };
/** The gradient comes first; published: read as if Q did. */
const AITER_BACKWARD: AttentionSlots = {
  ...FLASH,
  q: 1,
  dropout: 10,
  causal: 12,
  window: 13,
  publishedDtype: null,
  published: { q: 0 },
};

/** aten's masks start from the top left. */
const ATEN = { layout: 'BHNd', alignment: 'topLeft' } as const;
const ATEN_FLASH: AttentionSlots = { ...ATEN, q: 0, dropout: 3, causal: 4, flash: true, publishedDtype: 0 };
const ATEN_EFFICIENT: AttentionSlots = { ...ATEN, q: 0, dropout: 5, causal: 6, flash: false, publishedDtype: 0 };
const EVOFORMER: AttentionSlots = { layout: 'BSNHd', q: 0, flash: false, publishedDtype: 0 };

const SDPA = { sheet: 'SDPA', backwardCategory: 'SDPA_bwd' } as const;
const forward = (slots: AttentionSlots): RegisteredModel => ({
  ...SDPA,
  category: 'SDPA_fwd',
  model: attentionForward(slots),
  backward: attentionBackward(slots),
});
const backward = (slots: AttentionSlots): RegisteredModel => ({
  ...SDPA,
  category: 'SDPA_bwd',
  model: attentionBackward(slots),
});

const BACKWARD: RegisteredModel = { category: 'SDPA_bwd' };
const AROUND_CACHE: RegisteredModel = { category: 'InferenceAttention' };

/** Kernels of aiter's DeepSeek attention that no operator of their own stands for. */
const V4 = 'aiter::v4_attention_with_output';
const V4_KERNELS = [
  '_swa_write_kernel',
  '_update_compressor_states_kernel',
  'fused_compress_attn_D128_RD64_R4_OVL_SS8_KB32_Q_ue8m0_psh_rmsbf16_pf_flydsl',
  'fused_compress_attn_D512_RD64_R4_OVL_SS8_KB32_rmsbf16_pf_flydsl',
  'hca_compress_forward_D512_R128_NW4_SL256_S128_flydsl',
  'hca_compress_forward_D512_R128_NW8_SL128_S128_flydsl',
];

/** Names of the published tool. */
export const ATTENTION: Readonly<Record<string, RegisteredModel>> = {
  FlashAttnFunc: forward(FLASH_2_FUNCTION),
  'flash_attn::_flash_attn_forward': forward(FLASH_2),
  'flash_attn::_flash_attn_backward': backward(FLASH_2_BACKWARD),
  'flash_attn::_flash_attn_varlen_forward': forward(FLASH_2_PACKED),
  'flash_attn::_flash_attn_varlen_backward': backward(FLASH_2_PACKED_BACKWARD),
  'flash_attn_3::fwd': forward(FLASH_3),
  'aten::_scaled_dot_product_flash_attention': forward(ATEN_FLASH),
  'aten::_scaled_dot_product_efficient_attention': forward(ATEN_EFFICIENT),
  'aten::_scaled_dot_product_cudnn_attention': forward(ATEN_EFFICIENT),
  'aiter::_flash_attn_forward': forward(AITER),
  'aiter::mha_fwd': forward(AITER),
  'aiter::fmha_v3_fwd': forward(AITER),
  'aiter::wrapper_fmha_v3_fwd': forward(AITER_WRAPPER),
  'aiter::wrapper_fmha_v3_bwd': backward(AITER_WRAPPER_BACKWARD),
  'aiter::_flash_attn_backward': backward(AITER_BACKWARD),
  'aiter::mha_bwd': backward(AITER_MHA_BACKWARD),
  EvoformerAttention: forward(EVOFORMER),

  FlashAttnFuncBackward: BACKWARD,
  FusedAttnFuncBackward: BACKWARD,
  'aten::_efficient_attention_backward': BACKWARD,
  'aten::_scaled_dot_product_cudnn_attention_backward': BACKWARD,
  'aten::_scaled_dot_product_efficient_attention_backward': BACKWARD,
  'aten::_scaled_dot_product_flash_attention_backward': BACKWARD,
  'aten::_efficient_attention_forward': { category: 'SDPA_fwd' },

  '_C_cache_ops::concat_and_cache_mla': AROUND_CACHE,
  '_C_cache_ops::reshape_and_cache_flash': AROUND_CACHE,
  'aiter::get_mla_metadata_v1': AROUND_CACHE,
  'aiter::indexer_score_topk': AROUND_CACHE,
  'hipModuleLaunchKernel->kv_indices_generate_kernel (Synthetic Op)': AROUND_CACHE,
  ...Object.fromEntries(V4_KERNELS.map((kernel) => [`${V4}->${kernel} (Synthetic Op)`, AROUND_CACHE])),
};

/** Names beyond it. */
export const MORE_ATTENTION: Readonly<Record<string, RegisteredModel>> = {
  FlashAttnVarlenFunc: forward({ ...FLASH, q: 0, offsets: 3, longest: 5, dropout: 7, causal: 9, publishedDtype: 0 }),
  'aten::_flash_attention_forward': forward({
    ...FLASH,
    q: 0,
    offsets: 3,
    longest: 5,
    dropout: 7,
    causal: 8,
    window: 11,
    publishedDtype: 0,
  }),
  'aten::_flash_attention_backward': backward({
    ...FLASH,
    q: 1,
    offsets: 6,
    longest: 8,
    dropout: 10,
    causal: 11,
    window: 15,
    publishedDtype: 1,
  }),
  'aten::_efficient_attention_forward': forward({
    layout: 'BNHd',
    q: 0,
    dropout: 8,
    maskKind: 9,
    flash: true,
    publishedDtype: 0,
  }),
  'aten::_efficient_attention_backward': backward({
    layout: 'BNHd',
    q: 1,
    dropout: 11,
    maskKind: 14,
    flash: true,
    publishedDtype: 1,
  }),
  'aten::_scaled_dot_product_flash_attention_backward': backward({
    ...ATEN,
    q: 1,
    dropout: 10,
    causal: 11,
    flash: true,
    publishedDtype: 1,
  }),
  'aten::_scaled_dot_product_efficient_attention_backward': backward({
    ...ATEN,
    q: 1,
    dropout: 9,
    causal: 11,
    flash: true,
    publishedDtype: 1,
  }),
  'aten::_scaled_dot_product_cudnn_attention_backward': backward({
    ...ATEN,
    q: 1,
    dropout: 13,
    causal: 14,
    flash: true,
    publishedDtype: 1,
  }),
  'aten::_scaled_dot_product_fused_attention_overrideable': forward({
    ...ATEN,
    q: 0,
    dropout: 4,
    causal: 5,
    flash: true,
    publishedDtype: 0,
  }),
  'xformers_flash::flash_fwd': forward({
    ...FLASH,
    q: 0,
    offsets: 3,
    longest: 6,
    dropout: 8,
    causal: 10,
    window: 11,
    publishedDtype: 0,
  }),
};

import { publishedCategory } from '../roofline/registry.ts';
import { CATEGORIES, type CategoryId, categoryIndex } from './categories.ts';

/** By category of the published reports. */
const DISPLAY: Readonly<Record<string, CategoryId>> = {
  GEMM: 'gemm',
  GroupedGEMM_fwd: 'gemm',
  CONV_fwd: 'convolution',
  CONV_bwd: 'convolution',
  SDPA_fwd: 'attention',
  SDPA_bwd: 'attention',
  InferenceAttention: 'attention',
  NORM_fwd: 'norm',
  NORM_bwd: 'norm',
  RMSNorm: 'norm',
  GroupQuant: 'quantisation',
  RoPE_fwd: 'other',
  RoPE_bwd: 'other',
  FusedRoPE: 'other',
  CrossEntropy_fwd: 'reduce',
  CrossEntropy_bwd: 'reduce',
  SSM_fwd: 'other',
  SSM_bwd: 'other',
  MoE_fused: 'moe',
  MoE_unfused: 'moe',
  MoE_aux: 'moe',
  MoE_comm_fwd: 'communication',
  MoE_comm_bwd: 'communication',
  CustomCollective: 'communication',
  mHC: 'other',
  elementwise: 'elementwise',
  reduce: 'reduce',
};

/**
 * Operators whose display category is not that of their report category, and wrappers that the reports do not know but whose
 * kernels are often opaque by name.
 */
const DISPLAY_BY_NAME: Readonly<Partial<Record<CategoryId, readonly string[]>>> = {
  copy: ['aten::copy', 'aten::copy_'],
  kvcache: [
    '_C_cache_ops::concat_and_cache_mla',
    '_C_cache_ops::copy_blocks',
    '_C_cache_ops::reshape_and_cache',
    '_C_cache_ops::reshape_and_cache_flash',
    '_C_cache_ops::swap_blocks',
    'aiter::v4_attention_with_output->_swa_write_kernel (Synthetic Op)',
    'sglang::store_cache',
  ],
  quantisation: [
    '_C::dynamic_per_token_scaled_fp8_quant',
    '_C::dynamic_scaled_fp8_quant',
    '_C::scaled_fp4_quant',
    '_C::static_scaled_fp8_quant',
    'primus::quantize_mxfp4_dual',
    'primus_turbo::quantize_fp8_tensorwise',
    'primus_turbo::quantize_mxfp4_dual',
    'primus_turbo_cpp_extension::quantize_fp8_tensorwise',
    'primus_turbo_cpp_extension::quantize_mxfp4_dual',
    'sgl_kernel::sgl_per_token_group_quant_fp8',
    'sgl_kernel::sgl_per_token_quant_fp8',
  ],
  gemm: [
    '_C::awq_gemm',
    '_C::cutlass_scaled_mm',
    '_C::gptq_marlin_gemm',
    'aten::_grouped_mm',
    'aten::_int_mm',
    'aten::_scaled_grouped_mm',
    'aten::addmv_',
    'aten::dot',
    'aten::mv',
    'sgl_kernel::fp8_scaled_mm',
    'sgl_kernel::int8_scaled_mm',
  ],
  attention: [
    '_C::paged_attention_v1',
    '_C::paged_attention_v2',
    '_rocm_C::paged_attention',
    '_vllm_fa2_C::varlen_fwd',
    '_vllm_fa3_C::fwd',
    'aiter::mla_decode_stage1_asm_fwd',
    'aiter::mla_prefill_ps_asm_fwd',
    'aiter::paged_attention_v1',
    'aiter::unified_attention_with_output_base',
    'aiter::v4_attention_with_output',
    'aten::_flash_attention_backward',
    'aten::_flash_attention_forward',
    'aten::scaled_dot_product_attention',
    'sgl_kernel::fwd',
    'vllm::unified_attention',
    'vllm::unified_mla_attention',
    'vllm::unified_mla_attention_with_output',
  ],
  moe: [
    '_moe_C::moe_sum',
    '_moe_C::topk_softmax',
    'aiter::fused_moe_',
    'sgl_kernel::moe_align_block_size',
    'sgl_kernel::moe_fused_gate',
    'sgl_kernel::topk_softmax',
    'sglang::inplace_fused_experts',
    'sglang::outplace_fused_experts',
    'vllm::inplace_fused_experts',
    'vllm::moe_forward',
    'vllm::moe_forward_shared',
    'vllm::outplace_fused_experts',
    'vllm::rocm_aiter_fused_moe',
  ],
  norm: [
    '_C::fused_add_rms_norm',
    '_C::rms_norm',
    'sgl_kernel::fused_add_rmsnorm',
    'sgl_kernel::gemma_rmsnorm',
    'sgl_kernel::rmsnorm',
  ],
};

const DISPLAY_BY_CATEGORY: ReadonlyMap<string, CategoryId> = new Map(Object.entries(DISPLAY));

const NAMED: ReadonlyMap<string, CategoryId> = new Map(
  CATEGORIES.flatMap(({ id }) => (DISPLAY_BY_NAME[id] ?? []).map((name) => [name, id] as const)),
);

/** Display category of an operator by its name, -1 when the name says nothing. */
export function operatorCategory(name: string): number {
  const named = NAMED.get(name);
  if (named) return categoryIndex(named);
  return displayCategory(publishedCategory(name) ?? '');
}

/** Display category of a report category, -1 for those that say nothing. */
export function displayCategory(reportCategory: string): number {
  const display = DISPLAY_BY_CATEGORY.get(reportCategory);
  return display === undefined ? -1 : categoryIndex(display);
}

/**
 * Category of an operator in the published reports: the registry, then the operator's own name, then its first kernel's.
 * `firstKernel` is "" where the operator has none.
 */
export function reportCategory(name: string, firstKernel: string): string {
  const registered = publishedCategory(name);
  if (registered !== undefined) return registered;
  if (name.startsWith('triton')) return 'triton';
  if (name.startsWith('record_param_comms')) return 'record_param_comms';
  if (firstKernel.startsWith('void at::native')) {
    for (const kind of ['elementwise', 'reduce', 'multi_tensor_apply']) if (firstKernel.includes(kind)) return kind;
  }
  return 'other';
}

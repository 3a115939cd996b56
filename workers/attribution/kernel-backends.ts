/** Who wrote a kernel, by its name: the first pattern that matches decides; libraries built into others stand before those. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^Memcpy|^Memset|^MEMORY_COPY|__amd_rocclr_/, 'runtime copy'],
  [
    /cross_device_reduce|quick_?reduce|qr_all_reduce|custom_ar|(one|two)_?shot|multimem_|allreduce_fusion|trtllm_.*allreduce/i,
    'custom all-reduce',
  ],
  [/nccl|rccl|mscclpp/i, 'NCCL/RCCL'],
  [
    /^triton_|_triton$|^_matmul_ogs|^kernel_unified_attention|^reduce_segments$|^_(topk_forward|sum_bitmatrix|combined_routing|finalize_matmul)/,
    'Triton',
  ],
  [/^_?(attn_fwd|attn_bwd|fwd_kernel|fwd_grouped_kernel|bwd_kernel|fused_moe_kernel|bwd_preprocess)/, 'Triton'],
  [/deep_?gemm/i, 'DeepGEMM'],
  [/flashinfer/i, 'FlashInfer'],
  [/sgl_hip|sgl_kernel|sglang|\bstore_kvcache<|clamp_position_kernel|resolve_future_token_ids/, 'SGLang'],
  [/aiter|groupnorm_kernel_dispatch|paged_attention_ll4mi.*ck_tile/, 'aiter'],
  [/vllm|^void (rotary_embedding_kernel|act_and_mul_kernel|paged_attention|moe::|marlin_moe)/, 'vLLM'],
  [/flash::|flash_(fwd|bwd)|FlashAttn|flash_attn/, 'FlashAttention'],
  [
    /_cudnn|cudnn_|cudnn::|scudnn|\bcask_|\b(wgrad|dgrad)_(alg\w*_)?engine|(im|ex)plicit_convolve|nchwToNhwc|nhwcToNchw/,
    'cuDNN',
  ],
  [/^_ZN2ck|\bck::|ck_tile/, 'CK'],
  [/^(Custom_)?Cijk_/, 'Tensile/hipBLASLt'],
  [/miopen|^igemm_\w+_gtcx|^batched_transpose_|^Im2d2Col|^SubTensorOp/i, 'MIOpen'],
  [/nvjet|cublasLt/, 'cuBLASLt/nvjet'],
  [
    /cublas|^(maxwell|volta|turing|ampere|hopper|sm\d+_xmma)\w*(gemm|gemv)|gemv|\bgemmk1_|\bgemmSN_|sgemm_largek|splitKreduce/i,
    'cuBLAS',
  ],
  [/fbgemm|split_embedding|embedding_codegen|permute_pooled_embs|bounds_check_indices|linearize_index/, 'FBGEMM'],
  [/cutlass/i, 'CUTLASS'],
  [
    /at::native|at_cuda_detail|^_ZN2at6native|cunn_|softmax_warp_|indexing_backward_kernel|elementwise_kernel_with_index|compute_cuda_kernel|^reduction_prod_kernel$/,
    'PyTorch native',
  ],
  [/\bcub::|rocprim|\bthrust::/, 'CUB/rocPRIM'],
  [/vision::ops/, 'torchvision'],
];

/** What tells the author stands early in a name; a name may be of any length. */
const READ_LENGTH = 4096;

/** What `kernelBackend` answers where no rule knows the name. */
export const UNKNOWN_BACKEND = 'unknown';

/** The library or project that a GPU event's name gives away. */
export function kernelBackend(name: string): string {
  const start = name.slice(0, READ_LENGTH);
  return RULES.find(([pattern]) => pattern.test(start))?.[1] ?? UNKNOWN_BACKEND;
}

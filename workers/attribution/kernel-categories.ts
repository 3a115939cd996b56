import { type CategoryId, categoryIndex } from './categories.ts';

/**
 * What a kernel does, by its name: the first pattern that matches decides. Names carry template arguments, so a pattern that is
 * specific to a purpose stands before one for a building block (an implicit GEMM convolution before GEMM, a norm with fused
 * quantisation before quantisation).
 */
const RULES: readonly (readonly [RegExp, CategoryId])[] = [
  [
    /rccl|nccl|cross_device_reduce|all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|quick_?reduce|deep_ep|nvshmem/i,
    'communication',
  ],
  [/multimem_|two_shot_|one_shot_|mscclpp/i, 'communication'],
  [/^Memcpy|^Memset|^MEMORY_COPY|__amd_rocclr_(copy|fill)/, 'copy'],
  [
    /reshape_and_cache|concat_and_cache|store_kv_?cache|store_cache|set_kv_buffer|append_?paged_?kv|copy_blocks|swap_blocks/i,
    'kvcache',
  ],

  // Kernels that a compiler named after the operators it fused.
  [/^triton_(tem|flex)\w*(attention|flex)/, 'attention'],
  [/^triton_(tem|mm|bmm)/, 'gemm'],
  [/^triton_(red|per)_\w*(norm|rsqrt)/, 'norm'],
  [/^triton_(red|per)_/, 'reduce'],
  [/^triton_(poi|for)_/, 'elementwise'],

  [/\breduce_kernel</, 'reduce'],
  [
    /flash(?!infer::(norm|sampling|activation))|fmha|attention|attn|paged|\bmha_|\bmla_|_?fwd_(grouped_)?kernel|kv_indices|reduce_segments/i,
    'attention',
  ],
  [
    /moe|expert|matmul_ogs|bitmatrix|combined_routing|matmul_scatter|grouped_topk|topk_(softmax|sigmoid|gating|forward)/i,
    'moe',
  ],
  [/norm(?!al)|normali[sz]|\bbn_(fw|bw)_|GammaBeta|RowwiseMoments|FusedParams|InternalGradients/i, 'norm'],
  [
    /conv(?!ert)|winograd|implicit_?gemm|dgrad|wgrad|fprop|scudnn|cudnn|igemm_(fwd|bwd|wrw)|im2col|Im2d2Col|miopen/i,
    'convolution',
  ],
  [/embedding/i, 'other'],
  [/nchwToNhwc|nhwcToNchw|batched_transpose_|SubTensorOp|cask_/, 'convolution'],
  [
    /(?<!fb)gemm|gemv|matmul|nvjet|^(Custom_)?Cijk_|cublas|cutlass|xmma|marlin|scaled_mm|splitK|dot_kernel|bmm|::Kernel2?</i,
    'gemm',
  ],
  [/quant|fp8|mxfp|nvfp|fp4|scaled_fp/i, 'quantisation'],

  [/direct_copy|copy_kernel|CatArrayBatchedCopy|copyBuffer|memcpy|memset|fillBuffer/i, 'copy'],
  [/upsample|elementwise_kernel_with_index/, 'elementwise'],
  [
    /index_(elementwise|put|add|fill|copy)|indexSelect|indexing|_indices|gather|scatter|sort|topk|rotary|rope/i,
    'other',
  ],
  [/DeviceSelect|DeviceCompact|partition_|codegen|fbgemm|max_pool|avg_pool/, 'other'],
  [/reduce|reduction|softmax|cumsum|scan|argmax|argmin|NLLCriterion|nll_loss|cross_entropy/i, 'reduce'],
  [
    /multi_tensor_apply|elementwise|vectorized|unrolled|act_and_mul|silu|gelu|swiglu|relu|clamp|dropout|scal_kernel/i,
    'elementwise',
  ],
  [/transpose|permute/i, 'copy'],
];

const OTHER = categoryIndex('other');
/** What tells the purpose stands early in a name; a name may be of any length. */
const READ_LENGTH = 4096;

/** Display category of a GPU event by its name alone. */
export function kernelCategory(name: string): number {
  const start = name.slice(0, READ_LENGTH);
  const rule = RULES.find(([pattern]) => pattern.test(start));
  return rule ? categoryIndex(rule[1]) : OTHER;
}

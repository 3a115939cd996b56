import { describe, expect, it } from 'vitest';
import { PUBLISHED_TABLES } from '../roofline/registry.ts';
import { CATEGORIES } from './categories.ts';
import { kernelCategory } from './kernel-categories.ts';
import { displayCategory, operatorCategory, reportCategory } from './operator-categories.ts';

const displayOf = (index: number) => CATEGORIES[index]?.id;

describe('report category', () => {
  it('is the registered one first', () => {
    expect(reportCategory('aten::mm', 'void at::native::reduce_kernel')).toBe('GEMM');
  });

  it('then goes by the name of the operator', () => {
    expect(reportCategory('triton_poi_fused_add_0', '')).toBe('triton');
    expect(reportCategory('record_param_comms', '')).toBe('record_param_comms');
  });

  it('then by the first kernel, elementwise before reduce before multi_tensor_apply', () => {
    expect(reportCategory('aten::cat', 'void at::native::elementwise_kernel<reduce>')).toBe('elementwise');
    expect(reportCategory('aten::cat', 'void at::native::reduce_kernel<512>')).toBe('reduce');
    expect(reportCategory('x', 'void at::native::(anonymous namespace)::multi_tensor_apply_kernel')).toBe(
      'multi_tensor_apply',
    );
    expect(reportCategory('aten::cat', 'void at::native::(anonymous namespace)::CatArrayBatchedCopy')).toBe('other');
    expect(reportCategory('aten::cat', 'elementwise')).toBe('other');
  });
});

describe('display category', () => {
  it.each([
    ['aten::mm', 'gemm'],
    ['aten::copy_', 'copy'],
    ['vllm::unified_attention_with_output', 'attention'],
    ['_C_cache_ops::reshape_and_cache_flash', 'kvcache'],
    ['vllm::moe_forward', 'moe'],
    ['aiter::dynamic_per_token_scaled_quant', 'quantisation'],
    ['_C_custom_ar::all_reduce', 'communication'],
    ['aten::native_layer_norm_backward', 'norm'],
  ])('of the operator %s is %s', (name, id) => {
    expect(displayOf(operatorCategory(name))).toBe(id);
  });

  it('is known of every category of a published operator', () => {
    const categories = PUBLISHED_TABLES.flatMap((table) => Object.values(table).map(({ category }) => category));
    for (const category of categories) expect(displayCategory(category), category).toBeGreaterThanOrEqual(0);
  });

  it('is none where the name of an operator says nothing', () => {
    expect(operatorCategory('aten::linear')).toBe(-1);
  });

  it.each([
    ['ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)', 'communication'],
    ['void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*)', 'communication'],
    ['nvjet_tst_128x256_64x4_1x2_h_bz_coopB_TNT', 'gemm'],
    ['Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT320x224x64', 'gemm'],
    ['void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128> >(flash::Flash_fwd_params)', 'attention'],
    ['void vllm::paged_attention_v2_kernel<__half, (vllm::Fp8KVCacheDataType)0>(float*)', 'attention'],
    ['void vllm::reshape_and_cache_flash_kernel<__half>(__half const*)', 'kvcache'],
    ['void vllm::moe::topkGatingSoftmax<4, 64>(float const*)', 'moe'],
    ['fused_moe_kernel', 'moe'],
    ['void vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*)', 'norm'],
    ['_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16EE', 'norm'],
    ['void vllm::scaled_fp8_quant_kernel<c10::BFloat16>(void*)', 'quantisation'],
    ['sm80_xmma_fprop_implicit_gemm_bf16bf16_bf16f32_f32_nhwckrsc_nhwc', 'convolution'],
    ['void at::native::distribution_elementwise_grid_stride_kernel<float, normal_and_transform>(int)', 'elementwise'],
    ['triton_poi_fused_constant_pad_nd_moe_forward_0', 'elementwise'],
    ['triton_red_fused_add_mean_mul_pow_rsqrt_0', 'norm'],
    [
      'void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::NormTwoOps<float> > >(int)',
      'reduce',
    ],
    ['void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >(int)', 'elementwise'],
    [
      'void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)>(int)',
      'copy',
    ],
    ['__amd_rocclr_copyBuffer', 'copy'],
    ['Memset (Device)', 'copy'],
    ['my_kernel', 'other'],
  ])('of the kernel %s is %s', (name, id) => {
    expect(displayOf(kernelCategory(name))).toBe(id);
  });
});

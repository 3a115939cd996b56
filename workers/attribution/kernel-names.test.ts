import { describe, expect, it } from 'vitest';
import { kernelBackend } from './kernel-backends.ts';
import { kernelCategory } from './kernel-categories.ts';
import { shortKernelName } from './kernel-names.ts';

describe('short kernel names', () => {
  it.each([
    // at::native: the functor of a generic kernel tells its instances apart.
    [
      'void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>)',
      'vectorized_elementwise<add>',
    ],
    [
      'void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> > >(at::TensorIteratorBase&, at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> > const&)::{lambda(int)#1}>(int, int)',
      'elementwise<mul>',
    ],
    [
      'void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#10}::operator()() const::{lambda(c10::Half)#1}, std::array<char*, 2ul> >(int)',
      'unrolled_elementwise<direct_copy>',
    ],
    [
      'void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::func_wrapper_t<float, at::native::sum_functor<float, float, float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, float, 4> >(int)',
      'reduce<sum>',
    ],
    [
      'void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int, float, c10::BFloat16 const*)',
      'vectorized_layer_norm_kernel',
    ],
    // Carriers of a whole kernel.
    [
      'void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2>(cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2::Params)',
      'cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2',
    ],
    [
      'std::enable_if<!(false), void>::type internal::gemvx::kernel<int, int, float, float, float, float, false, true, true, false, 7>(int)',
      'gemvx::kernel',
    ],
    [
      'void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 vllm::silu_kernel<c10::BFloat16>(c10::BFloat16 const&)), true>(c10::BFloat16*, c10::BFloat16 const*, int)',
      'act_and_mul<silu>',
    ],
    ['ncclDevKernel_AllGather_RING_LL(ncclDevComm*, unsigned long, ncclWork*)', 'ncclDevKernel_AllGather_RING_LL'],
    [
      'void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4> >(flash::Flash_fwd_params)',
      'flash_fwd_splitkv_kernel',
    ],
    // Mangled.
    [
      '_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib',
      'add_rmsnorm_quant_kernel',
    ],
    [
      '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEESt5arrayIPcLm3EEEEviT0_T1_',
      'vectorized_elementwise<add>',
    ],
    ['_Z11simple_gemmPfS_i', 'simple_gemm'],
    // Names of other compilers.
    ['Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT320x224x64_MI16x16x1_SN_LDSB0', 'Cijk_Alik_Bljk_BBS MT320x224x64'],
    ['_fwd_kernel_aligned_0d1d2d3d45d6de7de8c9de10de11c12de', '_fwd_kernel_aligned'],
    ['triton__0d1d2d3de', 'triton__0d1d2d3de'],
    ['triton_red_fused_add_mean_mul_pow_rsqrt_0', 'triton_red_fused_add_mean_mul_pow_rsqrt_0'],
    ['nvjet_tst_128x256_64x4_1x2_h_bz_coopB_TNT', 'nvjet_tst_128x256_64x4_1x2_h_bz_coopB_TNT'],
    ['__amd_rocclr_copyBuffer.kd', '__amd_rocclr_copyBuffer'],
    ['Memcpy HtoD (Pageable -> Device)', 'Memcpy HtoD (Pageable -> Device)'],
  ])('%s', (name, short) => {
    expect(shortKernelName(name)).toBe(short);
  });

  it.each([
    '',
    '<',
    '(',
    '::',
    'void ',
    'void f<<<<',
    'f(((',
    '_Z',
    '_ZN',
    '_ZN1',
    '_ZN999foo',
    `_ZN3fooI${'I'.repeat(500)}`,
    'a'.repeat(40_000),
  ])('survives a broken name', (name) => {
    expect(() => shortKernelName(name)).not.toThrow();
    expect(shortKernelName(name).length === 0).toBe(name.length === 0);
  });

  it.each([
    `k_${'1'.repeat(16_000)}x`,
    `${'k_0d1'.repeat(3000)}x`,
    `f<${'a::b<'.repeat(2000)}`,
    'x'.repeat(1_000_000),
    'trtllm_'.repeat(100_000),
    `_ZN1a1f${'IN1a1b'.repeat(2000)}`,
  ])('takes no time over a long hostile name', (name) => {
    const before = process.cpuUsage();
    shortKernelName(name);
    kernelBackend(name);
    kernelCategory(name);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

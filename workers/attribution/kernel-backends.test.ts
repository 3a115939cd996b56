import { describe, expect, it } from 'vitest';
import { kernelBackend } from './kernel-backends.ts';

describe('kernel backends', () => {
  it.each([
    ['nvjet_tst_128x256_64x4_1x2_h_bz_coopB_TNT', 'cuBLASLt/nvjet'],
    ['ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn', 'cuBLAS'],
    ['void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm>(Params)', 'CUTLASS'],
    ['cudnn_infer_volta_scudnn_128x64_relu_small_nn_v1', 'cuDNN'],
    ['void cutlass_cudnn_infer::Kernel<cutlass_tensorop_s1688dgrad>(Params)', 'cuDNN'],
    ['_ZN2ck16tensor_operation6deviceE', 'CK'],
    ['Cijk_Alik_Bljk_BBS_BH_MT64x96x128', 'Tensile/hipBLASLt'],
    ['MIOpenBatchNormFwdTrainSpatial', 'MIOpen'],
    ['triton_poi_fused_add_0', 'Triton'],
    ['_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1', 'Triton'],
    ['_ZN5aiter24add_rmsnorm_quant_kernelIDF16bEE', 'aiter'],
    ['void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128> >(flash::Flash_fwd_params)', 'FlashAttention'],
    ['void flashinfer::BatchPrefillWithPagedKVCacheKernel<1>(flashinfer::Params)', 'FlashInfer'],
    ['void vllm::rms_norm_kernel<c10::BFloat16>(c10::BFloat16*)', 'vLLM'],
    ['void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*)', 'custom all-reduce'],
    ['void deep_gemm::fp8_gemm_kernel<4096u, 7168u>(float*)', 'DeepGEMM'],
    ['ncclDevKernel_AllGather_RING_LL(ncclDevComm*, unsigned long, ncclWork*)', 'NCCL/RCCL'],
    ['void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<int> >(int)', 'PyTorch native'],
    ['Memcpy DtoH (Device -> Pinned)', 'runtime copy'],
    ['__amd_rocclr_fillBufferAligned', 'runtime copy'],
    ['my_own_kernel', 'unknown'],
  ])('%s: %s', (name, backend) => {
    expect(kernelBackend(name)).toBe(backend);
  });
});

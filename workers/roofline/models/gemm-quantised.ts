import type { Conventions } from '../../base/conventions.ts';
import { elements, flagAt, hasTensor, shapeAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, type DraftTerm } from '../derivation.ts';
import { bytesPerElement, precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { RegisteredModel } from '../perf-model.ts';
import { linearProduct } from './gemm.ts';
import {
  assumedOutput,
  batchedExtentsOf,
  type Extents,
  extentsOf,
  type Layout,
  matrixProduct,
  productParams,
  type ReadProduct,
  rowsOf,
  widthAt,
} from './matrix-product.ts';

const BFLOAT16 = 'c10::BFloat16';
/** Elements that share a scale in the micro-scaling formats. */
const MX_BLOCK = 32;

/** Which argument is which. */
interface Slots {
  readonly a: number;
  readonly b: number;
  readonly scaleA?: number;
  readonly scaleB?: number;
}

/** hipBLASLt products: A at 0, B at 2, scales at 1 and 3, transposition flags at 5, 6 and (of the output) 7. `packed`: fp4 pairs along K. */
function hipblaslt(packed: 1 | 2): ReadProduct {
  return (call, conventions) => {
    const shapes = [shapeAt(call, 0, 2), shapeAt(call, 2, 2)] as const;
    const flags = [flagAt(call, 5) ?? false, flagAt(call, 6) ?? false] as const;
    const swap = flagAt(call, 7) ?? false;
    const [A, B] = swap ? [shapes[1], shapes[0]] : shapes;
    const [transposedA, transposedB] = swap ? [!flags[1], !flags[0]] : flags;
    if (A === null || B === null) return whyNoShape(call);
    const [m, innerA] = transposedA ? [A[1], A[0]] : A;
    const [innerB, n] = transposedB ? [B[1], B[0]] : B;
    if (innerA !== innerB) return 'inconsistent-shapes';
    const extents = { m, n, k: innerA * packed };
    const dtypes = [typeAt(call, 0), typeAt(call, 2)];
    const [first, second] = dtypes.map((dtype) => bytesPerElement(dtype, conventions));
    return {
      ...extents,
      widths: {
        a: perElement(first, packed),
        b: perElement(second, packed),
        out: packed === 2 ? 2 : assumedOutput(first),
      },
      ...(packed === 2 ? { scales: blockScales(call, conventions, extents, 1, 3) } : {}),
      precision: packed === 2 ? fp4Precision(dtypes[0], conventions) : precisionOf(dtypes[0], conventions),
      params: productParams(call, extents, false, dtypes, [0, 2]),
    };
  };
}

/** fp4 operands stored as pairs along K, A(M,K/2) and B(K/2,N) or (N,K/2), with block scales and half-precision output. */
function fp4Blockscale({ a, b, scaleA, scaleB }: Slots, layout: Layout = 'NT'): ReadProduct {
  return (call, conventions) => {
    const extents = extentsOf(call, a, b, layout, 2);
    if (typeof extents === 'string') return extents;
    const dtypes = [typeAt(call, a), typeAt(call, b)];
    return {
      ...extents,
      widths: {
        a: perElement(bytesPerElement(dtypes[0], conventions), 2),
        b: perElement(bytesPerElement(dtypes[1], conventions), 2),
        out: 2,
      },
      scales: blockScales(call, conventions, extents, scaleA ?? -1, scaleB ?? -1),
      precision: fp4Precision(dtypes[0], conventions),
      params: productParams(call, extents, false, dtypes, [a, b]),
    };
  };
}

/** Width of an element of which `packed` are stored in one. */
function perElement(stored: number | null, packed: 1 | 2): number | null {
  return stored === null ? null : stored / packed;
}

/** Raw bytes that hold fp4 pairs are fp4 arithmetic; published: by the dtype, which says fp8. */
function fp4Precision(dtype: string, conventions: Conventions) {
  return conventions.packedOperands === 'unpacked' ? 'fp4' : precisionOf(dtype, conventions);
}

/** One scale a block of 32 along K of either operand, a byte where the dtype is not known. */
function blockScales(call: OpCall, conventions: Conventions, { m, n, k }: Extents, a: number, b: number): DraftTerm[] {
  const blocks = Math.ceil(k / MX_BLOCK);
  return [
    bytes('scales of A', ['M', m], ['⌈K/32⌉', blocks], ['b_s', widthAt(call, a, conventions) ?? 1]),
    bytes('scales of B', ['N', n], ['⌈K/32⌉', blocks], ['b_s', widthAt(call, b, conventions) ?? 1]),
  ];
}

/** 8-bit operands A(M,K)·B(N,K) with scales at 2 and 3, half-precision output. */
function eightBit({ a, b, scaleA, scaleB }: Slots): ReadProduct {
  return (call, conventions) => {
    const extents = extentsOf(call, a, b, 'NT');
    if (typeof extents === 'string') return extents;
    const { m, n, k } = extents;
    const dtypes = [typeAt(call, a), typeAt(call, b)];
    const [widthA, widthB] = dtypes.map((dtype) => bytesPerElement(dtype, conventions));
    return {
      ...extents,
      widths: { a: widthA, b: widthB, out: 2 },
      precision: precisionOf(dtypes[0], conventions),
      params: {
        ...productParams(call, extents, false, dtypes),
        block_k: perBlock(k, shapeAt(call, scaleA ?? -1)?.at(-1)),
        block_n: perBlock(n, shapeAt(call, scaleB ?? -1)?.[0]),
        scale_dtype: typeAt(call, scaleA ?? -1),
        output_shape: [m, n],
      },
    };
  };
}

function perBlock(extent: number, blocks: number | undefined): number | null {
  return blocks === undefined || blocks === 0 ? null : Math.ceil(extent / blocks);
}

/** `aiter::gemm_a16w16` and its forms; `out` gives the dtype of the output. */
function a16w16(biased: boolean, out: (call: OpCall, conventions: Conventions) => string): ReadProduct {
  return (call, conventions) => {
    const plain: OpCall = biased ? call : { ...call, dims: call.dims?.slice(0, 2) };
    const outDtype = out(call, conventions);
    const product = linearProduct(plain, conventions, () => bytesPerElement(outDtype, conventions));
    if (typeof product === 'string') return product;
    const dtypes = [typeAt(call, 0), typeAt(call, 1), outDtype];
    return { ...product, params: productParams(call, { batch: 1, ...product }, product.bias !== undefined, dtypes) };
  };
}

/** The dtype of the output at 2 where its width is known, else that of the input. */
function recordedOutput(call: OpCall, conventions: Conventions): string {
  const dtype = typeAt(call, 2);
  return bytesPerElement(dtype, conventions) === null ? typeAt(call, 0) : dtype;
}

/** `aiter::gemm_afp4wfp4_`: both operands fp4 pairs. */
const afp4wfp4: ReadProduct = (call) => {
  const extents = extentsOf(call, 0, 1, 'NT', 2);
  if (typeof extents === 'string') return extents;
  return {
    ...extents,
    widths: { a: 0.5, b: 0.5, out: 2 },
    precision: 'fp4',
    params: productParams(call, extents, false, [typeAt(call, 0), typeAt(call, 1)]),
  };
};

/** `aiter::batched_gemm_a16wfp4_`: A(B,M,K) half precision, B(B,N,K/2) fp4 pairs. */
const batchedA16wfp4: ReadProduct = (call, conventions) => {
  const A = shapeAt(call, 0, 3);
  const B = shapeAt(call, 1, 3);
  if (A === null || B === null) return whyNoShape(call);
  const [batch, m, k] = A;
  if (B[0] !== batch) return 'inconsistent-shapes';
  const extents = { batch, m, n: B[1], k };
  return {
    ...extents,
    widths: { a: widthAt(call, 0, conventions), b: 0.5, out: 2 },
    precision: 'fp4',
    params: productParams(call, extents, false, [typeAt(call, 0), typeAt(call, 1)]),
  };
};

/** SGLang's batched 8-bit product: A(M,B,K) or (B,M,K), B(B,N,K); precision of the weights. */
const batchedEightBit: ReadProduct = (call, conventions) => {
  const A = shapeAt(call, 0, 3);
  const B = shapeAt(call, 1, 3);
  if (A === null || B === null) return whyNoShape(call);
  const [batch, n] = B;
  const extents = { batch, m: A[0] === batch ? A[1] : A[0], n, k: A[2] };
  return {
    ...extents,
    widths: { a: widthAt(call, 0, conventions), b: widthAt(call, 1, conventions), out: 2 },
    precision: precisionOf(typeAt(call, 1), conventions),
    params: productParams(call, extents, false, [typeAt(call, 0), typeAt(call, 1)]),
  };
};

/** CUTLASS products that write into argument 0: A at 1, B at 2, the output's dtype recorded. `packed`: fp4 pairs along K. */
function intoOutput(layout: Layout, { bias, packed = 1 }: { bias?: number; packed?: 1 | 2 } = {}): ReadProduct {
  return (call, conventions) => {
    const extents = extentsOf(call, 1, 2, layout, packed);
    if (typeof extents === 'string') return extents;
    const out = widthAt(call, 0, conventions);
    const hasBias = bias !== undefined && hasTensor(call, bias);
    return {
      ...extents,
      widths: {
        a: perElement(widthAt(call, 1, conventions), packed),
        b: perElement(widthAt(call, 2, conventions), packed),
        out,
      },
      ...(hasBias ? { bias: { elements: [['N', extents.n]], width: out } } : {}),
      precision: packed === 2 ? 'fp4' : precisionOf(typeAt(call, 1), conventions),
      params: productParams(call, extents, hasBias, [typeAt(call, 1), typeAt(call, 2)], [1, 2]),
    };
  };
}

/** Batched fp8 product A(B,M,K)·B(B,K,N). */
const bmmFp8: ReadProduct = (call, conventions) => {
  const extents = batchedExtentsOf(call, 0, 1, 'NN');
  if (typeof extents === 'string') return extents;
  const input = widthAt(call, 0, conventions);
  return {
    ...extents,
    widths: { a: input, b: widthAt(call, 1, conventions), out: assumedOutput(input) },
    precision: precisionOf(typeAt(call, 0), conventions),
    params: productParams(call, extents, false, [typeAt(call, 0), typeAt(call, 1)], [0, 1]),
  };
};

/**
 * Weight-only quantised products (Marlin, AWQ, GPTQ, machete): activations (…,K) at 0 keep their precision; weights are read as they are
 * stored, in whatever packing. N is the last extent of the first floating-point matrix after the activations: the scales, or the output.
 */
const weightOnly: ReadProduct = (call, conventions) => {
  const A = shapeAt(call, 0);
  if (A === null || A.length < 2 || call.dims === undefined) return whyNoShape(call);
  const dtype = typeAt(call, 0);
  const matrices = call.dims.flatMap((_, index) => (index > 0 && shapeAt(call, index, 2) !== null ? [index] : []));
  const scales = matrices.find((index) => isFloat(typeAt(call, index)));
  const n = shapeAt(call, scales ?? -1)?.[1];
  if (n === undefined) return 'inconsistent-shapes';
  const m = rowsOf(A);
  const k = A[A.length - 1];
  // Marlin may take the output at 1, where the others have weights.
  const stored = matrices.filter((index) => index > 1 || typeAt(call, index) !== dtype);
  const width = bytesPerElement(dtype, conventions);
  const extents = { m, n, k };
  return {
    ...extents,
    widths: { a: width, b: null, out: width },
    storedB: stored.map((index) =>
      bytes(
        `argument ${index} read`,
        ['elements', elements(shapeAt(call, index) ?? [])],
        ['b', widthAt(call, index, conventions)],
      ),
    ),
    precision: precisionOf(dtype, conventions),
    params: productParams(call, extents, false, [dtype, typeAt(call, stored[0] ?? -1)]),
  };
};

const isFloat = (dtype: string) => /^(float|double|c10::(BF|F|H))/.test(dtype);

const gemm = (read: ReadProduct): RegisteredModel => ({ category: 'GEMM', sheet: 'GEMM', model: matrixProduct(read) });
const A8W8: Slots = { a: 0, b: 1, scaleA: 2, scaleB: 3 };
const eightBitGemm = gemm(eightBit(A8W8));
const hipblasltFp8 = gemm(hipblaslt(1));
const hipblasltFp4 = gemm(hipblaslt(2));
const fp4Gemm = gemm(fp4Blockscale(A8W8));
const weightOnlyGemm = gemm(weightOnly);
const BATCHED_PREQUANT = 'batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant';

/** Names of the published tool. */
export const GEMM_QUANTISED: Readonly<Record<string, RegisteredModel>> = {
  'primus_turbo_cpp_extension::hipblaslt_gemm_fp8': hipblasltFp8,
  'primus_turbo::hipblaslt_gemm_fp8': hipblasltFp8,
  'primus_turbo_cpp_extension::hipblaslt_gemm_fp4': hipblasltFp4,
  'primus_turbo::hipblaslt_gemm_fp4': hipblasltFp4,
  'aiter::gemm_a4w4': fp4Gemm,
  'aiter::_gemm_a4w4_asm': fp4Gemm,
  'sglang_profiler::fp8_utils_gemm_a8w8_blockscale': eightBitGemm,
  'sglang_profiler::gemm_a8w8_blockscale_gemm_a8w8_blockscale': eightBitGemm,
  'vllm::rocm_aiter_triton_gemm_a8w8_blockscale': eightBitGemm,
  'vllm::_rocm_aiter_preshuffled_per_token_w8a8_gemm': eightBitGemm,
  'aiter::gemm_a8w8_blockscale_ck': eightBitGemm,
  'aiter::gemm_a8w8_blockscale_cktile': eightBitGemm,
  'aiter::gemm_a8w8_blockscale_bpreshuffle_ck': eightBitGemm,
  'aiter::gemm_a8w8_blockscale_bpreshuffle_cktile': eightBitGemm,
  'aiter::_gemm_a8w8_blockscale_bpreshuffle_asm': eightBitGemm,
  'aiter::flatmm_a8w8_blockscale_asm': eightBitGemm,
  'aiter::gfx950_a8w8_blockscale_asm': eightBitGemm,
  'aiter::gemm_a8w8_ck': eightBitGemm,
  'aiter::gemm_a8w8_bpreshuffle_ck': eightBitGemm,
  'aiter::gemm_a8w8_bpreshuffle': eightBitGemm,
  'aiter::gemm_a16w16': gemm(a16w16(true, (call) => typeAt(call, 0))),
  'aiter::gemm_a16w16_atomic_': gemm(a16w16(false, (call) => typeAt(call, 3) || BFLOAT16)),
  'sglang_profiler::gemm_kernels_flydsl_hgemm': gemm(a16w16(false, (call) => typeAt(call, 3) || BFLOAT16)),
  'aiter::_gemm_a16w16_asm': gemm(a16w16(false, recordedOutput)),
  'aiter::gemm_afp4wfp4_': gemm(afp4wfp4),
  'aiter::batched_gemm_a16wfp4_': gemm(batchedA16wfp4),
  [`sglang_profiler::${BATCHED_PREQUANT}_${BATCHED_PREQUANT}`]: gemm(batchedEightBit),
};

/** Names beyond it. */
export const MORE_GEMM_QUANTISED: Readonly<Record<string, RegisteredModel>> = {
  '_C::cutlass_scaled_mm': gemm(intoOutput('NN', { bias: 5 })),
  '_C::cutlass_scaled_mm_azp': gemm(intoOutput('NN', { bias: 7 })),
  '_C::cutlass_scaled_fp4_mm': gemm(intoOutput('NT', { packed: 2 })),
  'sgl_kernel::cutlass_scaled_fp4_mm': gemm(intoOutput('NT', { packed: 2 })),
  'sgl_kernel::dsv3_fused_a_gemm': gemm(intoOutput('NN')),
  'sgl_kernel::dsv3_router_gemm': gemm(intoOutput('NT')),
  'sgl_kernel::bmm_fp8': gemm(bmmFp8),
  'vllm::bmm_fp8': gemm(bmmFp8),
  'vllm::flashinfer_mm_fp4': gemm(fp4Blockscale(A8W8, 'NN')),
  // DeepGEMM behind its wrappers: operands and scales alternate.
  'sglang::deep_gemm_fp8_fp8_bf16_nt': gemm(eightBit({ a: 0, b: 2, scaleA: 1, scaleB: 3 })),
  'vllm::fp8_gemm_nt_op': gemm(eightBit({ a: 0, b: 2, scaleA: 1, scaleB: 3 })),
  'vllm::w8a8_block_fp8_matmul_deepgemm': eightBitGemm,
  'vllm::w8a8_triton_block_scaled_mm_func': eightBitGemm,
  '_C::marlin_gemm': weightOnlyGemm,
  '_C::gptq_marlin_gemm': weightOnlyGemm,
  '_C::gptq_marlin_24_gemm': weightOnlyGemm,
  '_C::fp8_marlin_gemm': weightOnlyGemm,
  '_C::allspark_w8a16_gemm': weightOnlyGemm,
  '_C::gptq_gemm': weightOnlyGemm,
  '_C::awq_gemm': weightOnlyGemm,
  '_C::machete_mm': weightOnlyGemm,
  'sgl_kernel::gptq_marlin_gemm': weightOnlyGemm,
  'sgl_kernel::gptq_gemm': weightOnlyGemm,
};

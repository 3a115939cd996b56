import type { Conventions } from '../../base/conventions.ts';
import {
  concreteText,
  elements,
  hasTensor,
  integerAt,
  type Shape,
  shapeAt,
  shapeOf,
  typeAt,
  whyNoShape,
} from '../arguments.ts';
import type { Factor } from '../derivation.ts';
import { bytesPerElement, precisionOf, scalarTypeName } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';
import {
  assumedOutput,
  batchedExtentsOf,
  extentsOf,
  type MatrixProduct,
  matrixProduct,
  productParams,
  type ReadProduct,
  rowsOf,
  widthAt,
} from './matrix-product.ts';

/** `aten::mm`: an output tensor is recorded for the `out=` form. */
const mm: ReadProduct = (call, conventions) => plain(call, conventions, extentsOf(call, 0, 1, 'NN'), 0, 1, 2);

/** `aten::bmm`. */
const bmm: ReadProduct = (call, conventions) => plain(call, conventions, batchedExtentsOf(call, 0, 1, 'NN'), 0, 1, 2);

/** `aten::addmm(bias, A, B)`. */
const addmm: ReadProduct = (call, conventions) =>
  withBias(
    call,
    conventions,
    plain(call, conventions, extentsOf(call, 1, 2, 'NN'), 1, 2, undefined),
    0,
    typeAt(call, 1),
  );

/** `aten::baddbmm(bias, A, B)`. */
const baddbmm: ReadProduct = (call, conventions) =>
  withBias(
    call,
    conventions,
    plain(call, conventions, batchedExtentsOf(call, 1, 2, 'NN'), 1, 2, undefined),
    0,
    typeAt(call, 1),
  );

/** A product whose operands and output share the dtype of A; the output's own is read where it is recorded at `out`. */
function plain(
  call: OpCall,
  conventions: Conventions,
  extents: ReturnType<typeof extentsOf>,
  a: number,
  b: number,
  out: number | undefined,
): MatrixProduct | WhyNot {
  if (typeof extents === 'string') return extents;
  const dtype = typeAt(call, a);
  const width = bytesPerElement(dtype, conventions);
  const outRecorded = out !== undefined && conventions.gemmOperands === 'recorded' && hasTensor(call, out);
  return {
    ...extents,
    widths: { a: width, b: width, out: outRecorded ? widthAt(call, out, conventions) : width },
    precision: precisionOf(dtype, conventions),
    params: productParams(call, extents, false, [dtype, typeAt(call, b)], [a, b]),
  };
}

/** `product` with the bias of argument `index`: one row (a batch), or the shape that is recorded. */
function withBias(
  call: OpCall,
  conventions: Conventions,
  product: MatrixProduct | WhyNot,
  index: number,
  dtype: string,
): MatrixProduct | WhyNot {
  if (typeof product === 'string') return product;
  return {
    ...product,
    bias: { elements: biasElements(call, conventions, product, index), width: bytesPerElement(dtype, conventions) },
    params: { ...product.params, bias: true },
  };
}

/** Elements of a bias as factors. */
function biasElements(
  call: OpCall,
  conventions: Conventions,
  product: MatrixProduct,
  index: number,
): readonly Factor[] {
  const shape = shapeAt(call, index);
  if (conventions.gemmOperands === 'recorded' && shape !== null) return [['bias elements', elements(shape)]];
  return product.batch === undefined
    ? [['N', product.n]]
    : [
        ['B', product.batch],
        ['N', product.n],
      ];
}

/** Where a scaled product's bias and output dtype lie among its arguments. */
interface ScaledSlots {
  readonly bias?: number;
  readonly outDtype?: number;
}

/** `aten::_scaled_mm` and its like: A(M,K)·B(K,N) of 1-byte operands. Published: a bias only in a call of three arguments (W4). */
function scaledMm({ bias, outDtype }: ScaledSlots): ReadProduct {
  return (call, conventions) => {
    const packed = pairsIn(typeAt(call, 0), conventions);
    const extents = extentsOf(call, 0, 1, 'NN', packed);
    if (typeof extents === 'string') return extents;
    const dtype = typeAt(call, 0);
    const input = bytesPerElement(dtype, conventions);
    const recorded = conventions.gemmOperands === 'recorded';
    const named = recorded && outDtype !== undefined ? scalarTypeName(integerAt(call, outDtype)) : undefined;
    const out = named === undefined ? assumedOutput(input) : bytesPerElement(named, conventions);
    const hasBias = recorded ? bias !== undefined && hasTensor(call, bias) : call.dims?.length === 3;
    const stored = input === null ? null : input / packed;
    return {
      ...extents,
      widths: { a: stored, b: stored, out },
      ...(hasBias ? { bias: { elements: [['N', extents.n]], width: out } } : {}),
      precision: precisionOf(dtype, conventions),
      params: productParams(call, extents, hasBias, [dtype, typeAt(call, 1)], [0, 1]),
    };
  };
}

/** Elements that an fp4 dtype stores in one, where the convention unpacks them. */
function pairsIn(dtype: string, conventions: Conventions): 1 | 2 {
  return conventions.packedOperands === 'unpacked' && dtype.toLowerCase() === 'c10::float4_e2m1fn_x2' ? 2 : 1;
}

/** `bitsandbytes::int8_linear_matmul(A(M,K), B(N,K))`, 4-byte sums. Published: as `_scaled_mm`. */
const int8LinearMatmul: ReadProduct = (call, conventions) => {
  if (conventions.gemmOperands === 'recorded') return int8Product('NT')(call, conventions);
  const A = shapeAt(call, 0, 2);
  const B = shapeAt(call, 1, 2);
  if (A === null || B === null) return whyNoShape(call);
  const extents = { m: A[0], n: B[1], k: A[1] };
  const input = widthAt(call, 0, conventions);
  return {
    ...extents,
    widths: { a: input, b: input, out: assumedOutput(input) },
    precision: precisionOf(typeAt(call, 0), conventions),
    params: productParams(call, extents, false, [typeAt(call, 0), typeAt(call, 1)], [0, 1]),
  };
};

/** A product of int8 operands with int32 output. */
function int8Product(layout: 'NN' | 'NT'): ReadProduct {
  return (call, conventions) => {
    const extents = extentsOf(call, 0, 1, layout);
    if (typeof extents === 'string') return extents;
    const input = widthAt(call, 0, conventions);
    return {
      ...extents,
      widths: { a: input, b: widthAt(call, 1, conventions), out: 4 },
      precision: precisionOf(typeAt(call, 0), conventions),
      params: productParams(call, extents, false, [typeAt(call, 0), typeAt(call, 1)], [0, 1]),
    };
  };
}

/** Transformer Engine `te_gemm_ts`: A at 0, B at 5, output at 10, bias at 14, column-major flags at 4 and 9. */
const teGemm: ReadProduct = (call, conventions) => {
  const A = shapeAt(call, 0, 2);
  const B = shapeAt(call, 5, 2);
  if (A === null || B === null) return whyNoShape(call);
  const [m, k] = concreteText(call, 4) === '1' ? A : [A[1], A[0]];
  const [innerB, n] = concreteText(call, 9) === '1' ? B : [B[1], B[0]];
  if (innerB !== k) return 'inconsistent-shapes';
  const recorded = conventions.gemmOperands === 'recorded';
  const biasShape = shapeAt(call, 14) ?? [];
  const hasBias = recorded ? biasShape.length > 0 && elements(biasShape) > 0 : concreteText(call, 14) !== '';
  const extents = { m, n, k };
  return {
    ...extents,
    widths: { a: widthAt(call, 0, conventions), b: widthAt(call, 5, conventions), out: widthAt(call, 10, conventions) },
    ...(hasBias
      ? {
          bias: {
            elements: [recorded ? ['bias elements', elements(biasShape)] : ['N', n]],
            width: widthAt(call, recorded ? 14 : 18, conventions),
          },
        }
      : {}),
    precision: precisionOf(typeAt(call, 0), conventions),
    params: productParams(call, extents, hasBias, [typeAt(call, 0), typeAt(call, 5)], [0, 5]),
  };
};

/** Products inside Transformer Engine's fused linear layers: operands of one dtype, half-precision output. */
const transformerEngineLayer: ReadProduct = (call, conventions) => {
  const extents = extentsOf(call, 0, 1, 'NN');
  if (typeof extents === 'string') return extents;
  const dtype = typeAt(call, 0);
  if (typeAt(call, 1) !== dtype) return 'unknown-dtype';
  const width = bytesPerElement(dtype, conventions);
  return {
    ...extents,
    widths: { a: width, b: width, out: 2 },
    precision: precisionOf(dtype, conventions),
    params: productParams(call, extents, false, [dtype, dtype], [0, 1]),
  };
};

/** `x(…,K) · weight(N,K)` with the bias of argument 2 where there is one; `out` gives the output's width. */
export function linearProduct(
  call: OpCall,
  conventions: Conventions,
  out: (widths: { a: number | null; b: number | null; bias: number | null }) => number | null,
): MatrixProduct | WhyNot {
  const extents = extentsOf(call, 0, 1, 'NT');
  if (typeof extents === 'string') return extents;
  const a = widthAt(call, 0, conventions);
  const b = widthAt(call, 1, conventions);
  const hasBias = hasTensor(call, 2);
  const bias = hasBias ? widthAt(call, 2, conventions) : null;
  const width = out({ a, b, bias });
  return {
    ...extents,
    widths: { a, b, out: width },
    ...(hasBias ? { bias: { elements: [['N', extents.n]], width } } : {}),
    precision: precisionOf(typeAt(call, 0), conventions),
    params: productParams(call, extents, hasBias, [typeAt(call, 0), typeAt(call, 1), typeAt(call, 2)]),
  };
}

/** `vllm::rocm_unquantized_gemm`: the output has the dtype of the bias, without one that of the weight. */
const unquantizedGemm: ReadProduct = (call, conventions) =>
  linearProduct(call, conventions, ({ b, bias }) => (hasTensor(call, 2) ? bias : b));

/** `aten::linear`. */
const linear: ReadProduct = (call, conventions) => linearProduct(call, conventions, ({ a }) => a);

/** `aten::matmul`: vectors count as one row or column, leading dimensions are broadcast. */
const matmul: ReadProduct = (call, conventions) => {
  const A = operand(shapeAt(call, 0), (k) => [1, k]);
  const B = operand(shapeAt(call, 1), (k) => [k, 1]);
  if (A === null || B === null) return whyNoShape(call);
  const batch = broadcast(A.slice(0, -2), B.slice(0, -2));
  const [m, k] = A.slice(-2);
  const [innerB, n] = B.slice(-2);
  if (innerB !== k || batch === null) return 'inconsistent-shapes';
  // A matrix is shared by the whole batch, which then is more rows.
  const extents = B.length === 2 ? { m: rowsOf(A), n, k } : { batch: elements(batch), m, n, k };
  return plain(call, conventions, extents, 0, 1, undefined);
};

function operand(shape: Shape | null, vector: (extent: number) => Shape): Shape | null {
  if (shape === null || shape.length === 0) return null;
  return shape.length === 1 ? vector(shape[0]) : shape;
}

function broadcast(a: Shape, b: Shape): Shape | null {
  const rank = Math.max(a.length, b.length);
  const extents = Array.from({ length: rank }, (_, i) => {
    const [x, y] = [a[a.length - rank + i] ?? 1, b[b.length - rank + i] ?? 1];
    return x === 1 ? y : y === 1 || x === y ? x : null;
  });
  return extents.every((extent) => extent !== null) ? extents : null;
}

/** `vllm::gemm_with_dynamic_quant`: the first two matrices among the arguments. Published: weights as wide as activations. */
const dynamicQuantGemm: ReadProduct = (call, conventions) => {
  const [a, b] = (call.dims ?? []).flatMap((entry, index) => (shapeOf(entry)?.length === 2 ? [index] : []));
  const A = shapeAt(call, a ?? -1, 2);
  const B = shapeAt(call, b ?? -1, 2);
  if (A === null || B === null) return whyNoShape(call);
  const unpacked = conventions.packedOperands === 'unpacked';
  const packed = A[1] === 2 * B[1] ? 2 : 1;
  if (unpacked && A[1] !== packed * B[1]) return 'inconsistent-shapes';
  const extents = { m: A[0], n: B[0], k: A[1] };
  const dtype = typeAt(call, a);
  const width = bytesPerElement(dtype, conventions);
  const weight = widthAt(call, b, conventions);
  return {
    ...extents,
    widths: { a: width, b: unpacked ? weight && weight / packed : width, out: width },
    precision: precisionOf(dtype, conventions),
    params: productParams(call, extents, false, [dtype, typeAt(call, b)]),
  };
};

/** `aten::mv(A, x)` and `aten::addmv(y, A, x)`: one column. */
function matrixVector(a: number, bias: boolean): PerfModel {
  return matrixProduct((call, conventions) => {
    const A = shapeAt(call, a, 2);
    const x = shapeAt(call, a + 1, 1);
    if (A === null || x === null) return whyNoShape(call);
    if (A[1] !== x[0]) return 'inconsistent-shapes';
    const product = plain(call, conventions, { m: A[0], n: 1, k: A[1] }, a, a + 1, undefined);
    return bias ? withBias(call, conventions, product, 0, typeAt(call, 0)) : product;
  });
}

const gemm = (model: PerfModel): RegisteredModel => ({ category: 'GEMM', sheet: 'GEMM', model });

/** Names of the published tool. */
export const GEMM: Readonly<Record<string, RegisteredModel>> = {
  'aten::mm': gemm(matrixProduct(mm)),
  'aten::addmm': gemm(matrixProduct(addmm)),
  'aten::bmm': gemm(matrixProduct(bmm)),
  'aten::baddbmm': gemm(matrixProduct(baddbmm)),
  'aten::_scaled_mm': gemm(matrixProduct(scaledMm({ bias: 4, outDtype: 6 }))),
  'trtllm::cublas_scaled_mm': gemm(matrixProduct(scaledMm({ bias: 4, outDtype: 5 }))),
  'bitsandbytes::int8_linear_matmul': gemm(matrixProduct(int8LinearMatmul)),
  'tex_ts::te_gemm_ts': gemm(matrixProduct(teGemm)),
  _Linear_yfwd_mm: gemm(matrixProduct(transformerEngineLayer)),
  _LinearBackward_xgrad_mm: gemm(matrixProduct(transformerEngineLayer)),
  _LinearBackward_wgrad_mm: gemm(matrixProduct(transformerEngineLayer)),
  _LayerNormLinear_yfwd_mm: gemm(matrixProduct(transformerEngineLayer)),
  _LayerNormLinearBackward_xgrad_mm: gemm(matrixProduct(transformerEngineLayer)),
  _LayerNormLinearBackward_wgrad_mm: gemm(matrixProduct(transformerEngineLayer)),
  'vllm::gemm_with_dynamic_quant': gemm(matrixProduct(dynamicQuantGemm)),
  'vllm::rocm_unquantized_gemm': gemm(matrixProduct(unquantizedGemm)),
};

/** Names beyond it. */
export const MORE_GEMM: Readonly<Record<string, RegisteredModel>> = {
  'aten::linear': { ...gemm(matrixProduct(linear)), ownKernelsOnly: true },
  'aten::matmul': { ...gemm(matrixProduct(matmul)), ownKernelsOnly: true },
  'aten::_addmm_activation': gemm(matrixProduct(addmm)),
  'aten::_int_mm': gemm(matrixProduct(int8Product('NN'))),
  'aten::mv': gemm(matrixVector(0, false)),
  'aten::addmv': gemm(matrixVector(1, true)),
  'aten::addmv_': gemm(matrixVector(1, true)),
  'sgl_kernel::fp8_scaled_mm': gemm(matrixProduct(scaledMm({ bias: 5, outDtype: 4 }))),
  'sgl_kernel::int8_scaled_mm': gemm(matrixProduct(scaledMm({ bias: 5, outDtype: 4 }))),
  'sgl_kernel::fp8_blockwise_scaled_mm': gemm(matrixProduct(scaledMm({ outDtype: 4 }))),
};

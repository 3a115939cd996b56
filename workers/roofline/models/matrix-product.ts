import type { Conventions } from '../../base/conventions.ts';
import { type Shape, shapeAt, stridesAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, type Draft, type DraftTerm, derive, type Factor, flops } from '../derivation.ts';
import { bytesPerElement } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { ParamValue, PerfModel, Precision, WhyNot } from '../perf-model.ts';

/** Extents of `A(M,K) · B(K,N)`, once a batch. */
export interface Extents {
  readonly batch?: number;
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** Bytes an element of both operands and of the output; null where not known. */
interface Widths {
  readonly a: number | null;
  readonly b: number | null;
  readonly out: number | null;
}

/** A matrix product as a call records it. */
export interface MatrixProduct extends Extents {
  readonly widths: Widths;
  /** Elements of the bias that is read, and their width. */
  readonly bias?: { readonly elements: readonly Factor[]; readonly width: number | null };
  /** Bytes of B where it is no `K·N` elements of one width. */
  readonly storedB?: readonly DraftTerm[];
  /** Bytes beside operands, bias and output, as block scales. */
  readonly scales?: readonly DraftTerm[];
  readonly precision: Precision | null;
  readonly params: Readonly<Record<string, ParamValue>>;
}

/** Reads the product that a call of one operator computes. */
export type ReadProduct = (call: OpCall, conventions: Conventions) => MatrixProduct | WhyNot;

/** Model of a matrix product: `2·M·N·K (+ M·N)` FLOPs; operands, bias and output touched once (E.2). */
export function matrixProduct(read: ReadProduct): PerfModel {
  return (call, conventions) => derive(read(call, conventions), (product) => productDraft(product, call));
}

function productDraft(product: MatrixProduct, call: OpCall): Draft {
  const { batch, m, n, k, widths, bias, storedB, scales = [], precision, params } = product;
  const perBatch: readonly Factor[] = batch === undefined ? [] : [['B', batch]];
  const M: Factor = ['M', m];
  const N: Factor = ['N', n];
  const K: Factor = ['K', k];
  return {
    terms: {
      flops: [
        flops('matrix product', 2, ...perBatch, M, N, K),
        ...(bias === undefined ? [] : [flops('bias added', ...perBatch, M, N)]),
      ],
      bytes: [
        bytes('A read', ...perBatch, M, K, ['b_A', widths.a]),
        ...(storedB ?? [bytes('B read', ...perBatch, K, N, ['b_B', widths.b])]),
        bytes('output written', ...perBatch, M, N, ['b_out', widths.out]),
        ...(bias === undefined ? [] : [bytes('bias read', ...bias.elements, ['b_bias', bias.width])]),
        ...scales,
      ],
    },
    engine: 'matrix',
    precision,
    params: { ...params, ...('B' in params ? {} : { B: 1 }), ...transposition(call.context.kernels) },
  };
}

/** How the operands lie: `NN` is A(M,K)·B(K,N), `NT` is A(M,K)·B(N,K) transposed. */
export type Layout = 'NN' | 'NT';

/**
 * Extents of the product of arguments `a` and `b`. Leading dimensions of A are rows. `packedA` and `packedB` are elements stored in one:
 * 2 for fp4 pairs.
 */
export function extentsOf(
  call: OpCall,
  a: number,
  b: number,
  layout: Layout,
  packedA = 1,
  packedB = packedA,
): Extents | WhyNot {
  const A = shapeAt(call, a);
  const B = shapeAt(call, b, 2);
  if (A === null || B === null || A.length < 2) return whyNoShape(call);
  const k = A[A.length - 1] * packedA;
  const [innerB, n] = layout === 'NN' ? B : [B[1], B[0]];
  if (innerB * packedB !== k) return 'inconsistent-shapes';
  return { m: rowsOf(A), n, k };
}

/** Extents of a batched product of rank-3 arguments `a` and `b`. */
export function batchedExtentsOf(call: OpCall, a: number, b: number, layout: Layout): Required<Extents> | WhyNot {
  const A = shapeAt(call, a, 3);
  const B = shapeAt(call, b, 3);
  if (A === null || B === null) return whyNoShape(call);
  const [batch, m, k] = A;
  const [innerB, n] = layout === 'NN' ? [B[1], B[2]] : [B[2], B[1]];
  if (B[0] !== batch || innerB !== k) return 'inconsistent-shapes';
  return { batch, m, n, k };
}

/** Product of all extents but the last. */
export function rowsOf(shape: Shape): number {
  return shape.slice(0, -1).reduce((rows, extent) => rows * extent, 1);
}

/** Width of argument `index`. */
export function widthAt(call: OpCall, index: number, conventions: Conventions): number | null {
  return bytesPerElement(typeAt(call, index), conventions);
}

/** Output width where only the input's is known: half precision for 1-byte inputs, else that of the input (E.2). */
export function assumedOutput(input: number | null): number | null {
  return input === 1 ? 2 : input;
}

/** Parameters in the order of the published tables, strides included where `strides` names both operands. */
export function productParams(
  call: OpCall,
  extents: Extents,
  bias: boolean,
  dtypes: readonly string[],
  strides?: readonly [number, number],
): Readonly<Record<string, ParamValue>> {
  const { batch, m, n, k } = extents;
  return {
    ...(batch === undefined ? {} : { B: batch }),
    M: m,
    N: n,
    K: k,
    bias,
    ...(strides === undefined ? {} : { stride_A: stridesAt(call, strides[0]), stride_B: stridesAt(call, strides[1]) }),
    dtype_A_B: dtypes,
  };
}

const TENSILE = /C[a-z]{3}_A[a-z]{3}_B[a-z]{3}/;

/** Whether operands are transposed, by the first kernel whose name says so: Tensile's and nvjet's do (D). */
function transposition(kernels: readonly string[]): Readonly<Record<string, ParamValue>> {
  for (const kernel of kernels) {
    if (TENSILE.test(kernel)) return { transpose: [kernel.includes('_Alik_'), kernel.includes('_Bjlk_')] };
    if (kernel.startsWith('nvjet')) {
      const layout = kernel.slice(kernel.lastIndexOf('_') + 1);
      return { transpose: [layout[0] === 'T', layout[1] === 'T'] };
    }
  }
  return {};
}

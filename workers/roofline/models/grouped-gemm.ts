import type { Conventions } from '../../base/conventions.ts';
import { shapeAt, shapesAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, type DraftTerm, derive, type Factor, flops } from '../derivation.ts';
import { bytesPerElement, precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, Precision, RegisteredModel, WhyNot } from '../perf-model.ts';
import { assumedOutput, type Extents } from './matrix-product.ts';

/** A product of many groups: what it multiplies, and the elements of each operand that it touches. */
interface GroupedProduct {
  readonly groups: number;
  /** Extents that multiply to half the FLOPs, one entry a group or one for all. */
  readonly products: readonly Extents[];
  readonly elements: { readonly a: readonly Factor[]; readonly b: readonly Factor[]; readonly out: readonly Factor[] };
  readonly dtypes: readonly [a: string, b: string];
  /** Elements of fp4 stored in one. */
  readonly packed?: 1 | 2;
  /** Output dtype, where the call records it. */
  readonly out?: string;
}

type ReadGroups = (call: OpCall, conventions: Conventions) => GroupedProduct | WhyNot;

/** Model of a grouped product (E.3). Published: operands as wide as X, the output as wide as the weights. */
function groupedGemm(read: ReadGroups): PerfModel {
  return (call, conventions) =>
    derive(read(call, conventions), ({ groups, products, elements, dtypes, packed = 1, out }) => {
      const [a, b] = dtypes.map((dtype) => bytesPerElement(dtype, conventions));
      const recorded = conventions.gemmOperands === 'recorded';
      const width = (stored: number | null) => (stored === null ? null : stored / packed);
      const outWidth = out === undefined ? (recorded ? assumedOutput(a) : b) : bytesPerElement(out, conventions);
      const precision: Precision | null = packed === 2 ? 'fp4' : precisionOf(dtypes[0], conventions);
      return {
        terms: {
          flops: products.map(productTerm),
          bytes: [
            bytes('activations read', ...elements.a, ['b_in', width(a)]),
            bytes('weights read', ...elements.b, ['b_w', width(recorded ? b : a)]),
            bytes('output written', ...elements.out, ['b_out', outWidth]),
          ],
        },
        engine: 'matrix',
        precision,
        params: {
          G: groups,
          M: total(products, 'm'),
          N: products[0]?.n ?? 0,
          K: products[0]?.k ?? 0,
          dtype_A_B: dtypes,
        },
      };
    });
}

const productTerm = ({ m, n, k }: Extents, index: number, all: readonly Extents[]): DraftTerm =>
  flops(all.length === 1 ? 'grouped product' : `group ${index}`, 2, ['M', m], ['N', n], ['K', k]);

const total = (products: readonly Extents[], extent: 'm' | 'n' | 'k') =>
  products.reduce((sum, product) => sum + product[extent], 0);

/** X(M,K)·W(G,K,N), or lists of matrices of one K and N. */
const groups: ReadGroups = (call) => {
  const dtypes = [typeAt(call, 0), typeAt(call, 1)] as const;
  const X = shapeAt(call, 0, 2);
  const W = shapeAt(call, 1, 3);
  if (X !== null && W !== null) return compact(X, W, dtypes);
  const zipped = zip(call);
  if (typeof zipped === 'string') return zipped;
  const [first] = zipped;
  if (!zipped.every(({ n, k }) => n === first.n && k === first.k)) return 'inconsistent-shapes';
  const m = total(zipped, 'm');
  return rowGroups({ m, n: first.n, k: first.k }, zipped.length, dtypes);
};

function compact(
  X: readonly number[],
  W: readonly number[],
  dtypes: readonly [string, string],
): GroupedProduct | WhyNot {
  const [m, k] = X;
  const [count, rows, columns] = W;
  if (rows !== k && columns !== k) return 'inconsistent-shapes';
  return rowGroups({ m, n: rows === k ? columns : rows, k }, count, dtypes);
}

/** Rows of one matrix divided among the groups' weights. */
function rowGroups(extents: Extents, count: number, dtypes: readonly [string, string]): GroupedProduct {
  const { m, n, k } = extents;
  return {
    groups: count,
    products: [extents],
    elements: {
      a: [
        ['M', m],
        ['K', k],
      ],
      b: [
        ['G', count],
        ['K', k],
        ['N', n],
      ],
      out: [
        ['M', m],
        ['N', n],
      ],
    },
    dtypes,
  };
}

/** Extents of each group of two lists of matrices X_i(M_i,K_i), W_i(K_i,N_i). */
function zip(call: OpCall): readonly [Extents, ...Extents[]] | WhyNot {
  const X = shapesAt(call, 0);
  const W = shapesAt(call, 1);
  if (X === null || W === null) return whyNoShape(call);
  if (X.length !== W.length) return 'inconsistent-shapes';
  const extents: Extents[] = [];
  for (const [i, shape] of X.entries()) {
    if (shape.length !== 2 || W[i].length !== 2 || W[i][0] !== shape[1]) return 'inconsistent-shapes';
    extents.push({ m: shape[0], k: shape[1], n: W[i][1] });
  }
  const [first, ...rest] = extents;
  return first === undefined ? 'inconsistent-shapes' : [first, ...rest];
}

/** Products whose inner extent is divided, the gradient of grouped weights: X(M,K) and dY(M,N) give G matrices (K,N). */
const variableK: ReadGroups = (call, conventions) => {
  const dtypes = [typeAt(call, 0), typeAt(call, 1)] as const;
  const X = shapeAt(call, 0, 2);
  const Y = shapeAt(call, 1, 2);
  if (X !== null && Y !== null) {
    if (X[0] !== Y[0]) return 'inconsistent-shapes';
    const [m, k, n] = [X[0], X[1], Y[1]];
    const count = shapeAt(call, 2, 1)?.[0] ?? 1;
    const product = rowGroups({ m, n, k }, 1, dtypes);
    if (conventions.gemmOperands === 'assumed') return product;
    const { b, out } = product.elements;
    return { ...product, groups: count, elements: { ...product.elements, b: out, out: [['G', count], ...b.slice(1)] } };
  }
  const zipped = zip(call);
  if (typeof zipped === 'string') return zipped;
  const sum = (size: (extents: Extents) => number) => zipped.reduce((elements, extents) => elements + size(extents), 0);
  return {
    groups: zipped.length,
    products: zipped,
    elements: {
      a: [['Σ M·K', sum(({ m, k }) => m * k)]],
      b: [['Σ K·N', sum(({ k, n }) => k * n)]],
      out: [['Σ M·N', sum(({ m, n }) => m * n)]],
    },
    dtypes,
  };
};

/** `aten::_grouped_mm(A, B)` and its scaled form; a 2-D operand's outer or inner extent is divided by offsets at `offsets`. */
function atenGrouped(offsets: number): ReadGroups {
  return (call) => {
    const A = shapeAt(call, 0);
    const B = shapeAt(call, 1);
    const dtypes = [typeAt(call, 0), typeAt(call, 1)] as const;
    if (A === null || B === null) return whyNoShape(call);
    const ranks = `${A.length}x${B.length}`;
    if (!['2x2', '2x3', '3x2', '3x3'].includes(ranks)) return 'inconsistent-shapes';
    const [m, k] = A.slice(-2);
    const [innerB, n] = B.slice(-2);
    if (innerB !== k || (ranks === '3x3' && A[0] !== B[0])) return 'inconsistent-shapes';
    const count = ranks === '2x2' ? shapeAt(call, offsets, 1)?.[0] : ranks === '2x3' ? B[0] : A[0];
    if (count === undefined) return 'inconsistent-shapes';
    const G: Factor = ['G', count];
    const grouped = (rank: number): Factor[] => (rank === 3 ? [G] : []);
    return {
      groups: count,
      products: [{ m: ranks === '3x3' ? m * count : m, n, k }],
      elements: {
        a: [...grouped(A.length), ['M', m], ['K', k]],
        b: [...grouped(B.length), ['K', k], ['N', n]],
        out: [...(A.length === B.length ? [G] : []), ['M', m], ['N', n]],
      },
      dtypes,
    };
  };
}

/** CUTLASS grouped products of expert layers: output (M,N) at 0, X(M,K) at 1, weights of G experts at 2. */
function cutlassExperts(packed: 1 | 2): ReadGroups {
  return (call) => {
    const out = shapeAt(call, 0, 2);
    const X = shapeAt(call, 1, 2);
    const W = shapeAt(call, 2, 3);
    if (out === null || X === null || W === null) return whyNoShape(call);
    const [m, n] = out;
    const k = X[1] * packed;
    if (X[0] !== m || W[1] * W[2] * packed !== k * n) return 'inconsistent-shapes';
    const product = rowGroups({ m, n, k }, W[0], [typeAt(call, 1), typeAt(call, 2)]);
    return { ...product, packed, out: typeAt(call, 0) };
  };
}

const grouped = (read: ReadGroups): RegisteredModel => ({
  category: 'GroupedGEMM_fwd',
  sheet: 'GroupedGEMM',
  model: groupedGemm(read),
  backwardCategory: 'GroupedGEMM_bwd',
});
const rows = grouped(groups);
const inner = grouped(variableK);

/** Names of the published tool. */
export const GROUPED_GEMM: Readonly<Record<string, RegisteredModel>> = {
  'primus_turbo::grouped_gemm': rows,
  'primus_turbo::grouped_gemm_impl': rows,
  'primus_turbo_cpp_extension::grouped_gemm': rows,
  'primus_turbo_cpp_extension::ck_grouped_gemm': rows,
  'primus_turbo::grouped_gemm_variable_k': inner,
  'primus_turbo::grouped_gemm_variable_k_impl': inner,
  'primus_turbo_cpp_extension::grouped_gemm_variable_k': inner,
  'primus_turbo_cpp_extension::ck_grouped_gemm_variable_k': inner,
};

/** Names beyond it. */
export const MORE_GROUPED_GEMM: Readonly<Record<string, RegisteredModel>> = {
  'aten::_grouped_mm': grouped(atenGrouped(2)),
  'aten::_scaled_grouped_mm': grouped(atenGrouped(4)),
  '_C::cutlass_moe_mm': grouped(cutlassExperts(1)),
  '_C::cutlass_fp4_group_mm': grouped(cutlassExperts(2)),
};

import type { Conventions } from '../../base/conventions.ts';
import {
  concreteAt,
  elements,
  flagAt,
  hasTensor,
  integerAt,
  type Shape,
  shapeAt,
  typeAt,
  whyNoShape,
} from '../arguments.ts';
import { bytes, type Draft, type DraftTerm, derive, type Factor, flops } from '../derivation.ts';
import { bytesPerElement, precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { ParamValue, PerfModel, Precision, WhyNot } from '../perf-model.ts';
import { exactPairs, leastPairs, type Mask, mostPairs, type PackedSequences } from './attention-pairs.ts';

/** Where an operator keeps what among its arguments. */
export interface AttentionSlots {
  /** Order of Q's extents: batch, tokens, heads and head dimension; `BSNHd` folds two leading extents into the batch. */
  readonly layout: 'BNHd' | 'BHNd' | 'BSNHd';
  /** Q, followed by K and V. */
  readonly q: number;
  readonly dropout?: number;
  /** A flag; without one, the kind of a mask: 1 causal from the top left, 2 from the bottom right. */
  readonly causal?: number;
  readonly maskKind?: number;
  readonly causalByDefault?: boolean;
  readonly alignment?: Mask['alignment'];
  /** Left bound of the sliding window, followed by the right one. */
  readonly window?: number;
  /** Offsets of packed sequences in Q, followed by those in K; where they are given, Q, K and V are (tokens, heads, head dimension). */
  readonly offsets?: number;
  /** The longest sequence in Q, followed by that in K. */
  readonly longest?: number;
  /** Scores are never stored, but recomputed for the gradients. */
  readonly flash: boolean;
  /** Argument whose dtype the published tool takes; null where it takes none and so has no compute roof. */
  readonly publishedDtype: number | null;
  /** The published tool takes that dtype's width, too. */
  readonly publishedWidth?: true;
  /** Slots that the published tool reads in place of the schema's. */
  readonly published?: Partial<AttentionSlots>;
}

/** Dense attention as a call records it. */
export interface Attention {
  /** Sequences counted apart: the batch, or 1 where `pairs` runs over packed sequences. */
  readonly batch: Factor;
  readonly heads: Factor;
  readonly pairs: number;
  readonly pairBounds: readonly [number, number] | null;
  readonly headDims: { readonly qk: number; readonly v: number };
  /** Elements of each tensor as factors. */
  readonly q: readonly Factor[];
  readonly k: readonly Factor[];
  readonly v: readonly Factor[];
  readonly out: readonly Factor[];
  /** Elements of the keys and values of one head, and how many heads of Q share one. */
  readonly keyTokens: readonly Factor[];
  readonly queriesPerKey: number;
  readonly widths: { readonly q: number | null; readonly k: number | null; readonly v: number | null };
  readonly flash: boolean;
  readonly precision: Precision | null;
  readonly params: Readonly<Record<string, ParamValue>>;
}

interface Extents {
  readonly batch: number;
  readonly nQ: number;
  readonly hQ: number;
  readonly nKV: number;
  readonly hKV: number;
  readonly d: number;
  readonly dV: number;
}

/** Reads the attention that a call computes, forward or backward. */
export function readAttention(call: OpCall, conventions: Conventions, schema: AttentionSlots): Attention | WhyNot {
  const slots = conventions.attentionArguments === 'published' ? { ...schema, ...schema.published } : schema;
  const packed = slots.offsets !== undefined && hasTensor(call, slots.offsets);
  const extents = extentsOf(call, slots, packed);
  if (typeof extents === 'string') return extents;
  const mask = maskOf(call, slots);
  const sequences = packed ? packedSequences(call, slots, extents) : null;
  const count = (queries: number, keys: number) => pairsOf(queries, keys, mask, conventions);
  const pairs = packed ? sequences && leastPairs(sequences, count) : count(extents.nQ, extents.nKV);
  const most = sequences && mostPairs(sequences, count);
  if (pairs === null) return 'inconsistent-shapes';
  const { batch, nQ, hQ, nKV, hKV, d, dV } = extents;
  const tokens = (symbol: string, perBatch: number): Factor[] =>
    packed
      ? [[symbol.replace('N', 'T'), perBatch]]
      : [
          ['B', batch],
          [symbol, perBatch],
        ];
  const queries = tokens('N_Q', nQ);
  const keys = tokens('N_KV', nKV);
  return {
    batch: ['B', batch],
    heads: ['H_Q', hQ],
    pairs,
    pairBounds: most === null ? null : [pairs, Math.max(pairs, most)],
    headDims: { qk: d, v: dV },
    q: [...queries, ['H_Q', hQ], ['d', d]],
    k: [...keys, ['H_KV', hKV], ['d', d]],
    v: [...keys, ['H_KV', hKV], ['d_v', dV]],
    out: [...queries, ['H_Q', hQ], ['d_v', dV]],
    keyTokens: keys,
    queriesPerKey: Math.floor(hQ / hKV),
    widths: widthsOf(call, conventions, slots),
    flash: slots.flash,
    ...dtypeOf(call, conventions, slots, {
      B: sequences?.count ?? batch,
      N_Q: sequences?.longestQueries ?? nQ,
      H_Q: hQ,
      N_KV: sequences?.longestKeys ?? nKV,
      H_KV: hKV,
      d_h_qk: d,
      d_h_v: dV,
      dropout: dropoutOf(call, slots),
      causal: mask.causal,
      flash_impl: slots.flash,
    }),
  };
}

function extentsOf(call: OpCall, { layout, q }: AttentionSlots, packed: boolean): Extents | WhyNot {
  const shapes = [q, q + 1, q + 2].map((index) => shapeAt(call, index));
  const [Q, K, V] = shapes.map((shape) => (shape === null ? null : split(shape, packed ? 'NHd' : layout)));
  if (!Q || !K || !V) return whyNoShape(call);
  if (K.batch !== Q.batch || V.batch !== Q.batch || V.tokens !== K.tokens || V.heads !== K.heads)
    return 'inconsistent-shapes';
  if (Q.dim !== K.dim || K.heads === 0) return 'inconsistent-shapes';
  return { batch: Q.batch, nQ: Q.tokens, hQ: Q.heads, nKV: K.tokens, hKV: K.heads, d: Q.dim, dV: V.dim };
}

/** Extents of one operand by layout, null for another rank. */
function split(shape: Shape, layout: AttentionSlots['layout'] | 'NHd') {
  if (shape.length !== layout.length) return null;
  const dim = shape[shape.length - 1];
  const [outer, inner] = shape.slice(-3, -1);
  const batch = elements(shape.slice(0, -3));
  return layout === 'BHNd' ? { batch, tokens: inner, heads: outer, dim } : { batch, tokens: outer, heads: inner, dim };
}

/** Query-key pairs of one head and sequence; null where the published tool counts none. */
function pairsOf(queries: number, keys: number, mask: Mask, conventions: Conventions): number | null {
  if (queries < 0 || keys < 0) return null;
  if (conventions.causalPairs === 'exact') return exactPairs(queries, keys, mask);
  if (!mask.causal) return queries * keys;
  return queries === keys ? (queries * keys) / 2 : null;
}

function maskOf(call: OpCall, slots: AttentionSlots): Mask {
  const kind = slots.maskKind === undefined ? undefined : integerAt(call, slots.maskKind);
  const flag = slots.causal === undefined ? undefined : flagAt(call, slots.causal);
  const bound = (index: number) => {
    const value = slots.window === undefined ? undefined : integerAt(call, slots.window + index);
    return value === undefined || value < 0 ? {} : { [index === 0 ? 'left' : 'right']: value };
  };
  return {
    causal: kind === undefined ? (flag ?? slots.causalByDefault ?? false) : kind === 1 || kind === 2,
    alignment: kind === 2 ? 'bottomRight' : (slots.alignment ?? 'topLeft'),
    ...bound(0),
    ...bound(1),
  };
}

function packedSequences(
  call: OpCall,
  { offsets = 0, longest }: AttentionSlots,
  { nQ, nKV }: Extents,
): PackedSequences | null {
  const bounds = shapeAt(call, offsets, 1);
  const [longestQueries, longestKeys] = [0, 1].map((i) =>
    longest === undefined ? undefined : integerAt(call, longest + i),
  );
  if (bounds === null || bounds[0] < 2 || longestQueries === undefined || longestKeys === undefined) return null;
  if (longestQueries < 0 || longestKeys < 0) return null;
  return {
    queries: nQ,
    keys: nKV,
    longestQueries: Math.min(longestQueries, nQ),
    longestKeys: Math.min(longestKeys, nKV),
    count: bounds[0] - 1,
  };
}

function widthsOf(
  call: OpCall,
  conventions: Conventions,
  { q, publishedDtype, publishedWidth }: AttentionSlots,
): Attention['widths'] {
  if (conventions.attentionBytes === 'dtype') {
    const [Q, K, V] = [q, q + 1, q + 2].map((index) => bytesPerElement(typeAt(call, index), conventions));
    return { q: Q, k: K, v: V };
  }
  const width =
    publishedWidth && publishedDtype !== null ? bytesPerElement(typeAt(call, publishedDtype), conventions) : 2;
  return { q: width, k: width, v: width };
}

/** Precision and the parameters with their dtypes, where the convention takes one. */
function dtypeOf(
  call: OpCall,
  conventions: Conventions,
  { q, publishedDtype }: AttentionSlots,
  params: Attention['params'],
): Pick<Attention, 'precision' | 'params'> {
  const index = conventions.attentionArguments === 'published' ? publishedDtype : q;
  if (index === null) return { precision: null, params };
  return {
    precision: precisionOf(typeAt(call, index), conventions),
    params: { ...params, dtype_A_B: [typeAt(call, index), typeAt(call, index + 1)] },
  };
}

function dropoutOf(call: OpCall, { dropout }: AttentionSlots): ParamValue {
  const value = dropout === undefined ? undefined : concreteAt(call, dropout);
  return { float: typeof value === 'number' ? value : 0 };
}

/** Model of dense attention: scores and weighted values, each tensor touched once; the softmax is not counted (E.5). */
export function attentionForward(slots: AttentionSlots): PerfModel {
  return (call, conventions) =>
    derive(readAttention(call, conventions, slots), (attention) => {
      const { q, k, v, out, widths, headDims } = attention;
      return attentionDraft(
        attention,
        (pairs) => [perPair(attention, 'scores and values', pairs, '(d+d_v)', headDims.qk + headDims.v)],
        [
          bytes('Q read', ...q, ['b', widths.q]),
          bytes('K read', ...k, ['b', widths.k]),
          bytes('V read', ...v, ['b', widths.v]),
          bytes('output written', ...out, ['b', widths.q]),
        ],
      );
    });
}

/** Two FLOPs a query-key pair, head and `extent`. */
export function perPair(
  { batch, heads }: Attention,
  label: string,
  pairs: number,
  symbol: string,
  extent: number,
): DraftTerm {
  return flops(label, 2, batch, heads, ['pairs', pairs], [symbol, extent]);
}

/** A derivation whose FLOPs depend on the pairs; between bounds where the sequences' lengths are not known. */
export function attentionDraft(
  { pairs, pairBounds, precision, params }: Attention,
  flopsOf: (pairs: number) => readonly DraftTerm[],
  byteTerms: readonly DraftTerm[],
): Draft {
  const sum = (terms: readonly DraftTerm[]) => terms.reduce((total, term) => total + (term?.value ?? 0), 0);
  const bytesMoved = sum(byteTerms);
  return {
    terms: { flops: flopsOf(pairs), bytes: byteTerms },
    engine: 'matrix',
    precision,
    params,
    ...(pairBounds === null || byteTerms.includes(null)
      ? {}
      : {
          interval: {
            flops: [sum(flopsOf(pairBounds[0])), sum(flopsOf(pairBounds[1]))],
            bytes: [bytesMoved, bytesMoved],
          },
        }),
  };
}

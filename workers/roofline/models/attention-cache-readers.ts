import type { Conventions } from '../../base/conventions.ts';
import { elements, flagAt, integerAt, type Shape, shapeAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytesPerElement } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { AttentionReader, CachedAttention } from './attention-over-cache.ts';
import { lastExtent } from './tensors.ts';

/** Where an operator over a cache of keys and values keeps what among its arguments. */
export interface CacheSlots {
  /** Q: tokens, heads and head dimension behind one another, the tokens in one or two extents. */
  readonly q: number;
  readonly k: number;
  /** V; where none is given, values are as wide as keys. */
  readonly v?: number;
  /** The extent of K that counts heads. */
  readonly kvHeads: 'second' | 'nextToLast';
  /** Whether K and V are those of the step, or the whole cache with those of the step in it. */
  readonly keysOf: 'step' | 'cache';
  readonly causal?: number;
  /** Left bound of the sliding window, the query itself not included; or how many keys it holds. */
  readonly keysBefore?: number;
  readonly windowKeys?: number;
  /** Slots that the published tool reads in place of these; a dtype of K null where it reads none. */
  readonly published?: Partial<Omit<CacheSlots, 'published'>> & { readonly kDtype?: null };
}

/** Reads an operator that has heads of keys and of values. */
export function readHeads(schema: CacheSlots): AttentionReader {
  return (call, conventions) => {
    const isPublished = conventions.attentionArguments === 'published';
    const slots = isPublished ? { ...schema, ...schema.published } : schema;
    const queries = queriesOf(shapeAt(call, slots.q));
    const K = shapeAt(call, slots.k);
    const V = slots.v === undefined ? null : shapeAt(call, slots.v);
    if (queries === null || K === null || K.length < 3) return whyNoShape(call);
    if (slots.v !== undefined && (V === null || V.length === 0)) return whyNoShape(call);
    const kv = slots.kvHeads === 'second' ? K[1] : K[K.length - 2];
    const dims = { qk: queries.dim, v: V === null ? queries.dim : lastExtent(V) };
    const told = windowAt(call, slots);
    const window = told ?? (isPublished ? undefined : call.context.window) ?? null;
    const read: Part = {
      rows: { q: queries.rows, kv: slots.keysOf === 'step' ? K[0] : null },
      heads: { q: queries.heads, kv },
      dims,
      entry: [
        ['H_KV', kv],
        ['(d+d_v)', dims.qk + dims.v],
      ],
      causal: !isPublished && (slots.causal === undefined || flagAt(call, slots.causal) !== false),
      window: window === null || window === 'none' ? null : { keys: window, slides: true },
      mayBeWindowed: !isPublished && told === undefined && window === null,
    };
    return isPublished
      ? publishedDtypes(call, conventions, slots.q, schema.published?.kDtype === null ? null : slots.k, read)
      : withDtypes(call, conventions, slots, read);
  };
}

type Part = Omit<CachedAttention, 'dtypes' | 'widths'>;

interface Queries {
  readonly rows: number;
  readonly heads: number;
  readonly dim: number;
}

function queriesOf(shape: Shape | null): Queries | null {
  if (shape === null || (shape.length !== 3 && shape.length !== 4)) return null;
  const [heads, dim] = shape.slice(-2);
  return { rows: elements(shape.slice(0, -2)), heads, dim };
}

/** The window by the arguments; undefined where none tells. */
function windowAt(call: OpCall, { keysBefore, windowKeys }: CacheSlots): number | 'none' | undefined {
  const before = keysBefore === undefined ? undefined : integerAt(call, keysBefore);
  if (before !== undefined) return before < 0 ? 'none' : before + 1;
  const keys = windowKeys === undefined ? undefined : integerAt(call, windowKeys);
  if (keys === undefined) return undefined;
  return keys > 0 ? keys : 'none';
}

/** As published: the step's own keys are as wide as Q, and so is the cache where K has no known width; Q is 2 bytes wide where it has none. */
function publishedDtypes(
  call: OpCall,
  conventions: Conventions,
  q: number,
  k: number | null,
  read: Part,
): CachedAttention {
  const own = bytesPerElement(typeAt(call, q), conventions) ?? 2;
  const cached = k === null ? own : (bytesPerElement(typeAt(call, k), conventions) ?? own);
  return {
    ...read,
    dtypes: { q: typeAt(call, q), kv: k === null ? null : typeAt(call, k) },
    widths: { q: own, out: own, fresh: own, cached },
  };
}

/** Each tensor by its own dtype. What fills the cache tells its dtype where the call does not. */
function withDtypes(
  call: OpCall,
  conventions: Conventions,
  { q, k, keysOf }: Pick<CacheSlots, 'q' | 'k' | 'keysOf'>,
  read: Part,
): CachedAttention {
  const width = (dtype: string) => bytesPerElement(dtype, conventions);
  const kv = keysOf === 'cache' ? typeAt(call, k) : (call.context.cacheDtype ?? typeAt(call, k));
  return {
    ...read,
    dtypes: { q: typeAt(call, q), kv },
    widths: {
      q: width(typeAt(call, q)),
      out: width(outputAt(call, q, [read.rows.q, read.heads.q, read.dims.v])),
      fresh: width(keysOf === 'cache' ? kv : typeAt(call, k)),
      cached: width(kv),
    },
  };
}

/** Dtype of the output that is passed as an argument, known by its shape; else that of Q. */
function outputAt(call: OpCall, q: number, [rows, heads, dim]: readonly [number, number, number]): string {
  const index = (call.types ?? []).findIndex((type, i) => {
    const shape = i === q || type === '' ? null : queriesOf(shapeAt(call, i));
    return shape !== null && shape.rows === rows && shape.heads === heads && shape.dim === dim;
  });
  return typeAt(call, index < 0 ? q : index);
}

/** Where an operator over a latent cache (MLA) keeps what: its queries and entries may lie in parts. */
export interface LatentSlots {
  readonly q: readonly number[];
  readonly cache: readonly number[];
  /** Elements of a value: a whole number among these arguments, the last extent of a tensor, or as the output has. */
  readonly values: { readonly number: readonly number[] } | { readonly tensor: number } | 'output';
  /** Keys that are chosen for each query: the last extent of this argument. */
  readonly chosen?: number;
}

/** Elements of a latent value, and of the rotary part behind it, of the DeepSeek models, where nothing tells them. */
const LATENT = 512;
const ROTARY = 64;

/** Reads an operator over a latent cache: one entry a token, read once for keys and values of all heads. */
export function readLatent(slots: LatentSlots): AttentionReader {
  return (call, conventions) => {
    const parts = slots.q.map((index) => queriesOf(shapeAt(call, index)));
    const cache = slots.cache.map((index) => shapeAt(call, index));
    const [first] = parts;
    if (!first || parts.includes(null) || cache.some((shape) => shape === null || shape.length < 2))
      return whyNoShape(call);
    const qk = parts.reduce((total, part) => total + (part?.dim ?? 0), 0);
    const v = valueDim(call, slots, first, qk);
    if (v <= 0) return 'inconsistent-shapes';
    const chosen = slots.chosen === undefined ? null : shapeAt(call, slots.chosen, 3);
    const read: Part = {
      rows: { q: first.rows, kv: null },
      heads: { q: first.heads, kv: 1 },
      dims: { qk, v },
      entry: [['latent', cache.reduce((total, shape) => total + lastExtent(shape ?? []), 0)]],
      causal: true,
      window: chosen === null ? null : { keys: lastExtent(chosen), slides: false },
      mayBeWindowed: false,
    };
    return withDtypes(call, conventions, { q: slots.q[0], k: slots.cache[0], keysOf: 'cache' }, read);
  };
}

function valueDim(call: OpCall, { values, q }: LatentSlots, { rows, heads }: Queries, qk: number): number {
  if (values === 'output') return outputDim(call, q, rows, heads, qk) ?? (qk > LATENT ? LATENT : qk - ROTARY);
  if ('tensor' in values) return lastExtent(shapeAt(call, values.tensor) ?? []);
  const numbers = values.number.map((index) => integerAt(call, index));
  return numbers.find((number) => number !== undefined && number > 0) ?? LATENT;
}

/** The dimension of the output's heads, which is an argument like Q but narrower. */
function outputDim(call: OpCall, q: readonly number[], rows: number, heads: number, qk: number): number | null {
  for (let index = 0; index < (call.dims?.length ?? 0); index++) {
    const shape = q.includes(index) ? null : queriesOf(shapeAt(call, index));
    if (shape?.rows === rows && shape.heads === heads && shape.dim > 1 && shape.dim < qk) return shape.dim;
  }
  return null;
}

import type { Conventions } from '../../base/conventions.ts';
import type { StepSums } from '../../base/step-sums.ts';
import { bytes, type Draft, derive, type Factor, flops } from '../derivation.ts';
import { precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { Estimate, ParamValue, PerfModel, Serves, WhyNot } from '../perf-model.ts';
import { type Bounds, type Reach, type Requests, reachOf, servedRequests, type Window } from './attention-requests.ts';

/** Attention over a cache as a call records it: all but the requests, which the label of its step tells. */
export interface CachedAttention {
  /** Rows of Q and of K as recorded, padding included; null where K holds a whole cache. */
  readonly rows: { readonly q: number; readonly kv: number | null };
  readonly heads: { readonly q: number; readonly kv: number };
  readonly dims: { readonly qk: number; readonly v: number };
  /** Elements of the keys and values of a token: of all heads, or one latent for both. */
  readonly entry: readonly Factor[];
  readonly dtypes: { readonly q: string; readonly kv: string | null };
  /** Bytes an element of Q, of the output, of the step's own keys and values, and of those in the cache. */
  readonly widths: Readonly<Record<'q' | 'out' | 'fresh' | 'cached', number | null>>;
  readonly causal: boolean;
  /** Null where a query sees all keys. */
  readonly window: Window | null;
  /** Whether there may be a window that nothing tells. */
  readonly mayBeWindowed: boolean;
}

/** Reads what a call records. */
export type AttentionReader = (call: OpCall, conventions: Conventions) => CachedAttention | WhyNot;

/**
 * Model of attention over a cache (I 10.2, I 10.5): two FLOPs a query-key pair and element of a key or value; queries, keys, values and
 * output touched once. Without the sums of the step's requests it tells what their tokens cost at least.
 */
export function attentionOverCache(read: AttentionReader, serves: (conventions: Conventions) => Serves): PerfModel {
  return (call, conventions) => {
    const attention = read(call, conventions);
    if (typeof attention === 'string') return { whyNot: attention };
    const served = servedRequests(call, conventions, serves(conventions));
    if (typeof served === 'string') return { whyNot: served };
    const { requests, isLeast } = served;
    const reaches = requests.map((of) => reachOf(of, attention.window, attention.causal, conventions));
    const draft = draftOf(attention, requests, isLeast ? reaches.map(atLeast) : reaches);
    const verdict = derive({}, () => ({
      ...draft,
      precision: precisionOf(attention.dtypes.q, conventions),
      params: params(attention, call.context.step?.sums ?? null),
    }));
    if (!isLeast || !('estimate' in verdict)) return verdict;
    return { whyNot: 'needs-context', atLeast: verdict.estimate };
  };
}

function atLeast({ twicePairs: [pairs], keys: [keys], formula }: Reach): Reach {
  return { formula, twicePairs: [pairs, pairs], keys: [keys, keys] };
}

const TERM_LABELS = {
  context: 'scores and values of prompts',
  generation: 'scores and values of generation',
  step: 'scores and values',
} as const;

/** Which end of the bounds a derivation takes. */
type End = 0 | 1;

function draftOf(
  { heads, dims, entry, widths, mayBeWindowed }: CachedAttention,
  requests: readonly Requests[],
  reaches: readonly Reach[],
): Omit<Draft, 'precision' | 'params'> {
  const sq = requests.reduce((sum, of) => sum + of.sq, 0);
  const keys = (end: End) => reaches.reduce((sum, reach) => sum + reach.keys[end], 0);
  const flopTerms = (end: End) =>
    requests.map(({ side }, i) =>
      flops(
        TERM_LABELS[side],
        ['H_Q', heads.q],
        ['(d+d_v)', dims.qk + dims.v],
        [reaches[i].formula, reaches[i].twicePairs[end]],
      ),
    );
  const byteTerms = (end: End) => [
    bytes('Q read', ['Σq', sq], ['H_Q', heads.q], ['d', dims.qk], ['b', widths.q]),
    bytes('new keys and values read', ['Σq', sq], ...entry, ['b', widths.fresh]),
    bytes('cached keys and values read', ['(Σk−Σq)', keys(end) - sq], ...entry, ['b_cache', widths.cached]),
    bytes('output written', ['Σq', sq], ['H_Q', heads.q], ['d_v', dims.v], ['b', widths.out]),
  ];
  const terms = { flops: flopTerms(1), bytes: byteTerms(1) };
  return {
    terms,
    engine: 'matrix',
    ...(mayBeWindowed && { mayBeWindowed }),
    ...intervalOf([flopTerms(0), terms.flops], [byteTerms(0), terms.bytes]),
  };
}

type Terms = Draft['terms']['flops'];

/** The interval of an estimate; none where both ends are the same or the bytes are not known. */
function intervalOf(
  flopTerms: readonly [Terms, Terms],
  byteTerms: readonly [Terms, Terms],
): Pick<Estimate, 'interval'> {
  const ends = ([least, most]: readonly [Terms, Terms]): Bounds => [sum(least), sum(most)];
  const interval = { flops: ends(flopTerms), bytes: ends(byteTerms) };
  const isPoint = interval.flops[0] === interval.flops[1] && interval.bytes[0] === interval.bytes[1];
  return isPoint || byteTerms[1].includes(null) ? {} : { interval };
}

const sum = (terms: Terms) => terms.reduce((total, term) => total + (term?.value ?? 0), 0);

/** Parameters by the names of the published tool; what a label does not tell is null. */
function params(
  { rows, heads, dims, dtypes, causal }: CachedAttention,
  sums: StepSums | null,
): Readonly<Record<string, ParamValue>> {
  return {
    B: 1,
    N_Q: rows.q,
    H_Q: heads.q,
    H_V: heads.kv,
    H_K: heads.kv,
    N_KV: rows.kv ?? (sums && sums.cSk + sums.gSk),
    H_KV: heads.kv,
    d_h_qk: dims.qk,
    d_h_v: dims.v,
    dropout: { float: 0 },
    causal,
    flash_impl: true,
    c_sq: sums?.cSq ?? null,
    c_sk: sums?.cSk ?? null,
    c_sqsq: sums?.cSqSq ?? null,
    c_sqsk: sums?.cSqSk ?? null,
    g_sq: sums?.gSq ?? null,
    g_sk: sums?.gSk ?? null,
    g_sqsq: sums?.gSqSq ?? null,
    g_sqsk: sums?.gSqSk ?? null,
    dtype_Q: dtypes.q,
    ...(dtypes.kv !== null && { dtype_KV: dtypes.kv }),
  };
}

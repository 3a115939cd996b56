import type { Conventions } from '../../base/conventions.ts';
import type { StepRequests } from '../../base/step-sums.ts';
import type { OpCall } from '../op-call.ts';
import type { Serves, WhyNot } from '../perf-model.ts';

/** Requests of a step that are served alike, as sums over them: query tokens, keys, and their products. */
export interface Requests {
  readonly side: Side;
  readonly count: number;
  readonly sq: number;
  readonly sk: number;
  readonly sqsq: number;
  readonly sqsk: number;
}

/** `step` are requests of both sides together. */
type Side = 'context' | 'generation' | 'step';

/** The requests that a call serves; or, of a label that tells tokens alone, the requests of so many tokens that do least. */
export interface ServedRequests {
  readonly requests: readonly Requests[];
  readonly isLeast: boolean;
}

/** The requests that a call serves, by the label of its step. */
export function servedRequests(
  { context: { step, generationElsewhere } }: OpCall,
  conventions: Conventions,
  serves: Serves,
): ServedRequests | WhyNot {
  if (step === undefined) return 'needs-step';
  const side = serves !== 'rest' ? serves : generationElsewhere ? 'context' : 'all';
  const told = sidesOf(step);
  if (conventions.attentionSides === 'own' && side !== 'all' && told.some((of) => of.side === 'step')) {
    return 'needs-context';
  }
  const sides = told.filter((of) => side === 'all' || of.side === side || of.side === 'step');
  if (sides.some(({ sq }) => sq === null)) return 'needs-context';
  const busy = sides.flatMap(({ sq, ...rest }) => (sq === null || sq === 0 ? [] : [{ ...rest, sq }]));
  if (busy.length === 0) return 'no-requests';
  if (step.sums === null) return { requests: busy.map(leastRequests), isLeast: true };
  return busy.every(isPossible) ? { requests: busy, isLeast: false } : 'needs-context';
}

/** A side as a label tells it. */
type Told = Omit<Requests, 'sq'> & { readonly sq: number | null };

function sidesOf(step: StepRequests): readonly Told[] {
  const { sums, contextTokens, generationTokens, tokens } = step;
  const unknown = { sk: 0, sqsq: 0, sqsk: 0 };
  const of = (side: Side, requests: number | null, sq: number | null, rest = unknown): Told => ({
    side,
    count: requests ?? sq ?? 0,
    sq,
    ...rest,
  });
  if (sums === null) {
    if (contextTokens === null || generationTokens === null) return [of('step', step.requests, tokens)];
    return [
      of('context', step.contextRequests, contextTokens),
      of('generation', step.generationRequests, generationTokens),
    ];
  }
  const generation = { sk: sums.gSk, sqsq: sums.gSqSq, sqsk: sums.gSqSk };
  if (!step.sumsBySide) return [of('step', step.requests, sums.gSq, generation)];
  return [
    of('context', step.contextRequests, sums.cSq, { sk: sums.cSk, sqsq: sums.cSqSq, sqsk: sums.cSqSk }),
    of('generation', step.generationRequests, sums.gSq, generation),
  ];
}

/** Without history, and as even as can be: a longer context or an uneven division adds pairs. */
function leastRequests({ side, count: told, sq }: { side: Side; count: number; sq: number }): Requests {
  const count = Math.max(1, Math.min(told, sq));
  const share = Math.floor(sq / count);
  const longer = sq % count;
  const squares = (count - longer) * share ** 2 + longer * (share + 1) ** 2;
  return { side, count, sq, sk: sq, sqsq: squares, sqsk: squares };
}

/** No request has fewer keys than queries, and sums of products are no more than products of sums. */
function isPossible({ sq, sk, sqsq, sqsk }: Requests): boolean {
  return sk >= sq && sqsq >= sq && sqsk >= sqsq && sqsq <= sq * sq && sqsk <= sq * sk;
}

/** A figure that depends on what sums do not tell: its bounds, of which the upper is the estimate. */
export type Bounds = readonly [least: number, most: number];

/** How many keys a query sees, itself included, where not all: the last ones, or those that are chosen for it. */
export interface Window {
  readonly keys: number;
  readonly slides: boolean;
}

/** What queries of some requests see. */
export interface Reach {
  /** Twice the query-key pairs, and how: two FLOPs a pair and element of a key or value. */
  readonly twicePairs: Bounds;
  readonly formula: string;
  /** Keys that at least one query of their request sees. */
  readonly keys: Bounds;
}

/**
 * What the queries of `requests` see: with a causal mask each its own key and all before it, so that a request of q queries and k keys
 * has q·k − q·(q−1)/2 pairs; with a `window` no more than so many keys. A window leaves bounds, as the sums do not tell which contexts are
 * longer: a query of a shorter one sees less than the window, and that is least where one request has all the context.
 */
export function reachOf(requests: Requests, window: Window | null, causal: boolean, conventions: Conventions): Reach {
  if (conventions.causalPairs === 'half') return publishedReach(requests, window);
  const { sq, sk, sqsq, sqsk } = requests;
  const [twice, formula] = causal ? [2 * sqsk - (sqsq - sq), '(2·Σqk−Σq²+Σq)'] : [2 * sqsk, '(2·Σqk)'];
  if (window === null) return { twicePairs: [twice, twice], formula, keys: [sk, sk] };
  const share = sk <= window.keys ? 1 : (window.keys - 1) / (sk - 1);
  return {
    twicePairs: [2 * sq + (twice - 2 * sq) * share, Math.min(twice, 2 * sq * window.keys)],
    formula: `min(${formula.slice(1, -1)}, 2·W·Σq)`,
    keys: keysWithin(requests, window),
  };
}

/** Of a window that slides every request reads its own keys and as many before as it holds; else any key may be chosen for some query. */
function keysWithin({ count, sq, sk }: Requests, { keys, slides }: Window): Bounds {
  const before = keys - 1;
  if (slides) return [sq + Math.min(sk - sq, before), sq + Math.min(sk - sq, count * before)];
  return [Math.max(sq, Math.min(sk, keys)), Math.min(sk, sq * keys)];
}

/** As published: the causal triangle is half of what prompts add, and whole for generation (I 10.2). */
function publishedReach({ side, sq, sk, sqsq, sqsk }: Requests, window: Window | null): Reach {
  const seen = window === null ? sqsk : Math.min(sqsk, sq * window.keys);
  const read = window === null ? sk : Math.min(sk, sq * window.keys);
  const product = window === null ? '2·Σqk' : '2·min(Σqk, W·Σq)';
  const isContext = side === 'context';
  const twice = 2 * seen - (isContext ? sqsq : 0);
  return {
    twicePairs: [twice, twice],
    formula: isContext ? `(${product}−Σq²)` : product,
    keys: [read, read],
  };
}

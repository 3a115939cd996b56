import type { KnownGraph } from './captured-graphs.ts';

/** The kernels of a replay in order, shared by all replays with the same. */
export interface Sequence {
  readonly id: number;
  readonly tokens: Int32Array;
  /** Whether they stand in the order of the graph's nodes, not of their start. */
  readonly isByNode: boolean;
}

/** Distinct sequences: hundreds of replays of one graph are compared with captured graphs once. */
export class Sequences {
  readonly #known = new Map<number, Sequence[]>();
  #count = 0;

  of(tokens: Int32Array, isByNode: boolean): Sequence {
    const hash = hashOf(tokens);
    const alike = this.#known.get(hash) ?? [];
    const known = alike.find((other) => other.isByNode === isByNode && isSame(other.tokens, tokens));
    if (known) return known;
    const sequence = { id: this.#count++, tokens, isByNode };
    this.#known.set(hash, [...alike, sequence]);
    return sequence;
  }
}

/** FNV-1a over the tokens. */
function hashOf(tokens: Int32Array): number {
  let hash = 0x811c9dc5;
  for (const token of tokens) hash = Math.imul(hash ^ token, 0x01000193);
  return hash;
}

/** Whether two sequences are equal. */
export function isSame(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((token, i) => token === b[i]);
}

/** How often each token occurs. */
export function countsOf(tokens: Int32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** Tokens that two sequences have in common, in any order, as a part of the longer. */
export function similarity(a: ReadonlyMap<number, number>, graph: KnownGraph, lengthOfA: number): number {
  let common = 0;
  for (const [token, count] of countsOf(graph.tokens)) common += Math.min(count, a.get(token) ?? 0);
  return common / Math.max(1, lengthOfA, graph.tokens.length);
}

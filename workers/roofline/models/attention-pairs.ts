/** Which keys a query sees. Without bounds, all. */
export interface Mask {
  readonly causal: boolean;
  /** Whether the first query faces the first key, or the last the last. */
  readonly alignment: 'topLeft' | 'bottomRight';
  /** Keys before and after the facing one that are seen; undefined for all. */
  readonly left?: number;
  readonly right?: number;
}

/** Query-key pairs of one head and sequence, counted exactly. */
export function exactPairs(queries: number, keys: number, { causal, alignment, left, right }: Mask): number {
  const offset = alignment === 'topLeft' ? 0 : keys - queries;
  const after = causal ? 0 : right;
  // Over queries i: keys up to i + offset + after, less those before i + offset − left.
  const upTo = after === undefined ? queries * keys : clampedSum(queries, keys, offset + after + 1);
  return upTo - (left === undefined ? 0 : clampedSum(queries, keys, offset - left));
}

/** `Σ clamp(i + shift, 0, most)` over i from 0 to `count` − 1. */
function clampedSum(count: number, most: number, shift: number): number {
  return cumulated(count - 1 + shift, most) - cumulated(shift - 1, most);
}

/** `Σ clamp(j, 0, most)` over all j up to `last`. */
function cumulated(last: number, most: number): number {
  if (last <= 0) return 0;
  return last <= most ? (last * (last + 1)) / 2 : (most * (most + 1)) / 2 + (last - most) * most;
}

/** Sequences packed one behind the other: totals, the longest, and how many. */
export interface PackedSequences {
  readonly queries: number;
  readonly keys: number;
  readonly longestQueries: number;
  readonly longestKeys: number;
  readonly count: number;
}

/**
 * Pairs of packed sequences, whose lengths are not in the trace: the longest once and the rest of equal length, which is the least that they
 * can be (E.5). Null where a pair count is.
 */
export function leastPairs(
  { queries, keys, longestQueries, longestKeys, count }: PackedSequences,
  pairs: (queries: number, keys: number) => number | null,
): number | null {
  const longest = pairs(longestQueries, longestKeys);
  if (count <= 1 || longest === null) return longest;
  const share = (total: number, most: number) => Math.floor((total - most) / (count - 1));
  const rest = pairs(share(queries, longestQueries), share(keys, longestKeys));
  return rest === null ? null : longest + (count - 1) * rest;
}

/** The most that they can be: of self-attention, as many of the longest as fit; else every query against the most keys. */
export function mostPairs(
  { queries, keys, longestQueries, longestKeys }: PackedSequences,
  pairs: (queries: number, keys: number) => number | null,
): number | null {
  if (queries !== keys || longestQueries !== longestKeys || longestQueries === 0) {
    return Math.min(queries * longestKeys, keys * longestQueries);
  }
  const full = pairs(longestQueries, longestKeys);
  const rest = queries % longestQueries;
  const last = pairs(rest, rest);
  return full === null || last === null ? null : Math.floor(queries / longestQueries) * full + last;
}

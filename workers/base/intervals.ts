/**
 * Sets of times as sorted, disjoint, non-touching intervals: `[start0, end0, start1, end1, …]`. An interval of no length stays, since
 * it still parts the gap around it.
 */
export type Intervals = Float64Array;

/** Collects intervals in ascending order of start and joins those that overlap or touch. */
export class UnionBuilder {
  #bounds = new Float64Array(64);
  #used = 0;

  /** Adds `[start, end]`; `start` must not be below that of any interval added before, nor above `end`. */
  add(start: number, end: number): void {
    if (this.#used > 0 && start <= this.#bounds[this.#used - 1]) {
      if (end > this.#bounds[this.#used - 1]) this.#bounds[this.#used - 1] = end;
      return;
    }
    if (this.#used === this.#bounds.length) {
      const grown = new Float64Array(this.#used * 2);
      grown.set(this.#bounds);
      this.#bounds = grown;
    }
    this.#bounds[this.#used++] = start;
    this.#bounds[this.#used++] = end;
  }

  /** The union of everything added so far. */
  intervals(): Intervals {
    return this.#bounds.slice(0, this.#used);
  }
}

/** The total length of intervals that come in ascending order of start, without keeping them. */
export class UnionLength {
  length = 0;
  #end = Number.NEGATIVE_INFINITY;

  /** Adds `[start, end]`; `start` must not be below that of any interval added before. */
  add(start: number, end: number): void {
    if (end <= this.#end) return;
    this.length += end - Math.max(start, this.#end);
    this.#end = end;
  }
}

/** Total length of a set. */
export function lengthOf(set: Intervals): number {
  let length = 0;
  for (let i = 0; i < set.length; i += 2) length += set[i + 1] - set[i];
  return length;
}

/** What is in `a` or in `b`. */
export function union(a: Intervals, b: Intervals): Intervals {
  const both = new UnionBuilder();
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const fromA = j >= b.length || (i < a.length && a[i] <= b[j]);
    if (fromA) {
      both.add(a[i], a[i + 1]);
      i += 2;
    } else {
      both.add(b[j], b[j + 1]);
      j += 2;
    }
  }
  return both.intervals();
}

/** The parts of `a` that are not in `b`, without pieces of no length. */
export function subtract(a: Intervals, b: Intervals): Intervals {
  const rest = new UnionBuilder();
  let j = 0;
  for (let i = 0; i < a.length; i += 2) {
    let start = a[i];
    const end = a[i + 1];
    while (j < b.length && b[j + 1] <= start) j += 2;
    for (let k = j; k < b.length && b[k] < end; k += 2) {
      if (b[k] > start) rest.add(start, b[k]);
      start = b[k + 1];
    }
    if (start < end) rest.add(start, end);
  }
  return rest.intervals();
}

/** The gaps between neighbouring intervals of a set. */
export function gapsOf(set: Intervals): Intervals {
  return set.slice(1, Math.max(1, set.length - 1));
}

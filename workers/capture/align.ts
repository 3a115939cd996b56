import { type KernelTokens, UNNAMED } from './kernel-tokens.ts';

/** Which captured call each kernel of a replay is. */
export interface Alignment {
  /** By kernel: index of the dispatch, -1 for none. */
  readonly dispatchOf: Int32Array;
  /** Kernels with a dispatch. */
  readonly aligned: number;
  /** Whether some pairs rest on their place alone. */
  readonly isByCount: boolean;
}

/** The most cells of the table of an alignment; beyond, only kernels with as many namesakes on both sides are paired. */
const MOST_CELLS = 2 ** 26;
/** How far an alignment may stray from the diagonal beyond the difference in length. */
const SLACK = 32;

/**
 * Pairs the kernels of a replay with the dispatches of a captured graph, both in order. The same names in the same order are paired as
 * they stand; the same names in another order (several streams) the k-th with the k-th of a name; else by the longest common
 * subsequence, and then what is left over where a name is left over as often on both sides.
 */
export function alignByName(kernels: Int32Array, dispatches: Int32Array): Alignment {
  if (isSame(kernels, dispatches)) return paired(Int32Array.from(kernels.keys()));
  const dispatchOf = new Int32Array(kernels.length).fill(-1);
  const counts = new NameCounts(kernels, dispatches);
  if (!counts.agree()) alignInOrder(kernels, dispatches, dispatchOf);
  pairNamesakes(kernels, dispatches, dispatchOf);
  return paired(dispatchOf);
}

/**
 * Pairs kernels with dispatches that bear no names, by place: only where there are as many, and nothing that is known of a dispatch
 * contradicts. Null otherwise.
 */
export function alignByPlace(
  kernels: Int32Array,
  names: (kernel: number) => string,
  dispatches: Int32Array,
  hints: readonly string[],
  tokens: KernelTokens,
): Alignment | null {
  if (kernels.length !== dispatches.length) return null;
  for (let i = 0; i < kernels.length; i++) {
    if (dispatches[i] !== UNNAMED ? dispatches[i] !== kernels[i] : !tokens.isKernel(kernels[i])) return null;
    if (hints[i] !== '' && !names(i).startsWith(hints[i])) return null;
  }
  return { ...paired(Int32Array.from(kernels.keys())), isByCount: true };
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((token, i) => token === b[i] && token !== UNNAMED);
}

function paired(dispatchOf: Int32Array): Alignment {
  let aligned = 0;
  for (const dispatch of dispatchOf) aligned += Number(dispatch >= 0);
  return { dispatchOf, aligned, isByCount: false };
}

/** How often each name occurs among kernels, less among dispatches. */
class NameCounts {
  readonly #surplus = new Map<number, number>();

  constructor(kernels: Int32Array, dispatches: Int32Array) {
    for (const token of kernels) this.#add(token, 1);
    for (const token of dispatches) this.#add(token, -1);
  }

  agree(): boolean {
    for (const surplus of this.#surplus.values()) if (surplus !== 0) return false;
    return true;
  }

  #add(token: number, count: number): void {
    this.#surplus.set(token, (this.#surplus.get(token) ?? 0) + count);
  }
}

/** The longest common subsequence of what lies between a common beginning and a common end, in a band around the diagonal. */
function alignInOrder(kernels: Int32Array, dispatches: Int32Array, dispatchOf: Int32Array): void {
  const most = Math.min(kernels.length, dispatches.length);
  const same = (i: number, j: number) => kernels[i] === dispatches[j] && kernels[i] !== UNNAMED;
  let start = 0;
  while (start < most && same(start, start)) {
    dispatchOf[start] = start;
    start++;
  }
  let tail = 0;
  while (tail < most - start && same(kernels.length - 1 - tail, dispatches.length - 1 - tail)) {
    tail++;
    dispatchOf[kernels.length - tail] = dispatches.length - tail;
  }
  const rows = kernels.length - tail - start;
  const columns = dispatches.length - tail - start;
  const low = Math.min(0, columns - rows) - SLACK;
  const width = Math.abs(columns - rows) + 2 * SLACK + 1;
  if (rows === 0 || columns === 0 || rows * width > MOST_CELLS) return;

  // Cell (i, k) is the best of the first i kernels and i + low + k dispatches; `steps` says whence it comes.
  const steps = new Uint8Array((rows + 1) * width);
  let above = new Int32Array(width + 1);
  let current = new Int32Array(width + 1);
  for (let i = 0; i <= rows; i++) {
    for (let k = 0; k < width; k++) {
      const j = i + low + k;
      current[k] = 0;
      if (j < 0 || j > columns) continue;
      const skipKernel = i > 0 && j <= i - 1 + low + width - 1 ? above[k + 1] : -1;
      const skipDispatch = j > 0 && k > 0 ? current[k - 1] : -1;
      const take = i > 0 && j > 0 && same(start + i - 1, start + j - 1) ? above[k] + 1 : -1;
      const best = Math.max(0, skipKernel, skipDispatch, take);
      current[k] = best;
      steps[i * width + k] = best === take ? Step.take : best === skipKernel && i > 0 ? Step.kernel : Step.dispatch;
    }
    [above, current] = [current, above];
  }
  let i = rows;
  let j = columns;
  while (i > 0 && j > 0) {
    const step = steps[i * width + (j - i - low)];
    if (step === Step.take) dispatchOf[start + --i] = start + --j;
    else if (step === Step.kernel) i--;
    else j--;
  }
}

const Step = { dispatch: 0, kernel: 1, take: 2 } as const;

/** Pairs what has no partner yet, the k-th with the k-th of a name, where as many of it are left over on both sides. */
function pairNamesakes(kernels: Int32Array, dispatches: Int32Array, dispatchOf: Int32Array): void {
  const isTaken = new Uint8Array(dispatches.length);
  for (const dispatch of dispatchOf) if (dispatch >= 0) isTaken[dispatch] = 1;
  const waiting = new Map<number, { readonly kernels: number[]; readonly dispatches: number[] }>();
  const of = (token: number) => {
    const known = waiting.get(token) ?? { kernels: [], dispatches: [] };
    waiting.set(token, known);
    return known;
  };
  kernels.forEach((token, i) => {
    if (dispatchOf[i] < 0) of(token).kernels.push(i);
  });
  dispatches.forEach((token, i) => {
    if (isTaken[i] === 0 && token !== UNNAMED) of(token).dispatches.push(i);
  });
  for (const { kernels: left, dispatches: right } of waiting.values()) {
    if (left.length !== right.length) continue;
    for (const [i, kernel] of left.entries()) dispatchOf[kernel] = right[i];
  }
}

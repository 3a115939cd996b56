import type { TraceModel } from '../trace/trace-model.ts';
import type { OperatorTree } from './operator-tree.ts';

/** The GPU work of every operator, of its own launches and of its whole subtree, as slices of one array. Numbers are places in the tree. */
export interface OperatorWork {
  /** The first place behind the operators below each one. */
  readonly end: Int32Array;
  /** GPU events of the operators before each place; one more than there are operators. */
  readonly before: Int32Array;
  /** Rows of `gpuEvents` that the operator launches itself, by start. */
  own(place: number): Int32Array;
  /** Rows of `gpuEvents` of the operator and all below it, by start. */
  subtree(place: number): Int32Array;
}

/** The tree is in preorder, so what is below an operator stands together. */
export function operatorWork(
  { operatorOf, caller }: TraceModel,
  { events, above, indexOf }: OperatorTree,
): OperatorWork {
  const end = Int32Array.from(events.keys(), (place) => place + 1);
  for (let place = events.length - 1; place >= 0; place--) {
    if (above[place] >= 0) end[above[place]] = Math.max(end[above[place]], end[place]);
  }
  const placeOf = (row: number) => {
    const operator = caller[row] < 0 ? -1 : operatorOf[caller[row]];
    return operator < 0 ? -1 : indexOf(operator);
  };
  const before = new Int32Array(events.length + 1);
  for (let row = 0; row < caller.length; row++) {
    const place = placeOf(row);
    if (place >= 0) before[place + 1]++;
  }
  for (let place = 0; place < events.length; place++) before[place + 1] += before[place];
  const rows = new Int32Array(before[events.length]);
  const next = before.slice();
  for (let row = 0; row < caller.length; row++) {
    const place = placeOf(row);
    if (place >= 0) rows[next[place]++] = row;
  }
  return {
    end,
    before,
    own: (place) => rows.subarray(before[place], before[place + 1]),
    subtree: (place) => rows.slice(before[place], before[end[place]]).sort(),
  };
}

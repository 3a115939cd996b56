import type { XAxis } from './x-axis.ts';

/** Steps drawn as one bar: several where they begin in the same pixel. */
export interface Column {
  readonly x: number;
  readonly width: number;
  /** `[from, to)` of the steps. */
  readonly from: number;
  readonly to: number;
  /** The step that stands for them: the first of the longest. */
  readonly longest: number;
}

/** From this width on bars have ground between them. */
const GAP_FROM = 3;
const GAP = 0.8;

/** The bars of what an axis shows of a series, at most one a pixel: so a long series costs no more to draw than the screen is wide. */
export function columnsOf(axis: XAxis, durationNs: Float64Array): readonly Column[] {
  const columns: Column[] = [];
  const right = axis.left + axis.width;
  let first = axis.to.findIndex((to) => to >= axis.left);
  while (first >= 0 && first < axis.from.length && axis.from[first] <= right) {
    const pixel = Math.floor(axis.from[first]);
    let to = first + 1;
    let longest = first;
    for (; to < axis.from.length && Math.floor(axis.from[to]) === pixel; to++) {
      if (durationNs[to] > durationNs[longest]) longest = to;
    }
    const isOne = to === first + 1;
    const x = isOne ? axis.from[first] : pixel;
    const room = Math.max(1, axis.to[to - 1] - x);
    columns.push({ x, width: room >= GAP_FROM ? room - GAP : room, from: first, to, longest });
    first = to;
  }
  return columns;
}

/** Least and greatest known value of a column's steps; null where none is known. */
export function rangeIn(values: Float64Array, { from, to }: Column): readonly [least: number, greatest: number] | null {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let step = from; step < to; step++) {
    if (values[step] < least) least = values[step];
    if (values[step] > greatest) greatest = values[step];
  }
  return least <= greatest ? [least, greatest] : null;
}

import { type Box, isIn, type Layout, overlap } from './layout.ts';
import type { Points } from './points.ts';
import type { Positions } from './positions.ts';
import { RADII } from './size-classes.ts';

/** A name beside a point. */
export interface PointLabel {
  readonly point: number;
  readonly text: string;
  /** Its left end and its middle. */
  readonly x: number;
  readonly y: number;
}

/** Names that are written at most, and points that they keep clear of: the longest. */
const MOST_LABELS = 8;
const MOST_OBSTACLES = 300;
/** Points looked at for a name; below them, times are too short to be looked for. */
const MOST_CANDIDATES = 60;
const HEIGHT = 13;
const GAP = 4;

/** Boxes about the longest points in sight, which texts keep clear of. */
export function pointBoxes(points: Points, classes: Uint8Array, { x, y }: Positions, layout: Layout): Box[] {
  return inSight(points, { x, y }, layout, MOST_OBSTACLES).map((point) => {
    const radius = RADII[classes[point]];
    return { left: x[point] - radius, top: y[point] - radius, width: 2 * radius, height: 2 * radius };
  });
}

/** Names of the longest points, each name once, where they cover nothing of what is taken. */
export function pointLabels(
  points: Points,
  classes: Uint8Array,
  { x, y }: Positions,
  layout: Layout,
  nameOf: (point: number) => string,
  widthOf: (text: string) => number,
  obstacles: readonly Box[],
): PointLabel[] {
  const taken = [...obstacles];
  const named = new Set<string>();
  const labels: PointLabel[] = [];
  for (const point of inSight(points, { x, y }, layout, MOST_CANDIDATES)) {
    if (labels.length === MOST_LABELS) break;
    const text = nameOf(point);
    if (named.has(text)) continue;
    const off = RADII[classes[point]] + GAP;
    const width = widthOf(text);
    const box = placesAbout(x[point], y[point], off, width).find(
      (place) => isWithin(place, layout.plot) && !taken.some((other) => overlap(place, other)),
    );
    if (!box) continue;
    named.add(text);
    taken.push(box);
    labels.push({ point, text, x: box.left, y: box.top + HEIGHT / 2 });
  }
  return labels;
}

/** Right, left, above, below. */
function placesAbout(x: number, y: number, off: number, width: number): Box[] {
  const middle = { top: y - HEIGHT / 2, width, height: HEIGHT };
  return [
    { ...middle, left: x + off },
    { ...middle, left: x - off - width },
    { left: x - width / 2, top: y - off - HEIGHT, width, height: HEIGHT },
    { left: x - width / 2, top: y + off, width, height: HEIGHT },
  ];
}

/** The points of the plot that are in sight, of the first `most`. */
function inSight({ count, inStrip }: Points, { x, y }: Positions, { plot }: Layout, most: number): number[] {
  return Array.from({ length: Math.min(count, most) }, (_, point) => point).filter(
    (point) => inStrip[point] === 0 && isIn(plot, x[point], y[point]),
  );
}

function isWithin(box: Box, outer: Box): boolean {
  return isIn(outer, box.left, box.top) && isIn(outer, box.left + box.width, box.top + box.height);
}

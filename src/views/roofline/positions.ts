import { pixelOf } from '../../charts/log-scale.ts';
import { isIn, type Layout, type Scales } from './layout.ts';
import { LANES, type Points } from './points.ts';
import { RADII, sizeClass } from './size-classes.ts';

/** Where the points stand on the chart. */
export interface Positions {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Room for half a large point at the sides of the strip. */
const INSET = 14;

/** Pixels of every point. */
export function positionsOf(points: Points, { strip }: Layout, scales: Scales): Positions {
  const x = new Float64Array(points.count);
  const y = new Float64Array(points.count);
  for (let point = 0; point < points.count; point++) {
    if (points.inStrip[point] === 0) {
      x[point] = pixelOf(scales.intensity, points.intensity[point]);
      y[point] = pixelOf(scales.throughput, points.rate[point]);
    } else if (strip) {
      x[point] = strip.left + INSET + ((strip.width - 2 * INSET) * points.lane[point]) / (LANES - 1);
      y[point] = pixelOf(scales.strip, points.rate[point]);
    }
  }
  return { x, y };
}

/** The size class of every point. */
export function classesOf({ timeNs }: Points, longestNs: number): Uint8Array {
  return new Uint8Array(timeNs.length).map((_, point) => sizeClass(timeNs[point], longestNs));
}

/** Pixels beside a point that still count as on it. */
const REACH = 4;

/**
 * The point under the pointer, -1 for none: of those that hold it the one on top, which is the one of the shortest time; else the
 * nearest within reach.
 */
export function pointAt(
  points: Points,
  classes: Uint8Array,
  { x, y }: Positions,
  layout: Layout,
  at: { readonly x: number; readonly y: number },
): number {
  const inStrip = layout.strip !== null && isIn(layout.strip, at.x, at.y);
  if (!inStrip && !isIn(layout.plot, at.x, at.y)) return -1;
  let found = -1;
  let least = REACH;
  for (let point = 0; point < points.count; point++) {
    if ((points.inStrip[point] === 1) !== inStrip) continue;
    const gap = Math.max(0, Math.hypot(x[point] - at.x, y[point] - at.y) - RADII[classes[point]]);
    if (gap <= least) {
      least = gap;
      found = point;
    }
  }
  return found;
}

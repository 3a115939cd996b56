import { pixelOf } from '../../charts/log-scale.ts';
import type { Scales } from './layout.ts';
import type { Points } from './points.ts';
import type { Positions } from './positions.ts';

/** What is drawn about some points: the bounds of an intensity that is not known exactly, and a ring about a suspicious one. */
export interface Marks {
  readonly bars: readonly Bar[];
  readonly rings: readonly Ring[];
}

interface Bar {
  readonly point: number;
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

interface Ring {
  readonly point: number;
  readonly x: number;
  readonly y: number;
}

/** The marks of all points, in pixels; `suspicious` holds the points above the datasheet's roof. */
export function marksOf(points: Points, positions: Positions, scales: Scales, suspicious: readonly number[]): Marks {
  const bars: Bar[] = [];
  for (let point = 0; point < points.count; point++) {
    const low = points.lowIntensity[point];
    const high = points.highIntensity[point];
    if (points.inStrip[point] === 1 || !(low > 0) || !(high > low)) continue;
    bars.push({
      point,
      from: pixelOf(scales.intensity, low),
      to: pixelOf(scales.intensity, high),
      y: positions.y[point],
    });
  }
  return {
    bars,
    rings: suspicious.map((point) => ({ point, x: positions.x[point], y: positions.y[point] })),
  };
}

import { type LogRange, padded, rangeOf } from '../../charts/log-scale.ts';
import type { Points } from './points.ts';
import type { RoofLine } from './roofs.ts';

/** What the three log axes show. */
export interface ChartWindow {
  /** FLOP/byte. */
  readonly intensity: LogRange;
  /** TFLOP/s. */
  readonly throughput: LogRange;
  /** TB/s of the strip. */
  readonly strip: LogRange;
}

/** Room about the points, as a part of their decades and in decades at least. */
const ROOM = 0.06;
const LEAST_ROOM = 0.18;
const EMPTY: LogRange = [1, 1000];

/** The window that holds every point, however far above a roof, and the roofs with their ridges. */
export function fittedWindow(points: Points, roofs: readonly RoofLine[]): ChartWindow {
  const inChart = (values: Float64Array) => values.filter((_, point) => points.inStrip[point] === 0);
  const compute = roofs.filter(({ peak }) => peak !== null);
  const intensity = rangeOf(
    inChart(points.intensity),
    inChart(points.lowIntensity),
    inChart(points.highIntensity),
    compute.map(({ from }) => from),
  );
  const throughput = rangeOf(
    inChart(points.rate),
    compute.map(({ value }) => value),
  );
  const strip = rangeOf(
    points.rate.filter((_, point) => points.inStrip[point] === 1),
    roofs.flatMap(({ peak, value }) => (peak === null ? [value / 1e3] : [])),
  );
  return {
    intensity: padded(intensity ?? EMPTY, ROOM, LEAST_ROOM),
    throughput: padded(throughput ?? EMPTY, ROOM, LEAST_ROOM),
    strip: padded(strip ?? EMPTY, ROOM, LEAST_ROOM),
  };
}

/** Whether a point lies above what the device's maker says is possible; a point on the line does not. */
export function isAbove(rate: number, limit: number | null): boolean {
  return limit !== null && rate > limit * (1 + 1e-9);
}

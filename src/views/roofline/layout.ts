import type { LogScale } from '../../charts/log-scale.ts';
import type { Size } from '../../charts/use-size.ts';
import type { ChartWindow } from './fit.ts';

/** A part of the chart, in pixels of it. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout extends Size {
  readonly plot: Box;
  /** Where work without FLOPs stands; null where there is none. */
  readonly strip: Box | null;
}

/** Where each value stands, in pixels. */
export interface Scales {
  readonly intensity: LogScale;
  readonly throughput: LogScale;
  readonly strip: LogScale;
}

const TOP = 24;
const BOTTOM = 44;
const RIGHT = 16;
/** Room for an axis with its labels and its name. */
const AXIS = 60;
const STRIP = 76;
/** Between the strip and the axis of the plot. */
const GAP = 10;

/** Divides the chart among its axes. */
export function layOut({ width, height }: Size, hasStrip: boolean): Layout {
  const inner = { top: TOP, height: Math.max(1, height - TOP - BOTTOM) };
  const strip = hasStrip ? { left: AXIS, width: STRIP, ...inner } : null;
  const left = strip ? AXIS + STRIP + GAP + AXIS : AXIS;
  return { width, height, strip, plot: { left, width: Math.max(1, width - left - RIGHT), ...inner } };
}

export function scalesOf({ plot, strip }: Layout, window: ChartWindow): Scales {
  const upwards = { from: plot.top + plot.height, to: plot.top };
  return {
    intensity: { range: window.intensity, from: plot.left, to: plot.left + plot.width },
    throughput: { range: window.throughput, ...upwards },
    strip: { range: strip ? window.strip : window.throughput, ...upwards },
  };
}

export function isIn({ left, top, width, height }: Box, x: number, y: number): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

import { type LogRange, panned, valueAt, within, zoomed } from '../../charts/log-scale.ts';
import type { ChartWindow } from './fit.ts';
import { type Box, isIn, type Layout, type Scales } from './layout.ts';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The axes that a gesture at a spot moves: on the plot both of its own, on an axis that one, on the strip its own. */
function axesAt({ plot, strip }: Layout, { x, y }: Spot): readonly (keyof ChartWindow)[] {
  if (strip && x <= strip.left + strip.width) return ['strip'];
  if (isIn(plot, x, y)) return ['intensity', 'throughput'];
  return x < plot.left ? ['throughput'] : ['intensity'];
}

/** The window drawn apart (factor above 1) or together about a spot. */
export function zoomAt(window: ChartWindow, layout: Layout, scales: Scales, at: Spot, factor: number): ChartWindow {
  return changed(window, axesAt(layout, at), (axis) =>
    zoomed(scales[axis], axis === 'intensity' ? at.x : at.y, factor),
  );
}

/** The window after its content was dragged from one spot to another. */
export function dragged(window: ChartWindow, layout: Layout, scales: Scales, from: Spot, to: Spot): ChartWindow {
  return changed(window, axesAt(layout, from), (axis) =>
    panned(scales[axis], axis === 'intensity' ? to.x - from.x : to.y - from.y),
  );
}

/** The window that a box between two spots of the plot or of the strip becomes. */
export function boxed(window: ChartWindow, layout: Layout, scales: Scales, from: Spot, to: Spot): ChartWindow {
  return changed(window, axesAt(layout, from), (axis) => {
    const [a, b] = axis === 'intensity' ? [from.x, to.x] : [from.y, to.y];
    const values = [valueAt(scales[axis], a), valueAt(scales[axis], b)];
    return [Math.min(...values), Math.max(...values)];
  });
}

/** The rectangle between two spots, kept inside the part of the chart that the first lies in. */
export function boxBetween({ plot, strip }: Layout, from: Spot, to: Spot): Box {
  const { left, top, width, height } = strip && isIn(strip, from.x, from.y) ? strip : plot;
  const clamp = (value: number, low: number, room: number) => Math.min(low + room, Math.max(low, value));
  const xs = [from.x, to.x].map((x) => clamp(x, left, width));
  const ys = [from.y, to.y].map((y) => clamp(y, top, height));
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    width: Math.abs(xs[1] - xs[0]),
    height: Math.abs(ys[1] - ys[0]),
  };
}

/** The window moved, where it must be, so that a point of the plot or of the strip can be seen. */
export function bringInto(
  window: ChartWindow,
  layout: Layout,
  scales: Scales,
  at: Spot,
  inStrip: boolean,
): ChartWindow {
  const box = (inStrip ? layout.strip : null) ?? layout.plot;
  if (isIn(box, at.x, at.y)) return window;
  const centre = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  return changed(window, inStrip ? ['strip'] : ['intensity', 'throughput'], (axis) =>
    panned(scales[axis], axis === 'intensity' ? centre.x - at.x : centre.y - at.y),
  );
}

function changed(
  window: ChartWindow,
  axes: readonly (keyof ChartWindow)[],
  change: (axis: keyof ChartWindow) => LogRange,
): ChartWindow {
  return { ...window, ...Object.fromEntries(axes.map((axis) => [axis, within(change(axis), window[axis])])) };
}

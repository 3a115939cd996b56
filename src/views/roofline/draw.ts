import { categoryLook } from '../../styles/categories.ts';
import type { Box, Layout, Scales } from './layout.ts';
import type { Marks } from './marks.ts';
import type { Points } from './points.ts';
import type { Positions } from './positions.ts';
import { RADII } from './size-classes.ts';
import type { Symbols } from './symbols.ts';

/** All that is drawn over the axes. */
export interface Scene {
  readonly points: Points;
  readonly classes: Uint8Array;
  readonly positions: Positions;
  readonly marks: Marks;
  readonly layout: Layout;
  readonly scales: Scales;
  readonly colours: ReadonlyMap<string, string>;
}

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export const WARNING = 'var(--warn)';
export const RING_GAP = 3;
export const RING_LINE = 1.5;
export const BAR_LINE = 1.5;
/** Half the height of the ends of a bar. */
export const BAR_END = 4;
/** Points out of a box by more than this are not worth drawing. */
const MARGIN = RADII[RADII.length - 1] + RING_GAP;

/** The plot or the strip: a box of the chart that shows its own points alone. */
export interface Part {
  readonly box: Box;
  /** Value of `inStrip` of its points. */
  readonly strip: 0 | 1;
}

export function partsOf({ plot, strip }: Layout): Part[] {
  return [{ box: plot, strip: 0 }, ...(strip ? [{ box: strip, strip: 1 as const }] : [])];
}

/** Draws all, kept inside the parts. The context is scaled to pixels of the page. */
export function drawScene(context: Context, scene: Scene, symbols: Symbols): void {
  for (const part of partsOf(scene.layout)) {
    const { left, top, width, height } = part.box;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    drawUnder(context, scene, part);
    for (let from = 0; from < scene.points.count; ) from = drawPoints(context, scene, symbols, part, from);
    drawOver(context, scene, part);
    context.restore();
  }
}

/** Points drawn at once. */
const BATCH = 250;

/** Draws some points from `from` on, the longest first, so that short ones lie on top; gives the point to go on with. */
export function drawPoints(
  context: Context,
  scene: Scene,
  symbols: Symbols,
  { box, strip }: Part,
  from: number,
): number {
  const { points, classes } = scene;
  const { x, y } = scene.positions;
  const left = box.left - MARGIN;
  const right = box.left + box.width + MARGIN;
  const top = box.top - MARGIN;
  const bottom = box.top + box.height + MARGIN;
  let point = from;
  for (let drawn = 0; point < points.count && drawn < BATCH; point++) {
    if (points.inStrip[point] !== strip) continue;
    if (x[point] < left || x[point] > right || y[point] < top || y[point] > bottom) continue;
    symbols.draw(context, points.categories[points.category[point]], classes[point], x[point], y[point]);
    drawn++;
  }
  return point;
}

/** What lies under the points: the bounds of intensities that are not known exactly. */
export function drawUnder(context: Context, { points, marks, colours }: Scene, { strip }: Part): void {
  if (strip === 1) return;
  context.lineWidth = BAR_LINE;
  for (const { point, from, to, y } of marks.bars) {
    context.strokeStyle = colourOf(points, point, colours);
    context.beginPath();
    context.moveTo(from, y);
    context.lineTo(to, y);
    for (const end of [from, to]) {
      context.moveTo(end, y - BAR_END);
      context.lineTo(end, y + BAR_END);
    }
    context.stroke();
  }
}

/** What lies over the points: rings about those above the datasheet's roof. */
export function drawOver(context: Context, { points, classes, marks, colours }: Scene, { strip }: Part): void {
  context.lineWidth = RING_LINE;
  context.strokeStyle = colours.get(WARNING) ?? WARNING;
  for (const { point, x, y } of marks.rings) {
    if (points.inStrip[point] !== strip) continue;
    context.beginPath();
    context.arc(x, y, RADII[classes[point]] + RING_GAP, 0, Math.PI * 2);
    context.stroke();
  }
}

/** Colour of a point's category. */
export function colourOf(points: Points, point: number, colours: ReadonlyMap<string, string>): string {
  const { colour } = categoryLook(points.categories[points.category[point]]);
  return colours.get(colour) ?? colour;
}

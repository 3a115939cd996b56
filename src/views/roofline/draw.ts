import { categoryLook } from '../../styles/categories.ts';
import type { Box, Layout } from './layout.ts';
import type { Marks } from './marks.ts';
import type { Points } from './points.ts';
import type { Positions } from './positions.ts';
import { RADII } from './size-classes.ts';
import { type Symbols, symbolSvg } from './symbols.ts';

/** All that is drawn over the axes. */
export interface Scene {
  readonly points: Points;
  readonly classes: Uint8Array;
  readonly positions: Positions;
  readonly marks: Marks;
  readonly layout: Layout;
  readonly colours: ReadonlyMap<string, string>;
}

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export const WARNING = 'var(--warn)';
const RING_GAP = 3;
const RING_LINE = 1.5;
/** Half the height of the ends of a bar. */
const BAR_END = 4;
/** Points out of a box by more than this are not worth drawing. */
const MARGIN = RADII[RADII.length - 1] + RING_GAP;

/** Draws the points, the longest first, so that short ones lie on top. The context is scaled to pixels of the page. */
export function drawScene(context: Context, scene: Scene, symbols: Symbols): void {
  const { layout } = scene;
  clipped(context, layout.plot, () => {
    drawBars(context, scene);
    drawPoints(context, scene, symbols, layout.plot, 0);
    drawRings(context, scene, 0);
  });
  const { strip } = layout;
  if (!strip) return;
  clipped(context, strip, () => {
    drawPoints(context, scene, symbols, strip, 1);
    drawRings(context, scene, 1);
  });
}

function clipped(context: Context, { left, top, width, height }: Box, draw: () => void): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  draw();
  context.restore();
}

function drawPoints(
  context: Context,
  { points, classes, positions: { x, y } }: Scene,
  symbols: Symbols,
  box: Box,
  strip: 0 | 1,
): void {
  const left = box.left - MARGIN;
  const right = box.left + box.width + MARGIN;
  const top = box.top - MARGIN;
  const bottom = box.top + box.height + MARGIN;
  for (let point = 0; point < points.count; point++) {
    if (points.inStrip[point] !== strip) continue;
    if (x[point] < left || x[point] > right || y[point] < top || y[point] > bottom) continue;
    symbols.draw(context, points.category[point], classes[point], x[point], y[point]);
  }
}

function drawBars(context: Context, { points, marks, colours }: Scene): void {
  context.lineWidth = 1.5;
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

function drawRings(context: Context, { points, classes, marks, colours }: Scene, strip: 0 | 1): void {
  context.lineWidth = RING_LINE;
  context.strokeStyle = colours.get(WARNING) ?? WARNING;
  for (const { point, x, y } of marks.rings) {
    if (points.inStrip[point] !== strip) continue;
    context.beginPath();
    context.arc(x, y, RADII[classes[point]] + RING_GAP, 0, Math.PI * 2);
    context.stroke();
  }
}

/** The same as SVG text, to stand before the end of an SVG document of the axes. */
export function sceneSvg(scene: Scene): string {
  const { layout } = scene;
  const boxes = layout.strip ? [layout.plot, layout.strip] : [layout.plot];
  const clips = boxes.map(
    ({ left, top, width, height }, i) =>
      `<clipPath id="points-${i}"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath>`,
  );
  const groups = boxes.map((_, i) => `<g clip-path="url(#points-${i})">${partSvg(scene, i === 1)}</g>`);
  return `<defs>${clips.join('')}</defs>${groups.join('')}`;
}

function partSvg({ points, classes, positions, marks, colours }: Scene, strip: boolean): string {
  const isHere = (point: number) => (points.inStrip[point] === 1) === strip;
  const bars = marks.bars
    .filter(({ point }) => isHere(point))
    .map(
      ({ point, from, to, y }) =>
        `<path d="M${from} ${y}H${to}M${from} ${y - BAR_END}v${2 * BAR_END}M${to} ${y - BAR_END}v${2 * BAR_END}" fill="none" stroke="${colourOf(points, point, colours)}" stroke-width="1.5"/>`,
    );
  const rings = marks.rings
    .filter(({ point }) => isHere(point))
    .map(
      ({ point, x, y }) =>
        `<circle cx="${x}" cy="${y}" r="${RADII[classes[point]] + RING_GAP}" fill="none" stroke="${colours.get(WARNING) ?? WARNING}" stroke-width="${RING_LINE}"/>`,
    );
  const symbols = Array.from({ length: points.count }, (_, point) => point)
    .filter(isHere)
    .map((point) =>
      symbolSvg(
        points.categories[points.category[point]],
        colours,
        RADII[classes[point]],
        positions.x[point],
        positions.y[point],
      ),
    );
  return [...bars, ...symbols, ...rings].join('');
}

function colourOf(points: Points, point: number, colours: ReadonlyMap<string, string>): string {
  const { colour } = categoryLook(points.categories[points.category[point]]);
  return colours.get(colour) ?? colour;
}

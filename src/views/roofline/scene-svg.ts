import { BAR_END, BAR_LINE, colourOf, type Part, partsOf, RING_GAP, RING_LINE, type Scene, WARNING } from './draw.ts';
import { RADII } from './size-classes.ts';
import { symbolSvg } from './symbols.ts';

/** The points and marks as SVG text, to stand before the end of an SVG document of the axes. */
export function sceneSvg(scene: Scene): string {
  const parts = partsOf(scene.layout);
  const clips = parts.map(
    ({ box: { left, top, width, height }, strip }) =>
      `<clipPath id="points-${strip}"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath>`,
  );
  const groups = parts.map((part) => `<g clip-path="url(#points-${part.strip})">${partSvg(scene, part)}</g>`);
  return `<defs>${clips.join('')}</defs>${groups.join('')}`;
}

function partSvg({ points, classes, positions, marks, colours }: Scene, { strip }: Part): string {
  const isHere = (point: number) => points.inStrip[point] === strip;
  const bars = marks.bars
    .filter(({ point }) => isHere(point))
    .map(
      ({ point, from, to, y }) =>
        `<path d="M${from} ${y}H${to}M${from} ${y - BAR_END}v${2 * BAR_END}M${to} ${y - BAR_END}v${2 * BAR_END}" fill="none" stroke="${colourOf(points, point, colours)}" stroke-width="${BAR_LINE}"/>`,
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

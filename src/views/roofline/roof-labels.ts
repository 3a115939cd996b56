import { peakText } from '../../calls/work-text.ts';
import { pixelOf, valueAt } from '../../charts/log-scale.ts';
import { CHART_FONT_SIZE } from '../../charts/text-width.ts';
import { formatSignificant, withUnit } from '../../format/format.ts';
import { type Box, type Layout, overlap, type Scales } from './layout.ts';
import { memoryRoof, type RoofLine } from './roofs.ts';

/** A text beside a roof. */
export interface RoofLabel {
  readonly roof: RoofLine;
  readonly text: string;
  /** Where it starts (`left`) or ends (`right`), at its lower edge. */
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'right';
  /** Radians against the clock. */
  readonly turn: number;
}

const GAP = 5;
const STEP = 12;

/** Labels of the roofs in sight, clear of each other and of obstacles; one that finds no free place is left out. */
export function roofLabels(
  roofs: readonly RoofLine[],
  { plot }: Pick<Layout, 'plot'>,
  scales: Scales,
  widthOf: (text: string) => number,
  obstacles: readonly Box[],
): RoofLabel[] {
  const memory = roofs.filter(({ peak }) => peak === null).flatMap((roof) => memoryLabel(roof, plot, scales, widthOf));
  const taken: Box[] = [
    ...obstacles,
    ...lineBoxes(roofs, plot, scales),
    ...memory.map((label) => labelBox(label, widthOf)),
  ];
  const compute = roofs
    .filter(({ peak }) => peak !== null)
    .flatMap((roof) => computeLabel(roof, plot, scales, widthOf, taken));
  return [...memory, ...compute];
}

/** The box about a label. */
export function labelBox({ text, x, y, align, turn }: RoofLabel, widthOf: (text: string) => number): Box {
  const width = widthOf(text) * Math.cos(turn) + 2 * GAP;
  const height = CHART_FONT_SIZE + widthOf(text) * Math.sin(turn);
  return { left: align === 'right' ? x - width + GAP : x - GAP, top: y - height, width, height };
}

/** Boxes along the lines of the roofs, which texts keep clear of. */
export function lineBoxes(roofs: readonly RoofLine[], plot: Box, scales: Scales): Box[] {
  return roofs.flatMap((roof) => {
    const heightAt = (x: number) => {
      const intensity = valueAt(scales.intensity, x);
      const isThere = intensity >= roof.from && intensity <= roof.to;
      const throughput = roof.peak === null ? memoryRoof(roof.value, intensity) : roof.value;
      return isThere ? pixelOf(scales.throughput, throughput) : Number.NaN;
    };
    const boxes: Box[] = [];
    for (let left = plot.left; left < plot.left + plot.width; left += STEP) {
      const ends = [heightAt(left), heightAt(left + STEP)];
      const top = Math.min(...ends) - 1;
      if (!Number.isNaN(top)) boxes.push({ left, top, width: STEP, height: Math.max(...ends) + 1 - top });
    }
    return boxes;
  });
}

/** `bf16 matrix, 989 TFLOP/s`; `bf16 matrix, 795 achievable`, whose unit stands beside the datasheet's. */
export function roofText({ kind, peak, value }: RoofLine): string {
  const what = peak === null ? 'memory' : peakText(peak);
  const figure = formatSignificant(value);
  if (kind === 'achievable') return `${what}, ${figure} achievable`;
  return `${what}, ${withUnit(figure, peak === null ? 'GB/s' : unitOf(peak))}`;
}

/** Right-aligned above its line, else below it, else further to the left, as far as where its line begins. */
function computeLabel(
  roof: RoofLine,
  plot: Box,
  scales: Scales,
  widthOf: (text: string) => number,
  taken: Box[],
): RoofLabel[] {
  const y = pixelOf(scales.throughput, roof.value);
  if (y < plot.top || y > plot.top + plot.height) return [];
  const text = roofText(roof);
  const start = Math.max(plot.left, roof.from > 0 ? pixelOf(scales.intensity, roof.from) : plot.left);
  const least = Math.max(plot.left + widthOf(text), start - STEP);
  for (let x = plot.left + plot.width - GAP; x > least; x -= STEP) {
    for (const bottom of [y - GAP, y + GAP + CHART_FONT_SIZE]) {
      const label: RoofLabel = { roof, text, x, y: bottom, align: 'right', turn: 0 };
      const box = labelBox(label, widthOf);
      if (taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      return [label];
    }
  }
  return [];
}

/** Along its line, in the lower half of what of it is in sight: datasheet above, achievable below it. */
function memoryLabel(roof: RoofLine, plot: Box, scales: Scales, widthOf: (text: string) => number): RoofLabel[] {
  const text = roofText(roof);
  const width = widthOf(text);
  const [low, high] = scales.intensity.range;
  const x1 = plot.left;
  const y1 = pixelOf(scales.throughput, memoryRoof(roof.value, low));
  const slope = (pixelOf(scales.throughput, memoryRoof(roof.value, high)) - y1) / plot.width;
  const bottom = plot.top + plot.height;
  const xAt = (y: number) => x1 + (y - y1) / slope;
  const ridge = Number.isFinite(roof.to) ? pixelOf(scales.intensity, roof.to) : Number.POSITIVE_INFINITY;
  const from = Math.max(plot.left, xAt(bottom));
  const to = Math.min(plot.left + plot.width, xAt(plot.top), ridge);
  const length = (to - from) * Math.hypot(1, slope);
  if (length < width + 2 * GAP) return [];
  const turn = -Math.atan(slope);
  const along = roof.kind === 'datasheet' ? 0.62 : 0.3;
  const x = from + (to - from) * along - (width / 2) * Math.cos(turn);
  const y = y1 + (x - x1) * slope;
  const off = roof.kind === 'datasheet' ? GAP : -(GAP + CHART_FONT_SIZE);
  return [{ roof, text, x: x - Math.sin(turn) * off, y: y - Math.cos(turn) * off, align: 'left', turn }];
}

function unitOf(peak: string): string {
  return peak.endsWith('_int8') ? 'TOP/s' : 'TFLOP/s';
}

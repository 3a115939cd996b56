import { peakText } from '../../calls/work-text.ts';
import { pixelOf } from '../../charts/log-scale.ts';
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
  { plot }: Layout,
  scales: Scales,
  widthOf: (text: string) => number,
  obstacles: readonly Box[],
): RoofLabel[] {
  const taken: Box[] = [...obstacles];
  const compute = roofs
    .filter(({ peak }) => peak !== null)
    .flatMap((roof) => computeLabel(roof, plot, scales, widthOf(roofText(roof)), taken));
  return [
    ...compute,
    ...roofs.filter(({ peak }) => peak === null).flatMap((roof) => memoryLabel(roof, plot, scales, widthOf)),
  ];
}

/** The box about a label. */
export function labelBox({ text, x, y, align, turn }: RoofLabel, widthOf: (text: string) => number): Box {
  const width = widthOf(text) * Math.cos(turn);
  const height = CHART_FONT_SIZE + widthOf(text) * Math.sin(turn);
  return { left: align === 'right' ? x - width : x, top: y - height, width, height };
}

/** `bf16 matrix, 989 TFLOP/s`; `memory, 3 350 GB/s, achievable`. */
export function roofText({ kind, peak, value }: RoofLine): string {
  const what = peak === null ? 'memory' : peakText(peak);
  const figure = withUnit(formatSignificant(value), peak === null ? 'GB/s' : unitOf(peak));
  return kind === 'achievable' ? `${what}, ${figure} achievable` : `${what}, ${figure}`;
}

/** Right-aligned above its line, else below it, else further to the left. */
function computeLabel(roof: RoofLine, plot: Box, scales: Scales, width: number, taken: Box[]): RoofLabel[] {
  const y = pixelOf(scales.throughput, roof.value);
  if (y < plot.top || y > plot.top + plot.height) return [];
  for (let right = plot.left + plot.width - GAP; right - width > plot.left; right -= STEP) {
    for (const bottom of [y - GAP, y + GAP + CHART_FONT_SIZE]) {
      const box = { left: right - width, top: bottom - CHART_FONT_SIZE, width, height: CHART_FONT_SIZE };
      if (taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      return [{ roof, text: roofText(roof), x: right, y: bottom, align: 'right', turn: 0 }];
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

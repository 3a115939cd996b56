import { peakText } from '../../calls/work-text.ts';
import { pixelOf } from '../../charts/log-scale.ts';
import { formatSignificant, withUnit } from '../../format/format.ts';
import type { Box, Layout, Scales } from './layout.ts';
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
const LINE_HEIGHT = 14;
const STEP = 12;

/** Labels of the roofs in sight; one that finds no free place is left out, as its line still has it in the list of roofs. */
export function roofLabels(
  roofs: readonly RoofLine[],
  { plot }: Layout,
  scales: Scales,
  widthOf: (text: string) => number,
): RoofLabel[] {
  const taken: Box[] = [];
  const compute = roofs
    .filter(({ peak }) => peak !== null)
    .flatMap((roof) => computeLabel(roof, plot, scales, widthOf(roofText(roof)), taken));
  return [
    ...compute,
    ...roofs.filter(({ peak }) => peak === null).flatMap((roof) => memoryLabel(roof, plot, scales, widthOf)),
  ];
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
  const start = Math.max(plot.left, roof.from > 0 ? pixelOf(scales.intensity, roof.from) : plot.left);
  if (y < plot.top || y > plot.top + plot.height) return [];
  for (let right = plot.left + plot.width - GAP; right - width > start; right -= STEP) {
    for (const bottom of [y - 2, y + LINE_HEIGHT + 1]) {
      const box = { left: right - width, top: bottom - LINE_HEIGHT, width, height: LINE_HEIGHT };
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
  const off = roof.kind === 'datasheet' ? GAP : -(GAP + LINE_HEIGHT - 4);
  return [{ roof, text, x: x - Math.sin(turn) * off, y: y - Math.cos(turn) * off, align: 'left', turn }];
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

function unitOf(peak: string): string {
  return peak.endsWith('_int8') ? 'TOP/s' : 'TFLOP/s';
}

import { PEAK_NAMES, type PeakName } from '../../../workers/engine/hardware.ts';
import type { Figure, Hardware, RoofKind } from '../../../workers/roofline/hardware.ts';

/** One limit of a device as the chart draws it. */
export interface RoofLine {
  readonly kind: RoofKind;
  /** Null for the memory. */
  readonly peak: PeakName | null;
  /** GB/s, or TFLOP/s. */
  readonly value: number;
  /** From and to which FLOP/byte it is the limit. */
  readonly from: number;
  readonly to: number;
}

const KINDS: readonly RoofKind[] = ['datasheet', 'achievable'];

/** The roofs of a device for the peaks that some points have: the memory's up to the farthest ridge, and a compute roof a peak. */
export function roofLines(hardware: Hardware, peaks: readonly PeakName[]): RoofLine[] {
  return KINDS.flatMap((kind) => linesOf(hardware, kind, peaks));
}

function linesOf(hardware: Hardware, kind: RoofKind, peaks: readonly PeakName[]): RoofLine[] {
  // A bandwidth that nobody measured is the datasheet's, whose line then stands for both.
  const own = hardware[kind].bandwidth;
  const bandwidth = own ?? hardware.datasheet.bandwidth;
  const compute = peaks.flatMap((peak): RoofLine[] => {
    const value = hardware[kind].peaks[peak]?.value;
    if (value === undefined) return [];
    return [{ kind, peak, value, from: bandwidth ? ridge(value, bandwidth) : 0, to: Number.POSITIVE_INFINITY }];
  });
  if (!own) return compute;
  const farthest = compute.reduce((most, { from }) => Math.max(most, from), 0);
  const to = farthest > 0 ? farthest : Number.POSITIVE_INFINITY;
  return [{ kind, peak: null, value: own.value, from: 0, to }, ...compute];
}

/** FLOP/byte at which a peak of `tflops` meets the bandwidth. */
function ridge(tflops: number, { value: gbs }: Figure): number {
  return (tflops * 1e3) / gbs;
}

/** TFLOP/s of a memory roof at an intensity in FLOP/byte. */
export function memoryRoof(gbs: number, intensity: number): number {
  return (gbs * intensity) / 1e3;
}

/** The datasheet's limit on a point: TFLOP/s at its intensity, or TB/s without FLOPs (NaN); null where the device has no figure for it. */
export function datasheetLimit({ datasheet }: Hardware, intensity: number, peak: PeakName | undefined): number | null {
  const bandwidth = datasheet.bandwidth?.value;
  if (Number.isNaN(intensity)) return bandwidth === undefined ? null : bandwidth / 1e3;
  const memory = bandwidth === undefined ? Number.POSITIVE_INFINITY : memoryRoof(bandwidth, intensity);
  const compute = (peak && datasheet.peaks[peak]?.value) ?? Number.POSITIVE_INFINITY;
  const limit = Math.min(memory, compute);
  return Number.isFinite(limit) ? limit : null;
}

/** The distinct peaks of some texts, in the order of tables. */
export function peaksIn(texts: readonly string[]): PeakName[] {
  const present = new Set(texts);
  return PEAK_NAMES.filter((name) => present.has(name));
}

/** The peak of a name, if it is one. */
export function peakOf(text: string): PeakName | undefined {
  return PEAK_NAMES.find((name) => name === text);
}

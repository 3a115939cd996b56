import type { Conventions } from '../base/conventions.ts';
import type { Figure, Hardware, PeakName, RoofKind } from './hardware.ts';
import type { Estimate, Precision } from './perf-model.ts';

/** The part of an estimate that a roof bounds; the ends of its interval are such parts too. */
export type Work = Pick<Estimate, 'flops' | 'bytes' | 'engine' | 'precision'>;

/** Why there is no compute roof: the dtype has none, or the device's figure is not known. Null where there is one, or nothing to compute. */
type NoComputeRoof = 'no-precision' | 'no-figure';

/** The least time that a device's limits leave for some work. Times in µs. */
export interface Roof {
  /** Null without bytes or without a bandwidth. */
  readonly memoryTime: number | null;
  readonly computeTime: number | null;
  /** The larger of the two; null where neither is known. */
  readonly time: number | null;
  /** With no compute roof, memory is the only bound known. */
  readonly bound: 'memory' | 'compute' | null;
  readonly noComputeRoof: NoComputeRoof | null;
  readonly peak: { readonly name: PeakName; readonly figure: Figure } | null;
  readonly bandwidth: Figure | null;
}

export interface RoofChoice {
  readonly hardware: Hardware;
  readonly kind: RoofKind;
  /** Matrix products in fp32 may run as tf32. */
  readonly tf32: boolean;
}

/** Roof of some work on a device (section F). A bandwidth that nobody measured is the datasheet's; a compute figure is never stood in for. */
export function roofOf(work: Work, choice: RoofChoice, conventions: Conventions): Roof {
  const { hardware, kind } = choice;
  const bandwidth = hardware[kind].bandwidth ?? hardware.datasheet.bandwidth ?? null;
  const name = work.flops > 0 ? peakName(work, choice) : null;
  const figure = name === null ? undefined : hardware[kind].peaks[name];
  const peak = name === null || figure === undefined ? null : { name, figure };
  const memoryTime = work.bytes === null || bandwidth === null ? null : work.bytes / (bandwidth.value * 1e3);
  const computeTime = peak === null ? null : work.flops / (peak.figure.value * 1e6);
  const parts = { noComputeRoof: whyNoPeak(work, name, peak), peak, bandwidth, memoryTime, computeTime };
  if (conventions.roof === 'bothKnown' && (memoryTime === null || computeTime === null)) {
    return { ...parts, time: null, bound: null };
  }
  if (computeTime !== null && computeTime >= (memoryTime ?? 0))
    return { ...parts, time: computeTime, bound: 'compute' };
  return { ...parts, time: memoryTime, bound: memoryTime === null ? null : 'memory' };
}

/** Measured time against the roof, in percent; null without a roof or without time. */
export function shareOfRoof({ time }: Roof, kernelTime: number): number | null {
  return time === null || !(kernelTime > 0) ? null : (time / kernelTime) * 100;
}

/** FLOP/byte above which a peak and not the bandwidth bounds: where the two roofs of a chart meet. */
export function ridge(peak: Figure, bandwidth: Figure): number {
  return (peak.value * 1e3) / bandwidth.value;
}

function whyNoPeak({ flops }: Work, name: PeakName | null, peak: Roof['peak']): NoComputeRoof | null {
  if (flops === 0 || peak !== null) return null;
  return name === null ? 'no-precision' : 'no-figure';
}

function peakName({ engine, precision }: Work, choice: RoofChoice): PeakName | null {
  if (engine === null || precision === null) return null;
  if (engine !== 'matrix') return `${engine}_${precision}`;
  return matrixPeak(precision, choice);
}

function matrixPeak(precision: Precision, { hardware, tf32 }: RoofChoice): PeakName {
  if (precision === 'fp32' && tf32 && hardware.datasheet.peaks.matrix_tf32 !== undefined) return 'matrix_tf32';
  return hardware.matrixOnVector.includes(precision) ? `vector_${precision}` : `matrix_${precision}`;
}

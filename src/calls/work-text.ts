import type { CallDetails } from '../../workers/engine/engine.ts';
import type { PeakName } from '../../workers/roofline/hardware.ts';
import type { Roof } from '../../workers/roofline/roof.ts';
import { formatSignificant, MISSING, withUnit } from '../format/format.ts';

const FLOP_UNITS = ['FLOP', 'kFLOP', 'MFLOP', 'GFLOP', 'TFLOP'] as const;

/** An amount of arithmetic: `65.0 GFLOP`. */
export function formatFlops(flops: number): string {
  if (Number.isNaN(flops)) return MISSING;
  const power = flops >= 1e3 ? Math.min(FLOP_UNITS.length - 1, Math.floor(Math.log10(flops) / 3)) : 0;
  return withUnit(formatSignificant(flops / 1e3 ** power), FLOP_UNITS[power]);
}

/** A peak as people say it: `bf16 matrix`. */
export function peakText(name: PeakName): string {
  const [engine, precision] = name.split('_');
  return `${precision} ${engine}`;
}

/** What a call reaches of what bounds it: `353 of 708 TFLOP/s`. */
export function achieved({ estimate }: CallDetails, { bound, peak, bandwidth }: Roof, meanNs: number): string {
  if (estimate === null) return '';
  if (bound === 'compute' && peak) {
    const reached = formatSignificant(estimate.flops / meanNs / 1e3);
    return withUnit(`${reached} of ${formatSignificant(peak.figure.value)}`, 'TFLOP/s');
  }
  if (bound === 'memory' && bandwidth && estimate.bytes !== null) {
    const reached = formatSignificant(estimate.bytes / meanNs / 1e3);
    return withUnit(`${reached} of ${formatSignificant(bandwidth.value / 1e3)}`, 'TB/s');
  }
  return '';
}

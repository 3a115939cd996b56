/** What stands for a value that is not there. */
export const MISSING = '–';

/** Between groups of digits and between a number and its unit: narrow, and no line breaks at it. */
const THIN = '\u202f';
const MINUS = '\u2212';
const NS_PER_US = 1e3;
const NS_PER_MS = 1e6;
const NS_PER_S = 1e9;

/** `overview`: three significant digits. `table`: every digit that means something (three decimals of the unit). */
export type Precision = 'overview' | 'table';

/** Unit of durations and how many nanoseconds it has. */
export interface DurationUnit {
  readonly unit: 'µs' | 'ms' | 's';
  readonly ns: number;
}
const MICROSECONDS: DurationUnit = { unit: 'µs', ns: NS_PER_US };
const MILLISECONDS: DurationUnit = { unit: 'ms', ns: NS_PER_MS };
const SECONDS: DurationUnit = { unit: 's', ns: NS_PER_S };

/** The unit a duration reads best in: µs up to 9 999, then ms up to 9 999, then s. */
export function durationUnit(ns: number): DurationUnit {
  if (Math.abs(ns) < 1e4 * NS_PER_US) return MICROSECONDS;
  return Math.abs(ns) < 1e4 * NS_PER_MS ? MILLISECONDS : SECONDS;
}

/** A duration of `ns` nanoseconds with its unit: `381 µs`, `17.6 ms`; NaN reads as missing. */
export function formatDuration(ns: number, precision: Precision = 'overview'): string {
  if (Number.isNaN(ns)) return MISSING;
  const { unit, ns: scale } = durationUnit(precision === 'overview' ? roundToThree(ns) : ns);
  return withUnit(precision === 'overview' ? significant(ns / scale, 3) : formatFixed(ns / scale, 3), unit);
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** An amount of bytes; a MB is 1024² bytes, as in the reference tables, and so on. MB are kept up to 9 999. */
export function formatBytes(bytes: number, precision: Precision = 'overview'): string {
  if (Number.isNaN(bytes)) return MISSING;
  const size = Math.abs(bytes);
  const power = size < 1024 ? 0 : size < 1024 ** 2 ? 1 : size < 1e4 * 1024 ** 2 ? 2 : 3;
  const value = bytes / 1024 ** power;
  const digits =
    power === 0 ? formatCount(value) : precision === 'overview' ? significant(value) : formatFixed(value, 3);
  return withUnit(digits, BYTE_UNITS[power]);
}

/** A share of 0 to 1 as a percentage with one decimal: `53.4 %`. */
export function formatShare(share: number): string {
  return Number.isNaN(share) ? MISSING : withUnit(formatFixed(share * 100, 1), '%');
}

/** A whole number with its digits in groups: `239 093`. */
export function formatCount(count: number): string {
  return formatFixed(count, 0);
}

/** A whole number of things: `1 kernel`, `421 kernels`. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/**
 * A number with `decimals` decimals and its digits in groups; a value too small to show reads as below the smallest one that can be
 * shown (`<0.01`), never as 0.
 */
export function formatFixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return MISSING;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${MINUS}∞`;
  const digits = Math.abs(value).toFixed(decimals);
  if (value !== 0 && Number(digits) === 0) {
    const smallest = (10 ** -decimals).toFixed(decimals);
    return value > 0 ? `<${smallest}` : `>${MINUS}${smallest}`;
  }
  return (value < 0 ? MINUS : '') + grouped(digits);
}

/** A number with three significant digits and its digits in groups: `5 150`, `17.6`, `0.34`. */
export function formatSignificant(value: number): string {
  return Number.isNaN(value) ? MISSING : significant(value);
}

function significant(value: number, mostDecimals = 100): string {
  const rounded = roundToThree(value);
  if (rounded === 0 || !Number.isFinite(rounded)) return formatFixed(rounded, 0);
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(rounded))));
  return formatFixed(rounded, Math.min(decimals, mostDecimals));
}

function roundToThree(value: number): number {
  return Number(value.toPrecision(3));
}

function grouped(digits: string): string {
  const point = digits.indexOf('.');
  const whole = point < 0 ? digits : digits.slice(0, point);
  return whole.replace(/\B(?=(\d{3})+$)/g, THIN) + digits.slice(whole.length);
}

/** Puts a unit behind a number, with no line break between them. */
export function withUnit(digits: string, unit: string): string {
  return `${digits}${THIN}${unit}`;
}

import { countText, THIN } from '../base/counts.ts';

/** A share of 0 to 1 as a percentage with one decimal. */
export function shareText(share: number): string {
  const percent = (share * 100).toFixed(1);
  return `${share > 0 && percent === '0.0' ? '<0.1' : percent}${THIN}%`;
}

const LARGE = ['', 'k', 'M', 'G', 'T', 'P'];

/** An amount of a unit with three significant digits and a decimal prefix: `12.3 GFLOP`. */
export function amountText(value: number, unit: string): string {
  const rounded = Number(value.toPrecision(3));
  const power = rounded < 1000 ? 0 : Math.min(LARGE.length - 1, Math.floor(Math.log10(rounded) / 3));
  return `${threeDigits(rounded / 1000 ** power)}${THIN}${LARGE[power]}${unit}`;
}

/** A duration in ns with three significant digits: µs up to 9 999, then ms, then s. */
export function durationText(ns: number): string {
  const rounded = Number(ns.toPrecision(3));
  if (rounded < 1e7) return `${threeDigits(rounded / 1e3)}${THIN}µs`;
  return rounded < 1e10 ? `${threeDigits(rounded / 1e6)}${THIN}ms` : `${threeDigits(rounded / 1e9)}${THIN}s`;
}

function threeDigits(value: number): string {
  if (value === 0) return '0';
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(value)));
  const [whole, fraction] = value.toFixed(Math.min(decimals, 3)).split('.');
  const grouped = countText(Number(whole));
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

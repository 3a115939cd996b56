/** Round values from 0 up to `end` at steps of 1, 2 or 5 times a power of ten (never below `least`), about `most` of them. */
export function linearTicks(end: number, most: number, least = 0): number[] {
  return end > 0 ? ticksBetween(0, end, most, least) : [0];
}

/** The same from `start`, which lies below `end`. */
export function ticksBetween(start: number, end: number, most: number, least = 0): number[] {
  const rough = Math.max((end - start) / Math.max(1, most), least);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((digit) => digit * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const first = Math.ceil(start / step - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(end / step + 1e-9) - first + 1) }, (_, i) => (first + i) * step);
}

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** The smallest round value that is not below `value`. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.find((digit) => digit * power >= value) ?? 10) * power;
}

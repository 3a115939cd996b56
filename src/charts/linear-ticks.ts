/** Round values from 0 up to `end` at steps of 1, 2 or 5 times a power of ten (never below `least`), about `most` of them. */
export function linearTicks(end: number, most: number, least = 0): number[] {
  if (!(end > 0)) return [0];
  const rough = Math.max(end / Math.max(1, most), least);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((digit) => digit * power >= rough * (1 - 1e-9)) ?? 10) * power;
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => i * step);
}

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** The smallest round value that is not below `value`. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.find((digit) => digit * power >= value) ?? 10) * power;
}

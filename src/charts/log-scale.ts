/** The two ends of a log axis, both positive. */
export type LogRange = readonly [low: number, high: number];

/** Where a log axis lies: its range, and the pixels of its low and of its high end. */
export interface LogScale {
  readonly range: LogRange;
  readonly from: number;
  readonly to: number;
}

/** Pixel of a positive value. */
export function pixelOf({ range: [low, high], from, to }: LogScale, value: number): number {
  return from + (Math.log(value / low) / Math.log(high / low)) * (to - from);
}

/** Value at a pixel. */
export function valueAt({ range: [low, high], from, to }: LogScale, pixel: number): number {
  return low * (high / low) ** ((pixel - from) / (to - from));
}

/** The smallest range of whole decades that holds all values; values that have no place on a log axis are passed over. */
export function rangeOf(...sets: readonly Iterable<number>[]): LogRange | null {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const values of sets) {
    for (const value of values) {
      if (!(value > 0) || !Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return high === 0 ? null : [low, high];
}

/** A range with room at both ends, a part of its decades each but no less than `least` decades. */
export function padded([low, high]: LogRange, part: number, least: number): LogRange {
  const room = 10 ** Math.max(Math.log10(high / low) * part, least);
  return [low / room, high * room];
}

/** The range drawn apart (factor above 1) or together about the value at a pixel, which keeps its place. */
export function zoomed(scale: LogScale, pixel: number, factor: number): LogRange {
  const fixed = valueAt(scale, pixel);
  const [low, high] = scale.range;
  return [fixed * (low / fixed) ** (1 / factor), fixed * (high / fixed) ** (1 / factor)];
}

/** The range after its content moved by some pixels. */
export function panned(scale: LogScale, pixels: number): LogRange {
  return [valueAt(scale, scale.from - pixels), valueAt(scale, scale.to - pixels)];
}

/** Decades that a range shows at least and at most. */
const LEAST_DECADES = 0.05;
const MOST_DECADES = 30;

/** The range if it can be read, else what it comes from. */
export function within(range: LogRange, before: LogRange): LogRange {
  const decades = Math.log10(range[1] / range[0]);
  return decades >= LEAST_DECADES && decades <= MOST_DECADES && range[0] > 1e-30 && range[1] < 1e30 ? range : before;
}

/** The powers of ten in a range, at most `most` of them; where it holds fewer than two, their 2 and 5 fold too, and so on downwards. */
export function logTicks([low, high]: LogRange, most: number): number[] {
  const decades = Math.log10(high / low);
  const step = Math.max(1, Math.ceil(decades / most));
  const powers = multiples(low, high, [1]).filter((value) => Math.round(Math.log10(value)) % step === 0);
  if (powers.length >= 2) return powers;
  const halves = multiples(low, high, [1, 2, 5]);
  return halves.length >= 2 ? halves : evenTicks(low, high);
}

function multiples(low: number, high: number, digits: readonly number[]): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    // A negative power of ten is exact only as a text that is read.
    for (const digit of digits) ticks.push(Number(`${digit}e${power}`));
  }
  return ticks.filter((tick) => tick >= low && tick <= high);
}

/** Round steps, as on a linear axis: a range this short has no curve to speak of. */
function evenTicks(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  const power = Math.floor(Math.log10(rough));
  const digit = [1, 2, 5, 10].find((one) => one * 10 ** power >= rough) ?? 10;
  const first = Math.ceil(low / (digit * 10 ** power));
  const ticks: number[] = [];
  for (let i = first; i * digit * 10 ** power <= high; i++) ticks.push(Number(`${i * digit}e${power}`));
  return ticks;
}

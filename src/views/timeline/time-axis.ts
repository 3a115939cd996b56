import { formatFixed, withUnit } from '../../format/format.ts';
import { lengthOf, pixelAt, type TimeSpan } from './time-span.ts';

/** A mark of the axis: its place in px, and what is written there. */
interface AxisTick {
  readonly x: number;
  readonly text: string;
}

/** The marks of a span, and the time that their labels count from; its text is "" where that is the trace's start. */
interface TimeAxis {
  readonly from: string;
  readonly ticks: readonly AxisTick[];
}

/** Room that a label takes, in px. */
const LABEL = 92;
const UNITS = [
  { unit: 'ns', ns: 1 },
  { unit: 'µs', ns: 1e3 },
  { unit: 'ms', ns: 1e6 },
  { unit: 's', ns: 1e9 },
] as const;
/** A label counts from the trace's start while its number has at most as many digits; then from a round time nearby. */
const MOST_TICKS_AWAY = 1e5;
/** Ticks between the times that labels may count from. */
const BLOCK = 1000;

/** Round times in a span that fills `width`, at least a label apart; times count from `originNs`. */
export function timeAxis(span: TimeSpan, width: number, originNs: number): TimeAxis {
  const step = roundStep((lengthOf(span) / Math.max(1, width)) * LABEL);
  const base = baseOf(span.startNs - originNs, step);
  const { unit, ns } = unitOf(step, span.endNs - originNs - base);
  const decimals = Math.max(0, -Math.floor(Math.log10(step / ns) + 1e-9));
  const first = Math.ceil((span.startNs - originNs) / step);
  const last = Math.floor((span.endNs - originNs) / step);
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const at = (first + i) * step;
    const text = withUnit(formatFixed((at - base) / ns, decimals), unit);
    return { x: pixelAt(span, width, at + originNs), text: base === 0 ? text : `+${text}` };
  });
  return { from: base === 0 ? '' : baseText(base, step), ticks };
}

/** The smallest 1, 2 or 5 times a power of ten that is not below `least`, from 1 ns on. */
function roundStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((digit) => digit * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** The largest unit that the labels reach one of, with at most two decimals. */
function unitOf(step: number, largestNs: number): (typeof UNITS)[number] {
  return UNITS.findLast(({ ns }) => largestNs >= ns && step * 100 >= ns) ?? UNITS[0];
}

/** The round time that labels count from: 0, or where they would need too many digits the last whole thousand steps. */
function baseOf(startNs: number, step: number): number {
  if (Math.abs(startNs) < step * MOST_TICKS_AWAY) return 0;
  const block = BLOCK * step;
  return Math.floor(startNs / block) * block;
}

/** All digits of a base. */
function baseText(base: number, step: number): string {
  return withUnit(formatFixed(base / 1e6, Math.max(0, 6 - Math.floor(Math.log10(BLOCK * step) + 1e-9))), 'ms');
}

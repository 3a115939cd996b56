import { linearTicks, roundUp, ticksBetween } from '../../charts/linear-ticks.ts';
import type { Size } from '../../charts/use-size.ts';
import { type DurationUnit, durationUnit, formatCount, formatFixed } from '../../format/format.ts';
import type { LineId } from '../../state/steps-settings.ts';
import { PLAIN } from '../../styles/phase-looks.ts';
import { LINE_GROUPS, LINES, type LineLook } from './lines.ts';
import type { StepSeries } from './series.ts';
import { timeSpan, type XAxis } from './x-axis.ts';

/** An area with an axis of its own; values from 0 up to `limit`, y in pixels. */
export interface Panel {
  readonly title: string;
  readonly top: number;
  readonly bottom: number;
  readonly limit: number;
  readonly ticks: readonly Tick[];
}

interface Tick {
  readonly at: number;
  readonly text: string;
}

export interface ChartLayout {
  readonly size: Size;
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly linePanels: readonly { readonly panel: Panel; readonly lines: readonly LineLook[] }[];
  readonly duration: Panel;
  /** The strip of phases; null where no step has one. */
  readonly strip: { readonly top: number; readonly bottom: number } | null;
}

const LEFT = 64;
const RIGHT = 14;
/** Room above for the label of the band, below for the labels of the axis. */
const HEAD = 18;
const FOOT = 20;
const TITLE = 26;
const LINE_HEIGHT = 36;
const LEAST_DURATION = 60;
const STRIP = 12;
const STRIP_GAP = 5;

/** Where everything lies in a chart of a size. */
export function chartLayout(series: StepSeries, shown: readonly LineId[], size: Size): ChartLayout {
  const groups = LINE_GROUPS.map((group) => ({
    group,
    lines: LINES.filter((line) => line.group === group && shown.includes(line.id)),
  })).filter(({ lines }) => lines.length > 0);
  const hasStrip = series.phase.some((phase) => phase !== PLAIN);
  const bottom = Math.max(size.height - FOOT - (hasStrip ? STRIP + STRIP_GAP : 0), LEAST_DURATION);
  const room = (bottom - HEAD - TITLE - LEAST_DURATION) / Math.max(1, groups.length);
  const height = Math.max(12, Math.min(LINE_HEIGHT, room - TITLE));
  const linePanels = groups.map(({ group, lines }, i) => {
    const top = HEAD + i * (height + TITLE) + TITLE;
    const limit = roundUp(greatest(lines.map(({ id }) => series.lines[id])));
    return { panel: panelOf(group, top, top + height, limit, 2, 1, formatCount), lines };
  });
  const top = HEAD + groups.length * (height + TITLE) + TITLE;
  const limit = durationLimit(series);
  const { unit, ns } = durationUnit(limit);
  const format = (value: number) => formatFixed(value / ns, limit / ns < 5 ? 1 : 0);
  return {
    size,
    left: LEFT,
    width: Math.max(1, size.width - LEFT - RIGHT),
    top: HEAD,
    bottom,
    linePanels,
    duration: panelOf(`step, ${unit}`, top, bottom, limit, Math.max(1, (bottom - top) / 40), 0, format),
    strip: hasStrip ? { top: bottom + STRIP_GAP, bottom: bottom + STRIP_GAP + STRIP } : null,
  };
}

function panelOf(
  title: string,
  top: number,
  bottom: number,
  limit: number,
  most: number,
  least: number,
  format: (value: number) => string,
): Panel {
  const ticks = linearTicks(limit, most, least).map((value) => ({
    at: bottom - (value / limit) * (bottom - top),
    text: format(value),
  }));
  return { title, top, bottom, limit, ticks };
}

/** Pixel of a value; what is above the limit ends there. */
export function yOf({ top, bottom, limit }: Panel, value: number): number {
  return bottom - Math.min(1, value / limit) * (bottom - top);
}

/** How high a step's bar is: its duration, or what its GPU work takes where that is longer. */
export function heightOf({ durationNs, parts }: StepSeries, step: number): number {
  const onGpu = parts.busy[step] + parts.exposed[step] + parts.idle[step];
  return Math.max(onGpu, Number.isNaN(durationNs[step]) ? 0 : durationNs[step]);
}

/** Few steps that are far longer than nearly all others are cut, so that the others can be read. */
const CUT_FROM = 2.5;
const USUAL = 0.97;

function durationLimit(series: StepSeries): number {
  const heights = Float64Array.from({ length: series.count }, (_, step) => heightOf(series, step)).sort();
  const longest = heights.at(-1) ?? 0;
  const usual = heights[Math.floor(USUAL * (heights.length - 1))] ?? 0;
  return roundUp(usual > 0 && longest > CUT_FROM * usual ? 1.2 * usual : longest);
}

function greatest(columns: readonly Float64Array[]): number {
  let most = 0;
  for (const values of columns) for (const value of values) if (value > most) most = value;
  return most;
}

/** Room for a label of the axis below, in px. */
const LABEL = 70;

/** Labels below the series: numbers of steps, or time since its start. */
export function xTicks(series: StepSeries, { kind, left, width, view: [from, to] }: XAxis): XTicks {
  const most = Math.max(1, width / LABEL);
  const place = (share: number) => left + ((share - from) / (to - from)) * width;
  if (kind === 'index') {
    const { count } = series;
    const ticks = ticksBetween(from * count, to * count, most, 1)
      .map((step) => ({ at: place((step + 0.5) / count), text: formatFixed(step, 0) }))
      .filter(({ at }) => at < left + width);
    return { unit: 'step', ticks };
  }
  const [start, end] = timeSpan(series);
  const span = Math.max(1, end - start);
  const shown = (to - from) * span;
  const { unit, ns }: DurationUnit = durationUnit(shown);
  const digits = Math.max(0, Math.ceil(Math.log10(5 / (shown / ns))));
  const ticks = ticksBetween((from * span) / ns, (to * span) / ns, most).map((value) => ({
    at: place((value * ns) / span),
    text: formatFixed(value, digits),
  }));
  return { unit, ticks };
}

export interface XTicks {
  readonly unit: string;
  readonly ticks: readonly Tick[];
}

import type { RoofKind } from '../../../workers/roofline/hardware.ts';
import type { ChartOption } from '../../charts/echarts.ts';
import { logTicks } from '../../charts/log-scale.ts';
import { CHART_FONT, CHART_FONT_SIZE, textWidth } from '../../charts/text-width.ts';
import { formatDuration, formatFixed } from '../../format/format.ts';
import type { ChartWindow } from './fit.ts';
import type { Box, Layout } from './layout.ts';
import type { PointLabel } from './point-labels.ts';
import type { RoofLabel } from './roof-labels.ts';
import { memoryRoof, type RoofLine } from './roofs.ts';
import { RADII, timeOfClass } from './size-classes.ts';

/** All that stands on the page of the axes and the roofs. */
export interface Frame {
  readonly layout: Layout;
  readonly window: ChartWindow;
  readonly roofs: readonly RoofLine[];
  /** The roofs that figures count by; the others are drawn weaker. */
  readonly kind: RoofKind;
  readonly labels: readonly RoofLabel[];
  readonly names: readonly PointLabel[];
  /** Time of the longest point, ns; 0 where there are no points. */
  readonly longestNs: number;
  readonly colours: ReadonlyMap<string, string>;
}

/** Tokens that the frame is drawn in. */
export const FRAME_COLOURS = [
  'var(--n1)',
  'var(--n5)',
  'var(--n6)',
  'var(--n7)',
  'var(--n8)',
  'var(--grid)',
  'var(--axis)',
];

const TICK_SPACE = 44;

type Token = (typeof FRAME_COLOURS)[number];
type Paint = (token: Token) => string;

/** Ids, so that a change of the window is only that. */
const PARTS = ['plot', 'strip'];

/** The axes, the roofs and their labels. */
export function chartOption(frame: Frame): ChartOption {
  const { layout, window, colours } = frame;
  const { plot, strip } = layout;
  const paint: Paint = (token) => colours.get(token) ?? token;
  const vertical = Math.floor(plot.height / TICK_SPACE);
  const xAxis = logAxis(window.intensity, Math.floor(plot.width / TICK_SPACE), paint);
  const yAxis = logAxis(window.throughput, vertical, paint);
  return {
    animation: false,
    textStyle: { fontFamily: CHART_FONT, fontSize: CHART_FONT_SIZE },
    grid: [plot, ...(strip ? [strip] : [])].map((box, i) => ({ id: PARTS[i], ...box, containLabel: false })),
    xAxis: [
      { id: PARTS[0], ...xAxis, ...axisName('Arithmetic intensity, FLOP/byte', 28, paint) },
      ...(strip ? [{ id: PARTS[1], ...stripAxis('No FLOPs', paint), gridIndex: 1 }] : []),
    ],
    yAxis: [
      { id: PARTS[0], ...yAxis, ...axisName('Throughput, TFLOP/s', 44, paint) },
      ...(strip
        ? [
            {
              id: PARTS[1],
              ...logAxis(window.strip, vertical, paint),
              ...axisName('Rate, TB/s', 44, paint),
              gridIndex: 1,
            },
          ]
        : []),
    ],
    series: frame.roofs.flatMap((roof) => roofSeries(roof, frame, paint)),
    graphic: [
      ...frame.labels.map((label) => labelText(label, frame.kind, paint)),
      ...frame.names.map((name) => nameText(name, paint)),
      ...sizeLegend(frame, plot, paint),
    ],
  };
}

function logAxis([min, max]: readonly [number, number], most: number, paint: Paint) {
  const ticks = logTicks([min, max], Math.max(2, most));
  return {
    type: 'log' as const,
    min,
    max,
    axisLine: { show: true, onZero: false, lineStyle: { color: paint('var(--axis)') } },
    axisTick: { show: true, length: 4, customValues: ticks },
    axisLabel: {
      customValues: ticks,
      formatter: tickText,
      color: paint('var(--n6)'),
      fontSize: CHART_FONT_SIZE,
      margin: 7,
      hideOverlap: true,
    },
    splitLine: { show: true, lineStyle: { color: paint('var(--grid)') } },
    minorTick: { show: false },
  };
}

function stripAxis(name: string, paint: Paint) {
  return {
    type: 'value' as const,
    min: 0,
    max: 1,
    axisLine: { show: true, onZero: false, lineStyle: { color: paint('var(--axis)') } },
    axisTick: { show: false },
    axisLabel: { show: false },
    splitLine: { show: false },
    ...axisName(name, 10, paint),
  };
}

function axisName(name: string, nameGap: number, paint: Paint) {
  return {
    name,
    nameGap,
    nameLocation: 'middle' as const,
    nameTextStyle: { color: paint('var(--n7)'), fontSize: CHART_FONT_SIZE },
  };
}

/** `1`, `10`, `1 000`, `0.01`; powers beyond what is read at a glance as `10⁷`. */
export function tickText(value: number): string {
  const power = Math.floor(Math.log10(value) + 1e-9);
  if (power >= 6 || power <= -4) {
    const digit = value / 10 ** power;
    const raised = `10${[...String(power)].map((c) => SUPERSCRIPTS[c] ?? c).join('')}`;
    return Math.abs(digit - 1) < 1e-6 ? raised : `${formatFixed(digit, 0)}·${raised}`;
  }
  const digits = String(Number(value.toPrecision(6)));
  return formatFixed(value, digits.split('.')[1]?.length ?? 0);
}

const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  '-': '⁻',
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
};

/** A roof on the plot, and the memory's on the strip too. */
function roofSeries(roof: RoofLine, { window, kind, layout }: Frame, paint: Paint) {
  const [low, high] = window.intensity;
  const from = Math.max(roof.from, low / 10);
  const to = Math.min(roof.to, high * 10);
  const isOurs = roof.kind === kind;
  const id = `${roof.kind} ${roof.peak ?? 'memory'}`;
  const look = {
    type: 'line' as const,
    silent: true,
    symbol: 'none',
    clip: true,
    lineStyle: {
      color: paint(isOurs ? 'var(--n7)' : 'var(--n5)'),
      width: isOurs ? 1.4 : 1.1,
      type: roof.kind === 'datasheet' ? ('solid' as const) : ([5, 4] as [number, number]),
    },
  };
  const at = (intensity: number) => (roof.peak === null ? memoryRoof(roof.value, intensity) : roof.value);
  const onPlot = from < to ? [{ ...look, id, data: [from, to].map((intensity) => [intensity, at(intensity)]) }] : [];
  if (roof.peak !== null || !layout.strip) return onPlot;
  const rate = roof.value / 1e3;
  return [
    ...onPlot,
    { ...look, id: `${id} strip`, xAxisIndex: 1, yAxisIndex: 1, data: [0, 1].map((side) => [side, rate]) },
  ];
}

function labelText({ roof, text, x, y, align, turn }: RoofLabel, kind: RoofKind, paint: Paint) {
  const isOurs = roof.kind === kind;
  return {
    type: 'text' as const,
    silent: true,
    x,
    y,
    rotation: turn,
    style: {
      text,
      align,
      verticalAlign: 'bottom' as const,
      font: `${isOurs ? 600 : 400} ${CHART_FONT_SIZE}px ${CHART_FONT}`,
      fill: paint(isOurs ? 'var(--n8)' : 'var(--n6)'),
      stroke: paint('var(--n1)'),
      lineWidth: 3,
    },
  };
}

function nameText({ text, x, y }: PointLabel, paint: Paint) {
  return {
    type: 'text' as const,
    silent: true,
    x,
    y,
    style: {
      text,
      verticalAlign: 'middle' as const,
      font: `400 ${CHART_FONT_SIZE}px ${CHART_FONT}`,
      fill: paint('var(--n7)'),
      stroke: paint('var(--n1)'),
      lineWidth: 3,
    },
  };
}

const LEGEND = [0, 3, 6];

/** What time some areas stand for, in the lower right corner, where no work belongs. */
function sizeLegend({ longestNs }: Frame, plot: Box, paint: Paint) {
  if (longestNs === 0 || plot.width < 360) return [];
  const y = plot.top + plot.height - 22;
  const style = { font: `${CHART_FONT_SIZE}px ${CHART_FONT}`, fill: paint('var(--n6)') };
  let x = plot.left + plot.width - 8;
  const parts = [];
  for (const index of LEGEND.toReversed()) {
    const radius = RADII[index];
    const text = formatDuration(timeOfClass(index, longestNs));
    parts.push({
      type: 'text' as const,
      silent: true,
      x,
      y,
      style: { ...style, text, align: 'right' as const, verticalAlign: 'middle' as const },
    });
    x -= textWidth(text) + radius + 8;
    parts.push({
      type: 'circle' as const,
      silent: true,
      x,
      y,
      shape: { r: radius },
      style: { fill: 'none', stroke: paint('var(--n6)'), lineWidth: 1 },
    });
    x -= radius + 10;
  }
  const text = 'Area: time';
  parts.push({
    type: 'text' as const,
    silent: true,
    x,
    y,
    style: { ...style, text, align: 'right' as const, verticalAlign: 'middle' as const },
  });
  return parts;
}

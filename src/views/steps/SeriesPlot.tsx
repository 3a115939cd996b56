import { memo, useId, useMemo } from 'react';
import { durationUnit, formatFixed } from '../../format/format.ts';
import { PHASE_LOOKS } from '../../styles/phase-looks.ts';
import { type ChartLayout, heightOf, type Panel, xTicks } from './chart-layout.ts';
import type { Column } from './columns.ts';
import { barPaths, cutPath, durationPath, linePath, stripPaths } from './paths.ts';
import styles from './Series.module.css';
import type { StepSeries } from './series.ts';
import type { XAxis } from './x-axis.ts';

interface SeriesPlotProps {
  readonly series: StepSeries;
  readonly layout: ChartLayout;
  readonly axis: XAxis;
  readonly columns: readonly Column[];
}

/** The series itself, a path for all bars of one look. It is drawn anew only when what it shows or its size changes. */
export const SeriesPlot = memo(function SeriesPlot({ series, layout, axis, columns }: SeriesPlotProps) {
  const { size, linePanels, duration, strip } = layout;
  const hatch = useId();
  const clip = useId();
  return (
    <svg className={styles.plot} width={size.width} height={size.height} aria-hidden="true">
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles.hatchGround} width="5" height="5" />
          <rect className={styles.hatchLine} width="1.6" height="5" />
        </pattern>
        <PlotClip id={clip} layout={layout} />
      </defs>
      {linePanels.map(({ panel, lines }) => (
        <g key={panel.title}>
          <Axis panel={panel} layout={layout} />
          {lines.map(({ id, colour, dash }) => (
            <path
              key={id}
              className={styles.line}
              clipPath={`url(#${clip})`}
              d={linePath(series.lines[id], columns, panel)}
              stroke={colour}
              strokeDasharray={dash}
            />
          ))}
        </g>
      ))}
      <Axis panel={duration} layout={layout} />
      <g clipPath={`url(#${clip})`}>
        <Bars series={series} columns={columns} panel={duration} hatch={`url(#${hatch})`} />
        <CutLabel series={series} columns={columns} layout={layout} />
        {strip && <Strip series={series} columns={columns} strip={strip} />}
      </g>
      {strip && (
        <text className={styles.label} x={8} y={strip.bottom - 2}>
          phase
        </text>
      )}
      <XLabels series={series} axis={axis} layout={layout} />
    </svg>
  );
});

/** Keeps what is drawn by steps within the axis, where it is zoomed. */
export function PlotClip({ id, layout: { left, width, size } }: { readonly id: string; readonly layout: ChartLayout }) {
  return (
    <clipPath id={id}>
      <rect x={left} y={0} width={width} height={size.height} />
    </clipPath>
  );
}

function Axis({ panel, layout: { left, width } }: { readonly panel: Panel; readonly layout: ChartLayout }) {
  return (
    <>
      <text className={styles.panelTitle} x={8} y={panel.top - 10}>
        {panel.title}
      </text>
      {panel.ticks.map(({ at, text }, i) => (
        <g key={text}>
          <line className={i === 0 ? styles.axis : styles.grid} x1={left} x2={left + width} y1={at} y2={at} />
          <text className={styles.label} x={left - 8} y={at + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
    </>
  );
}

interface BarsProps {
  readonly series: StepSeries;
  readonly columns: readonly Column[];
  readonly panel: Panel;
  readonly hatch: string;
}

function Bars({ series, columns, panel, hatch }: BarsProps) {
  const paths = useMemo(
    () => ({
      busy: barPaths(series, columns, panel, 'busy'),
      exposed: barPaths(series, columns, panel, 'exposed').join(''),
      idle: barPaths(series, columns, panel, 'idle').join(''),
      duration: durationPath(series, columns, panel),
      cut: cutPath(series, columns, panel),
    }),
    [series, columns, panel],
  );
  return (
    <>
      <path d={paths.idle} fill={hatch} />
      {PHASE_LOOKS.map(({ phase, colour }, place) => (
        <path key={phase} d={paths.busy[place]} fill={colour} />
      ))}
      <path d={paths.exposed} fill="var(--c-communication)" />
      <path className={styles.duration} d={paths.duration} />
      <path className={styles.cut} d={paths.cut} />
    </>
  );
}

/** How long the longest of the bars is that are cut. */
function CutLabel({ series, columns, layout }: Pick<SeriesPlotProps, 'series' | 'columns' | 'layout'>) {
  const { duration: panel, left, width } = layout;
  const cut = columns.filter(({ longest }) => heightOf(series, longest) > panel.limit);
  if (cut.length === 0) return null;
  const top = cut.reduce((a, b) => (heightOf(series, b.longest) > heightOf(series, a.longest) ? b : a));
  const isRight = top.x > left + width - 60;
  const { ns } = durationUnit(panel.limit);
  return (
    <text
      className={styles.label}
      x={isRight ? top.x - 3 : top.x + top.width + 3}
      y={panel.top + 6}
      textAnchor={isRight ? 'end' : 'start'}
    >
      {formatFixed(heightOf(series, top.longest) / ns, 0)}
    </text>
  );
}

interface StripProps {
  readonly series: StepSeries;
  readonly columns: readonly Column[];
  readonly strip: { readonly top: number; readonly bottom: number };
}

function Strip({ series, columns, strip }: StripProps) {
  const paths = useMemo(() => stripPaths(series, columns, strip), [series, columns, strip]);
  return (
    <>
      {PHASE_LOOKS.map(({ phase, colour }, place) => (
        <path key={phase} d={paths[place]} fill={colour} />
      ))}
    </>
  );
}

interface XLabelsProps {
  readonly series: StepSeries;
  readonly axis: XAxis;
  readonly layout: ChartLayout;
}

function XLabels({ series, axis, layout }: XLabelsProps) {
  const { unit, ticks } = xTicks(series, axis);
  const y = layout.size.height - 6;
  const end = layout.left + layout.width;
  return (
    <>
      {ticks
        .filter(({ at }) => at < end - 44)
        .map(({ at, text }) => (
          <text key={text} className={styles.label} x={at} y={y} textAnchor="middle">
            {text}
          </text>
        ))}
      <text className={styles.label} x={end} y={y} textAnchor="end">
        {unit}
      </text>
    </>
  );
}

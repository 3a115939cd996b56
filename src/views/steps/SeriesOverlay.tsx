import { memo, useId, useMemo } from 'react';
import { PHASES, type Scope } from '../../../workers/base/scope.ts';
import type { StepRange } from '../../../workers/engine/engine.ts';
import { type Brush, brushedRange, isWide } from './brush.ts';
import type { ChartLayout } from './chart-layout.ts';
import type { Column } from './columns.ts';
import { veilPath } from './paths.ts';
import styles from './Series.module.css';
import { PlotClip } from './SeriesPlot.tsx';
import type { StepSeries } from './series.ts';
import { borderPixel, type XAxis } from './x-axis.ts';

interface SeriesOverlayProps {
  readonly layout: ChartLayout;
  readonly axis: XAxis;
  readonly band: StepRange | null;
  /** The steady stretches that were found, told apart only where there are several. */
  readonly regions: readonly StepRange[];
  readonly bandText: string;
  readonly brush: Brush | null;
  /** Steps, -1 for none. */
  readonly hovered: number;
  readonly selected: number;
}

/** What lies over the series and moves: the steady band, the brush, the step pointed at, the one selected. */
export function SeriesOverlay(props: SeriesOverlayProps) {
  const { layout, axis, band, regions, bandText, brush, hovered, selected } = props;
  const { size, top, bottom, strip } = layout;
  const lower = strip?.bottom ?? bottom;
  const clip = useId();
  return (
    <svg className={styles.overlay} width={size.width} height={size.height} aria-hidden="true">
      <PlotClip id={clip} layout={layout} />
      <g clipPath={`url(#${clip})`}>
        {band && <Stretch className={styles.band} axis={axis} range={band} top={top} bottom={lower} />}
        {band &&
          regions.length > 1 &&
          regions.map((region) => (
            <Stretch key={region[0]} className={styles.region} axis={axis} range={region} top={top - 2} bottom={top} />
          ))}
        {brush && isWide(brush) && (
          <Stretch className={styles.brush} axis={axis} range={brushedRange(brush)} top={top} bottom={lower} />
        )}
        {selected >= 0 && <Mark className={styles.selected} axis={axis} step={selected} top={top} bottom={lower} />}
        {hovered >= 0 && <Mark className={styles.hovered} axis={axis} step={hovered} top={top} bottom={lower} />}
      </g>
      {band && <BandLabel layout={layout} axis={axis} band={band} text={bandText} />}
    </svg>
  );
}

interface StretchProps {
  readonly className: string;
  readonly axis: XAxis;
  readonly range: StepRange;
  readonly top: number;
  readonly bottom: number;
}

function Stretch({ className, axis, range: [from, to], top, bottom }: StretchProps) {
  const x = borderPixel(axis, from);
  return (
    <rect className={className} x={x} y={top} width={Math.max(1, borderPixel(axis, to) - x)} height={bottom - top} />
  );
}

interface MarkProps {
  readonly className: string;
  readonly axis: XAxis;
  readonly step: number;
  readonly top: number;
  readonly bottom: number;
}

function Mark({ className, axis, step, top, bottom }: MarkProps) {
  const x = (axis.from[step] + axis.to[step]) / 2;
  return <line className={className} x1={x} x2={x} y1={top} y2={bottom} />;
}

interface BandLabelProps {
  readonly layout: ChartLayout;
  readonly axis: XAxis;
  readonly band: StepRange;
  readonly text: string;
}

/** Half a label's width in px, generously: it must not leave the chart. */
const HALF_CHARACTER = 3.2;

function BandLabel({ layout: { left, width, top, size }, axis, band, text }: BandLabelProps) {
  const half = text.length * HALF_CHARACTER;
  const from = Math.max(left, borderPixel(axis, band[0]));
  const to = Math.min(left + width, borderPixel(axis, band[1]));
  if (from > to) return null;
  const middle = (from + to) / 2;
  const x = Math.max(half, Math.min(size.width - half, middle));
  return (
    <text className={styles.bandLabel} x={x} y={top - 5} textAnchor="middle">
      {text}
    </text>
  );
}

interface ScopeVeilProps {
  readonly series: StepSeries;
  readonly columns: readonly Column[];
  readonly layout: ChartLayout;
  readonly scope: Scope;
}

/** Lies over the steps that the scope leaves out. */
export const ScopeVeil = memo(function ScopeVeil({ series, columns, layout, scope: { steps, phase } }: ScopeVeilProps) {
  const { size, top, bottom, strip } = layout;
  const clip = useId();
  const path = useMemo(() => {
    if (!steps && !phase) return '';
    const [from, to] = steps ?? [0, series.count];
    const wanted = phase ? PHASES.indexOf(phase) : -1;
    const isChosen = (step: number) => step >= from && step < to && (wanted < 0 || series.phase[step] === wanted);
    return veilPath(isChosen, columns, top, strip?.bottom ?? bottom);
  }, [series, columns, steps, phase, top, bottom, strip]);
  return (
    <svg className={styles.overlay} width={size.width} height={size.height} aria-hidden="true">
      <PlotClip id={clip} layout={layout} />
      <path className={styles.veil} clipPath={`url(#${clip})`} d={path} />
    </svg>
  );
});

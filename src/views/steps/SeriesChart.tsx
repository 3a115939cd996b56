import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import type { SteadyState, StepRange } from '../../../workers/engine/engine.ts';
import { useSize } from '../../charts/use-size.ts';
import { useWheel } from '../../charts/use-wheel.ts';
import { changeSteps, readOut, setScope, useApp } from '../../state/store.ts';
import { BandEdges } from './BandEdge.tsx';
import { sameRange, steadySpan } from './band.ts';
import { type Brush, brushedRange, brushTo, isWide } from './brush.ts';
import { chartLayout } from './chart-layout.ts';
import { columnsOf } from './columns.ts';
import styles from './Series.module.css';
import { ScopeVeil, SeriesOverlay } from './SeriesOverlay.tsx';
import { SeriesPlot } from './SeriesPlot.tsx';
import { StepTip } from './StepTip.tsx';
import { toldLines } from './series.ts';
import { seriesAction } from './series-keys.ts';
import { countText, lengthText, rangeText, withSteps } from './step-ranges.ts';
import { type StepText, stepText } from './step-text.ts';
import { useSeriesGestures } from './use-series-gestures.ts';
import type { StepsData } from './use-steps.ts';
import { shareOf, stepAt, xAxis } from './x-axis.ts';
import { bringInto, isWholeAxis, panned, WHOLE_AXIS, zoomed } from './zoom.ts';

interface SeriesChartProps {
  readonly data: StepsData;
  /** The steady state that was found; undefined until it is. */
  readonly steady: SteadyState | undefined;
  /** The step that is selected, -1 for none. */
  readonly selected: number;
  onSelect(step: number): void;
  /** Gets the element whose drawings are the picture of the chart. */
  readonly chart: RefObject<HTMLDivElement | null>;
}

const NONE = -1;
/** Steps that the closest zoom shows. */
const FEWEST_SHOWN = 4;
const ENTER = 'Enter makes them the scope';
const KEYS =
  'Arrow keys move from step to step, with Shift they choose several; Enter makes them the scope, Space selects one; plus and minus zoom, 0 shows all.';

/** All steps of the trace, to look at, to point at and to choose from. */
export function SeriesChart({ data, steady, selected, onSelect, chart }: SeriesChartProps) {
  const { table, series } = data;
  const { axis: kind, lines, band: drawn } = useApp((state) => state.stepsSettings);
  const scope = useApp((state) => state.scope);
  const [root, size] = useSize<HTMLDivElement>();
  const surface = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(WHOLE_AXIS);
  const [hovered, setHovered] = useState(NONE);
  const [brush, setBrush] = useState<Brush | null>(null);
  const [draft, setDraft] = useState<StepRange | null>(null);
  const [focused, setFocused] = useState(false);

  const layout = useMemo(() => {
    const told = toldLines(series);
    return chartLayout(
      series,
      lines.filter((id) => told.includes(id)),
      size,
    );
  }, [series, lines, size]);
  const axis = useMemo(() => xAxis(series, kind, layout.left, layout.width, view), [series, kind, layout, view]);
  const columns = useMemo(() => columnsOf(axis, series.durationNs), [axis, series]);
  const text = (step: number): StepText => stepText(table, series, step);

  const found = steady ? steadySpan(steady) : null;
  const band = draft ?? drawn ?? found;
  const hover = (step: number) => {
    setHovered(step);
    readOut(step === NONE ? '' : text(step).line);
  };
  const show = (step: number) => setView(bringInto(view, shareOf(axis, step)));
  const zoom = (x: number, factor: number) =>
    setView(zoomed(view, Math.min(1, Math.max(0, (x - axis.left) / axis.width)), factor, FEWEST_SHOWN / series.count));
  useWheel(root, ({ x, factor, across }) => {
    if (factor === 1) setView(panned(view, across / axis.width));
    else zoom(x, factor);
  });
  const choose = (chosen: Brush) => {
    const range = brushedRange(chosen);
    // It is the scope now; only the place of the keys stays.
    setBrush({ anchor: chosen.head, head: chosen.head });
    setHovered(NONE);
    setScope(withSteps(scope, range));
    readOut(`scope: ${rangeReadout(range)}`);
  };
  const gestures = useSeriesGestures({
    stepAt: (x) => stepAt(axis, x),
    onHover: hover,
    onBrush: (anchor, head) => {
      setBrush({ anchor, head });
      readOut(rangeReadout(brushedRange({ anchor, head })));
    },
    onBrushed: (anchor, head) => choose({ anchor, head }),
    onCancel: () => setBrush(null),
    onClick: (step) => {
      setBrush(brushTo(null, step, false, series.count));
      onSelect(step);
    },
    onDoubleClick: (step) => choose({ anchor: step, head: step }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const action = seriesAction(event);
    if (!action || (action.kind === 'leave' && !(brush && isWide(brush)))) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'leave') return setBrush(null);
    if (action.kind === 'move') {
      const next = brushTo(brush, action.to(brush?.head ?? NONE, series.count), action.extend, series.count);
      setBrush(next);
      setHovered(next.head);
      show(next.head);
      return readOut(isWide(next) ? `${rangeReadout(brushedRange(next))} · ${ENTER}` : text(next.head).line);
    }
    if (action.kind === 'reset') return setView(WHOLE_AXIS);
    if (action.kind === 'zoom') {
      const middle = axis.left + axis.width / 2;
      return zoom(brush ? (axis.from[brush.head] + axis.to[brush.head]) / 2 : middle, action.factor);
    }
    if (!brush) return;
    if (action.kind === 'scope') choose(brush);
    else onSelect(brush.head);
  };
  const settle = (next: StepRange | null) => {
    setDraft(null);
    if (!next) return;
    changeSteps({ band: sameRange(next, found) ? null : next });
    show(next[0] === band?.[0] ? next[1] - 1 : next[0]);
  };
  return (
    <div className={styles.chart} ref={root}>
      {size.width > 0 && (
        <>
          <div ref={chart}>
            <SeriesPlot series={series} layout={layout} axis={axis} columns={columns} />
            <ScopeVeil series={series} columns={columns} layout={layout} scope={scope} />
            <SeriesOverlay
              layout={layout}
              axis={axis}
              band={band}
              regions={draft || drawn ? [] : (steady?.regions ?? [])}
              bandText={
                band ? `${drawn || draft ? 'your choice' : 'steady'}: ${rangeText(band)}, ${lengthText(band)}` : ''
              }
              brush={brush}
              hovered={hovered}
              selected={selected}
            />
          </div>
          <div
            ref={surface}
            className={styles.surface}
            role="application"
            aria-label={`Series of ${countText(series.count)}. ${KEYS}`}
            aria-activedescendant={focused && brush ? 'steps-cursor' : undefined}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the steps are reached by its keys.
            tabIndex={0}
            onKeyDown={onKeyDown}
            onFocus={() => setFocused(true)}
            onBlur={() => {
              setFocused(false);
              hover(NONE);
            }}
            {...gestures}
          >
            {brush && <Cursor label={isWide(brush) ? rangeReadout(brushedRange(brush)) : text(brush.head).line} />}
          </div>
          {band && (
            <BandEdges
              band={band}
              axis={axis}
              layout={layout}
              count={series.count}
              onMove={setDraft}
              onMoved={settle}
            />
          )}
          {!isWholeAxis(view) && (
            <button
              type="button"
              className={`link ${styles.all}`}
              onClick={() => {
                setView(WHOLE_AXIS);
                // This one goes away.
                surface.current?.focus();
              }}
            >
              Show all steps
            </button>
          )}
          {hovered !== NONE && hovered < series.count && (
            <StepTip
              text={text(hovered)}
              x={(axis.from[hovered] + axis.to[hovered]) / 2}
              top={layout.top}
              size={size}
            />
          )}
        </>
      )}
    </div>
  );
}

/** What a screen reader is told of where the keys are. */
function Cursor({ label }: { readonly label: string }) {
  return <div id="steps-cursor" className="hidden" role="img" aria-label={label} />;
}

function rangeReadout(range: StepRange): string {
  return `${rangeText(range)} · ${lengthText(range)}`;
}

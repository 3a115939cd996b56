import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { PHASES } from '../../../workers/base/scope.ts';
import { useSize } from '../../charts/use-size.ts';
import { formatCounted, formatDuration } from '../../format/format.ts';
import { readOut, select, useApp } from '../../state/store.ts';
import { PhaseMark } from '../../styles/PhaseMark.tsx';
import { TableWaiting } from '../../table/DataTable.tsx';
import { stepText } from '../steps/step-text.ts';
import type { StepsData } from '../steps/use-steps.ts';
import { StepCompare } from './StepCompare.tsx';
import { StripCanvas } from './StripCanvas.tsx';
import { stepsInScope, stripLength } from './step-list.ts';
import styles from './Timeline.module.css';
import type { Timeline } from './use-timeline.ts';

/** The steps of the scope one under the other, aligned at their start on the GPU. */
export function StepsLayout({ timeline }: { readonly timeline: Timeline }) {
  const { steps } = timeline;
  if (!steps) return <TableWaiting />;
  if (steps.series.count === 0) {
    return <p className={styles.hint}>No steps were found in this trace: Steps says what was looked for.</p>;
  }
  return <StepList timeline={timeline} steps={steps} />;
}

const ROW = 20;
/** Rows beside those in sight that are drawn too, so that a scroll finds them. */
const BESIDE = 12;

function StepList({ timeline, steps }: { readonly timeline: Timeline; readonly steps: StepsData }) {
  const { series, table } = steps;
  const scope = useApp((state) => state.scope);
  const selected = useApp((state) => state.selected);
  const current = selected?.kind === 'step' ? selected.step : -1;
  const [root, size] = useSize<HTMLDivElement>();
  const [scrollTop, setScrollTop] = useState(0);
  const list = useMemo(() => stepsInScope(series, scope), [series, scope]);
  const lengthNs = useMemo(() => stripLength(series.durationNs, list), [series, list]);
  const first = Math.max(0, Math.floor(scrollTop / ROW) - BESIDE);
  const last = Math.min(list.length, Math.ceil((scrollTop + size.height) / ROW) + BESIDE);
  const shown = useMemo(() => list.slice(first, last), [list, first, last]);
  const go = (step: number) => {
    select({ kind: 'step', step });
    readOut(stepText(table, series, step).line);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = list.indexOf(current);
    go(list[Math.min(list.length - 1, Math.max(0, at < 0 ? 0 : at + by))]);
  };
  useScrollTo(root, list.indexOf(current));
  return (
    <>
      <div className={styles.stripHead}>
        {`${formatCounted(list.length, 'step')} from the start of the GPU work, ${formatDuration(lengthNs)} across; beside it the time to the next step's start. Click one to compare it with the median step of its phase.`}
      </div>
      <div
        ref={root}
        className={styles.strips}
        role="listbox"
        aria-label="Steps, one under the other. Arrow keys go from step to step."
        aria-activedescendant={current >= 0 ? `timeline-step-${current}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        <div className={styles.stripContent} style={{ height: list.length * ROW }}>
          <div className={styles.labels}>
            {shown.map((step, i) => (
              <div
                key={step}
                id={`timeline-step-${step}`}
                role="option"
                aria-selected={step === current}
                aria-label={stepText(table, series, step).line}
                tabIndex={-1}
                className={styles.stripLabel}
                style={{ top: (first + i) * ROW, height: ROW }}
                onPointerEnter={() => readOut(stepText(table, series, step).line)}
                onPointerLeave={() => readOut('')}
                onClick={() => go(step)}
                onKeyDown={onKeyDown}
              >
                <PhaseMark phase={PHASES[series.phase[step]]} />
                {step}
                <span className="dim">{formatDuration(series.durationNs[step])}</span>
              </div>
            ))}
          </div>
          <StripCanvas
            steps={shown}
            top={first * ROW}
            rowHeight={ROW}
            lengthNs={lengthNs}
            scale={timeline.scale}
            current={current}
            onPick={go}
          />
        </div>
      </div>
      {current >= 0 && <StepCompare step={current} timeline={timeline} steps={steps} />}
    </>
  );
}

const MOVES: Readonly<Partial<Record<string, number>>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Brings a row into sight. */
function useScrollTo(root: RefObject<HTMLDivElement | null>, place: number): void {
  const latest = useRef(-1);
  useEffect(() => {
    const element = root.current;
    if (!element || place < 0 || place === latest.current) return;
    latest.current = place;
    const top = place * ROW;
    if (top < element.scrollTop) element.scrollTo({ top });
    if (top + ROW > element.scrollTop + element.clientHeight)
      element.scrollTo({ top: top + ROW - element.clientHeight });
  }, [root, place]);
}

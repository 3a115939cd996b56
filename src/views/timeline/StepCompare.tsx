import { useMemo } from 'react';
import type { SpanSummary, StepRow } from '../../../workers/engine/timeline-engine.ts';
import { formatDuration } from '../../format/format.ts';
import { useBasis } from '../../state/basis.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { CategoryMark } from '../../styles/CategoryMark.tsx';
import { categoryLook } from '../../styles/categories.ts';
import type { StepsData } from '../steps/use-steps.ts';
import { StripCanvas, type StripCanvasProps } from './StripCanvas.tsx';
import styles from './Timeline.module.css';
import type { Timeline } from './use-timeline.ts';

interface StepCompareProps {
  readonly step: number;
  readonly timeline: Timeline;
  readonly steps: StepsData;
}

const ROW = 34;

/** A step beside the median step of its phase: their strips, and what each kind of work takes in both. */
export function StepCompare({ step, timeline, steps }: StepCompareProps) {
  const basis = useBasis();
  const { value } = useAnswer(`timeline compare ${step} ${JSON.stringify(basis)}`, async (trace) => {
    const rowOf = async (of: number) => (await trace.timelineSteps(basis, { steps: [of, of + 1], pixels: 1 })).rows[0];
    const own = await rowOf(step);
    const median = own && (await rowOf(own.medianStep));
    if (!own || !median) return null;
    const summary = ({ startNs, endNs }: StepRow) => trace.timelineSpan(basis, startNs, endNs);
    return { own, median, times: await Promise.all([summary(own), summary(median)]) };
  });
  if (!value || value.own.step !== step) return null;
  const { own, median, times } = value;
  const lengthNs = Math.max(own.endNs - own.startNs, median.endNs - median.startNs, 1);
  const isMedian = own.step === median.step;
  const { series } = steps;
  const strip = { top: 0, rowHeight: ROW, lengthNs, scale: timeline.scale, current: -1 };
  return (
    <section className={styles.compare} aria-label="Step compared with the median step of its phase">
      <h2>
        {isMedian
          ? `Step ${step} is the median ${own.phase} step: ${formatDuration(series.durationNs[step], 'table')}`
          : `Step ${step}, ${formatDuration(series.durationNs[step], 'table')}, and the median ${own.phase} step ${median.step}, ${formatDuration(series.durationNs[median.step], 'table')}`}
      </h2>
      {(isMedian ? [own.step] : [own.step, median.step]).map((of) => (
        <CompareStrip key={of} {...strip} step={of} />
      ))}
      {!isMedian && <Differences own={times[0]} median={times[1]} />}
    </section>
  );
}

function CompareStrip({ step, ...strip }: Omit<StripCanvasProps, 'steps'> & { readonly step: number }) {
  const steps = useMemo(() => [step], [step]);
  return (
    <div className={styles.compareStrip} style={{ height: strip.rowHeight }}>
      <span>{`step ${step}`}</span>
      <StripCanvas {...strip} steps={steps} />
    </div>
  );
}

function Differences({ own, median }: { readonly own: SpanSummary; readonly median: SpanSummary }) {
  const timeOf = ({ shares, idleNs }: SpanSummary, id: string) =>
    id === 'idle' ? idleNs : (shares.find((share) => share.id === id)?.ns ?? 0);
  const ids = [...new Set([...own.shares, ...median.shares].map(({ id }) => id)), 'idle'];
  const rows = ids
    .map((id) => ({ id, own: timeOf(own, id), median: timeOf(median, id) }))
    .sort((a, b) => Math.abs(b.own - b.median) - Math.abs(a.own - a.median));
  return (
    <table className={`plain ${styles.differences}`}>
      <thead>
        <tr>
          <th scope="col">GPU time</th>
          <th scope="col" className="number">
            This step
          </th>
          <th scope="col" className="number">
            Median
          </th>
          <th scope="col" className="number">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, own: ns, median: usual }) => (
          <tr key={id}>
            <th scope="row">
              <CategoryMark id={id} /> {categoryLook(id).label}
            </th>
            <td className="number">{formatDuration(ns, 'table')}</td>
            <td className="number">{formatDuration(usual, 'table')}</td>
            <td className="number">{`${ns > usual ? '+' : ''}${formatDuration(ns - usual, 'table')}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { SpanSummary } from '../../../workers/engine/timeline-engine.ts';
import { DetailsPanel } from '../../app/DetailsPanel.tsx';
import { formatCount, formatDuration, formatShare } from '../../format/format.ts';
import { useBasis } from '../../state/basis.ts';
import { setScope, useApp } from '../../state/store.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { CategoryMark } from '../../styles/CategoryMark.tsx';
import rows from '../../table/RowDetails.module.css';
import styles from './Timeline.module.css';
import { lengthOf, type TimeSpan } from './time-span.ts';

interface SpanPanelProps {
  readonly span: TimeSpan;
  readonly originNs: number;
  onFit(): void;
  onClose(): void;
}

/** What happens in the marked span. */
export function SpanPanel({ span, originNs, onFit, onClose }: SpanPanelProps) {
  const basis = useBasis();
  const scope = useApp((state) => state.scope);
  const { startNs, endNs } = span;
  const { value, error } = useAnswer(`timeline span ${startNs} ${endNs} ${JSON.stringify(basis)}`, (trace) =>
    trace.timelineSpan(basis, startNs, endNs),
  );
  return (
    <DetailsPanel
      title={`Marked: ${formatDuration(lengthOf(span), 'table')}`}
      subtitle={`from ${formatDuration(startNs - originNs, 'table')} to ${formatDuration(endNs - originNs, 'table')}`}
      onClose={onClose}
    >
      <div className={styles.actions}>
        <button
          type="button"
          className="button primary"
          onClick={() => setScope({ ...scope, window: [startNs, endNs] })}
        >
          Use as scope
        </button>
        <button type="button" className="button" onClick={onFit}>
          Fit
        </button>
      </div>
      {error !== undefined && <p className={styles.fault}>{error}</p>}
      {value && <Summary summary={value} />}
    </DetailsPanel>
  );
}

function Summary({ summary }: { readonly summary: SpanSummary }) {
  const { shares, busyNs, idleNs, kernelSumNs, gpuEvents, launches, operators, hostEvents, steps } = summary;
  const whole = busyNs + idleNs;
  const counts = [
    { label: 'Kernel sum', value: formatDuration(kernelSumNs, 'table') },
    { label: 'GPU events', value: formatCount(gpuEvents) },
    { label: 'Launches', value: formatCount(launches) },
    { label: 'Operators', value: formatCount(operators) },
    { label: 'Host slices', value: formatCount(hostEvents) },
    ...(steps ? [{ label: 'Steps', value: stepsText(steps) }] : []),
  ];
  const times = [...shares.map(({ id, label, ns }) => ({ id, label, ns })), { id: 'idle', label: 'idle', ns: idleNs }];
  return (
    <>
      <section>
        <h3>GPU time</h3>
        <table className={`plain ${styles.times}`}>
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col" className="number">
                Time
              </th>
              <th scope="col" className="number">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {times.map(({ id, label, ns }) => (
              <tr key={id}>
                <th scope="row">
                  <CategoryMark id={id} /> {label}
                </th>
                <td className="number">{formatDuration(ns, 'table')}</td>
                <td className="number">{formatShare(ns / whole)}</td>
              </tr>
            ))}
            <tr className="sum">
              <th scope="row">busy</th>
              <td className="number">{formatDuration(busyNs, 'table')}</td>
              <td className="number">{formatShare(busyNs / whole)}</td>
            </tr>
          </tbody>
        </table>
      </section>
      <section>
        <h3>In it</h3>
        <dl className={rows.list}>
          {counts.map(({ label, value }) => (
            <div key={label} className={styles.pair}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function stepsText([from, to]: readonly [number, number]): string {
  return to - from === 1 ? formatCount(from) : `${formatCount(from)} to ${formatCount(to - 1)}`;
}

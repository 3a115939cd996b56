import { Fragment } from 'react';
import { PHASES } from '../../../workers/base/scope.ts';
import type { SteadyState, StepRange } from '../../../workers/engine/engine.ts';
import { IconButton } from '../../app/IconButton.tsx';
import { formatCount, formatDuration, formatFixed, formatShare } from '../../format/format.ts';
import { setScope, useApp } from '../../state/store.ts';
import { PLAIN } from '../../styles/phase-looks.ts';
import styles from './Steps.module.css';
import { savePart } from './saving.ts';
import type { StepSeries } from './series.ts';
import { rangeText, withSteps } from './step-ranges.ts';

interface WindowsProps {
  readonly windows: SteadyState['windows'];
  readonly series: StepSeries;
}

/** The windows that stand for the steady state: each sets the scope, or is saved as a trace of its own. */
export function Windows({ windows, series }: WindowsProps) {
  const isPlain = series.phase.every((phase) => phase === PLAIN);
  const rows = [
    { title: isPlain ? 'Steady' : 'Mixed', range: windows.mixed },
    { title: 'Decode-only', range: windows.decodeOnly },
    { title: 'Most prefill', range: windows.mostPrefill },
  ].flatMap(({ title, range }) => (range ? [{ title, range }] : []));
  if (rows.length === 0) return null;
  return (
    <table className={`plain ${styles.windows}`}>
      <caption className="hidden">Windows of the steady state</caption>
      <thead>
        <tr>
          <th>Window</th>
          <th className="number">Steps</th>
          <th className="number">With prompts</th>
          <th>
            <span className="hidden">Save</span>
          </th>
        </tr>
      </thead>
      {rows.map((row) => (
        <WindowRows key={row.title} {...row} series={series} />
      ))}
    </table>
  );
}

/** The best mixed windows, each of which may become the scope. */
export function RatedWindows({ rated }: Pick<SteadyState, 'rated'>) {
  const scope = useApp((state) => state.scope);
  if (rated.length < 2) return null;
  return (
    <p className="dim">
      Best mixed windows, with their distance from the wanted share of prompts, the plateau and even GPU times:{' '}
      {rated.map(({ range, cost }, place) => (
        <Fragment key={range[0]}>
          {place > 0 && ', '}
          <button type="button" className="link" onClick={() => setScope(withSteps(scope, range))}>
            {rangeText(range)}
          </button>{' '}
          ({formatFixed(cost, 3)})
        </Fragment>
      ))}
      .
    </p>
  );
}

interface WindowRowProps {
  readonly title: string;
  readonly range: StepRange;
  readonly series: StepSeries;
}

const WITH_PROMPTS: readonly number[] = [PHASES.indexOf('prefill'), PHASES.indexOf('mixed')];

function WindowRows({ title, range, series }: WindowRowProps) {
  const scope = useApp((state) => state.scope);
  const phases = series.phase.subarray(...range);
  const withPrompts = phases.reduce((count, phase) => count + Number(WITH_PROMPTS.includes(phase)), 0);
  return (
    <tbody>
      <tr>
        <td>
          <button
            type="button"
            className="link"
            title={`Makes ${rangeText(range)} the scope`}
            onClick={() => setScope(withSteps(scope, range))}
          >
            {title}
          </button>
        </td>
        <td className="number">{rangeText(range).replace(/^steps? /, '')}</td>
        <td className="number">{formatShare(withPrompts / (range[1] - range[0]))}</td>
        <td className="number">
          <IconButton
            icon="download"
            label={`Save the ${title.toLowerCase()} window as a trace`}
            onClick={() =>
              void savePart(`the ${title.toLowerCase()} window, ${rangeText(range)}`, { kind: 'range', range })
            }
          />
        </td>
      </tr>
      <tr>
        <td className="dim" colSpan={4}>
          {summaryOf(range, series)}
        </td>
      </tr>
    </tbody>
  );
}

/** What a window costs: its time, how long the work that it launched keeps the GPU busy, what it generates (I 4.6). */
function summaryOf(range: StepRange, { durationNs, parts, generationTokens }: StepSeries): string {
  const sum = (values: Float64Array) => values.subarray(...range).reduce((total, value) => total + value, 0);
  const wallNs = sum(durationNs);
  const tokens = sum(generationTokens);
  return [
    formatDuration(wallNs),
    `GPU busy ${formatDuration(sum(parts.busy) + sum(parts.exposed))}`,
    ...(Number.isNaN(tokens) ? [] : [`${formatCount((tokens / wallNs) * 1e9)} tokens/s generated`]),
  ].join(' · ');
}

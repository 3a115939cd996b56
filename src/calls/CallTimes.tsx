import { useState } from 'react';
import type { CallDetails } from '../../workers/engine/engine.ts';
import { useWidth } from '../charts/use-width.ts';
import { formatCount, formatDuration } from '../format/format.ts';
import { categoryLook } from '../styles/categories.ts';
import { EventText } from '../table/EventTexts.tsx';
import styles from './Calls.module.css';
import { callBars } from './call-bars.ts';
import { callOf, type HeldCall } from './held-call.ts';
import { longestCall } from './longest-call.ts';

interface CallTimesProps {
  readonly calls: CallDetails['calls'];
  /** Least time of a call. */
  readonly roofNs: number | null;
  readonly category: string;
}

const HEIGHT = 56;

/** The times of the calls in order of start, a bar each or a few calls to a bar; a bar leads to its longest call. */
export function CallTimes({ calls, roofNs, category }: CallTimesProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [held, hold] = useState<HeldCall | null>(null);
  const maxNs = longestCall(calls);
  const count = calls.kernelNs.length;
  // Calls are numbered within a scope and a row: the one picked stays what it is, or is none of these.
  const picked = held && callOf(calls, held);
  const pick = (call: number) => hold({ event: calls.event[call], startNs: calls.startNs[call] });
  if (count === 0) return null;
  const bars = callBars(calls.kernelNs, width);
  const chosen = picked === null ? null : bars.find(({ from, to }) => picked >= from && picked < to);
  const height = (ns: number) => (HEIGHT * ns) / Math.max(maxNs, roofNs ?? 0);
  const { colour } = categoryLook(category);
  const step = (by: number) => pick(Math.min(count - 1, Math.max(0, (picked ?? (by > 0 ? -1 : count)) + by)));
  return (
    <section>
      <div className={styles.head}>
        <h3>Calls in order</h3>
        <span className="dim">
          {formatCount(count)} {count === 1 ? 'call' : 'calls'}, longest {formatDuration(maxNs)}
        </span>
      </div>
      <div
        ref={ref}
        className={styles.calls}
        role="slider"
        tabIndex={0}
        aria-label="Call"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={(picked ?? 0) + 1}
        aria-valuetext={picked === null ? 'none chosen' : callText(calls, picked)}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') step(1);
          if (key === 'ArrowLeft') step(-1);
        }}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          {bars.map((bar) => (
            // biome-ignore lint/a11y: reached by the arrow keys of the chart.
            <g key={bar.from} onClick={() => pick(bar.longest)}>
              <rect x={bar.x} width={bar.width} height={HEIGHT} fill="transparent" />
              <rect
                x={bar.x}
                y={HEIGHT - height(bar.maxNs)}
                width={Math.max(1, bar.width - (bar.width > 3 ? 1 : 0))}
                height={height(bar.maxNs)}
                fill={bar === chosen ? 'var(--accent)' : colour}
              />
            </g>
          ))}
          {roofNs !== null && (
            <line
              x2={width}
              y1={HEIGHT - height(roofNs)}
              y2={HEIGHT - height(roofNs)}
              stroke="var(--n8)"
              strokeDasharray="3 2"
            />
          )}
        </svg>
      </div>
      {roofNs !== null && <p className="dim">{`Dashed: the roof, ${formatDuration(roofNs)}`}</p>}
      {picked !== null && (
        <>
          <p>{callText(calls, picked)}</p>
          <EventText title="The call" event={calls.event[picked]} />
        </>
      )}
    </section>
  );
}

function callText({ startNs, kernelNs }: CallDetails['calls'], call: number): string {
  return `Call ${formatCount(call + 1)}, ${formatDuration(kernelNs[call], 'table')}, at ${formatDuration(startNs[call], 'table')}`;
}

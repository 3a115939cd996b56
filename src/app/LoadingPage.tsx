import { useEffect, useState } from 'react';
import type { Progress, Stage } from '../../workers/engine/engine.ts';
import { formatBytes, formatCount } from '../format/format.ts';
import { files } from '../state/files.ts';
import type { TraceFile } from '../state/trace-file.ts';
import { Skeleton } from '../views/overview/Skeleton.tsx';
import styles from './LoadingPage.module.css';

const STAGES: readonly { readonly id: Stage; readonly title: string }[] = [
  { id: 'reading', title: 'Reading' },
  { id: 'linking', title: 'Linking kernels to their launches' },
  { id: 'tables', title: 'Making the tables' },
];

/** Progress in the frame of the Overview: its bar stands where the GPU time will. */
export function LoadingPage({ file }: { readonly file: TraceFile }) {
  const { status, name } = file;
  const progress = status.kind === 'loading' ? status.progress : null;
  const elapsed = useElapsed(status.kind === 'loading' ? status.startedAt : null);
  const stage = STAGES.find(({ id }) => id === progress?.stage) ?? STAGES[0];
  const fraction = progress && progress.totalBytes > 0 ? progress.readBytes / progress.totalBytes : 0;
  const title =
    status.kind === 'queued'
      ? 'Waiting for the trace before it'
      : `${stage.title}, ${STAGES.indexOf(stage) + 1} of ${STAGES.length}`;
  return (
    <Skeleton
      title={name}
      facts={[formatBytes(file.blob.size)]}
      label={title}
      note={progress ? `${formatBytes(progress.readBytes)} of ${formatBytes(progress.totalBytes)}` : ''}
      tools={
        <button type="button" className="button" onClick={() => files.close(file.id)}>
          Cancel
        </button>
      }
      bar={
        <div
          className={styles.track}
          role="progressbar"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(fraction * 100)}
        >
          <div
            className={styles.done}
            style={{ width: `${fraction * 100}%` }}
            data-busy={progress !== null && stage.id !== 'reading'}
          />
        </div>
      }
      legend={progress ? <Figures progress={progress} elapsedMs={elapsed} fraction={fraction} /> : ''}
    />
  );
}

interface FiguresProps {
  readonly progress: Progress;
  readonly elapsedMs: number;
  readonly fraction: number;
}

function Figures({ progress, elapsedMs, fraction }: FiguresProps) {
  const { events, textBytes, stage } = progress;
  const leftMs = stage === 'reading' && fraction > 0.02 ? (elapsedMs / fraction) * (1 - fraction) : Number.NaN;
  return (
    <ul className={styles.figures}>
      <li>{formatCount(events)} events</li>
      <li>{formatBytes(textBytes)} of JSON</li>
      {stage === 'reading' && elapsedMs > 0 && <li>{formatBytes((textBytes / elapsedMs) * 1000)}/s</li>}
      {leftMs > 1000 && <li>about {formatCount(Math.ceil(leftMs / 1000))} s left</li>}
    </ul>
  );
}

/** Milliseconds since a start, refreshed four times a second. */
function useElapsed(startedAt: number | null): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return startedAt === null ? 0 : Math.max(0, now - startedAt);
}

import type { TraceSummary } from '../../workers/engine/engine.ts';
import { formatCount, formatCounted, formatDuration } from '../format/format.ts';
import { visibleText } from '../format/visible-text.ts';
import { activeFile, showDialog, showView, useApp } from '../state/store.ts';
import { isSalvaged, type TraceFile, warningCount } from '../state/trace-file.ts';
import styles from './StatusBar.module.css';

/** Counts of the active trace on the left; on the right what the pointer is on, or the last notice. */
export function StatusBar() {
  const file = useApp(activeFile);
  const readout = useApp((state) => state.readout);
  const notice = useApp((state) => state.notice);
  return (
    <footer className={styles.status}>
      <Counts file={file} />
      <span className={styles.readout}>{visibleText(readout || notice)}</span>
      <span className="hidden" role="status">
        {visibleText(notice)}
      </span>
    </footer>
  );
}

function Counts({ file }: { readonly file: TraceFile | undefined }) {
  if (!file) return <span>Nothing leaves this page.</span>;
  const { status } = file;
  if (status.kind === 'open') return <OpenCounts summary={status.summary} />;
  if (status.kind === 'loading') {
    return <span>{status.progress ? `${formatCount(status.progress.events)} events so far` : 'Starting'}</span>;
  }
  return <span>No events</span>;
}

function OpenCounts({ summary }: { readonly summary: TraceSummary }) {
  const { gpuEvents, unlinkedGpuEvents, spanNs } = summary;
  const linked = unlinkedGpuEvents === 0 ? 'all linked' : `${formatCount(unlinkedGpuEvents)} unlinked`;
  const warnings = warningCount(summary);
  return (
    <>
      <span>
        {formatCounted(summary.kept, 'event')}
        {isSalvaged(summary) && <span className={styles.warning}> kept</span>}
      </span>
      <span>{gpuEvents === 0 ? 'no GPU events' : `${formatCounted(gpuEvents, 'GPU event')}, ${linked}`}</span>
      <span>{formatDuration(spanNs)} span</span>
      {warnings > 0 ? (
        <button type="button" className={styles.warning} onClick={() => showView('quality')}>
          {formatCounted(warnings, 'warning')}
        </button>
      ) : (
        <span>no warnings</span>
      )}
      <button type="button" className={styles.counting} onClick={() => showDialog({ kind: 'conventions' })}>
        How we count
      </button>
    </>
  );
}

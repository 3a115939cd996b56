import type { CaptureUse } from '../../../workers/engine/engine.ts';
import { Icon } from '../../app/Icon.tsx';
import { formatCount, formatCounted } from '../../format/format.ts';
import { shortText, visibleText } from '../../format/visible-text.ts';
import { appState, notify, openTrace } from '../../state/store.ts';
import { download } from '../../table/download.ts';
import styles from './Execution.module.css';

/** Captures listed; a folder may hold hundreds. */
const MOST = 100;

/** The captures beside the trace, what each is of and how often it was used, and their list as a file. */
export function CaptureList({ captures }: { readonly captures: readonly CaptureUse[] }) {
  if (captures.length === 0) return null;
  const more = captures.length - MOST;
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>Captures</h3>
        <button type="button" className="button" onClick={() => void saveDetails()}>
          <Icon name="download" size={14} />
          Save execution_details.json
        </button>
      </div>
      <ul className={styles.captures}>
        {captures.slice(0, MOST).map((capture) => (
          <li key={capture.file}>
            <span className="mono" title={visibleText(capture.file)}>
              {shortText(capture.file, 72)}
            </span>
            <span className="dim">{captureText(capture)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="dim">{`and ${formatCount(more)} more`}</p>}
    </section>
  );
}

/** `batch size 32, FULL, rank 0: 1 graph, 421 kernels, used by 98 launches`. */
function captureText({ batchSize, mode, role, rank, graphs, kernels, launches }: CaptureUse): string {
  const what = [
    batchSize === null ? 'batch size not known' : `batch size ${formatCount(batchSize)}`,
    mode,
    ...(role === null ? [] : [role]),
    ...(rank === null ? [] : [`rank ${rank}`]),
  ].join(', ');
  const held = `${formatCounted(graphs, 'graph')}, ${formatCounted(kernels, 'kernel')}`;
  return `${what}: ${held}, ${launches === 0 ? 'not used' : `used by ${formatCounted(launches, 'launch', 'launches')}`}`;
}

async function saveDetails(): Promise<void> {
  const trace = openTrace(appState());
  if (!trace) return;
  try {
    const { name, bytes } = await trace.executionDetails();
    download(new Uint8Array(bytes), name, 'application/json');
  } catch (error) {
    notify(`The list could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

import type { FilesProgress } from '../../workers/engine/engine.ts';
import { formatCount } from '../format/format.ts';
import { shortText } from '../format/visible-text.ts';
import { files } from '../state/files.ts';
import styles from './AddingStrip.module.css';

interface AddingStripProps {
  /** Of the trace. */
  readonly id: number;
  readonly adding: FilesProgress;
}

/** Stays above the views of a trace while files beside it are read, as the numbers change when they are. */
export function AddingStrip({ id, adding: { done, files: count, name } }: AddingStripProps) {
  const title = 'Reading the files beside the trace';
  return (
    <div className={styles.strip} data-adding="">
      <span className={styles.words}>
        <strong>{title}.</strong> {formatCount(done + 1)} of {formatCount(count)}, <span>{shortText(name, 80)}</span>.
        Operators and shapes may change.
      </span>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={done}
      >
        <div className={styles.done} style={{ width: `${(done / count) * 100}%` }} />
      </div>
      <button type="button" className="button" onClick={() => files.stopAdding(id)}>
        Stop
      </button>
    </div>
  );
}

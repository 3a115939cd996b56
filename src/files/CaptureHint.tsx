import { Icon } from '../app/Icon.tsx';
import { formatShare } from '../format/format.ts';
import { AddBeside } from './AddBeside.tsx';
import styles from './CaptureHint.module.css';
import { useCaptures } from './use-captures.ts';

/** Above views of operators while replayed kernels have none: how to give them theirs. */
export function CaptureHint() {
  const { value: report } = useCaptures();
  if (report?.mode !== 'replay') return null;
  return (
    <div className={styles.hint} role="note" aria-label="Replayed kernels have no shapes">
      <span className={styles.words}>
        <Icon name="information" size={14} />
        Kernels replayed from graphs have no operators and no shapes: {formatShare(report.withShapes)} of GPU time has
        shapes. Drop the server’s capture_traces folder here.
      </span>
      <span className={styles.actions}>
        <AddBeside />
      </span>
    </div>
  );
}

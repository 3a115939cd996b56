import { formatBytes, formatCount } from '../../format/format.ts';
import styles from './Steps.module.css';
import { stopSaving, useSaving } from './saving.ts';

/** How far a file is written, and a way to give it up. */
export function SavingProgress() {
  const current = useSaving((state) => state.current);
  if (!current) return null;
  const { what, progress } = current;
  const share = progress && progress.totalEvents > 0 ? progress.events / progress.totalEvents : 0;
  return (
    <div className={styles.saving}>
      <div className={styles.savingHead}>
        <span>Saving {what}</span>
        <button type="button" className="button" onClick={stopSaving}>
          Cancel
        </button>
      </div>
      <div
        className={styles.savingBar}
        role="progressbar"
        aria-label={`Saving ${what}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <div style={{ width: `${share * 100}%` }} />
      </div>
      <span className="dim">
        {progress
          ? `${formatCount(progress.events)} of ${formatCount(progress.totalEvents)} events, ${formatBytes(progress.bytes)}${
              progress.totalSlices > 1
                ? `, trace ${formatCount(progress.slices + 1)} of ${formatCount(progress.totalSlices)}`
                : ''
            }`
          : 'Choosing events'}
      </span>
    </div>
  );
}

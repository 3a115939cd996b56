import { showDialog, useApp } from '../state/store.ts';
import styles from './ConventionsChip.module.css';

/** Says that the numbers are counted as TraceLens does, wherever they are shown, so that nobody takes them for the others. */
export function ConventionsChip() {
  const conventions = useApp((state) => state.conventions);
  if (conventions !== 'tracelens') return null;
  return (
    <button type="button" className={styles.chip} onClick={() => showDialog({ kind: 'conventions' })}>
      TraceLens conventions
    </button>
  );
}

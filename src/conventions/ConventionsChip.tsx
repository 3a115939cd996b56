import type { ReactNode } from 'react';
import { showDialog, useApp } from '../state/store.ts';
import styles from './ConventionsChip.module.css';

/** Says that the numbers are not counted as usual, wherever they are shown, so that nobody takes them for the others. */
export function ConventionsChip() {
  const conventions = useApp((state) => state.conventions);
  const pseudoOps = useApp((state) => state.pseudoOps);
  return (
    <>
      {conventions === 'tracelens' && <Chip>TraceLens conventions</Chip>}
      {pseudoOps && <Chip>Pseudo-operators</Chip>}
    </>
  );
}

function Chip({ children }: { readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.chip} onClick={() => showDialog({ kind: 'conventions' })}>
      {children}
    </button>
  );
}

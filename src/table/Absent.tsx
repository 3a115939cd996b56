import type { ReactNode } from 'react';
import styles from './Absent.module.css';

/** Stands in the place of a table that has no rows: why, and what would fill it. */
export function Absent({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.absent}>
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}

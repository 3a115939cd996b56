import type { ReactNode } from 'react';
import styles from './TableBar.module.css';

interface TableBarProps {
  /** Of the view; a table within a view has none. */
  readonly title?: string;
  readonly children?: ReactNode;
  /** Receives the element that the table shown puts its chips and tools into. */
  slotRef(element: HTMLElement | null): void;
  /** After the tools. */
  readonly end?: ReactNode;
}

/** The bar over a view of tables. It stays while one table gives way to another, so the focus in it is not lost. */
export function TableBar({ title, children, slotRef, end }: TableBarProps) {
  return (
    <div className={styles.bar}>
      {title !== undefined && <h1>{title}</h1>}
      {children}
      <div className={styles.slot} ref={slotRef} />
      {end}
    </div>
  );
}

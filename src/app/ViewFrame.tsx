import type { ReactNode } from 'react';
import styles from './ViewFrame.module.css';

export interface ViewFrameProps {
  readonly title: string;
  /** Beside the title: counts, chips, tools. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
  /** A `DetailsPanel` about what is selected. */
  readonly details?: ReactNode;
}

/** A view: a bar with its title and tools, the view itself, and the details of what is selected at its right. */
export function ViewFrame({ title, bar, children, details }: ViewFrameProps) {
  return (
    <section className={styles.frame} aria-label={title}>
      <div className={styles.view}>
        <div className={styles.bar}>
          <h1>{title}</h1>
          {bar}
        </div>
        <div className={styles.body}>{children}</div>
      </div>
      {details}
    </section>
  );
}

import type { ReactNode } from 'react';
import { shortText, visibleText } from '../../format/visible-text.ts';
import styles from './Overview.module.css';

const LONGEST_FACT = 96;

export interface OverviewFrameProps {
  readonly title: string;
  /** What this is, in a few words each. */
  readonly facts: readonly string[];
  /** Head of the bar. */
  readonly label: string;
  readonly note: ReactNode;
  readonly tools: ReactNode;
  readonly bar: ReactNode;
  /** Null where there is no bar to explain. */
  readonly legend: ReactNode;
  readonly left: ReactNode;
  readonly right: ReactNode;
}

/** Where things stand in the Overview. Loading uses it too, so that nothing moves when the numbers come. */
export function OverviewFrame({ title, facts, label, note, tools, bar, legend, left, right }: OverviewFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable to be scrolled by keys.
    <section className={styles.overview} tabIndex={0} aria-label="Overview">
      <div className={styles.facts}>
        <h1 title={visibleText(title)}>{shortText(title, LONGEST_FACT)}</h1>
        <ul>
          {facts.map((fact) => (
            <li key={fact} title={visibleText(fact)}>
              {shortText(fact, LONGEST_FACT)}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.label}>
        <h2>{label}</h2>
        <span className={styles.note}>{note}</span>
        {tools}
      </div>
      <div className={styles.bar}>{bar}</div>
      {legend !== null && <div className={styles.legend}>{legend}</div>}
      <div className={styles.columns}>
        <div className={styles.left}>{left}</div>
        <div className={styles.right}>{right}</div>
      </div>
    </section>
  );
}

import { visibleText } from '../format/visible-text.ts';
import styles from './Calls.module.css';

interface CallStackProps {
  readonly title: string;
  /** Outermost first. */
  readonly frames: readonly string[];
}

/** Frames above a call, the nearest first, as a debugger shows them. */
export function CallStack({ title, frames }: CallStackProps) {
  if (frames.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ol className={styles.stack}>
        {frames
          .map((frame, depth) => ({ frame, depth }))
          .reverse()
          .map(({ frame, depth }) => (
            <li key={depth} className="mono">
              {visibleText(frame)}
            </li>
          ))}
      </ol>
    </section>
  );
}

import type { CallDetails } from '../../workers/engine/engine.ts';
import { AddBeside } from '../files/AddBeside.tsx';
import styles from './Calls.module.css';

/** Why an operator has no estimate, and what would give it one. */
export function WhyNot({ reason }: { readonly reason: NonNullable<CallDetails['whyNot']> }) {
  return (
    <section>
      <h3>No estimate</h3>
      <p>{reason.text}</p>
      <p className="dim">{reason.remedy}</p>
      {reason.byCapture && (
        <div className={styles.add}>
          <AddBeside />
        </div>
      )}
    </section>
  );
}

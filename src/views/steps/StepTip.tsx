import { ChartTip } from '../../charts/ChartTip.tsx';
import type { Size } from '../../charts/use-size.ts';
import styles from './Series.module.css';
import type { StepText } from './step-text.ts';

interface StepTipProps {
  readonly text: StepText;
  /** Middle of the step, in px. */
  readonly x: number;
  readonly top: number;
  readonly size: Size;
}

const GAP = 14;

/** The essentials of a step, never over it: to its right, or to its left where there is no room. */
export function StepTip({ text, x, top, size }: StepTipProps) {
  return (
    <ChartTip
      facts={text.facts}
      place={({ width }) => ({ left: x + GAP + width <= size.width ? x + GAP : Math.max(0, x - GAP - width), top })}
    >
      <div className={styles.tipTitle}>{text.title}</div>
      <div className={`mono dim ${styles.tipName}`}>{text.name}</div>
    </ChartTip>
  );
}

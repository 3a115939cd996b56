import { type RefObject, useLayoutEffect, useRef } from 'react';
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

/** The essentials of a step, beside it and never over it. */
export function StepTip({ text, x, top, size }: StepTipProps) {
  const card = useRef<HTMLDivElement>(null);
  usePlacement(card, x, top, size);
  return (
    <div ref={card} className={styles.tip} role="tooltip">
      <div className={styles.tipTitle}>{text.title}</div>
      <div className={`mono dim ${styles.tipName}`}>{text.name}</div>
      <dl>
        {text.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function usePlacement(card: RefObject<HTMLDivElement | null>, x: number, top: number, size: Size) {
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const { width } = element.getBoundingClientRect();
    const isRight = x + GAP + width <= size.width;
    element.style.left = `${isRight ? x + GAP : Math.max(0, x - GAP - width)}px`;
    element.style.top = `${top}px`;
  }, [card, x, top, size]);
}

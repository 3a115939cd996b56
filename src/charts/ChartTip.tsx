import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './ChartTip.module.css';
import type { Size } from './use-size.ts';

interface ChartTipProps {
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Where a card of this size goes, in px of the chart. Called anew whenever the card is drawn. */
  place(card: Size): { readonly left: number; readonly top: number };
  /** What the card is about, above its facts. */
  readonly children: ReactNode;
}

/** The essentials of what the pointer is on, beside it. */
export function ChartTip({ facts, place, children }: ChartTipProps) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const { left, top } = place(element.getBoundingClientRect());
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  });
  return (
    <div ref={card} className={styles.tip} role="tooltip">
      {children}
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

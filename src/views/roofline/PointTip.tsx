import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Layout } from './layout.ts';
import type { PointText } from './point-text.ts';
import styles from './Roofline.module.css';

interface PointTipProps {
  readonly text: PointText;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly layout: Layout;
}

const GAP = 10;

/** The essentials of a point, beside it and never over it. */
export function PointTip({ text, x, y, radius, layout }: PointTipProps) {
  const card = useRef<HTMLDivElement>(null);
  usePlacement(card, x, y, radius, layout);
  return (
    <div ref={card} className={styles.tip} role="tooltip">
      <div className={`mono ${styles.tipName}`}>{text.name}</div>
      <div className="dim">{text.about}</div>
      {text.shapes && <div className={`mono dim ${styles.tipShapes}`}>{text.shapes}</div>}
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

/** To the right of the point and below it, or on the sides where there is room. */
function usePlacement(card: RefObject<HTMLDivElement | null>, x: number, y: number, radius: number, layout: Layout) {
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const off = radius + GAP;
    const right = x + off + width <= layout.width;
    const below = y + off + height <= layout.height;
    element.style.left = `${right ? x + off : Math.max(0, x - off - width)}px`;
    element.style.top = `${below ? y + off : Math.max(0, Math.min(y - off - height, layout.height - height))}px`;
  }, [card, x, y, radius, layout]);
}

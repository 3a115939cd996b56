import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './Peek.module.css';
import type { PeekText } from './peek.ts';

export interface PeekTarget extends PeekText {
  readonly anchor: DOMRect;
}

const DELAY_MS = 350;
const GAP = 4;
const MARGIN = 8;

/** Opens a peek after the pointer has rested, or at once; closes it a little late, so that the pointer can go and select from it. */
export function usePeek() {
  const [target, setTarget] = useState<PeekTarget | null>(null);
  const timer = useRef(0);
  const later = (next: PeekTarget | null) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setTarget(next), DELAY_MS);
  };
  const now = (next: PeekTarget | null) => {
    clearTimeout(timer.current);
    setTarget(next);
  };
  const keep = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { target, later, now, keep };
}

interface PeekProps {
  readonly id: string;
  readonly target: PeekTarget;
  onEnter(): void;
  onLeave(): void;
}

/** A card below (or above) its anchor with text that can be selected. It takes no focus. */
export function Peek({ id, target, onEnter, onLeave }: PeekProps) {
  const card = useRef<HTMLDivElement>(null);
  usePlacement(card, target.anchor);
  return (
    <div ref={card} id={id} role="tooltip" className={styles.card} onPointerEnter={onEnter} onPointerLeave={onLeave}>
      <div className={target.mono ? 'mono' : undefined}>{target.text}</div>
      {target.note && <div className={styles.note}>{target.note}</div>}
    </div>
  );
}

function usePlacement(card: RefObject<HTMLDivElement | null>, anchor: DOMRect): void {
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const below = anchor.bottom + GAP;
    const fitsBelow = below + height + MARGIN <= innerHeight;
    element.style.left = `${Math.max(MARGIN, Math.min(anchor.left, innerWidth - width - MARGIN))}px`;
    element.style.top = `${fitsBelow ? below : Math.max(MARGIN, anchor.top - GAP - height)}px`;
  }, [card, anchor]);
}

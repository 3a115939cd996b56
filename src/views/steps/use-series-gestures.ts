import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';

interface SeriesGestures {
  /** The step at a place from the left. */
  stepAt(x: number): number;
  /** The pointer is on a step; -1 when it left. */
  onHover(step: number): void;
  onBrush(anchor: number, head: number): void;
  onBrushed(anchor: number, head: number): void;
  /** The drag was broken off. */
  onCancel(): void;
  onClick(step: number): void;
  onDoubleClick(step: number): void;
}

/** Pixels that a click may shake. */
const SHAKE = 3;

/** A drag brushes steps until it ends or Escape breaks it off, a click picks one, a double click makes it the scope. */
export function useSeriesGestures(on: SeriesGestures) {
  const drag = useRef<{ readonly x: number; readonly anchor: number; moved: boolean } | null>(null);
  const xOf = (event: MouseEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const cancel = () => {
    drag.current = null;
    on.onCancel();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const x = xOf(event);
      drag.current = { x, anchor: on.stepAt(x), moved: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const x = xOf(event);
      on.onHover(on.stepAt(x));
      const { current } = drag;
      if (!current) return;
      current.moved ||= Math.abs(x - current.x) > SHAKE;
      if (current.moved) on.onBrush(current.anchor, on.stepAt(x));
    },
    onPointerUp: (event: PointerEvent) => {
      const { current } = drag;
      drag.current = null;
      if (!current) return;
      if (current.moved) on.onBrushed(current.anchor, on.stepAt(xOf(event)));
      else on.onClick(current.anchor);
    },
    onPointerCancel: cancel,
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current?.moved) return;
      event.stopPropagation();
      cancel();
    },
    onPointerLeave: () => on.onHover(-1),
    onDoubleClick: (event: MouseEvent) => on.onDoubleClick(on.stepAt(xOf(event))),
  };
}

import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { useWheel } from '../../charts/use-wheel.ts';
import type { ChartWindow } from './fit.ts';
import { type Box, isIn, type Layout, type Scales } from './layout.ts';
import { boxBetween, boxed, dragged, type Spot, zoomAt } from './navigate.ts';

interface PlotGestures {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly layout: Layout;
  readonly scales: Scales;
  readonly window: ChartWindow;
  onWindow(window: ChartWindow | null): void;
  /** The pointer rests or moves without a button; null when it leaves or drags. */
  onHover(at: Spot | null): void;
  onClick(at: Spot): void;
}

/** A drag in the making: a pan moves the window that it began with; a box is drawn and zoomed into at its end. */
interface Drag {
  readonly kind: 'pan' | 'box';
  readonly from: Spot;
  readonly window: ChartWindow;
  readonly scales: Scales;
  moved: boolean;
}

/** Pixels that a click may shake. */
const SHAKE = 3;

/** Wheel zooms about the pointer, a drag pans, with Shift it marks a box to zoom into, a double click shows all again. */
export function usePlotGestures(plot: PlotGestures) {
  const { root, layout, scales, window, onWindow, onHover, onClick } = plot;
  const drag = useRef<Drag | null>(null);
  const [box, setBox] = useState<Box | null>(null);
  useWheel(root, ({ factor, ...at }) => onWindow(zoomAt(window, layout, scales, at, factor)));

  const spot = (event: MouseEvent): Spot => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const from = spot(event);
      const inside = isIn(layout.plot, from.x, from.y) || (layout.strip !== null && isIn(layout.strip, from.x, from.y));
      const kind = event.shiftKey && inside ? 'box' : 'pan';
      drag.current = { kind, from, window, scales, moved: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const at = spot(event);
      const { current } = drag;
      if (!current) return onHover(at);
      current.moved ||= Math.hypot(at.x - current.from.x, at.y - current.from.y) > SHAKE;
      if (!current.moved) return;
      onHover(null);
      if (current.kind === 'box') setBox(boxBetween(layout, current.from, at));
      else onWindow(dragged(current.window, layout, current.scales, current.from, at));
    },
    onPointerUp: (event: PointerEvent) => {
      const { current } = drag;
      drag.current = null;
      setBox(null);
      if (!current) return;
      if (!current.moved) return onClick(current.from);
      if (current.kind === 'pan') return;
      const { left, top, width, height } = boxBetween(layout, current.from, spot(event));
      if (width <= SHAKE || height <= SHAKE) return;
      onWindow(boxed(window, layout, scales, { x: left, y: top }, { x: left + width, y: top + height }));
    },
    onPointerCancel: () => {
      drag.current = null;
      setBox(null);
    },
    onPointerLeave: () => onHover(null),
    onDoubleClick: () => onWindow(null),
  };
  return { box, handlers };
}

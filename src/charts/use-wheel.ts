import { type RefObject, useEffect } from 'react';

/** How far a notch of the wheel zooms. */
const WHEEL_BASE = 1.0015;
/** Pixels of a line, where a browser counts the wheel in lines. */
const LINE_PX = 16;

/** A turn of the wheel over a chart: where, by what factor it zooms, and by how many px it moves across. */
export interface WheelTurn {
  readonly x: number;
  readonly y: number;
  readonly factor: number;
  readonly across: number;
}

/** Listens to the wheel over an element, in pixels from its upper left. React's own handlers cannot keep the page from scrolling or zooming. */
export function useWheel(root: RefObject<HTMLElement | null>, onTurn: (turn: WheelTurn) => void): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
      onTurn({
        x: event.clientX - left,
        y: event.clientY - top,
        factor: WHEEL_BASE ** (-event.deltaY * px),
        across: event.deltaX * px,
      });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });
}

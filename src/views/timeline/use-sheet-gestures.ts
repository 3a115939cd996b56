import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Camera } from './camera.ts';
import { lengthOf, panned, type TimeSpan, timeAt, zoomed } from './time-span.ts';

interface SheetGestures {
  readonly camera: Camera;
  readonly sheet: RefObject<HTMLDivElement | null>;
  /** What scrolls the rows. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The pointer is at a place of the sheet, without a button; null when it left or drags. */
  onHover(at: SheetPoint | null): void;
  onClick(at: SheetPoint): void;
  onDoubleClick(at: SheetPoint): void;
  /** Shift and drag marks a span. */
  onMark(span: TimeSpan): void;
}

/** A place of the sheet, px. */
export interface SheetPoint {
  readonly x: number;
  readonly y: number;
}

interface Drag {
  readonly kind: 'pan' | 'mark';
  readonly from: SheetPoint;
  readonly span: TimeSpan;
  readonly scrollTop: number;
  moved: boolean;
}

/** Pixels that a click may shake. */
const SHAKE = 3;
/** How far a pixel of the wheel zooms. */
const WHEEL_BASE = 1.002;
/** Pixels of a line, where a browser counts the wheel in lines. */
const LINE_PX = 16;

/** Ctrl and wheel zooms about the pointer, Shift and wheel pans, a plain wheel scrolls the rows; a drag pans, with Shift it marks. */
export function useSheetGestures({ camera, sheet, scroller, ...on }: SheetGestures) {
  const drag = useRef<Drag | null>(null);
  useTimeWheel(sheet, camera);
  const spot = (event: MouseEvent): SheetPoint => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const width = () => sheet.current?.clientWidth ?? 1;
  const marked = ({ from, span }: Drag, at: SheetPoint): TimeSpan => {
    const ends = [timeAt(span, width(), from.x), timeAt(span, width(), at.x)].map(Math.round).sort((a, b) => a - b);
    return { startNs: ends[0], endNs: Math.max(ends[1], ends[0] + 1) };
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = {
        kind: event.shiftKey ? 'mark' : 'pan',
        from: spot(event),
        span: camera.span,
        scrollTop: scroller.current?.scrollTop ?? 0,
        moved: false,
      };
    },
    onPointerMove: (event: PointerEvent) => {
      const at = spot(event);
      const { current } = drag;
      if (!current) return on.onHover(at);
      current.moved ||= Math.hypot(at.x - current.from.x, at.y - current.from.y) > SHAKE;
      if (!current.moved) return;
      on.onHover(null);
      if (current.kind === 'mark') return on.onMark(marked(current, at));
      const perPixel = lengthOf(current.span) / width();
      camera.show(panned(current.span, (current.from.x - at.x) * perPixel, camera.whole));
      scroller.current?.scrollTo({ top: current.scrollTop + current.from.y - at.y });
    },
    onPointerUp: (event: PointerEvent) => {
      const { current } = drag;
      drag.current = null;
      if (current && !current.moved) on.onClick(spot(event));
    },
    onPointerCancel: () => {
      drag.current = null;
    },
    onPointerLeave: () => on.onHover(null),
    onDoubleClick: (event: MouseEvent) => on.onDoubleClick(spot(event)),
  };
}

/** React's own wheel handlers cannot keep the page from scrolling or zooming. */
export function useTimeWheel(sheet: RefObject<HTMLElement | null>, camera: Camera): void {
  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { left, width } = element.getBoundingClientRect();
      const line = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
      const { span, whole } = camera;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const about = timeAt(span, width, event.clientX - left);
        camera.show(zoomed(span, about, WHEEL_BASE ** (-event.deltaY * line), whole));
        return;
      }
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!isSideways) return;
      event.preventDefault();
      const pixels = (event.deltaX || event.deltaY) * line;
      camera.show(panned(span, (pixels / width) * lengthOf(span), whole));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [sheet, camera]);
}

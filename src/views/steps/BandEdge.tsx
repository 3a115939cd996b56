import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { StepRange } from '../../../workers/engine/engine.ts';
import { formatCount } from '../../format/format.ts';
import { type Edge, edgeByKey, edgeLimits, moveEdge } from './band.ts';
import type { ChartLayout } from './chart-layout.ts';
import styles from './Series.module.css';
import { borderAt, borderPixel, type XAxis } from './x-axis.ts';

interface BandEdgesProps extends Omit<BandEdgeProps, 'edge' | 'top' | 'bottom'> {
  readonly layout: ChartLayout;
}

/** Both edges of the steady band, as far as the axis shows them. */
export function BandEdges({ layout, ...rest }: BandEdgesProps) {
  const { band, axis } = rest;
  const isShown = (border: number) => {
    const x = borderPixel(axis, border);
    return x >= axis.left - 1 && x <= axis.left + axis.width + 1;
  };
  const place = { top: layout.top, bottom: layout.strip?.bottom ?? layout.bottom };
  return (
    <>
      {isShown(band[0]) && <BandEdge edge="start" {...place} {...rest} />}
      {isShown(band[1]) && <BandEdge edge="end" {...place} {...rest} />}
    </>
  );
}

interface BandEdgeProps {
  readonly edge: Edge;
  readonly band: StepRange;
  readonly axis: XAxis;
  readonly count: number;
  readonly top: number;
  readonly bottom: number;
  /** While it is dragged. */
  onMove(band: StepRange): void;
  /** When it is let go, or moved by a key; null when the drag was broken off. */
  onMoved(band: StepRange | null): void;
}

/** Pixels that a click may shake. */
const SHAKE = 3;

/** One edge of the steady band, to drag or to move by the arrow keys. */
function BandEdge({ edge, band, axis, count, top, bottom, onMove, onMoved }: BandEdgeProps) {
  const drag = useRef<{ readonly x: number; moved: boolean } | null>(null);
  const at = edge === 'start' ? band[0] : band[1];
  const limits = edgeLimits(band, edge, count);
  const to = (event: PointerEvent<HTMLElement>) => {
    const left = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
    return moveEdge(band, edge, borderAt(axis, event.clientX - left), count);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const border = edgeByKey(event.key, event.shiftKey, at, limits);
    if (border === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMoved(moveEdge(band, edge, border, count));
  };
  const step = edge === 'start' ? at : at - 1;
  return (
    <div
      className={styles.edge}
      style={{ left: borderPixel(axis, at), top, height: bottom - top }}
      role="slider"
      aria-label={edge === 'start' ? 'First steady step' : 'Last steady step'}
      aria-orientation="horizontal"
      aria-valuemin={edge === 'start' ? limits[0] : limits[0] - 1}
      aria-valuemax={edge === 'start' ? limits[1] : limits[1] - 1}
      aria-valuenow={step}
      aria-valuetext={`step ${formatCount(step)}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, moved: false };
      }}
      onPointerMove={(event) => {
        const { current } = drag;
        if (!current) return;
        event.stopPropagation();
        current.moved ||= Math.abs(event.clientX - current.x) > SHAKE;
        if (current.moved) onMove(to(event));
      }}
      onPointerUp={(event) => {
        const { current } = drag;
        if (!current) return;
        event.stopPropagation();
        drag.current = null;
        onMoved(current.moved ? to(event) : null);
      }}
      onPointerCancel={() => {
        drag.current = null;
        onMoved(null);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}

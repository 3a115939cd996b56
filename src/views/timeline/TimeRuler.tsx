import { type PointerEvent, useEffect, useRef } from 'react';
import { CHART_FONT, CHART_FONT_SIZE } from '../../charts/text-width.ts';
import { useColours } from '../../charts/use-colours.ts';
import { useRatio } from '../../charts/use-ratio.ts';
import { useSize } from '../../charts/use-size.ts';
import { formatDuration } from '../../format/format.ts';
import type { Stage } from './stage.ts';
import styles from './Timeline.module.css';
import { timeAxis } from './time-axis.ts';
import { lengthOf, pixelAt, type TimeSpan, timeAt } from './time-span.ts';
import { useTimeWheel } from './use-sheet-gestures.ts';

interface TimeRulerProps {
  readonly stage: Stage;
  readonly originNs: number;
  readonly marked: TimeSpan | null;
  onMark(span: TimeSpan | null): void;
}

const COLOURS = ['var(--n1)', 'var(--n6)', 'var(--axis)', 'var(--accent)', 'var(--on-accent)'] as const;

/** The axis over the tracks: round times, and the span that is marked with its duration. A drag marks a span, a click none. */
export function TimeRuler({ stage, originNs, marked, onMark }: TimeRulerProps) {
  const [root, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours(COLOURS);
  const ratio = useRatio();
  const anchor = useRef<number | null>(null);
  useTimeWheel(root, stage.camera);
  useEffect(() => {
    stage.setPixels(Math.round(size.width * ratio));
  }, [stage, size.width, ratio]);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    element.width = Math.round(size.width * ratio);
    element.height = Math.round(size.height * ratio);
    const draw = () => {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawRuler(context, size, stage.camera.span, originNs, marked, (name) => colours.get(name) ?? '');
    };
    draw();
    return stage.onDraw(draw);
  }, [stage, size, ratio, colours, originNs, marked]);
  const timeOf = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.round(timeAt(stage.camera.span, width, event.clientX - left));
  };
  return (
    <div
      ref={root}
      className={styles.ruler}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        anchor.current = timeOf(event);
        onMark(null);
      }}
      onPointerMove={(event) => {
        const from = anchor.current;
        if (from === null) return;
        const to = timeOf(event);
        if (to !== from) onMark({ startNs: Math.min(from, to), endNs: Math.max(from, to) });
      }}
      onPointerUp={() => {
        anchor.current = null;
      }}
    >
      <canvas ref={canvas} className={styles.canvas} width={0} height={0} />
    </div>
  );
}

type Colour = (name: (typeof COLOURS)[number]) => string;

function drawRuler(
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  span: TimeSpan,
  originNs: number,
  marked: TimeSpan | null,
  colour: Colour,
): void {
  const { from, ticks } = timeAxis(span, width, originNs);
  context.fillStyle = colour('var(--n1)');
  context.fillRect(0, 0, width, height);
  context.font = `${CHART_FONT_SIZE}px ${CHART_FONT}`;
  context.textBaseline = 'middle';
  const labelEnd = from === '' ? 0 : context.measureText(from).width + 12;
  for (const { x, text } of ticks) {
    context.fillStyle = colour('var(--axis)');
    context.fillRect(Math.round(x), height - 6, 1, 6);
    if (x < labelEnd) continue;
    context.fillStyle = colour('var(--n6)');
    context.fillText(text, x + 4, height / 2);
  }
  if (from !== '') {
    context.fillStyle = colour('var(--n6)');
    context.fillText(from, 2, height / 2);
  }
  if (marked) drawMark(context, width, height, span, marked, colour);
}

function drawMark(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  span: TimeSpan,
  marked: TimeSpan,
  colour: Colour,
): void {
  const from = Math.max(0, pixelAt(span, width, marked.startNs));
  const to = Math.min(width, Math.max(from + 1, pixelAt(span, width, marked.endNs)));
  if (to < 0 || from > width) return;
  const text = formatDuration(lengthOf(marked), 'table');
  const room = context.measureText(text).width + 8;
  context.fillStyle = colour('var(--accent)');
  context.fillRect(from, height - 4, to - from, 4);
  const left = Math.min(width - room, Math.max(0, (from + to - room) / 2));
  context.fillRect(left, 2, room, height - 8);
  context.fillStyle = colour('var(--on-accent)');
  context.fillText(text, left + 4, (height - 4) / 2);
}

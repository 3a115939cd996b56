import { type PointerEvent, useEffect, useRef } from 'react';
import type { CounterPixels, SearchHits } from '../../../workers/engine/timeline-engine.ts';
import { useColours } from '../../charts/use-colours.ts';
import { useRatio } from '../../charts/use-ratio.ts';
import { useSize } from '../../charts/use-size.ts';
import { useBasis } from '../../state/basis.ts';
import { useAnswer } from '../../state/use-answer.ts';
import type { Stage } from './stage.ts';
import styles from './Timeline.module.css';
import { lengthOf, panned, pixelAt, type TimeSpan, timeAt, within } from './time-span.ts';
import { useTimeWheel } from './use-sheet-gestures.ts';

interface MinimapProps {
  readonly stage: Stage;
  /** The counter that is drawn over the whole trace, and its largest value; null without one. */
  readonly counter: { readonly id: string; readonly highest: number } | null;
  readonly scope: readonly TimeSpan[] | null;
  readonly hits: SearchHits | null;
}

const COLOURS = ['var(--n1)', 'var(--n2)', 'var(--bar)', 'var(--accent)', 'var(--warn)'] as const;
/** Pixels of the window in sight at least, so that it can be seen and taken. */
const LEAST_WINDOW = 4;

/** The whole trace: how busy the GPU is, where the scope lies, where slices were found, and the window in sight, to be dragged. */
export function Minimap({ stage, counter, scope, hits }: MinimapProps) {
  const [root, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const ratio = useRatio();
  const colours = useColours(COLOURS);
  const busy = useBusy(stage, counter, size.width);
  useTimeWheel(root, stage.camera);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    canvas.current.width = Math.round(size.width * ratio);
    canvas.current.height = Math.round(size.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawMinimap(context, size, stage.camera.whole, { busy, limit: counter?.highest ?? 0, scope, hits }, colours);
  }, [stage, size, ratio, colours, busy, counter, scope, hits]);
  useEffect(() => {
    const follow = () => {
      if (!pane.current) return;
      const { whole, span } = stage.camera;
      const left = pixelAt(whole, size.width, span.startNs);
      const width = Math.max(LEAST_WINDOW, pixelAt(whole, size.width, span.endNs) - left);
      pane.current.style.transform = `translateX(${Math.min(left, size.width - width)}px)`;
      pane.current.style.width = `${width}px`;
    };
    follow();
    return stage.camera.subscribe(follow);
  }, [stage, size.width]);
  return (
    <div ref={root} className={styles.minimap} {...useMinimapDrag(stage)}>
      <canvas ref={canvas} className={styles.canvas} width={0} height={0} />
      <div ref={pane} className={styles.window} />
    </div>
  );
}

function useBusy(stage: Stage, counter: MinimapProps['counter'], pixels: number): CounterPixels | undefined {
  const basis = useBasis();
  const { startNs, endNs } = stage.camera.whole;
  const key = `minimap ${counter?.id} ${pixels} ${JSON.stringify(basis)}`;
  const { value } = useAnswer(key, async (trace) =>
    counter && pixels > 0 ? trace.timelineCounters(basis, { tracks: [counter.id], startNs, endNs, pixels }) : [],
  );
  return value?.[0];
}

/** A drag of the window moves it, a press beside it brings it there. */
function useMinimapDrag({ camera }: Stage) {
  const grabbed = useRef<{ readonly ns: number; readonly span: TimeSpan } | null>(null);
  const timeOf = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return timeAt(camera.whole, width, event.clientX - left);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const ns = timeOf(event);
      const { span, whole } = camera;
      if (ns < span.startNs || ns > span.endNs) {
        const half = lengthOf(span) / 2;
        camera.show(within({ startNs: ns - half, endNs: ns + half }, whole));
      }
      grabbed.current = { ns, span: camera.span };
    },
    onPointerMove: (event: PointerEvent) => {
      if (!grabbed.current) return;
      camera.show(panned(grabbed.current.span, timeOf(event) - grabbed.current.ns, camera.whole));
    },
    onPointerUp: () => {
      grabbed.current = null;
    },
    onPointerCancel: () => {
      grabbed.current = null;
    },
  };
}

interface MinimapContent {
  readonly busy: CounterPixels | undefined;
  readonly limit: number;
  readonly scope: readonly TimeSpan[] | null;
  readonly hits: SearchHits | null;
}

const MARK_HEIGHT = 5;

function drawMinimap(
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  whole: TimeSpan,
  { busy, limit, scope, hits }: MinimapContent,
  colours: ReadonlyMap<string, string>,
): void {
  const fill = (colour: (typeof COLOURS)[number]) => {
    context.fillStyle = colours.get(colour) ?? '';
  };
  fill('var(--n2)');
  context.fillRect(0, 0, width, height);
  const room = height - MARK_HEIGHT;
  fill('var(--bar)');
  for (let x = 0; busy && x < busy.mean.length; x++) {
    const level = (busy.mean[x] / limit) * room;
    if (level > 0) context.fillRect(x, height - level, 1, level);
  }
  fill('var(--accent)');
  context.globalAlpha = 0.22;
  for (const { startNs, endNs } of scope ?? []) {
    const from = pixelAt(whole, width, startNs);
    context.fillRect(from, 0, Math.max(1, pixelAt(whole, width, endNs) - from), height);
  }
  context.globalAlpha = 1;
  fill('var(--warn)');
  let last = -1;
  for (const startNs of hits?.startNs ?? []) {
    const x = Math.floor(pixelAt(whole, width, startNs));
    if (x !== last) context.fillRect(x, 0, 2, MARK_HEIGHT);
    last = x;
  }
}

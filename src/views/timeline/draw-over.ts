import type { Arrow } from '../../../workers/engine/timeline-engine.ts';
import { isInSight, type PaneFrame } from './paint-pane.ts';
import type { PaneLook } from './pane-look.ts';
import type { Framed, PaneScene } from './pane-scene.ts';
import type { TrackRow } from './rows.ts';
import { laneOf } from './spot.ts';
import { pixelAt } from './time-span.ts';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const VEIL = 0.6;
const MARK = 0.12;
/** Beyond the edges, where nothing need be drawn any more. */
const FAR = 50;

/** Draws what lies over the slices: the veil beside the scope, the marked span, hits, arrows, frames. */
export function drawOver(context: Context, frame: PaneFrame, scene: PaneScene, look: PaneLook): void {
  drawVeil(context, frame, scene, look);
  drawMarked(context, frame, scene, look);
  drawHits(context, frame, scene, look);
  context.lineWidth = 1.5;
  context.strokeStyle = look.colour('var(--n8)');
  for (const arrow of scene.arrows) drawArrow(context, frame, scene, look, arrow);
  if (scene.hovered) drawFrame(context, frame, scene, scene.hovered, look.colour('var(--n8)'), 1);
  if (scene.selected) drawFrame(context, frame, scene, scene.selected, look.colour('var(--accent)'), 2);
}

function drawVeil(context: Context, { span, width, height }: PaneFrame, { scope }: PaneScene, look: PaneLook): void {
  if (!scope) return;
  context.fillStyle = look.colour('var(--n1)');
  context.globalAlpha = VEIL;
  let from = 0;
  for (const part of scope) {
    const start = pixelAt(span, width, part.startNs);
    if (start > from) context.fillRect(from, 0, Math.min(width, start) - from, height);
    from = Math.max(from, pixelAt(span, width, part.endNs));
    if (from >= width) break;
  }
  if (from < width) context.fillRect(from, 0, width - from, height);
  context.globalAlpha = 1;
}

function drawMarked(context: Context, { span, width, height }: PaneFrame, { marked }: PaneScene, look: PaneLook): void {
  if (!marked) return;
  const from = Math.max(-FAR, pixelAt(span, width, marked.startNs));
  const to = Math.min(width + FAR, pixelAt(span, width, marked.endNs));
  if (to <= from) return;
  context.fillStyle = look.colour('var(--accent)');
  context.globalAlpha = MARK;
  context.fillRect(from, 0, to - from, height);
  context.globalAlpha = 1;
  context.fillRect(from - 0.5, 0, 1, height);
  context.fillRect(to - 0.5, 0, 1, height);
}

/** A tick over each hit, in the free strip above the lanes of its row; one a pixel. */
function drawHits(context: Context, frame: PaneFrame, { hits, stack, tracks }: PaneScene, look: PaneLook): void {
  if (!hits) return;
  const { span, width, scrollTop } = frame;
  const tops = new Map<number, number>();
  for (const row of stack.rows) {
    if (row.kind === 'track' && isInSight(row, frame)) tops.set(row.index, row.top - scrollTop);
  }
  const last = new Int32Array(tracks.length).fill(-1);
  context.fillStyle = look.colour('var(--warn)');
  const { startNs, track } = hits;
  for (let i = firstAtOrAfter(startNs, span.startNs); i < startNs.length && startNs[i] <= span.endNs; i++) {
    const x = Math.floor(pixelAt(span, width, startNs[i]));
    const top = tops.get(track[i]);
    if (top === undefined || x === last[track[i]]) continue;
    last[track[i]] = x;
    context.fillRect(x, top, 2, 3);
  }
}

function firstAtOrAfter(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function drawFrame(
  context: Context,
  frame: PaneFrame,
  scene: PaneScene,
  framed: Framed,
  colour: string,
  line: number,
): void {
  const row = rowOf(scene, framed.track);
  if (!row || framed.lane >= row.place.lanes) return;
  const { span, width, scrollTop } = frame;
  const from = Math.max(-FAR, pixelAt(span, width, framed.startNs));
  const to = Math.min(width + FAR, Math.max(from + 2, pixelAt(span, width, framed.endNs)));
  if (to < 0 || from > width) return;
  const { top, laneHeight } = row.place;
  context.strokeStyle = colour;
  context.lineWidth = line;
  const y = Math.round(top + framed.lane * laneHeight - scrollTop);
  context.strokeRect(from - line / 2, y - line / 2, to - from + line, Math.max(2, laneHeight - 1) + line);
}

/** A curve from the end of one slice, or its start where the other begins before that, to the start of the other. */
function drawArrow(context: Context, frame: PaneFrame, scene: PaneScene, look: PaneLook, { from, to }: Arrow): void {
  const fromRow = rowOf(scene, from.track);
  const toRow = rowOf(scene, to.track);
  const fromLane = laneOf(from, scene.pythonCollapsed);
  const toLane = laneOf(to, scene.pythonCollapsed);
  if (!fromRow || !toRow || fromLane === undefined || toLane === undefined) return;
  const { span, width, scrollTop } = frame;
  const x1 = pixelAt(span, width, Math.min(from.endNs, to.startNs));
  const x2 = pixelAt(span, width, to.startNs);
  if (Math.max(x1, x2) < -FAR || Math.min(x1, x2) > width + FAR) return;
  const middle = ({ place }: TrackRow, lane: number) => place.top + (lane + 0.5) * place.laneHeight - scrollTop;
  const y1 = middle(fromRow, fromLane);
  const y2 = middle(toRow, toLane);
  const bend = Math.min(60, Math.max(12, Math.abs(x2 - x1) / 2));
  context.beginPath();
  context.moveTo(x1, y1);
  context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
  context.stroke();
  context.beginPath();
  context.moveTo(x2, y2);
  context.lineTo(x2 - 6, y2 - 3.5);
  context.lineTo(x2 - 6, y2 + 3.5);
  context.fillStyle = look.colour('var(--n8)');
  context.fill();
}

function rowOf({ stack }: PaneScene, id: string): TrackRow | undefined {
  return stack.rows.find((row): row is TrackRow => row.kind === 'track' && row.track.id === id);
}

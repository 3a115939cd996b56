import type { PaneLook } from './pane-look.ts';
import type { PaneScene } from './pane-scene.ts';
import { type Place, paintBand, paintColumn, paintCounter, paintRectangles, type Raster } from './raster.ts';
import type { Row, TrackRow } from './rows.ts';
import type { FeedAnswer } from './slice-feed.ts';
import { timeAxis } from './time-axis.ts';
import type { TimeSpan } from './time-span.ts';

/** Where a pane stands: the part of the stack and of the time that is in sight, in px of the page. */
export interface PaneFrame {
  readonly span: TimeSpan;
  readonly scrollTop: number;
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen a pixel of the page. */
  readonly ratio: number;
}

/** Paints the rows of a pane with their slices and counters. `paint` is the colour of each slice. */
export function paintPane(
  raster: Raster,
  frame: PaneFrame,
  scene: PaneScene,
  look: PaneLook,
  answer: FeedAnswer | null,
  paint: Uint8Array,
): void {
  raster.pixels.fill(look.pixel('var(--n1)'));
  const shown = scene.stack.rows.filter((row) => isInSight(row, frame));
  paintGround(raster, frame, scene, look, shown);
  if (!answer) return;
  const rows = shown.filter((row) => row.kind === 'track');
  const { view, slices, counters } = answer;
  const places = placesOf(rows, view.tracks, frame);
  paintRectangles(raster, slices, paint, look.palette, places, frame.span);
  const tones = [look.pixel('var(--bar)'), look.pixel('var(--n5)')] as const;
  for (const [i, id] of view.counters.entries()) {
    const row = rows.find(({ track }) => track.id === id);
    if (!row) continue;
    const samples = { ...view.span, mean: counters[i].mean, max: counters[i].max, limit: row.track.highest };
    paintCounter(raster, samples, onScreen(row.place, frame), tones, frame.span);
  }
}

export function isInSight({ top, height }: Row, frame: Pick<PaneFrame, 'scrollTop' | 'height'>): boolean {
  return top + height > frame.scrollTop && top < frame.scrollTop + frame.height;
}

/** By place in the tracks of an answer: where the track lies on screen, undefined where it is out of sight. */
function placesOf(rows: readonly TrackRow[], ids: readonly string[], frame: PaneFrame): readonly (Place | undefined)[] {
  const byId = new Map(rows.map((row) => [row.track.id, row.place]));
  return ids.map((id) => {
    const place = byId.get(id);
    return place && onScreen(place, frame);
  });
}

/** A place of the page in pixels of the screen. */
function onScreen({ top, laneHeight, lanes }: Place, { scrollTop, ratio }: PaneFrame): Place {
  return { top: (top - scrollTop) * ratio, laneHeight: laneHeight * ratio, lanes };
}

/** Lines of the axis, lines between the rows, and the heads of groups. */
function paintGround(
  raster: Raster,
  { span, scrollTop, width, ratio }: PaneFrame,
  { originNs }: PaneScene,
  look: PaneLook,
  rows: readonly Row[],
): void {
  const grid = look.pixel('var(--grid)');
  for (const { x } of timeAxis(span, width, originNs).ticks) paintColumn(raster, x * ratio, grid);
  for (const { kind, top, height } of rows) {
    const bottom = (top + height - scrollTop) * ratio;
    if (kind === 'group') paintBand(raster, (top - scrollTop) * ratio, bottom, look.pixel('var(--n2)'));
    paintBand(raster, bottom - 1, bottom, grid);
  }
}

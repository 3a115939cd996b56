import { visibleText } from '../../format/visible-text.ts';
import { isInSight, type PaneFrame } from './paint-pane.ts';
import type { PaneLook } from './pane-look.ts';
import type { PaneScene } from './pane-scene.ts';
import type { Place } from './raster.ts';
import type { FeedAnswer } from './slice-feed.ts';
import { lengthOf } from './time-span.ts';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const FONT = '10.5px "JetBrains Mono Variable", ui-monospace, monospace';
/** Between the edges of a slice and its name. */
const INSET = 3;
/** The least lane that a name is readable in, and the fewest characters that say something. */
const LEAST_LANE = 11;
const LEAST_CHARACTERS = 3;
/** Names in one picture; with more of them nobody reads any. */
const MOST_NAMES = 500;

let characterWidth = 0;

/** Writes names on the slices that have room for them, the start of a long name where it has to be cut. */
export function drawNames(
  context: Context,
  frame: PaneFrame,
  scene: PaneScene,
  look: PaneLook,
  { view, slices }: FeedAnswer,
  paint: Uint8Array,
): void {
  const { span, width, scrollTop } = frame;
  const places = new Map<string, Place>();
  for (const row of scene.stack.rows) {
    if (row.kind === 'track' && row.place.laneHeight >= LEAST_LANE && isInSight(row, frame)) {
      places.set(row.track.id, row.place);
    }
  }
  const byTrack = view.tracks.map((id) => places.get(id));
  context.font = FONT;
  context.textBaseline = 'middle';
  characterWidth ||= context.measureText('m').width;
  const least = LEAST_CHARACTERS * characterWidth + 2 * INSET;
  const scale = width / lengthOf(span);
  const { track, lane, startNs, endNs, name, names } = slices;
  let written = 0;
  for (let i = 0; i < slices.length && written < MOST_NAMES; i++) {
    const place = byTrack[track[i]];
    if (!place || (endNs[i] - startNs[i]) * scale < least) continue;
    const from = Math.max(0, (startNs[i] - span.startNs) * scale);
    const to = Math.min(width, (endNs[i] - span.startNs) * scale);
    const y = place.top + (lane[i] + 0.5) * place.laneHeight - 0.5 - scrollTop;
    if (to - from < least || y < -place.laneHeight || y > frame.height + place.laneHeight) continue;
    context.fillStyle = look.text[paint[i]];
    context.fillText(fitted(names.get(name[i]) ?? '', to - from - 2 * INSET), from + INSET, y);
    written++;
  }
}

/** The start of a text that fits into a width; what was cut is shown by an ellipsis. */
export function fitted(text: string, width: number, character = characterWidth): string {
  const room = Math.floor(width / character);
  const visible = visibleText(text.length > room ? text.slice(0, room) : text);
  return text.length > room ? `${visible.slice(0, Math.max(1, room - 1))}…` : visible;
}

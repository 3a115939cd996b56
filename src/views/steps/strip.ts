import type { StepStrip, StripStream } from '../../../workers/engine/engine.ts';
import { formatCount, formatDuration } from '../../format/format.ts';
import { shortText } from '../../format/visible-text.ts';
import { categoryLook } from '../../styles/categories.ts';

/** A rectangle of a strip: a stream of it, and its place there. */
export interface StripSpot {
  readonly stream: number;
  readonly at: number;
}

/** The rectangles of a stream as paths, one for each place in the strip's categories; x in px over `width`. */
export function streamPaths(strip: StepStrip, stream: StripStream, width: number, height: number): readonly string[] {
  const paths = strip.categories.map(() => '');
  for (let i = 0; i < stream.startNs.length; i++) {
    const x = pixelOf(strip, stream.startNs[i], width);
    const w = Math.max(1, pixelOf(strip, stream.endNs[i], width) - x);
    paths[stream.category[i]] += `M${x.toFixed(1)} 0h${w.toFixed(1)}v${height}h${(-w).toFixed(1)}z`;
  }
  return paths;
}

export function pixelOf({ startNs, endNs }: StepStrip, ns: number, width: number): number {
  return ((ns - startNs) / Math.max(1, endNs - startNs)) * width;
}

/** Pixels beside a rectangle that still mean it. */
const REACH = 2;

/** The rectangle at a pixel, else the nearest one within reach; -1 if there is none. */
export function rectangleAt(strip: StepStrip, stream: StripStream, x: number, width: number): number {
  let found = -1;
  let nearest = REACH;
  for (let i = 0; i < stream.startNs.length; i++) {
    const from = pixelOf(strip, stream.startNs[i], width);
    const to = Math.max(from + 1, pixelOf(strip, stream.endNs[i], width));
    const off = Math.max(from - x, x - to, 0);
    if (off < nearest) {
      nearest = off;
      found = i;
    }
  }
  return found;
}

/** One line about a rectangle: what it is, when, how long. */
export function spotText(strip: StepStrip, { stream: place, at }: StripSpot): string {
  const stream = strip.streams[place];
  const { startNs, endNs, events, category, name, names } = stream;
  const more = events[at] > 1 ? ` and ${formatCount(events[at] - 1)} more` : '';
  return [
    `${shortText(names[name[at]])}${more}`,
    categoryLook(strip.categories[category[at]]).label,
    `${formatDuration(endNs[at] - startNs[at], 'table')} at +${formatDuration(startNs[at] - strip.startNs, 'table')}`,
    `GPU ${stream.device}, stream ${stream.stream}`,
  ].join(' · ');
}

/** Categories that a strip holds, as places in its list, by time. */
export function categoriesIn({
  streams,
  categories,
}: StepStrip): readonly { readonly place: number; readonly ns: number }[] {
  const ns = categories.map(() => 0);
  for (const stream of streams) {
    for (let i = 0; i < stream.startNs.length; i++) ns[stream.category[i]] += stream.endNs[i] - stream.startNs[i];
  }
  return ns
    .map((sum, place) => ({ place, ns: sum }))
    .filter((one) => one.ns > 0)
    .sort((a, b) => b.ns - a.ns);
}

/** Where an arrow key leads from a rectangle; undefined where the key is none of the strip's. */
export function spotByKey({ streams }: StepStrip, spot: StripSpot | null, key: string): StripSpot | undefined {
  if (!['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return undefined;
  if (!spot) return { stream: 0, at: 0 };
  const clamp = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const stream = clamp(spot.stream + (key === 'ArrowUp' ? -1 : 1), streams.length);
    if (stream === spot.stream) return spot;
    const at = streams[spot.stream].startNs[spot.at];
    const after = streams[stream].startNs.findIndex((start) => start >= at);
    return { stream, at: after < 0 ? streams[stream].startNs.length - 1 : after };
  }
  const count = streams[spot.stream].startNs.length;
  if (key === 'Home') return { ...spot, at: 0 };
  if (key === 'End') return { ...spot, at: count - 1 };
  return { ...spot, at: clamp(spot.at + (key === 'ArrowLeft' ? -1 : 1), count) };
}

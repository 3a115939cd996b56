import { lengthOf, type TimeSpan } from './time-span.ts';

/** Pixels of a drawing, row by row, as `ImageData` has them: 0xAABBGGRR. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

/** Rectangles in lanes of tracks; any order. */
export interface Rectangles {
  readonly track: ArrayLike<number>;
  readonly lane: ArrayLike<number>;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** Where a track lies in a raster, px; `lanes` of them from `top` on. */
export interface Place {
  readonly top: number;
  readonly laneHeight: number;
  readonly lanes: number;
}

/** A rectangle from this width on leaves its last pixel free, so that two of one colour are told apart. */
const PARTED = 4;

/**
 * Paints rectangles: each into one line of its lane, and then that line into the others. `places[i]` is where the track with index i
 * lies, undefined where it is not shown; `paint[i]` is the place of a rectangle's colour in `palette`.
 */
export function paintRectangles(
  raster: Raster,
  rectangles: Rectangles,
  paint: Uint8Array,
  palette: Uint32Array,
  places: readonly (Place | undefined)[],
  span: TimeSpan,
): void {
  const { width, height, pixels } = raster;
  const { track, lane, startNs, endNs } = rectangles;
  const scale = width / lengthOf(span);
  const lines = places.map((place) => place && laneLines(place, height));
  for (let i = 0; i < startNs.length; i++) {
    const line = lines[track[i]]?.[lane[i]] ?? -1;
    if (line < 0) continue;
    const from = Math.floor((startNs[i] - span.startNs) * scale);
    if (from >= width) continue;
    const end = Math.floor((endNs[i] - span.startNs) * scale);
    if (end < 0) continue;
    const to = end - from >= PARTED ? end - 1 : Math.max(end, from + 1);
    pixels.fill(palette[paint[i]], line * width + Math.max(0, from), line * width + Math.min(width, to));
  }
  for (const [i, place] of places.entries()) if (place) copyLines(raster, place, lines[i] ?? []);
}

/** First line in sight of each lane, -1 for one that is out of sight. */
function laneLines(place: Place, height: number): number[] {
  return Array.from({ length: place.lanes }, (_, lane) => {
    const { from, to } = laneSpan(place, lane);
    return to <= 0 || from >= height ? -1 : Math.max(0, from);
  });
}

/** Lines that a lane fills: all but a last one that parts it from the next, where there is room for that. */
export function laneSpan({ top, laneHeight }: Place, lane: number): { readonly from: number; readonly to: number } {
  const from = Math.round(top + lane * laneHeight);
  const next = Math.round(top + (lane + 1) * laneHeight);
  return { from, to: Math.max(from + 1, laneHeight >= PARTED ? next - 1 : next) };
}

function copyLines({ width, height, pixels }: Raster, place: Place, lines: readonly number[]): void {
  for (const [lane, line] of lines.entries()) {
    if (line < 0) continue;
    const to = Math.min(height, laneSpan(place, lane).to);
    for (let y = line + 1; y < to; y++) pixels.copyWithin(y * width, line * width, (line + 1) * width);
  }
}

/** A counter over a span of time, one value a part of it; NaN where it has none. */
export interface Samples extends TimeSpan {
  readonly mean: Float32Array;
  readonly max: Float32Array;
  /** What fills the row's height. */
  readonly limit: number;
}

/** Paints a counter as an area: what it is on average, and fainter up to what it reaches. */
export function paintCounter(
  { width, height, pixels }: Raster,
  { startNs, endNs, mean, max, limit }: Samples,
  { top, laneHeight }: Place,
  [solid, faint]: readonly [solid: number, faint: number],
  span: TimeSpan,
): void {
  const bottom = Math.round(top + laneHeight) - 1;
  const room = (laneHeight - 2) / Math.max(limit, Number.MIN_VALUE);
  for (let x = 0; x < width; x++) {
    const ns = span.startNs + ((x + 0.5) / width) * lengthOf(span);
    const at = Math.floor(((ns - startNs) / (endNs - startNs)) * mean.length);
    if (at < 0 || at >= mean.length || !(max[at] > 0)) continue;
    const reached = bottom - Math.max(1, Math.round(max[at] * room));
    const level = bottom - Math.round(mean[at] * room);
    for (let y = Math.max(0, reached); y < Math.min(height, bottom); y++) {
      pixels[y * width + x] = y >= level ? solid : faint;
    }
  }
}

/** Paints whole lines, `[from, to)`, cut off at the edges. */
export function paintBand({ width, height, pixels }: Raster, from: number, to: number, pixel: number): void {
  pixels.fill(pixel, Math.max(0, Math.round(from)) * width, Math.min(height, Math.round(to)) * width);
}

/** Paints a column of one pixel. */
export function paintColumn({ width, height, pixels }: Raster, x: number, pixel: number): void {
  const at = Math.round(x);
  if (at < 0 || at >= width) return;
  for (let y = 0; y < height; y++) pixels[y * width + at] = pixel;
}

import { shortText } from '../../format/visible-text.ts';
import { fitted } from './draw-names.ts';
import { isInSight, type PaneFrame } from './paint-pane.ts';
import type { PaneColour } from './pane-look.ts';
import type { PaneScene } from './pane-scene.ts';
import { laneSpan } from './raster.ts';
import type { Row, TrackRow } from './rows.ts';
import type { FeedAnswer } from './slice-feed.ts';
import { timeAxis } from './time-axis.ts';
import { lengthOf, pixelAt, type TimeSpan } from './time-span.ts';

/** A pane in a picture: what it shows, and where its upper edge is. */
export interface PicturePane {
  readonly scene: Omit<PaneScene, 'hovered'>;
  readonly frame: Omit<PaneFrame, 'ratio'>;
  readonly top: number;
}

/** A timeline to be drawn as SVG, px. Its panes share the width right of the labels. */
export interface TimelineImage {
  readonly width: number;
  readonly height: number;
  readonly labels: number;
  readonly span: TimeSpan;
  readonly originNs: number;
  readonly panes: readonly PicturePane[];
  readonly answer: FeedAnswer | null;
  /** Colours as they stand on the page now. */
  colour(name: PaneColour): string;
  /** By place in the scale. */
  readonly palette: readonly string[];
  readonly text: readonly string[];
}

/** Height of the axis in a picture. */
export const RULER = 22;
const UI = 'font-family="Inter, system-ui, sans-serif" font-size="11"';
const MONO = 'font-family="JetBrains Mono, ui-monospace, monospace" font-size="10.5"';
/** Width of a character of the names, px. */
const CHARACTER = 6.3;
const LEAST_NAME = 26;

/** An SVG document of a timeline as it stands. */
export function timelineSvg(image: TimelineImage): string {
  const { width, height, colour } = image;
  const parts = [
    `<rect width="${width}" height="${height}" fill="${colour('var(--n1)')}"/>`,
    ruler(image),
    ...image.panes.map((pane, i) => paneSvg(image, pane, `pane${i}`)),
  ];
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join('')}</svg>`;
}

function ruler({ width, labels, span, originNs, colour }: TimelineImage): string {
  const { from, ticks } = timeAxis(span, width - labels, originNs);
  const marks = ticks.map(({ x, text: label }) => {
    const at = round(labels + x);
    return (
      `<path d="M${at} ${RULER - 6}v6" stroke="${colour('var(--n5)')}"/>` +
      text(at + 4, RULER / 2 + 4, label, colour('var(--n6)'), UI)
    );
  });
  return [...marks, from === '' ? '' : text(8, RULER / 2 + 4, from, colour('var(--n6)'), UI)].join('');
}

function paneSvg(image: TimelineImage, pane: PicturePane, id: string): string {
  const { labels, width } = image;
  const { frame, top } = pane;
  const rows = pane.scene.stack.rows.filter((row) => isInSight(row, frame));
  const tracks = rows.filter((row): row is TrackRow => row.kind === 'track');
  return [
    `<clipPath id="${id}"><rect x="${labels}" y="${top}" width="${width - labels}" height="${frame.height}"/></clipPath>`,
    `<clipPath id="${id}l"><rect x="0" y="${top}" width="${labels - 4}" height="${frame.height}"/></clipPath>`,
    `<g clip-path="url(#${id}l)">${rows.map((row) => label(image, pane, row)).join('')}</g>`,
    `<g clip-path="url(#${id})">`,
    ...rows.map((row) => ground(image, pane, row)),
    image.answer ? slices(image, pane, tracks, image.answer) : '',
    image.answer ? counters(image, pane, tracks, image.answer) : '',
    marked(image, pane),
    selected(image, pane, tracks),
    '</g>',
  ].join('');
}

function label({ colour }: TimelineImage, { frame, top }: PicturePane, row: Row): string {
  const y = top + row.top - frame.scrollTop + 15;
  if (row.kind === 'group') return text(8, y, row.group, colour('var(--n8)'), `${UI} font-weight="600"`);
  return text(16, y, shortText(row.track.title, 60), colour('var(--n8)'), UI);
}

function ground({ colour, labels, width }: TimelineImage, { frame, top }: PicturePane, row: Row): string {
  const y = top + row.top - frame.scrollTop;
  const band = `<rect x="${labels}" y="${round(y)}" width="${width - labels}" height="${row.height}" fill="${colour('var(--n2)')}"/>`;
  const line = `<path d="M${labels} ${round(y + row.height) - 0.5}H${width}" stroke="${colour('var(--grid)')}"/>`;
  return (row.kind === 'group' ? band : '') + line;
}

/** A path for all slices of a colour, then the names that fit. */
function slices(image: TimelineImage, pane: PicturePane, rows: readonly TrackRow[], answer: FeedAnswer): string {
  const { span, labels, palette } = image;
  const { frame, top, scene } = pane;
  const byTrack = answer.view.tracks.map((id) => rows.find(({ track }) => track.id === id));
  const paint = scene.scale.paint(answer.slices, answer.view.tracks);
  const paths = palette.map(() => '');
  const names: string[] = [];
  const { length, track, lane, startNs, endNs, name, names: texts } = answer.slices;
  for (let i = 0; i < length; i++) {
    const row = byTrack[track[i]];
    if (!row || lane[i] >= row.place.lanes || endNs[i] < span.startNs || startNs[i] > span.endNs) continue;
    const x1 = Math.max(0, pixelAt(span, frame.width, startNs[i]));
    const x2 = Math.min(frame.width, Math.max(x1 + 1, pixelAt(span, frame.width, endNs[i])));
    const { from, to } = laneSpan(row.place, lane[i]);
    const y = top + from - frame.scrollTop;
    const w = round(x2 - x1 > 3 ? x2 - x1 - 1 : x2 - x1);
    paths[paint[i]] += `M${round(labels + x1)} ${y}h${w}v${to - from}h${-w}z`;
    if (w < LEAST_NAME || to - from < 10) continue;
    const written = fitted(texts.get(name[i]) ?? '', w - 6, CHARACTER);
    names.push(text(labels + x1 + 3, y + (to - from) / 2 + 3.5, written, image.text[paint[i]], MONO));
  }
  return (
    paths.map((d, place) => (d === '' ? '' : `<path d="${d}" fill="${palette[place]}"/>`)).join('') + names.join('')
  );
}

function counters(
  { colour, labels, span }: TimelineImage,
  { frame, top }: PicturePane,
  rows: readonly TrackRow[],
  { view, counters: values }: FeedAnswer,
): string {
  return view.counters
    .map((id, i) => {
      const row = rows.find(({ track }) => track.id === id);
      if (!row) return '';
      const { mean } = values[i];
      const bottom = top + row.place.top + row.place.laneHeight - 1 - frame.scrollTop;
      const room = (row.place.laneHeight - 2) / Math.max(row.track.highest, Number.MIN_VALUE);
      const timeOf = (at: number) => view.span.startNs + (at / mean.length) * lengthOf(view.span);
      let d = '';
      for (let at = 0; at < mean.length; at++) {
        if (!(mean[at] > 0) || timeOf(at + 1) < span.startNs || timeOf(at) > span.endNs) continue;
        const x1 = round(labels + pixelAt(span, frame.width, timeOf(at)));
        const x2 = round(labels + pixelAt(span, frame.width, timeOf(at + 1)));
        d += `M${x1} ${round(bottom)}V${round(bottom - mean[at] * room)}H${x2}V${round(bottom)}z`;
      }
      return `<path d="${d}" fill="${colour('var(--bar)')}"/>`;
    })
    .join('');
}

function marked({ colour, labels, span }: TimelineImage, { scene, frame, top }: PicturePane): string {
  if (!scene.marked) return '';
  const from = pixelAt(span, frame.width, scene.marked.startNs);
  const to = pixelAt(span, frame.width, scene.marked.endNs);
  return `<rect x="${round(labels + from)}" y="${top}" width="${round(to - from)}" height="${frame.height}" fill="${colour('var(--accent)')}" fill-opacity="0.12"/>`;
}

function selected(
  { colour, labels, span }: TimelineImage,
  { scene, frame, top }: PicturePane,
  rows: readonly TrackRow[],
): string {
  const row = rows.find(({ track }) => track.id === scene.selected?.track);
  if (!row || !scene.selected) return '';
  const from = pixelAt(span, frame.width, scene.selected.startNs);
  const to = Math.max(from + 2, pixelAt(span, frame.width, scene.selected.endNs));
  const lane = laneSpan(row.place, scene.selected.lane);
  const y = top + lane.from - frame.scrollTop;
  return `<rect x="${round(labels + from - 1)}" y="${y - 1}" width="${round(to - from + 2)}" height="${lane.to - lane.from + 2}" fill="none" stroke="${colour('var(--accent)')}" stroke-width="2"/>`;
}

function text(x: number, y: number, content: string, fill: string, font: string): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="${fill}" ${font}>${escaped(content)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (character) => ENTITIES[character]);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

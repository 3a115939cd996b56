import { expect, test } from 'vitest';
import type { TimelineTrack } from '../../../workers/engine/timeline-engine.ts';
import { DEFAULT_TIMELINE_SETTINGS } from '../../state/timeline-settings.ts';
import { colourScale } from './colour-scales.ts';
import { layOutRows } from './rows.ts';
import { slicesOf } from './test-slices.ts';
import { timelineSvg } from './timeline-svg.ts';

const TRACK: TimelineTrack = {
  id: 'gpu',
  kind: 'stream',
  group: 'GPU <0>',
  title: 'Stream 7',
  subtitle: '',
  lanes: 1,
  lanesCollapsed: 1,
  events: 2,
  unit: '',
  highest: 0,
};

test('slices stand where their times say, a path for each colour, and names where they fit', () => {
  const scale = colourScale('category', [
    { id: 'gemm', label: 'GEMM' },
    { id: 'copy', label: 'copy' },
  ]);
  const span = { startNs: 0, endNs: 1000 };
  const slices = slicesOf(
    [
      { startNs: 100, endNs: 600, category: 0, name: 1 },
      { startNs: 700, endNs: 710, category: 1, name: 2 },
      { startNs: 2000, endNs: 2100, category: 1, name: 2 },
    ],
    new Map([
      [1, 'gemm<a & b>'],
      [2, 'copy'],
    ]),
  );
  const { others } = layOutRows([TRACK], DEFAULT_TIMELINE_SETTINGS);
  const scene = {
    tracks: [TRACK],
    stack: others,
    scale,
    pythonCollapsed: true,
    originNs: 0,
    selected: { track: 'gpu', lane: 0, startNs: 100, endNs: 600 },
    arrows: [],
    hits: null,
    marked: null,
    scope: null,
  };
  const svg = timelineSvg({
    width: 600,
    height: 100,
    labels: 100,
    span,
    originNs: 0,
    panes: [{ scene, frame: { span, scrollTop: 0, width: 500, height: 78 }, top: 22 }],
    answer: { view: { tracks: ['gpu'], counters: [], span, pixels: 500, pythonCollapsed: true }, slices, counters: [] },
    colour: (name) => name,
    palette: scale.entries.map((_, place) => `#${place}`),
    text: scale.entries.map(() => '#fff'),
  });
  // 22 px of axis, 22 of the group's head, 3 of padding; a lane of 16 leaves its last pixel free.
  expect(svg).toContain('<path d="M150 47h249v15h-249z" fill="#0"/>');
  expect(svg).toContain('<path d="M450 47h4v15h-4z" fill="#1"/>');
  expect(svg).toContain('>gemm&lt;a &amp; b&gt;</text>');
  expect(svg).not.toContain('>copy</text>');
  expect(svg).toContain('>GPU &lt;0&gt;</text>');
  expect(svg).not.toMatch(/NaN|undefined/);
});

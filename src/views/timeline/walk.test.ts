import { expect, test } from 'vitest';
import type { TimelineTrack } from '../../../workers/engine/timeline-engine.ts';
import { DEFAULT_TIMELINE_SETTINGS } from '../../state/timeline-settings.ts';
import { layOutRows } from './rows.ts';
import { SliceIndex } from './slice-index.ts';
import { slicesOf } from './test-slices.ts';
import { type WalkPlace, walked } from './walk.ts';

const made = (id: string, lanes: number): TimelineTrack => ({
  id,
  kind: 'thread',
  group: 'g',
  title: id,
  subtitle: '',
  lanes,
  lanesCollapsed: lanes,
  events: 9,
  unit: '',
  highest: 0,
});
const STACK = layOutRows([made('host', 3), made('gpu', 1)], DEFAULT_TIMELINE_SETTINGS).others;
const slices = slicesOf([
  { track: 0, lane: 0, startNs: 0, endNs: 100 },
  { track: 0, lane: 0, startNs: 200, endNs: 300 },
  { track: 0, lane: 2, startNs: 10, endNs: 20, count: 5 },
  { track: 0, lane: 2, startNs: 30, endNs: 40 },
  { track: 1, lane: 0, startNs: 50, endNs: 60 },
]);
const span = { startNs: 0, endNs: 400 };
const ANSWER = {
  view: { tracks: ['host', 'gpu'], counters: [], span, pixels: 400, pythonCollapsed: true },
  slices,
  counters: [],
};
const INDEX = new SliceIndex(slices);
const from = (place: WalkPlace | null, move: 'next' | 'last' | 'up' | 'down', inSight = span) =>
  walked(ANSWER, INDEX, STACK, place, move, inSight);

test('the first key stands on the first slice in sight', () => {
  expect(from(null, 'next')).toBe(0);
  expect(from(null, 'down', { startNs: 150, endNs: 400 })).toBe(1);
  expect(from({ track: 'gone', lane: 0, startNs: 0 }, 'next')).toBe(0);
});

test('keys go along a lane, past all events that share a rectangle', () => {
  expect(from({ track: 'host', lane: 0, startNs: 0 }, 'next')).toBe(1);
  expect(from({ track: 'host', lane: 0, startNs: 200 }, 'next')).toBe(-1);
  expect(from({ track: 'host', lane: 2, startNs: 14 }, 'next')).toBe(3);
  expect(from({ track: 'host', lane: 2, startNs: 14 }, 'last')).toBe(-1);
  expect(from({ track: 'host', lane: 2, startNs: 30 }, 'last')).toBe(2);
});

test('keys go to the next lane that has a slice, over the border of a track', () => {
  expect(from({ track: 'host', lane: 0, startNs: 0 }, 'down')).toBe(2);
  expect(from({ track: 'host', lane: 2, startNs: 30 }, 'down')).toBe(4);
  expect(from({ track: 'gpu', lane: 0, startNs: 50 }, 'up')).toBe(3);
  expect(from({ track: 'gpu', lane: 0, startNs: 50 }, 'down')).toBe(-1);
  expect(from({ track: 'host', lane: 0, startNs: 0 }, 'up')).toBe(-1);
});

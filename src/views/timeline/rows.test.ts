import { expect, test } from 'vitest';
import type { TimelineTrack } from '../../../workers/engine/engine.ts';
import { DEFAULT_TIMELINE_SETTINGS } from '../../state/timeline-settings.ts';
import { layOutRows, movedTrack, type RowStack, rowAt } from './rows.ts';

const TRACKS = [
  made('steps', 'Steps', 1),
  made('thread:0', 'python', 30, 4),
  made('thread:1', 'python', 12, 0),
  made('stream:0:7', 'GPU 0', 1),
  made('stream:0:9', 'GPU 0', 2),
  { ...made('counter:busy', 'GPU 0', 0), kind: 'counter' as const },
];

function made(id: string, group: string, lanes: number, lanesCollapsed = lanes): TimelineTrack {
  return { id, kind: 'thread', group, title: id, subtitle: '', lanes, lanesCollapsed, events: 1, unit: '', highest: 0 };
}

function names({ rows }: RowStack): string[] {
  return rows.map((row) => (row.kind === 'group' ? `# ${row.group}` : row.track.id));
}

test('rows follow each other under the heads of their groups; a track of Python alone is gone with its frames', () => {
  const { others, pinned } = layOutRows(TRACKS, DEFAULT_TIMELINE_SETTINGS);
  expect(names(others)).toEqual([
    '# Steps',
    'steps',
    '# python',
    'thread:0',
    '# GPU 0',
    'stream:0:7',
    'stream:0:9',
    'counter:busy',
  ]);
  expect(pinned).toEqual({ rows: [], height: 0 });
  let bottom = 0;
  for (const { top, height } of others.rows) {
    expect(top).toBe(bottom);
    bottom += height;
  }
  expect(others.height).toBe(bottom);
  const open = layOutRows(TRACKS, { ...DEFAULT_TIMELINE_SETTINGS, pythonCollapsed: false });
  expect(names(open.others)).toContain('thread:1');
});

test('a row is as high as its lanes need; collapsed it has the height of one', () => {
  const rowOf = (stack: RowStack, id: string) => stack.rows.find((row) => row.kind === 'track' && row.track.id === id);
  const usual = rowOf(layOutRows(TRACKS, DEFAULT_TIMELINE_SETTINGS).others, 'thread:0');
  const tall = { ...DEFAULT_TIMELINE_SETTINGS, tracks: { 'thread:0': { laneHeight: 30 } } };
  const low = { ...DEFAULT_TIMELINE_SETTINGS, tracks: { 'thread:0': { laneHeight: 30, collapsed: true } } };
  expect(usual?.height).toBe(4 * 16 + 6);
  expect(rowOf(layOutRows(TRACKS, tall).others, 'thread:0')?.height).toBe(4 * 30 + 6);
  expect(rowOf(layOutRows(TRACKS, low).others, 'thread:0')).toMatchObject({
    height: 22,
    place: { laneHeight: 4, lanes: 4 },
  });
});

test('hidden tracks are listed apart, pinned ones stand above, of a collapsed group the head is left', () => {
  const { pinned, others, hidden } = layOutRows(TRACKS, {
    ...DEFAULT_TIMELINE_SETTINGS,
    tracks: { steps: { hidden: true }, 'stream:0:9': { pinned: true } },
    collapsedGroups: ['python'],
  });
  expect(names(pinned)).toEqual(['stream:0:9']);
  expect(names(others)).toEqual(['# python', '# GPU 0', 'stream:0:7', 'counter:busy']);
  expect(hidden.map(({ id }) => id)).toEqual(['steps']);
});

test('a track moves among those of its group and no further', () => {
  const shown = (order: readonly string[]) =>
    names(layOutRows(TRACKS, { ...DEFAULT_TIMELINE_SETTINGS, order }).others).filter((name) => !name.startsWith('#'));
  const down = movedTrack(TRACKS, [], 'stream:0:7', 1);
  expect(shown(down)).toEqual(['steps', 'thread:0', 'stream:0:9', 'stream:0:7', 'counter:busy']);
  expect(shown(movedTrack(TRACKS, down, 'stream:0:7', 9))).toEqual([
    'steps',
    'thread:0',
    'stream:0:9',
    'counter:busy',
    'stream:0:7',
  ]);
  expect(shown(movedTrack(TRACKS, [], 'stream:0:7', -3))).toEqual(shown([]));
});

test('a height tells its row', () => {
  const { others } = layOutRows(TRACKS, DEFAULT_TIMELINE_SETTINGS);
  expect(rowAt(others, 0)).toMatchObject({ kind: 'group', group: 'Steps' });
  expect(rowAt(others, 30)).toMatchObject({ kind: 'track', index: 0 });
  expect(rowAt(others, others.height)).toBeUndefined();
});

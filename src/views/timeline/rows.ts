import type { TimelineTrack } from '../../../workers/engine/engine.ts';
import type { TimelineSettings, TrackSettings } from '../../state/timeline-settings.ts';
import type { Place } from './raster.ts';

/** The head of a group of tracks. */
export interface GroupRow {
  readonly kind: 'group';
  readonly group: string;
  readonly top: number;
  readonly height: number;
  readonly collapsed: boolean;
  /** Tracks of it that are shown, or would be. */
  readonly tracks: number;
}

export interface TrackRow {
  readonly kind: 'track';
  readonly track: TimelineTrack;
  /** Place in the tracks of the trace. */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** Where its lanes lie. */
  readonly place: Place;
  readonly settings: TrackSettings;
}

export type Row = GroupRow | TrackRow;

/** Rows one under the other, y from 0. */
export interface RowStack {
  readonly rows: readonly Row[];
  readonly height: number;
}

export interface RowLayout {
  /** Tracks that stay in sight above the others. */
  readonly pinned: RowStack;
  readonly others: RowStack;
  /** Tracks that the user hid. */
  readonly hidden: readonly TimelineTrack[];
}

const GROUP_HEIGHT = 22;
/** Above the first lane of a row and below its last. */
const PADDING = 3;
/** The least height of a row, for its title. */
const LEAST_ROW = 22;
const LANE = 16;
const COUNTER_LANE = 34;
export const LEAST_LANE = 2;
export const MOST_LANE = 80;

type Arrangement = Pick<TimelineSettings, 'tracks' | 'order' | 'collapsedGroups' | 'pythonCollapsed'>;

/** Where every track lies, as the user arranged them. */
export function layOutRows(tracks: readonly TimelineTrack[], arrangement: Arrangement): RowLayout {
  const settingsOf = ({ id }: TimelineTrack) => arrangement.tracks[id] ?? {};
  const filled = tracks.filter((track) => lanesOf(track, arrangement.pythonCollapsed) > 0);
  const shown = inOrder(filled, arrangement.order).filter((track) => !settingsOf(track).hidden);
  return {
    pinned: stacked(
      tracks,
      shown.filter((track) => settingsOf(track).pinned),
      arrangement,
      false,
    ),
    others: stacked(
      tracks,
      shown.filter((track) => !settingsOf(track).pinned),
      arrangement,
      true,
    ),
    hidden: filled.filter((track) => settingsOf(track).hidden),
  };
}

/** Lanes that a track has with or without its Python frames. */
function lanesOf({ kind, lanes, lanesCollapsed }: TimelineTrack, pythonCollapsed: boolean): number {
  if (kind === 'counter') return 1;
  return pythonCollapsed ? lanesCollapsed : lanes;
}

function stacked(
  all: readonly TimelineTrack[],
  shown: readonly TimelineTrack[],
  arrangement: Arrangement,
  withGroups: boolean,
): RowStack {
  const rows: Row[] = [];
  let top = 0;
  let group: string | null = null;
  for (const track of shown) {
    const collapsed = withGroups && arrangement.collapsedGroups.includes(track.group);
    if (withGroups && track.group !== group) {
      group = track.group;
      const count = shown.filter((other) => other.group === track.group).length;
      rows.push({ kind: 'group', group, top, height: GROUP_HEIGHT, collapsed, tracks: count });
      top += GROUP_HEIGHT;
    }
    if (collapsed) continue;
    const row = trackRow(track, all.indexOf(track), top, arrangement);
    rows.push(row);
    top += row.height;
  }
  return { rows, height: top };
}

function trackRow(track: TimelineTrack, index: number, top: number, arrangement: Arrangement): TrackRow {
  const settings = arrangement.tracks[track.id] ?? {};
  const lanes = lanesOf(track, arrangement.pythonCollapsed);
  const laneHeight = settings.collapsed ? LANE / lanes : (settings.laneHeight ?? usualLane(track));
  const height = Math.max(LEAST_ROW, Math.round(lanes * laneHeight) + 2 * PADDING);
  return { kind: 'track', track, index, top, height, place: { top: top + PADDING, laneHeight, lanes }, settings };
}

/** Height of a lane where the user chose none. */
export function usualLane({ kind }: TimelineTrack): number {
  return kind === 'counter' ? COUNTER_LANE : LANE;
}

/** Tracks in the user's order; those of a group stay together, where the first of them comes. */
function inOrder(tracks: readonly TimelineTrack[], order: readonly string[]): readonly TimelineTrack[] {
  const rank = new Map(order.map((id, at) => [id, at]));
  const ranked = (track: TimelineTrack) => rank.get(track.id) ?? order.length;
  const groups = [...new Set(tracks.map(({ group }) => group))];
  return groups.flatMap((group) =>
    tracks.filter((track) => track.group === group).sort((a, b) => ranked(a) - ranked(b)),
  );
}

/** The order after a track moved among those of its group by some places. */
export function movedTrack(
  tracks: readonly TimelineTrack[],
  order: readonly string[],
  id: string,
  by: number,
): readonly string[] {
  const group = tracks.find((track) => track.id === id)?.group;
  const ids = inOrder(tracks, order).map((track) => track.id);
  const own = ids.filter((other) => tracks.some((track) => track.id === other && track.group === group));
  const from = own.indexOf(id);
  if (from < 0) return order;
  const moved = own.toSpliced(from, 1);
  moved.splice(Math.max(0, Math.min(moved.length, from + by)), 0, id);
  let next = 0;
  return ids.map((other) => (own.includes(other) ? moved[next++] : other));
}

/** The row at a height; undefined below the last. */
export function rowAt({ rows }: RowStack, y: number): Row | undefined {
  return rows.find(({ top, height }) => y >= top && y < top + height);
}

import type { RowStack, TrackRow } from './rows.ts';
import type { SheetMove } from './sheet-keys.ts';
import type { FeedAnswer } from './slice-feed.ts';
import type { SliceIndex } from './slice-index.ts';
import type { TimeSpan } from './time-span.ts';

/** A place that the keys are on. */
export interface WalkPlace {
  readonly track: string;
  readonly lane: number;
  readonly startNs: number;
}

/** The slice that a key leads to, as a place in the answer; -1 where there is none. Without a place to start from, the first in sight. */
export function walked(
  { view, slices }: FeedAnswer,
  index: SliceIndex,
  stack: RowStack,
  from: WalkPlace | null,
  move: SheetMove,
  inSight: TimeSpan,
): number {
  const rows = stack.rows.filter((row): row is TrackRow => row.kind === 'track' && view.tracks.includes(row.track.id));
  const place = (row: TrackRow) => view.tracks.indexOf(row.track.id);
  const at = rows.findIndex(({ track }) => track.id === from?.track);
  if (!from || at < 0) {
    const lanes = rows.flatMap((row) => lanesOf(row).map((lane) => ({ row, lane })));
    return firstOf(lanes, ({ row, lane }) => {
      const here = index.at(place(row), lane, inSight.startNs, 0);
      const found = here >= 0 ? here : index.neighbour(place(row), lane, inSight.startNs, 1);
      return found >= 0 && slices.startNs[found] <= inSight.endNs ? found : -1;
    });
  }
  const row = rows[at];
  if (move === 'next' || move === 'last') {
    // Several events share a rectangle: its start, not that of the event, is where it stands.
    const own = index.at(place(row), from.lane, from.startNs, 0);
    const startNs = own < 0 ? from.startNs : slices.startNs[own];
    return index.neighbour(place(row), from.lane, startNs, move === 'next' ? 1 : -1);
  }
  const lanes = rows.flatMap((one) => lanesOf(one).map((lane) => ({ row: one, lane })));
  const here = lanes.findIndex((one) => one.row === row && one.lane === from.lane);
  const onward = move === 'down' ? lanes.slice(here + 1) : lanes.slice(0, here).reverse();
  return firstOf(onward, ({ row: other, lane }) => index.nearest(place(other), lane, from.startNs));
}

function lanesOf({ place }: TrackRow): readonly number[] {
  return Array.from({ length: place.lanes }, (_, lane) => lane);
}

/** The first answer that is not -1. */
function firstOf<T>(list: readonly T[], found: (one: T) => number): number {
  for (const one of list) {
    const place = found(one);
    if (place >= 0) return place;
  }
  return -1;
}

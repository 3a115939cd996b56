import type { EventPlace } from '../../../workers/engine/timeline-engine.ts';
import type { FeedAnswer } from './slice-feed.ts';

/** A rectangle of the timeline, as it is pointed at. */
export interface Spot {
  /** Id of its track. */
  readonly track: string;
  readonly lane: number;
  readonly startNs: number;
  readonly endNs: number;
  /** The longest event in it, and how many there are. */
  readonly event: number;
  readonly count: number;
  readonly name: string;
  /** Place in the categories of the trace. */
  readonly category: number;
}

/** The rectangle with a place in an answer. */
export function spotOf({ view, slices }: FeedAnswer, i: number): Spot {
  return {
    track: view.tracks[slices.track[i]],
    lane: slices.lane[i],
    startNs: slices.startNs[i],
    endNs: slices.endNs[i],
    event: slices.event[i],
    count: slices.count[i],
    name: slices.names.get(slices.name[i]) ?? '',
    category: slices.category[i],
  };
}

/** The lane of an event; undefined where Python frames are left out and it is one. */
export function laneOf({ lane, laneCollapsed }: EventPlace, pythonCollapsed: boolean): number | undefined {
  if (!pythonCollapsed) return lane;
  return laneCollapsed < 0 ? undefined : laneCollapsed;
}

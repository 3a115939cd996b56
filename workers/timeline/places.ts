import type { EventId } from '../ingest/trace-columns.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { eventKeys } from './event-keys.ts';
import { eventLayout, NO_LANE } from './layout.ts';
import { eventTrackId } from './slice-tracks.ts';
import type { EventPlace } from './timeline-types.ts';

/** Where an event is drawn; null for one that is not. */
export function placeOf(model: TraceModel, event: EventId): EventPlace | null {
  const { tracks, trackOf, laneOf, collapsedLaneOf } = eventLayout(model);
  // An event that is not there has no track either.
  const track = tracks[trackOf[event]];
  if (!track) return null;
  const { ts, dur } = model.columns;
  return {
    event,
    name: eventKeys(model).nameOf(event),
    track: eventTrackId(model, track),
    lane: laneOf[event],
    laneCollapsed: collapsedLaneOf[event] === NO_LANE ? -1 : collapsedLaneOf[event],
    startNs: ts[event],
    endNs: ts[event] + dur[event],
  };
}

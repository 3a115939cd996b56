import { onceBy } from '../base/memo.ts';
import { EventFlag, type EventId } from '../ingest/trace-columns.ts';
import { isGpuKind, isSlice } from '../trace/event-kinds.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { intoLanes, type Lanes, sortOutermostFirst } from './lanes.ts';
import type { TrackKind } from './timeline-types.ts';

/** Which events stand together: the slices of a GPU stream, or of one kind on a track of the file. */
export interface EventTrack extends Lanes {
  readonly kind: Extract<TrackKind, 'stream' | 'annotations' | 'thread' | 'instants'>;
  /** Index into the streams of the model for a stream, into the tracks of the columns for others. */
  readonly of: number;
  /** Number of lanes without Python frames. */
  readonly lanesCollapsed: number;
  readonly hasPython: boolean;
}

/** Every event that is drawn stands on one track. */
export interface Layout {
  readonly tracks: readonly EventTrack[];
  /** By event: index into `tracks`, -1 for what is not drawn. */
  readonly trackOf: Int32Array;
  readonly laneOf: Uint16Array;
  /** By event: its lane where Python frames are left out; `NO_LANE` for those. */
  readonly collapsedLaneOf: Uint16Array;
}

/** In place of a lane where an event is not drawn. */
export const NO_LANE = 0xffff;

/** Where the events of a trace stand. */
export const eventLayout = onceBy(({ columns }: TraceModel) => columns, makeLayout);

/** The row of `gpuEvents` of each event, -1 for others. */
export const gpuRowOf = onceBy(
  ({ columns }: TraceModel) => columns,
  ({ columns, gpuEvents }): Int32Array => {
    const rows = new Int32Array(columns.length).fill(-1);
    for (let row = 0; row < gpuEvents.length; row++) rows[gpuEvents[row]] = row;
    return rows;
  },
);

const KINDS = ['annotations', 'thread', 'instants'] as const;

function makeLayout(model: TraceModel): Layout {
  const { columns, streams } = model;
  const placeOf = placesOf(model);
  const { start, events } = grouped(placeOf, streams.length + columns.tracks.length * KINDS.length);
  const tracks: EventTrack[] = [];
  const laneOf = new Uint16Array(columns.length);
  const collapsedLaneOf = new Uint16Array(columns.length).fill(NO_LANE);
  const trackAt = new Int32Array(start.length - 1).fill(-1);
  for (let place = 0; place < trackAt.length; place++) {
    if (start[place] === start[place + 1]) continue;
    const inFile = place - streams.length;
    trackAt[place] = tracks.length;
    tracks.push({
      kind: inFile < 0 ? 'stream' : KINDS[inFile % KINDS.length],
      of: inFile < 0 ? place : Math.floor(inFile / KINDS.length),
      ...laidOut(model, events.subarray(start[place], start[place + 1]), laneOf, collapsedLaneOf),
    });
  }
  const trackOf = placeOf.map((place) => (place < 0 ? -1 : trackAt[place]));
  return { tracks, trackOf, laneOf, collapsedLaneOf };
}

/**
 * By event: its stream, or behind the streams its track of the file in one of the forms of `KINDS`; -1 for what is not drawn. What was added
 * to the trace has no time of its own.
 */
function placesOf(model: TraceModel): Int32Array {
  const { columns, streams, gpuEvents, streamOf } = model;
  const placeOf = new Int32Array(columns.length).fill(-1);
  for (let event = 0; event < model.recorded; event++) {
    const form = formOf(model, event);
    if (form >= 0) placeOf[event] = streams.length + columns.track[event] * KINDS.length + form;
  }
  for (let row = 0; row < gpuEvents.length; row++) placeOf[gpuEvents[row]] = streamOf[row];
  return placeOf;
}

/** Puts the events of a track, given in file order, into lanes, and those of them that are no Python frames anew. */
function laidOut(
  { columns, kind }: TraceModel,
  events: Int32Array,
  laneOf: Uint16Array,
  collapsedLaneOf: Uint16Array,
): Lanes & Pick<EventTrack, 'lanesCollapsed' | 'hasPython'> {
  sortOutermostFirst(events, columns);
  const lanes = intoLanes(events, columns, (event, lane) => {
    laneOf[event] = lane;
  });
  const others = events.filter((event) => kind[event] !== EventKind.pythonFunction);
  const collapsed = intoLanes(others, columns, (event, lane) => {
    collapsedLaneOf[event] = lane;
  });
  return { ...lanes, lanesCollapsed: collapsed.laneStart.length - 1, hasPython: others.length < events.length };
}

/** Place in `KINDS` of what an event is, -1 for one that is not drawn there: GPU work, and what only says something about others. */
function formOf({ columns, kind }: TraceModel, event: EventId): number {
  if (Number.isNaN(columns.ts[event]) || isGpuKind(kind[event])) return -1;
  switch (kind[event]) {
    case EventKind.userAnnotation:
    case EventKind.gpuAnnotation:
      return KINDS.indexOf('annotations');
    case EventKind.counter:
    case EventKind.metadata:
    case EventKind.flow:
      return -1;
    default:
      if (isSlice(columns, event)) return KINDS.indexOf('thread');
      return (columns.flags[event] & EventFlag.pairedEnd) === 0 ? KINDS.indexOf('instants') : -1;
  }
}

/** Events by place, each place's in file order. */
function grouped(placeOf: Int32Array, places: number): { start: Uint32Array; events: Int32Array } {
  const start = new Uint32Array(places + 1);
  for (const place of placeOf) if (place >= 0) start[place + 1]++;
  for (let place = 0; place < places; place++) start[place + 1] += start[place];
  const events = new Int32Array(start[places]);
  const next = start.slice();
  for (let event = 0; event < placeOf.length; event++) if (placeOf[event] >= 0) events[next[placeOf[event]]++] = event;
  return { start, events };
}

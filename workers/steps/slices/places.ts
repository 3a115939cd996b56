import { numericKey } from '../../ingest/event-args.ts';
import { EventFlag, type EventId, type TraceColumns } from '../../ingest/trace-columns.ts';
import { EventsById } from '../../trace/events-by-id.ts';
import type { EventsByKind } from '../../trace/events-by-kind.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import type { Steps } from '../steps.ts';
import { stepAt } from '../tiles.ts';

/** A part that a trace is divided into: the index of a step, or one of `OUTSIDE`. */
export type Place = number;

/** The place of what is not divided: metadata, which goes into every slice. */
const UNDIVIDED = -4;

/** Where every event belongs, so that a trace can be saved in parts. */
export interface Places {
  /** By event: a GPU event's is the tile that launched it, any other's the tile in which it starts. Metadata has none. */
  readonly of: Int32Array;
  /** The end of each begin event, which goes with it. */
  readonly endOf: ReadonlyMap<EventId, EventId>;
}

/** Divides the events of a trace among its steps and what is outside them. One pass and a binary search an event. */
export function placeEvents(model: TraceModel, byKind: EventsByKind, { tileMap, tileOf }: Steps): Places {
  const { columns, kind, gpuEvents } = model;
  const places = new Int32Array(columns.length);
  for (let event = 0; event < columns.length; event++) {
    const isMetadata = kind[event] === EventKind.metadata;
    places[event] = isMetadata ? UNDIVIDED : stepAt(tileMap, columns.track[event], startOf(columns, event));
  }
  for (let row = 0; row < gpuEvents.length; row++) places[gpuEvents[row]] = tileOf[row];
  placeGpuAnnotations(columns, byKind, places);
  const endOf = endsOfBegins(columns);
  for (const [begin, end] of endOf) places[end] = places[begin];
  return { of: places, endOf };
}

/** When an event starts: infinitely far off outside the exact range, and before everything without any time. */
function startOf({ ts, outOfRange, base }: TraceColumns, event: EventId): number {
  if (!Number.isNaN(ts[event])) return ts[event];
  return (outOfRange.get(event) ?? base) > base ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

/** Device mirrors of host annotations go with their host annotation: the device may be steps behind. */
function placeGpuAnnotations(columns: TraceColumns, byKind: EventsByKind, places: Int32Array) {
  const mirrors = byKind.of(EventKind.gpuAnnotation);
  if (mirrors.length === 0) return;
  const externalId = numericKey(columns, 'args.External id').idAt;
  const annotations = new EventsById(byKind.byStart([EventKind.userAnnotation]), columns.ts, externalId);
  for (const mirror of mirrors) {
    const annotation = annotations.latest(externalId(mirror), columns.ts[mirror]);
    if (annotation !== -1) places[mirror] = places[annotation];
  }
}

/** The end events of the begin events that have one: per track the latest open begin is closed first. */
function endsOfBegins({ length, ts, track, flags }: TraceColumns): ReadonlyMap<EventId, EventId> {
  const paired: EventId[] = [];
  const either = EventFlag.pairedBegin | EventFlag.pairedEnd;
  for (let event = 0; event < length; event++) if ((flags[event] & either) !== 0) paired.push(event);
  paired.sort((a, b) => ts[a] - ts[b] || a - b);
  const open = new Map<number, EventId[]>();
  const endOf = new Map<EventId, EventId>();
  for (const event of paired) {
    const stack = open.get(track[event]) ?? [];
    open.set(track[event], stack);
    if ((flags[event] & EventFlag.pairedBegin) !== 0) stack.push(event);
    else {
      const begin = stack.pop();
      if (begin !== undefined) endOf.set(begin, event);
    }
  }
  return endOf;
}

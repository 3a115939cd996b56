import { numericKey } from '../../ingest/event-args.ts';
import type { EventId } from '../../ingest/trace-columns.ts';
import { EventsById } from '../../trace/events-by-id.ts';
import type { EventsByKind } from '../../trace/events-by-kind.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';

/** Flow events in pairs, one row a pair, and the places of both ends. A tail with several heads is in several rows. */
export interface Arrows {
  readonly tail: Int32Array;
  readonly head: Int32Array;
  readonly tailPlace: Int32Array;
  readonly headPlace: Int32Array;
}

const PHASE_S = 's'.charCodeAt(0);

/**
 * Pairs flow events by (category, id): every head with the last tail before it. An arrow into a GPU event lies where that event
 * lies, with its launch; all others where their ends are in time.
 * @param placeOf the place of every event.
 */
export function placeArrows(model: TraceModel, byKind: EventsByKind, placeOf: Int32Array): Arrows {
  const { ph, cat, ts } = model.columns;
  const flows = byKind.of(EventKind.flow);
  const arrows = {
    tail: new Int32Array(flows.length),
    head: new Int32Array(flows.length),
    tailPlace: new Int32Array(flows.length),
    headPlace: new Int32Array(flows.length),
  };
  const gpuEventAt = gpuEventFinder(model);
  const id = numericKey(model.columns, 'id').idAt;
  let rows = 0;
  for (const category of new Set(flows.map((event) => cat[event]))) {
    const ends = (tails: boolean) =>
      byKind.byStart([EventKind.flow], (event) => cat[event] === category && (ph[event] === PHASE_S) === tails);
    const tails = new EventsById(ends(true), ts, id);
    for (const head of ends(false)) {
      const tail = tails.latest(id(head), ts[head]);
      if (tail === -1) continue;
      const gpuEvent = gpuEventAt(head);
      arrows.tail[rows] = tail;
      arrows.head[rows] = head;
      arrows.tailPlace[rows] = placeOf[gpuEvent === -1 ? tail : gpuEvent];
      arrows.headPlace[rows] = placeOf[gpuEvent === -1 ? head : gpuEvent];
      rows++;
    }
  }
  return {
    tail: arrows.tail.subarray(0, rows),
    head: arrows.head.subarray(0, rows),
    tailPlace: arrows.tailPlace.subarray(0, rows),
    headPlace: arrows.headPlace.subarray(0, rows),
  };
}

/** Finds the GPU event that an end of a flow lies on, -1 if none. */
function gpuEventFinder({ columns, gpuEvents }: TraceModel): (flow: EventId) => EventId {
  const { ts, dur, track } = columns;
  const byTrack = new EventsById(gpuEvents, ts, (event) => track[event]);
  return (flow) => {
    const event = byTrack.latest(track[flow], ts[flow]);
    return event !== -1 && ts[event] <= ts[flow] && ts[flow] <= ts[event] + dur[event] ? event : -1;
  };
}

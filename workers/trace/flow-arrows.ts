import { numericKey } from '../ingest/event-args.ts';
import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { EventsById } from './events-by-id.ts';
import type { EventsByKind } from './events-by-kind.ts';
import { EventKind } from './trace-model.ts';

/** Flow events, paired by id. */
export interface FlowArrows {
  /** Where arrows end (`f`), by start. */
  readonly heads: Int32Array;
  /** Where the arrow that ends in `head` begins (`s`): the last of its id before it, -1 if none. */
  tailOf(head: EventId): EventId;
}

const PHASE_S = 's'.charCodeAt(0);
const PHASE_F = 'f'.charCodeAt(0);

/** The arrows of the categories that `accepts`. */
export function flowArrows(
  columns: TraceColumns,
  byKind: EventsByKind,
  accepts: (category: string) => boolean,
): FlowArrows {
  const { ph, cat, ts, strings } = columns;
  const accepted = new Map<number, boolean>();
  const isAccepted = (category: number): boolean => {
    const known = accepted.get(category);
    if (known !== undefined) return known;
    const answer = accepts(strings.get(category));
    accepted.set(category, answer);
    return answer;
  };
  const ofPhase = (phase: number) =>
    byKind.byStart([EventKind.flow], (event) => ph[event] === phase && isAccepted(cat[event]));
  const id = numericKey(columns, 'id');
  const tails = new EventsById(ofPhase(PHASE_S), ts, id.idAt);
  return { heads: ofPhase(PHASE_F), tailOf: (head) => tails.latest(id.idAt(head), ts[head]) };
}

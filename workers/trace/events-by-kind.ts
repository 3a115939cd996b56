import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { sortByStart } from './sort-events.ts';
import type { EventKind } from './trace-model.ts';

const KINDS = 256;

/** The events with usable times, grouped by kind: one pass over a trace instead of one a question. */
export class EventsByKind {
  readonly #ts: Float64Array;
  readonly #events: Int32Array;
  readonly #start = new Uint32Array(KINDS + 1);

  constructor({ length, ts }: TraceColumns, kind: Uint8Array) {
    this.#ts = ts;
    for (let event = 0; event < length; event++) if (!Number.isNaN(ts[event])) this.#start[kind[event] + 1]++;
    for (let k = 0; k < KINDS; k++) this.#start[k + 1] += this.#start[k];
    this.#events = new Int32Array(this.#start[KINDS]);
    const next = this.#start.slice();
    for (let event = 0; event < length; event++) {
      if (!Number.isNaN(ts[event])) this.#events[next[kind[event]]++] = event;
    }
  }

  /** The events of a kind in file order; not to be changed. */
  of(kind: EventKind): Int32Array {
    return this.#events.subarray(this.#start[kind], this.#start[kind + 1]);
  }

  /** The events of some kinds, of these those that `matches` if it is given, by start, then file order. */
  byStart(kinds: readonly EventKind[], matches?: (event: EventId) => boolean): Int32Array {
    const lists = kinds.map((kind) => (matches ? this.of(kind).filter(matches) : this.of(kind)));
    const events = new Int32Array(lists.reduce((sum, list) => sum + list.length, 0));
    let filled = 0;
    for (const list of lists) {
      events.set(list, filled);
      filled += list.length;
    }
    sortByStart(events, this.#ts);
    return events;
  }
}

import type { EventId } from '../ingest/trace-columns.ts';

/** Whether a correlation or external id links at all: 0 and -1 stand for none. */
export function isLinkId(id: number): boolean {
  return id > 0 || id < -1;
}

const BLOCK_BITS = 4;
const BLOCK_MASK = 2 ** BLOCK_BITS - 1;

/**
 * Events grouped by a number (correlation, external id, flow id, sequence number, track), each group by start. A typed hash table:
 * a `Map` of arrays would cost an object a group.
 */
export class EventsById {
  readonly #ts: Float64Array;
  readonly #mask: number;
  /** Group number + 1 in each slot of the hash table, 0 = empty. */
  readonly #slots: Int32Array;
  readonly #ids: Float64Array;
  #groups = 0;
  /** Where each group begins in `#members`. */
  readonly #start: Uint32Array;
  readonly #members: Int32Array;

  /** Groups `events`, which are in order of start, by `idOf`; events whose id is NaN are left out. */
  constructor(events: Int32Array, ts: Float64Array, idOf: (event: EventId) => number) {
    this.#ts = ts;
    let capacity = 16;
    while (capacity < events.length * 2) capacity *= 2;
    this.#mask = capacity - 1;
    this.#slots = new Int32Array(capacity);
    this.#ids = new Float64Array(events.length);
    this.#start = new Uint32Array(events.length + 1);
    const group = new Int32Array(events.length);
    for (let i = 0; i < events.length; i++) {
      group[i] = this.#groupOf(idOf(events[i]));
      if (group[i] !== -1) this.#start[group[i] + 1]++;
    }
    for (let g = 0; g < this.#groups; g++) this.#start[g + 1] += this.#start[g];
    this.#members = new Int32Array(this.#start[this.#groups]);
    const next = this.#start.slice(0, this.#groups);
    for (let i = 0; i < events.length; i++) if (group[i] !== -1) this.#members[next[group[i]]++] = events[i];
  }

  /** The last event with this id that starts no later than `time`, else its first event, -1 if the id has none. */
  latest(id: number, time: number): EventId {
    const group = this.#slots[this.#slotOf(id)] - 1;
    if (group === -1) return -1;
    let low = this.#start[group] + 1;
    let high = this.#start[group + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ts[this.#members[middle]] <= time) low = middle + 1;
      else high = middle;
    }
    return this.#members[low - 1];
  }

  #groupOf(id: number): number {
    if (Number.isNaN(id)) return -1;
    const slot = this.#slotOf(id);
    if (this.#slots[slot] === 0) {
      this.#ids[this.#groups] = id;
      this.#slots[slot] = ++this.#groups;
    }
    return this.#slots[slot] - 1;
  }

  /** The slot that holds the id, or the empty one where it belongs. */
  #slotOf(id: number): number {
    // Neighbouring ids share a block of slots: they are asked for one after the other, and a block is one line of the cache.
    const hash = Math.imul(id >>> BLOCK_BITS, 0x9e3779b1) ^ Math.imul((id / 2 ** 32) | 0, 0x85ebca6b);
    let slot = (((hash ^ (hash >>> 15)) << BLOCK_BITS) | (id & BLOCK_MASK)) & this.#mask;
    while (this.#slots[slot] !== 0 && this.#ids[this.#slots[slot] - 1] !== id) slot = (slot + 1) & this.#mask;
    return slot;
  }
}

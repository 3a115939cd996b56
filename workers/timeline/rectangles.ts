import type { EventId } from '../ingest/trace-columns.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { type CallColours, eventKeys } from './event-keys.ts';
import type { Rectangle } from './pyramid.ts';
import { NONE, type TimelineSlices } from './timeline-types.ts';

const FIRST_CAPACITY = 1024;
/** What is kept of a rectangle, one after the other. */
const Field = { track: 0, lane: 1, startNs: 2, endNs: 3, count: 4, event: 5, category: 6, step: 7 } as const;
const FIELDS = 8;

/** Rectangles in the making, without an object each. */
export class Rectangles {
  #fields = new Float64Array(FIRST_CAPACITY * FIELDS);
  #length = 0;

  /** @param step The step that the rectangle is, -1 for a rectangle of events. */
  add(track: number, lane: number, { startNs, endNs, count, category }: Rectangle, event: EventId, step: number): void {
    const at = this.#length++ * FIELDS;
    if (at === this.#fields.length) {
      const grown = new Float64Array(at * 2);
      grown.set(this.#fields);
      this.#fields = grown;
    }
    const fields = this.#fields;
    fields[at + Field.track] = track;
    fields[at + Field.lane] = lane;
    fields[at + Field.startNs] = startNs;
    fields[at + Field.endNs] = endNs;
    fields[at + Field.count] = count;
    fields[at + Field.event] = event;
    fields[at + Field.category] = category;
    fields[at + Field.step] = step;
  }

  /** All rectangles with the keys that they are coloured by. */
  finish(model: TraceModel, colours: CallColours): TimelineSlices {
    const length = this.#length;
    const slices = {
      length,
      track: new Uint16Array(this.#column(Field.track)),
      lane: new Uint16Array(this.#column(Field.lane)),
      startNs: this.#column(Field.startNs),
      endNs: this.#column(Field.endNs),
      count: new Uint32Array(this.#column(Field.count)),
      event: new Int32Array(this.#column(Field.event)),
      category: new Uint8Array(this.#column(Field.category)),
      name: new Uint32Array(length),
      operator: new Uint32Array(length),
      phase: new Uint8Array(length),
      bound: new Uint8Array(length).fill(NONE),
      overRoof: new Float32Array(length).fill(Number.NaN),
      names: new Map<number, string>(),
    };
    const { name: nameOf, strings } = model.columns;
    const isNamed = new Uint8Array(strings.length);
    const keys = eventKeys(model);
    const addName = (event: EventId): number => {
      const id = nameOf[event];
      if (isNamed[id] === 0) slices.names.set(id, keys.nameOf(event));
      isNamed[id] = 1;
      return id;
    };
    const step = new Int32Array(this.#column(Field.step));
    for (let at = 0; at < length; at++) {
      const event = slices.event[at];
      slices.name[at] = addName(event);
      const operator = keys.operatorOf(event);
      if (operator >= 0) slices.operator[at] = addName(operator);
      slices.phase[at] = keys.phaseOf(step[at] >= 0 ? step[at] : keys.stepOf(event));
      const row = keys.rowOf(event);
      if (row < 0) continue;
      slices.bound[at] = colours.bound[row];
      slices.overRoof[at] = colours.overRoof[row];
    }
    return slices;
  }

  #column(field: number): Float64Array {
    const column = new Float64Array(this.#length);
    for (let at = 0; at < column.length; at++) column[at] = this.#fields[at * FIELDS + field];
    return column;
  }
}

/** The typed arrays of an answer, to be transferred. */
export function buffersOf(answer: object): ArrayBufferLike[] {
  return Object.values(answer).flatMap((part) => (ArrayBuffer.isView(part) ? [part.buffer] : []));
}

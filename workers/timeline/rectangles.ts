import type { EventId } from '../ingest/trace-columns.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { type CallColours, operatorAt, phaseOfStep, shownName, stepOfEvent, unifiedRowOf } from './event-keys.ts';
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
      track: this.#into(new Uint16Array(length), Field.track),
      lane: this.#into(new Uint16Array(length), Field.lane),
      startNs: this.#into(new Float64Array(length), Field.startNs),
      endNs: this.#into(new Float64Array(length), Field.endNs),
      count: this.#into(new Uint32Array(length), Field.count),
      event: this.#into(new Int32Array(length), Field.event),
      category: this.#into(new Uint8Array(length), Field.category),
      name: new Uint32Array(length),
      operator: new Uint32Array(length),
      phase: new Uint8Array(length),
      bound: new Uint8Array(length).fill(NONE),
      overRoof: new Float32Array(length).fill(Number.NaN),
      names: new Map<number, string>(),
    };
    const { name: nameOf } = model.columns;
    const shown = shownName(model);
    const rowOf = unifiedRowOf(model);
    const addName = (event: EventId): number => {
      const id = nameOf[event];
      if (!slices.names.has(id)) slices.names.set(id, shown(event));
      return id;
    };
    const step = this.#into(new Int32Array(length), Field.step);
    for (let at = 0; at < length; at++) {
      const event = slices.event[at];
      slices.name[at] = addName(event);
      const operator = operatorAt(model, event);
      if (operator >= 0) slices.operator[at] = addName(operator);
      slices.phase[at] = phaseOfStep(model, step[at] >= 0 ? step[at] : stepOfEvent(model, event));
      const row = rowOf(event);
      if (row < 0) continue;
      slices.bound[at] = colours.bound[row];
      slices.overRoof[at] = colours.overRoof[row];
    }
    return slices;
  }

  #into<T extends { [place: number]: number; readonly length: number }>(column: T, field: number): T {
    for (let at = 0; at < column.length; at++) column[at] = this.#fields[at * FIELDS + field];
    return column;
  }
}

/** The typed arrays of an answer, to be transferred. */
export function buffersOf(answer: object): ArrayBufferLike[] {
  return Object.values(answer).flatMap((part) => (ArrayBuffer.isView(part) ? [part.buffer] : []));
}

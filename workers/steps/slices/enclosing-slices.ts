import type { EventId } from '../../ingest/trace-columns.ts';
import { isGpuKind, isSlice } from '../../trace/event-kinds.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import { type Lane, OUTSIDE, type Steps } from '../steps.ts';
import type { Place } from './places.ts';

/** A slice, and the positions [from, to) in its lane whose tiles it encloses. */
interface Enclosing {
  readonly event: EventId;
  readonly lane: number;
  readonly from: number;
  readonly to: number;
}

/** Host slices that enclose whole tiles of steps after the one in which they start: a frame that waits, a loop around all steps. */
export class EnclosingSlices {
  readonly #slices: Enclosing[] = [];
  /** By lane, then step: the step's position in the lane, -1 where the lane does not know it. */
  readonly #positions: readonly Int32Array[];

  constructor({ columns, kind }: TraceModel, { steps, tileMap }: Steps, placeOf: Int32Array) {
    const { length, ts, dur, track } = columns;
    const { lanes, laneOfTrack } = tileMap;
    this.#positions = lanes.map((lane) => positionsIn(lane, steps.length));
    if (lanes.length === 0) return;
    for (let event = 0; event < length; event++) {
      const place = placeOf[event];
      if (place < OUTSIDE.before || !isSlice(columns, event)) continue;
      if (isGpuKind(kind[event]) || kind[event] === EventKind.gpuAnnotation) continue;
      const lane = laneOfTrack[track[event]];
      const from = place === OUTSIDE.before ? 0 : this.#positions[lane][place] + 1;
      let to = from;
      while (to < lanes[lane].starts.length && tileEnd(lanes[lane], to) <= ts[event] + dur[event]) to++;
      if (to > from) this.#slices.push({ event, lane, from, to });
    }
  }

  /** The slices around the tile of a step; none around what is outside. */
  of(place: Place): EventId[] {
    if (place <= OUTSIDE.before) return [];
    const around = this.#slices.filter(({ lane, from, to }) => {
      const position = this.#positions[lane][place];
      return from <= position && position < to;
    });
    return around.map(({ event }) => event);
  }
}

function positionsIn({ steps }: Lane, count: number): Int32Array {
  const positions = new Int32Array(count).fill(-1);
  for (let i = 0; i < steps.length; i++) positions[steps[i]] = i;
  return positions;
}

function tileEnd({ starts, endNs }: Lane, position: number): number {
  return position + 1 < starts.length ? starts[position + 1] : endNs;
}

import type { EventId } from '../../ingest/trace-columns.ts';
import { EventsByKind } from '../../trace/events-by-kind.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import type { Steps } from '../steps.ts';
import { type Arrows, placeArrows } from './arrows.ts';
import { EnclosingSlices } from './enclosing-slices.ts';
import { PlaceGroups } from './place-groups.ts';
import { type Place, type Places, placeEvents } from './places.ts';

/**
 * Cuts a trace into slices that stand alone. Every event but metadata and flows belongs to one place; a slice of some places holds
 * the events of these, and for context what may be in other slices too: host slices that enclose one of its events or a whole tile
 * of it, all metadata, and the flows whose both ends it holds.
 */
export class Slicer {
  readonly #model: TraceModel;
  readonly #places: Places;
  readonly #events: PlaceGroups;
  readonly #gpuRows: PlaceGroups;
  readonly #arrows: Arrows;
  readonly #arrowRows: PlaceGroups;
  readonly #metadata: readonly EventId[];
  readonly #overTiles: EnclosingSlices;
  /** By event, while a slice is put together: 1 once it is in. */
  readonly #taken: Uint8Array;

  constructor(model: TraceModel, steps: Steps) {
    const { columns, kind } = model;
    const count = steps.steps.length;
    const byKind = new EventsByKind(columns, kind);
    this.#model = model;
    this.#places = placeEvents(model, byKind, steps);
    this.#events = new PlaceGroups(this.#places.of, count, (event) => kind[event] !== EventKind.flow);
    this.#gpuRows = new PlaceGroups(steps.tileOf, count);
    this.#arrows = placeArrows(model, byKind, this.#places.of);
    this.#arrowRows = new PlaceGroups(this.#arrows.headPlace, count);
    this.#metadata = eventsThat(columns.length, (event) => kind[event] === EventKind.metadata);
    this.#overTiles = new EnclosingSlices(model, steps, this.#places.of);
    this.#taken = new Uint8Array(columns.length);
  }

  /** How many events belong to a place. */
  size(place: Place): number {
    return this.#events.of(place).length;
  }

  /** The rows of `gpuEvents` of a place, by start. */
  gpuRows(place: Place): Int32Array {
    return this.#gpuRows.of(place);
  }

  /** The events of the slice of `places` in file order. */
  events(places: readonly Place[]): Int32Array {
    const chosen: EventId[] = [];
    for (const place of places) for (const event of this.#events.of(place)) this.#take(event, chosen);
    for (const event of this.#enclosing(places, chosen)) this.#takeWithAncestors(event, chosen);
    for (const event of this.#metadata) this.#take(event, chosen);
    this.#takeArrows(places, chosen);
    for (const event of chosen) this.#taken[event] = 0;
    return Int32Array.from(chosen).sort();
  }

  /** What encloses an event of `chosen`, nearest only, or a whole tile. */
  #enclosing(places: readonly Place[], chosen: readonly EventId[]): EventId[] {
    const { parent } = this.#model;
    const above = chosen.map((event) => parent[event]).filter((event) => event !== -1);
    return [...above, ...places.flatMap((place) => this.#overTiles.of(place))];
  }

  #takeWithAncestors(event: EventId, chosen: EventId[]) {
    for (let above = event; above !== -1 && this.#taken[above] === 0; above = this.#model.parent[above]) {
      this.#take(above, chosen);
      const end = this.#places.endOf.get(above);
      if (end !== undefined) this.#take(end, chosen);
    }
  }

  #takeArrows(places: readonly Place[], chosen: EventId[]) {
    const { tail, head, tailPlace } = this.#arrows;
    const inSlice = new Set(places);
    for (const place of places) {
      for (const row of this.#arrowRows.of(place)) {
        if (!inSlice.has(tailPlace[row])) continue;
        this.#take(tail[row], chosen);
        this.#take(head[row], chosen);
      }
    }
  }

  #take(event: EventId, chosen: EventId[]) {
    if (this.#taken[event] !== 0) return;
    this.#taken[event] = 1;
    chosen.push(event);
  }
}

function eventsThat(length: number, matches: (event: EventId) => boolean): EventId[] {
  const found: EventId[] = [];
  for (let event = 0; event < length; event++) if (matches(event)) found.push(event);
  return found;
}

import { attributionOf } from '../attribution/attribution.ts';
import { CATEGORIES, type CategoryId } from '../attribution/categories.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { GpuStream, TraceModel } from '../trace/trace-model.ts';
import type { Basis } from './report-types.ts';

/** What a step runs on its GPU streams, to be drawn. Times in ns since the trace's base. */
export interface StepStrip {
  /** From its first start to its last end on the GPU. */
  readonly startNs: number;
  readonly endNs: number;
  /** By device, then stream. */
  readonly streams: readonly StripStream[];
  /** What `category` of a stream points to. */
  readonly categories: readonly CategoryId[];
}

/** One stream's rectangles, by start. */
export interface StripStream extends GpuStream {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** GPU events in the rectangle: several where they are too short to be drawn apart. */
  readonly events: Uint32Array;
  /** Of the longest of them: its place in `categories`, the event, its name's place in `names`. */
  readonly category: Uint8Array;
  readonly event: Int32Array;
  readonly name: Int32Array;
  readonly names: readonly string[];
}

/**
 * The GPU work of a step on the devices and streams of the scope, null if there is none. Events that begin and end within one of
 * `width` pixels of the step's span share a rectangle, so a stream whose events do not overlap has at most two a pixel.
 */
export function stepStrip(
  model: TraceModel,
  { scope }: Pick<Basis, 'scope'>,
  step: number,
  width: number,
): StepStrip | null {
  const { columns, gpuEvents, streams, streamOf } = model;
  const { ts, dur } = columns;
  const { phase: _, ...rest } = scope;
  const rows = gpuRowsInScope(model, { ...rest, steps: [step, step + 1] });
  if (rows.length === 0) return null;
  const startNs = ts[gpuEvents[rows[0]]];
  const endNs = rows.reduce((last, row) => Math.max(last, ts[gpuEvents[row]] + dur[gpuEvents[row]]), startNs);
  const pixelNs = (endNs - startNs) / Math.max(1, width);
  const byStream = new Map<number, Rectangles>();
  const { categoryOf } = attributionOf(model);
  for (const row of rows) {
    const rectangles = byStream.get(streamOf[row]) ?? new Rectangles(pixelNs);
    byStream.set(streamOf[row], rectangles);
    rectangles.add(gpuEvents[row], ts[gpuEvents[row]], dur[gpuEvents[row]], categoryOf[row]);
  }
  const name = (event: EventId) => columns.strings.get(columns.name[event]);
  return {
    startNs,
    endNs,
    streams: [...byStream]
      .map(([stream, rectangles]) => ({ ...streams[stream], ...rectangles.packed(name) }))
      .sort((a, b) => a.device - b.device || a.stream - b.stream),
    categories: CATEGORIES.map(({ id }) => id),
  };
}

/** Collects the events of a stream, given by start. */
class Rectangles {
  readonly #pixelNs: number;
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #events: number[] = [];
  readonly #category: number[] = [];
  readonly #event: EventId[] = [];
  /** Duration of the longest event of the last rectangle. */
  #longest = 0;

  constructor(pixelNs: number) {
    this.#pixelNs = pixelNs;
  }

  add(event: EventId, startNs: number, durationNs: number, category: number): void {
    const last = this.#start.length - 1;
    const endNs = startNs + durationNs;
    const joins = last >= 0 && endNs <= this.#start[last] + this.#pixelNs;
    if (!joins) {
      this.#start.push(startNs);
      this.#end.push(endNs);
      this.#events.push(1);
      this.#category.push(category);
      this.#event.push(event);
      this.#longest = durationNs;
      return;
    }
    this.#end[last] = Math.max(this.#end[last], endNs);
    this.#events[last]++;
    if (durationNs <= this.#longest) return;
    this.#longest = durationNs;
    this.#category[last] = category;
    this.#event[last] = event;
  }

  packed(nameOf: (event: EventId) => string): Omit<StripStream, keyof GpuStream> {
    const names = new Map<string, number>();
    const name = Int32Array.from(this.#event, (event) => {
      const text = nameOf(event);
      const place = names.get(text) ?? names.size;
      names.set(text, place);
      return place;
    });
    return {
      startNs: Float64Array.from(this.#start),
      endNs: Float64Array.from(this.#end),
      events: Uint32Array.from(this.#events),
      category: Uint8Array.from(this.#category),
      event: Int32Array.from(this.#event),
      name,
      names: [...names.keys()],
    };
  }
}

import type { TimelineSlices } from '../../../workers/engine/timeline-engine.ts';

/** A slice of a test; what is left out is as of a plain host slice. */
interface MadeSlice {
  readonly track?: number;
  readonly lane?: number;
  readonly startNs: number;
  readonly endNs: number;
  readonly event?: number;
  readonly count?: number;
  readonly category?: number;
  readonly name?: number;
  readonly operator?: number;
  readonly phase?: number;
  readonly bound?: number;
  readonly overRoof?: number;
}

/** An answer of the worker with these slices, in their order. */
export function slicesOf(list: readonly MadeSlice[], names: ReadonlyMap<number, string> = new Map()): TimelineSlices {
  return {
    length: list.length,
    track: Uint16Array.from(list, ({ track = 0 }) => track),
    lane: Uint16Array.from(list, ({ lane = 0 }) => lane),
    startNs: Float64Array.from(list, ({ startNs }) => startNs),
    endNs: Float64Array.from(list, ({ endNs }) => endNs),
    count: Uint32Array.from(list, ({ count = 1 }) => count),
    event: Int32Array.from(list, ({ event }, i) => event ?? i),
    category: Uint8Array.from(list, ({ category = 0 }) => category),
    name: Uint32Array.from(list, ({ name = 0 }) => name),
    operator: Uint32Array.from(list, ({ operator = 0 }) => operator),
    phase: Uint8Array.from(list, ({ phase = 255 }) => phase),
    bound: Uint8Array.from(list, ({ bound = 255 }) => bound),
    overRoof: Float32Array.from(list, ({ overRoof = Number.NaN }) => overRoof),
    names,
  };
}

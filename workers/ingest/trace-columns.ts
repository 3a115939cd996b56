import type { JsonObject, JsonValue } from '../base/json.ts';

/** Row of an event in the columns = its place in the file's event list among the kept events. */
export type EventId = number;
/** Index into `TraceColumns.strings`. Id 0 means that the key is absent. */
type StringId = number;

/** Bits of `TraceColumns.flags`. */
export const EventFlag = {
  /** `ts` is NaN: missing, or outside the exact range around the base. The digits stay in the event's text. */
  noUsableTime: 1,
  /** `dur` was missing where the kind needs one; it reads 0. */
  noDuration: 2,
  /** `dur` was negative; it reads 0. */
  negativeDuration: 4,
  /** Some value of the event was repaired while reading (escape, control character, non-finite number, …). */
  repaired: 8,
  /** A `B` event whose `E` was found: `dur` is their distance, and it counts as a slice. */
  pairedBegin: 16,
  /** An `E` event that closed a `B`. */
  pairedEnd: 32,
  /** `ts` was written as a JSON string. */
  textualTs: 64,
  /** `dur` was written as a JSON string. */
  textualDur: 128,
} as const;

/** Distinct strings, decoded when first asked for. */
export interface StringTable {
  readonly length: number;
  /** The text behind an id; "" for id 0. */
  get(id: StringId): string;
}

/** A distinct (pid, tid) pair. Numbers and strings that read the same are the same track. */
export interface Track {
  /** pid as text, "" when absent. */
  readonly pid: string;
  readonly tid: string;
}

/** A (pid, tid) pair as JSON wrote it, "" when absent. */
export interface TrackSpelling {
  readonly pid: string;
  readonly tid: string;
}

/**
 * Distinct forms of what an event holds beside the columns: `args`, flow ids and every other key. Non-negative integers on the
 * event's own level and directly inside `args` are taken out into `TraceColumns.values`; the rest is interned, so that a template
 * is shared by all events that differ in ids only.
 */
export interface TemplateTable {
  readonly length: number;
  /** How many entries of `values` an event of this template has (an integer of 2^32 or more takes two, low word first). */
  valueCount(template: number): number;
  /** The constant part, parsed: `{ args?: …, bp?: … }` without the integers that were taken out. Shared, do not change. */
  constants(template: number): JsonObject;
  /** The members as JSON text without outer braces; U+0001 and U+0002 stand for an integer of one and of two words. */
  text(template: number): string;
  /** Where the integers go: key path (`id`, `args.correlation`), first index into the event's values, words (1 or 2). */
  slots(template: number): readonly TemplateSlot[];
}

export interface TemplateSlot {
  /** The key, `args.` before it when it stands in `args`. */
  readonly path: string;
  readonly index: number;
  readonly words: 1 | 2;
}

/**
 * The events of a trace as a struct of arrays, one row an event. Times are integer nanoseconds since `base`.
 * `ts` is NaN where an event has no usable time.
 */
export interface TraceColumns {
  readonly length: number;
  /** Absolute nanoseconds in the trace's own clock that `ts` counts from. */
  readonly base: bigint;
  readonly ts: Float64Array;
  readonly dur: Float64Array;
  /** ASCII code of `ph`, 0 where absent or not one letter. */
  readonly ph: Uint8Array;
  readonly flags: Uint8Array;
  readonly name: Uint32Array;
  readonly cat: Uint32Array;
  readonly track: Uint32Array;
  /** Template of the remaining keys. */
  readonly template: Uint32Array;
  /** First index into `values`. */
  readonly valueStart: Uint32Array;
  readonly values: Uint32Array;
  readonly strings: StringTable;
  readonly tracks: readonly Track[];
  /** How an event's track was written: index into `spellings`. The array of `track` itself where every track was written one way. */
  readonly spelling: Uint32Array;
  readonly spellings: readonly TrackSpelling[];
  readonly templates: TemplateTable;
  /** Top-level keys of the file beside the event list. */
  readonly header: Readonly<Record<string, JsonValue>>;
  /** Absolute nanoseconds of events that lie beyond the exact range around the base and so have no usable time. */
  readonly outOfRange: ReadonlyMap<EventId, bigint>;
}

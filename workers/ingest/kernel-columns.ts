import type { JsonObject, JsonValue } from '../base/json.ts';
import { placeFarTimes } from './far-times.ts';
import { type Kernel, Segment } from './kernel.ts';
import { PLACEHOLDER, TWO_WORDS } from './placeholders.ts';
import type {
  EventId,
  StringTable,
  TemplateSlot,
  TemplateTable,
  TraceColumns,
  Track,
  TrackSpelling,
} from './trace-columns.ts';
import { EventFlag } from './trace-columns.ts';

const ENTRY_WORDS = 4;
/** Info bit of an entry whose bytes are no UTF-8; the lower bits count a template's values. */
const INFO_COUNT = 0x7fffffff;
const SLOT_KEY = '\u0000slot';

/** Interned byte strings of the kernel, decoded when first asked for. */
class ArenaTexts {
  readonly length: number;
  readonly #entries: Uint32Array;
  readonly #arena: Uint8Array;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(kernel: Kernel, segment: Segment, length: number) {
    const { buffer } = kernel.memory;
    this.length = length;
    this.#entries = new Uint32Array(buffer, kernel.segmentBase(segment), length * ENTRY_WORDS);
    this.#arena = new Uint8Array(buffer, kernel.segmentBase(Segment.arena), kernel.arenaUsed.value >>> 0);
  }

  text(id: number): string {
    const offset = this.#entries[id * ENTRY_WORDS];
    return this.#decoder.decode(this.#arena.subarray(offset, offset + this.#entries[id * ENTRY_WORDS + 1]));
  }

  /** The two free words of an entry: a track's pid and tid, a template's hash and info. */
  word(id: number, index: 0 | 1 | 3): number {
    return this.#entries[id * ENTRY_WORDS + index];
  }
}

class KernelStrings implements StringTable {
  readonly #texts: ArenaTexts;
  readonly #known: (string | undefined)[];

  constructor(texts: ArenaTexts) {
    this.#texts = texts;
    this.#known = new Array(texts.length);
  }

  get length(): number {
    return this.#texts.length;
  }

  get(id: number): string {
    const known = this.#known[id];
    if (known !== undefined) return known;
    const raw = this.#texts.text(id);
    const text = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
    this.#known[id] = text;
    return text;
  }
}

class KernelTemplates implements TemplateTable {
  readonly #texts: ArenaTexts;
  readonly #parsed: ({ constants: JsonObject; slots: TemplateSlot[] } | undefined)[];

  constructor(texts: ArenaTexts) {
    this.#texts = texts;
    this.#parsed = new Array(texts.length);
  }

  get length(): number {
    return this.#texts.length;
  }

  valueCount(template: number): number {
    return this.#texts.word(template, 3) & INFO_COUNT;
  }

  text(template: number): string {
    return this.#texts.text(template);
  }

  constants(template: number): JsonObject {
    return this.#parse(template).constants;
  }

  slots(template: number): readonly TemplateSlot[] {
    return this.#parse(template).slots;
  }

  #parse(template: number) {
    const known = this.#parsed[template];
    if (known) return known;
    let index = 0;
    const json = this.#texts.text(template).replace(PLACEHOLDER, (mark) => {
      const words = mark === TWO_WORDS ? 2 : 1;
      const slot = `{"\\u0000slot":[${index},${words}]}`;
      index += words;
      return slot;
    });
    const slots: TemplateSlot[] = [];
    const constants = withoutSlots(JSON.parse(`{${json}}`) as JsonObject, '', slots);
    const parsed = { constants, slots };
    this.#parsed[template] = parsed;
    return parsed;
  }
}

/** `object` without the members that are placeholders, which go to `slots`; looks into `args` as well. */
function withoutSlots(object: JsonObject, prefix: string, slots: TemplateSlot[]): JsonObject {
  const rest: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(object)) {
    const slot = isObject(value) ? value[SLOT_KEY] : undefined;
    if (Array.isArray(slot)) {
      const [index, words] = slot as [number, 1 | 2];
      slots.push({ path: prefix + key, index, words });
    } else
      rest.push([
        key,
        prefix === '' && key === 'args' && isObject(value) ? withoutSlots(value, 'args.', slots) : value,
      ]);
  }
  return Object.fromEntries(rest);
}

function isObject(value: JsonValue): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * The columns of what `kernel` has read, as views of its memory: the kernel must not read on. Settles the base: the earliest time
 * within exact reach (2^53 ns) of the median event.
 */
export function kernelColumns(kernel: Kernel): TraceColumns {
  const length = count(kernel.eventCount);
  const center = medianTime(kernel, length);
  const earliest = center === null ? 0n : kernel.earliestNear(center);
  const outOfRange = kernel.flagOutOfReach(earliest) > 0 ? outOfRangeTimes(kernel, length) : new Map<EventId, bigint>();
  kernel.rebase(earliest);

  const { buffer } = kernel.memory;
  const words = (segment: Segment, n: number) => new Uint32Array(buffer, kernel.segmentBase(segment), n);
  const strings = new ArenaTexts(kernel, Segment.stringEntries, count(kernel.stringCount));
  const texts = new KernelStrings(strings);
  const name = words(Segment.name, length);
  const cat = words(Segment.cat, length);
  const canonical = canonicalIds(strings, texts);
  if (canonical) {
    for (let i = 0; i < length; i++) {
      name[i] = canonical[name[i]];
      cat[i] = canonical[cat[i]];
    }
  }
  return placeFarTimes({
    length,
    base: earliest,
    ts: new Float64Array(buffer, kernel.segmentBase(Segment.ts), length),
    dur: new Float64Array(buffer, kernel.segmentBase(Segment.dur), length),
    ph: new Uint8Array(buffer, kernel.segmentBase(Segment.ph), length),
    flags: new Uint8Array(buffer, kernel.segmentBase(Segment.flags), length),
    name,
    cat,
    template: words(Segment.template, length),
    valueStart: words(Segment.valueStart, length),
    values: words(Segment.values, count(kernel.valueCount)),
    strings: texts,
    ...readTracks(kernel, strings, words(Segment.track, length)),
    templates: new KernelTemplates(new ArenaTexts(kernel, Segment.templateEntries, count(kernel.templateCount))),
    header: readHeader(kernel),
    outOfRange,
  });
}

/** For every string id the first whose text is the same, where escapes spell one text in several ways; null where they do not. */
function canonicalIds(strings: ArenaTexts, texts: KernelStrings): Uint32Array | null {
  const escaped: number[] = [];
  for (let id = 1; id < strings.length; id++) if (strings.text(id).includes('\\')) escaped.push(id);
  if (escaped.length === 0) return null;
  const wanted = new Set(escaped.map((id) => texts.get(id)));
  const first = new Map<string, number>();
  const ids = new Uint32Array(strings.length);
  let merged = false;
  for (let id = 0; id < ids.length; id++) {
    const text = id === 0 ? null : texts.get(id);
    ids[id] = text !== null && wanted.has(text) ? (first.get(text) ?? id) : id;
    if (text !== null && ids[id] === id) first.set(text, id);
    merged ||= ids[id] !== id;
  }
  return merged ? ids : null;
}

function count(global: WebAssembly.Global): number {
  return global.value >>> 0;
}

/** Median time of a sample of the events that are no metadata, in nanoseconds; null if none has a time. */
function medianTime(kernel: Kernel, length: number): bigint | null {
  const { buffer } = kernel.memory;
  const ts = new BigInt64Array(buffer, kernel.segmentBase(Segment.ts), length);
  const flags = new Uint8Array(buffer, kernel.segmentBase(Segment.flags), length);
  const ph = new Uint8Array(buffer, kernel.segmentBase(Segment.ph), length);
  const METADATA = 0x4d;
  const sampled = (step: number): bigint[] => {
    const times: bigint[] = [];
    for (let i = 0; i < length; i += step)
      if ((flags[i] & EventFlag.noUsableTime) === 0 && ph[i] !== METADATA) times.push(ts[i]);
    return times;
  };
  const sparse = sampled(Math.max(1, Math.floor(length / 4096)));
  const times = (sparse.length > 0 ? sparse : sampled(1)).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return times.length > 0 ? times[times.length >> 1] : null;
}

/** The absolute times in nanoseconds that were just flagged as out of reach. */
function outOfRangeTimes(kernel: Kernel, length: number): Map<EventId, bigint> {
  const { buffer } = kernel.memory;
  const ts = new BigInt64Array(buffer, kernel.segmentBase(Segment.ts), length);
  const flags = new Uint8Array(buffer, kernel.segmentBase(Segment.flags), length);
  const UNKNOWN = -(2n ** 63n);
  const times = new Map<EventId, bigint>();
  for (let i = 0; i < length; i++) {
    if ((flags[i] & EventFlag.noUsableTime) !== 0 && ts[i] !== UNKNOWN) times.set(i, ts[i]);
  }
  return times;
}

/** The distinct tracks: pairs that read the same, as a number or as text, are one. */
function readTracks(
  kernel: Kernel,
  strings: ArenaTexts,
  spelling: Uint32Array,
): Pick<TraceColumns, 'track' | 'tracks' | 'spelling' | 'spellings'> {
  const entries = new ArenaTexts(kernel, Segment.trackEntries, count(kernel.trackCount));
  const token = (id: number): string => (id === 0 ? '' : strings.text(id));
  const spellings: TrackSpelling[] = [];
  const tracks: Track[] = [];
  const byText = new Map<string, number>();
  const trackOf = new Uint32Array(entries.length);
  for (let id = 0; id < entries.length; id++) {
    const spelt = { pid: token(entries.word(id, 0)), tid: token(entries.word(id, 1)) };
    spellings.push(spelt);
    const track = { pid: unquoted(spelt.pid), tid: unquoted(spelt.tid) };
    const key = JSON.stringify(track);
    trackOf[id] = byText.get(key) ?? tracks.length;
    if (trackOf[id] < tracks.length) continue;
    byText.set(key, tracks.length);
    tracks.push(track);
  }
  const track = tracks.length === spellings.length ? spelling : spelling.map((id) => trackOf[id]);
  return { track, tracks, spelling, spellings };
}

function unquoted(token: string): string {
  return token.startsWith('"') ? token.slice(1, -1) : token;
}

function readHeader(kernel: Kernel): Record<string, JsonValue> {
  const texts = new ArenaTexts(kernel, Segment.headerEntries, count(kernel.headerCount));
  const members = Array.from({ length: texts.length }, (_, id) => texts.text(id));
  return JSON.parse(`{${members.join(',')}}`) as Record<string, JsonValue>;
}

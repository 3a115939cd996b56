// The kernel's memory: one row of segments, each of which can grow. Growing one moves those above it, so the text window and the
// draft come first: a growing column never moves the bytes that are being scanned. Untouched capacity costs address space only.

export const enum Segment {
  input,
  inflateTables,
  window,
  draft,
  arena,
  stringHash,
  stringEntries,
  templateHash,
  templateEntries,
  trackHash,
  trackEntries,
  headerEntries,
  ts,
  dur,
  name,
  cat,
  track,
  template,
  valueStart,
  values,
  ph,
  flags,
  count,
}

/** Bytes of an interning entry: offset and length in the arena, hash, info. */
export const ENTRY: u32 = 16;
/** Slack after the text that SIMD loads may read; the bytes there are zero. */
export const PAD: u32 = 64;
const ALIGN: usize = 64;

const BASE = memory.data(Segment.count * 4, 8);
const CAPACITY = memory.data(Segment.count * 4, 8);

export let windowBase: usize = 0;
export let draftBase: usize = 0;
export let arenaBase: usize = 0;
export let stringHash: usize = 0;
export let stringEntries: usize = 0;
export let templateHash: usize = 0;
export let templateEntries: usize = 0;
export let trackHash: usize = 0;
export let trackEntries: usize = 0;
export let headerEntries: usize = 0;
export let tsBase: usize = 0;
export let durBase: usize = 0;
export let nameBase: usize = 0;
export let catBase: usize = 0;
export let trackBase: usize = 0;
export let templateBase: usize = 0;
export let valueStartBase: usize = 0;
export let valuesBase: usize = 0;
export let phBase: usize = 0;
export let flagsBase: usize = 0;

export let eventCapacity: u32 = 0;
export let valueCapacity: u32 = 0;

export let eventCount: u32 = 0;
export let valueCount: u32 = 0;
/** Values of the event being parsed; they follow the counted ones. */
export let draftValues: u32 = 0;
export let arenaUsed: u32 = 0;
export let stringCount: u32 = 0;
export let templateCount: u32 = 0;
export let trackCount: u32 = 0;
export let headerCount: u32 = 0;
export let outOfMemory: bool = false;

export function segmentBase(segment: Segment): usize {
  return load<u32>(BASE + (<usize>segment << 2));
}

export function segmentCapacity(segment: Segment): u32 {
  return load<u32>(CAPACITY + (<usize>segment << 2));
}

/** Bytes of a segment that hold data, all of which must move with it. */
function used(segment: Segment): usize {
  switch (segment) {
    case Segment.arena:
      return arenaUsed;
    case Segment.stringEntries:
      return stringCount * ENTRY;
    case Segment.templateEntries:
      return templateCount * ENTRY;
    case Segment.trackEntries:
      return trackCount * ENTRY;
    case Segment.headerEntries:
      return headerCount * ENTRY;
    case Segment.ts:
    case Segment.dur:
      return <usize>eventCount << 3;
    case Segment.name:
    case Segment.cat:
    case Segment.track:
    case Segment.template:
    case Segment.valueStart:
      return <usize>eventCount << 2;
    case Segment.values:
      return <usize>(valueCount + draftValues) << 2;
    case Segment.ph:
    case Segment.flags:
      return eventCount;
    default:
      return segmentCapacity(segment);
  }
}

function refresh(): void {
  windowBase = segmentBase(Segment.window);
  draftBase = segmentBase(Segment.draft);
  arenaBase = segmentBase(Segment.arena);
  stringHash = segmentBase(Segment.stringHash);
  stringEntries = segmentBase(Segment.stringEntries);
  templateHash = segmentBase(Segment.templateHash);
  templateEntries = segmentBase(Segment.templateEntries);
  trackHash = segmentBase(Segment.trackHash);
  trackEntries = segmentBase(Segment.trackEntries);
  headerEntries = segmentBase(Segment.headerEntries);
  tsBase = segmentBase(Segment.ts);
  durBase = segmentBase(Segment.dur);
  nameBase = segmentBase(Segment.name);
  catBase = segmentBase(Segment.cat);
  trackBase = segmentBase(Segment.track);
  templateBase = segmentBase(Segment.template);
  valueStartBase = segmentBase(Segment.valueStart);
  valuesBase = segmentBase(Segment.values);
  phBase = segmentBase(Segment.ph);
  flagsBase = segmentBase(Segment.flags);
  valueCapacity = segmentCapacity(Segment.values) >> 2;
}

/** Makes the memory reach `end`; false when the machine or the 4 GiB of a 32-bit memory are exhausted. */
function reach(end: u64): bool {
  const have = <u64>memory.size() << 16;
  if (end <= have) return true;
  if (end > 0xffff0000 || memory.grow(<i32>((end - have + 0xffff) >> 16)) < 0) {
    outOfMemory = true;
    return false;
  }
  return true;
}

/** Gives a segment at least `capacity` bytes, moving those above it. False when memory is exhausted; nothing has moved then. */
export function grow(segment: Segment, capacity: u64): bool {
  const old = segmentCapacity(segment);
  const more = (capacity - old + (ALIGN - 1)) & ~(<u64>ALIGN - 1);
  const last = Segment.count - 1;
  if (!reach(<u64>segmentBase(last) + segmentCapacity(last) + more)) return false;
  for (let s: i32 = last; s > <i32>segment; s--) {
    const from = segmentBase(s);
    memory.copy(from + <usize>more, from, used(s));
    store<u32>(BASE + (<usize>s << 2), <u32>(from + <usize>more));
  }
  store<u32>(CAPACITY + (<usize>segment << 2), old + <u32>more);
  refresh();
  return true;
}

/** Mending makes an event at most four times as long (`nan,` to `"not a number",`); SIMD copies write a little more. */
export function draftBytes(windowBytes: u32): u32 {
  return windowBytes * 4 + 4096;
}

/** Sets the memory up for about `events` events; false when there is not that much. */
export function layOut(inputBytes: u32, inflateBytes: u32, windowBytes: u32, events: u32): bool {
  let at = (__heap_base + (ALIGN - 1)) & ~(ALIGN - 1);
  for (let s: i32 = 0; s < Segment.count; s++) {
    let size: u32 = 0;
    switch (s) {
      case Segment.input: size = inputBytes + PAD; break;
      case Segment.inflateTables: size = inflateBytes; break;
      case Segment.window: size = windowBytes; break;
      case Segment.draft: size = draftBytes(windowBytes); break;
      case Segment.arena: size = 4 << 20; break;
      case Segment.stringHash: size = 4 << 14; break;
      case Segment.stringEntries: size = ENTRY << 13; break;
      case Segment.templateHash: size = 4 << 14; break;
      case Segment.templateEntries: size = ENTRY << 13; break;
      case Segment.trackHash: size = 4 << 10; break;
      case Segment.trackEntries: size = ENTRY << 9; break;
      case Segment.headerEntries: size = ENTRY << 8; break;
      case Segment.ts:
      case Segment.dur: size = events << 3; break;
      case Segment.ph:
      case Segment.flags: size = events; break;
      case Segment.values: size = events * 12; break;
      default: size = events << 2;
    }
    size = (size + <u32>ALIGN - 1) & ~(<u32>ALIGN - 1);
    store<u32>(BASE + (<usize>s << 2), <u32>at);
    store<u32>(CAPACITY + (<usize>s << 2), size);
    at += size;
  }
  if (!reach(at)) return false;
  refresh();
  eventCapacity = events;
  // Id 0 of strings means "absent", so the empty string must not be found under it.
  memory.fill(stringEntries, 0, ENTRY);
  stringCount = 1;
  return true;
}

/** Makes room for more events in every column; false when memory is exhausted. */
export function growColumns(): bool {
  const events = eventCapacity + (eventCapacity >> 1) + 4096;
  for (let s: i32 = Segment.ts; s <= Segment.flags; s++) {
    if (s == Segment.values) continue;
    const width: u64 = s <= Segment.dur ? 8 : s < Segment.ph ? 4 : 1;
    if (segmentCapacity(s) < events * width && !grow(s, events * width)) return false;
  }
  eventCapacity = events;
  return true;
}

/** Adds a value to the event being parsed; false when memory is exhausted. */
// @ts-ignore: decorator
@inline
export function putValue(value: u32): bool {
  const at = valueCount + draftValues;
  if (at >= valueCapacity && !grow(Segment.values, (<u64>valueCapacity << 2) * 3 / 2 + 4096)) return false;
  store<u32>(valuesBase + (<usize>at << 2), value);
  draftValues++;
  return true;
}

export function dropValues(): void {
  draftValues = 0;
}

/** The event being parsed is kept. */
export function countEvent(): void {
  eventCount++;
  valueCount += draftValues;
  draftValues = 0;
}

/** Forgets all events: a later event list takes their place. */
export function forgetEvents(): void {
  eventCount = 0;
  valueCount = 0;
}

/** Copies bytes into the arena; their offset there, or u32.MAX_VALUE when memory is exhausted. */
export function keepBytes(from: usize, length: u32): u32 {
  const at = arenaUsed;
  if (<u64>at + length > segmentCapacity(Segment.arena)) {
    if (!grow(Segment.arena, <u64>segmentCapacity(Segment.arena) * 2 + length)) return u32.MAX_VALUE;
  }
  memory.copy(arenaBase + at, from, length);
  arenaUsed = at + length;
  return at;
}

/** Adds an entry to one of the interning tables; its id, or u32.MAX_VALUE when memory is exhausted. */
export function addEntry(segment: Segment, offset: u32, length: u32, hash: u32, info: u32): u32 {
  const id = segment == Segment.stringEntries ? stringCount
    : segment == Segment.templateEntries ? templateCount
    : segment == Segment.trackEntries ? trackCount
    : headerCount;
  if ((id + 1) * ENTRY > segmentCapacity(segment) && !grow(segment, <u64>segmentCapacity(segment) * 2)) return u32.MAX_VALUE;
  const at = segmentBase(segment) + <usize>id * ENTRY;
  store<u32>(at, offset, 0);
  store<u32>(at, length, 4);
  store<u32>(at, hash, 8);
  store<u32>(at, info, 12);
  if (segment == Segment.stringEntries) stringCount++;
  else if (segment == Segment.templateEntries) templateCount++;
  else if (segment == Segment.trackEntries) trackCount++;
  else headerCount++;
  return id;
}

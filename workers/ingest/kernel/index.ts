// The ingest kernel: compressed bytes in, columns of events out, in one memory. `workers/ingest/kernel.ts` drives it.
import { closedAt, documentFlags, droppedCount, scan } from './document';
import { repairedCount } from './event';
import { DONE, FAULT, OUTPUT_FULL, inflateInit, inflateInput, inflateOutPos, inflateOutput, inflateRun, inflateTablesSize } from './inflate';
import { Issue, issueRecord } from './issues';
import {
  PAD,
  Segment,
  draftBytes,
  eventCount,
  flagsBase,
  grow,
  layOut,
  outOfMemory,
  phBase,
  segmentBase,
  segmentCapacity,
  tsBase,
  windowBase,
} from './store';

export * from './inflate';
export { arenaUsed, eventCount, headerCount, stringCount, templateCount, trackCount, valueCount } from './store';
export { closedAt, documentFlags, droppedCount, issueRecord, repairedCount, segmentBase };

/** What `feed` answers. */
const WANTS_MORE: i32 = 0;
const FINISHED: i32 = 1;
const OUT_OF_MEMORY: i32 = 2;

const INPUT_BYTES: u32 = 1 << 20;
const WINDOW_BYTES: u32 = (1 << 20) + (64 << 10);
/** Deflate refers back at most this far. */
const HISTORY: usize = 32 << 10;
/** Nanoseconds that a double holds exactly. */
const EXACT: i64 = 1 << 53;

/** Output of inflate ends here; text that must stay begins at `keepFrom`; the window begins `windowOffset` bytes into the text. */
let outPos: usize = 0;
let keepFrom: usize = 0;
let windowOffset: u64 = 0;

/** Prepares to read a stream (0 stored, 1 deflate, 2 zlib, 3 gzip) of about `events` events. False when memory is exhausted. */
export function open(format: u32, events: u32): bool {
  if (!layOut(INPUT_BYTES, inflateTablesSize(), WINDOW_BYTES, events)) return false;
  inflateInit(segmentBase(Segment.inflateTables), format);
  outPos = windowBase;
  keepFrom = windowBase;
  return true;
}

export function inputBytes(): u32 {
  return INPUT_BYTES;
}

/** Bytes of text inflated so far. */
export function textBytes(): f64 {
  return <f64>(windowOffset + (outPos - windowBase));
}

/** Takes `length` bytes from the input segment; `last` when the file ends with them. */
export function feed(length: u32, last: bool): i32 {
  const input = segmentBase(Segment.input);
  inflateInput(input, input + length, last);
  while (true) {
    inflateOutput(outPos, windowBase + segmentCapacity(Segment.window) - PAD);
    const status = inflateRun();
    outPos = inflateOutPos();
    memory.fill(outPos, 0, PAD);
    const finished = status == DONE || status == FAULT;
    keepFrom = scan(keepFrom, outPos, windowOffset + (keepFrom - windowBase), finished);
    if (outOfMemory || (status == OUTPUT_FULL && !makeRoom())) return OUT_OF_MEMORY;
    if (finished || closedAt >= 0) return FINISHED;
    if (status != OUTPUT_FULL) return WANTS_MORE;
  }
}

/** Moves what must stay to the front of the window, which grows where one construct fills most of it. */
function makeRoom(): bool {
  const start = min(keepFrom, outPos - min(HISTORY, outPos - windowBase));
  const shift = start - windowBase;
  memory.copy(windowBase, start, outPos - start);
  windowOffset += shift;
  outPos -= shift;
  keepFrom -= shift;
  const size = segmentCapacity(Segment.window);
  if (outPos - windowBase < size / 2) return true;
  return grow(Segment.draft, draftBytes(size * 2)) && grow(Segment.window, size * 2);
}

/** Earliest time (in nanoseconds) of a non-metadata event that lies in exact reach of `center`. */
export function earliestNear(center: i64): i64 {
  let earliest = i64.MAX_VALUE;
  for (let i: usize = 0; i < eventCount; i++) {
    if (load<u8>(phBase + i) == 0x4d) continue;
    const t = load<i64>(tsBase + (i << 3));
    if (t >= center - EXACT && t <= center + EXACT && t < earliest) earliest = t;
  }
  return earliest;
}

/** Flags the events whose time lies out of exact reach of `base`; how many there are. */
export function flagOutOfReach(base: i64): u32 {
  let count: u32 = 0;
  for (let i: usize = 0; i < eventCount; i++) {
    const t = load<i64>(tsBase + (i << 3));
    if (t == i64.MIN_VALUE || (t - base <= EXACT && t - base >= -EXACT)) continue;
    store<u8>(flagsBase + i, load<u8>(flagsBase + i) | 1);
    count++;
  }
  return count;
}

/** Turns the times into doubles since `base`, NaN where flagged. */
export function rebase(base: i64): void {
  for (let i: usize = 0; i < eventCount; i++) {
    const at = tsBase + (i << 3);
    store<f64>(at, load<u8>(flagsBase + i) & 1 ? NaN : <f64>(load<i64>(at) - base));
  }
}

export function issueKinds(): u32 {
  return Issue.count;
}

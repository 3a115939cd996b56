// What happened to the data, counted by kind; the first of a kind keeps its offset in inflated bytes and an excerpt.
// `workers/ingest/issue-texts.ts` words the kinds; keep the two lists in the same order.

export const enum Issue {
  invalidEscape,
  controlCharacter,
  nonFinite,
  badLiteral,
  trailingComma,
  invalidUtf8,
  missingDuration,
  negativeDuration,
  durationOutOfRange,
  timeRounded,
  missingComma,
  extraComma,
  junk,
  damagedEvent,
  badTimestamp,
  notObject,
  cutOff,
  listNotClosed,
  secondDocument,
  earlierEventList,
  nestedEventList,
  headerDamaged,
  listResumed,
  notAList,
  headerTooLarge,
  count,
}

const EXCERPT: u32 = 80;
/** Bytes of an issue's record: count, excerpt length, first offset, excerpt. */
const RECORD: u32 = 16 + EXCERPT;
const RECORDS = memory.data(Issue.count * (16 + 80), 8);

/** Issues of the event being parsed wait here until it is kept: count and first place. */
const PENDING = memory.data(Issue.count * 8, 8);
let pending: u32 = 0;

let textStart: usize = 0;
let textEnd: usize = 0;
let textOffset: u64 = 0;

/** Tells where the text in memory lies in the file. */
export function placeText(start: usize, end: usize, offset: u64): void {
  textStart = start;
  textEnd = end;
  textOffset = offset;
}

export function offsetOf(p: usize): u64 {
  return textOffset + (p - textStart);
}

/** Counts `count` issues; the text at `p` is the excerpt if it is the first. */
export function note(kind: Issue, p: usize, count: u32): void {
  const record = RECORDS + <usize>kind * RECORD;
  const known = load<u32>(record);
  store<u32>(record, known + count);
  if (known) return;
  store<u64>(record, offsetOf(p), 8);
  const length = p < textEnd ? min<u32>(EXCERPT, <u32>(textEnd - p)) : 0;
  store<u32>(record, length, 4);
  memory.copy(record + 16, p, length);
}

export function issueRecord(kind: Issue): usize {
  return RECORDS + <usize>kind * RECORD;
}

/** An issue of the event being parsed; counts only if the event is kept. */
export function pend(kind: Issue, p: usize): void {
  const at = PENDING + <usize>kind * 8;
  const count = pending ? load<u32>(at) : 0;
  if (!pending) memory.fill(PENDING, 0, Issue.count * 8);
  pending = 1;
  store<u32>(at, count + 1);
  if (!count) store<u32>(at, <u32>p, 4);
}

export function dropPending(): void {
  pending = 0;
}

/** Counts what waited; whether there was anything. */
export function notePending(): bool {
  if (!pending) return false;
  for (let kind: i32 = 0; kind < Issue.count; kind++) {
    const at = PENDING + <usize>kind * 8;
    if (load<u32>(at)) note(kind, load<u32>(at, 4), load<u32>(at));
  }
  pending = 0;
  return true;
}

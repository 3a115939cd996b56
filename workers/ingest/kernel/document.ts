// The text as a document: finds the event list, feeds its elements to `event.ts`, keeps the other top-level keys, and finds its way
// back after damage. Every turn of its loops moves forward.
import { findByte, isUtf8, skipSpace, stringStop } from './bytes';
import { forgetRepaired, hasPhase, isDocument, keepEvent, listMet, parseEvent } from './event';
import { Issue, dropPending, note, notePending, offsetOf, placeText } from './issues';
import { Segment, addEntry, draftBase, eventCount, forgetEvents, keepBytes, outOfMemory } from './store';
import { SHORT, Stop, beginDraft, copyString, copyValue, draftPos, halt, malformed, putByte, setTextEnd, stop, stopAt, unescapeShort } from './value';

const enum State {
  start,
  /** In the document's object, before a key or its end. */
  beforeKey,
  /** In the document's object, after a value. */
  afterValue,
  /** In the event list, before an element, a comma or its end. */
  list,
  /** After the document. */
  end,
  /** Looking for the next event after damage. */
  lost,
  /** Passing over a top-level value that is too large to keep. */
  passing,
  /** A second document began: nothing more is read. */
  closed,
}

/** A top-level value or an element that is no object may be this large. */
const MAX_VALUE: usize = 64 << 20;
const MAX_EVENT: usize = 512 << 20;
/** An object larger than this, met while lost, is no event. */
const MAX_PROBE: usize = 4 << 20;
/** While lost, this many bytes may be parsed in vain for each byte that the search moves on. */
const PROBES_PER_BYTE: i64 = 32;

let state: State = State.start;
/** The document is a bare array. */
let bare: bool = false;
let listSeen: bool = false;
/** The text began as JSON does. */
let begun: bool = false;
/** How many objects deep the reader is (1 in a usual file). */
let depth: u32 = 0;
/** In the list: the last thing read was a comma. */
let afterComma: bool = false;
/** In the list: an element was read and no comma yet. */
let needsComma: bool = false;
/** While lost: what was being read when it began. */
let lostFrom: State = State.start;
/** While lost in the last text: the piece that ran into its end, which counts as an event only if another follows; else 0. */
let cutOffAt: usize = 0;
let probeBudget: i64 = 0;
let passDepth: u32 = 0;
let passInString: bool = false;
let passEscape: bool = false;

/** Elements of the event list that were not kept. */
export let droppedCount: u32 = 0;
/** Offset of a second document, after which nothing was read, or -1. */
export let closedAt: i64 = -1;

/** 1: an event list was found; 2: the document is a bare array; 4: the text began as JSON does. */
export function documentFlags(): u32 {
  return (listSeen ? 1 : 0) | (bare ? 2 : 0) | (begun ? 4 : 0);
}

/**
 * Scans the text `[p, end)`, which lies `offset` bytes into the file; `last` when no more follows. The byte at `end` and 63 more
 * are zero. Returns the first position that must be kept for the next call.
 */
export function scan(p: usize, end: usize, offset: u64, last: bool): usize {
  placeText(p, end, offset);
  setTextEnd(end);
  while (!outOfMemory && state != State.closed) {
    if (state == State.passing) {
      p = passOver(p, end);
      if (state != State.passing) continue;
      if (last) note(Issue.cutOff, end, 1);
      return end;
    }
    if (state == State.lost) {
      p = findEvent(p, end, last);
      if (state == State.lost) return p;
      continue;
    }
    p = skipSpace(p);
    if (p >= end) {
      if (last) finish(end);
      return end;
    }
    const at = p;
    switch (state) {
      case State.start: p = begin(p); break;
      case State.beforeKey: p = member(p); break;
      case State.afterValue: p = afterMember(p); break;
      case State.list: p = element(p); break;
      default: p = afterDocument(p);
    }
    if (p) continue;
    if (stop == Stop.needMore && !last && end - at < largest(at)) return at;
    p = damaged(at, last);
  }
  return end;
}

/** How large the construct at `p` may become before it counts as damaged. */
function largest(p: usize): usize {
  return state == State.list && load<u8>(p) == 0x7b ? MAX_EVENT : MAX_VALUE;
}

/** The text ended between two constructs. */
function finish(end: usize): void {
  if (state == State.list && bare) note(Issue.listNotClosed, end, 1);
  else if (state == State.list || state == State.beforeKey || state == State.afterValue) note(Issue.cutOff, end, 1);
}

function begin(p: usize): usize {
  if (load<u8>(p) == 0xef && load<u8>(p, 1) == 0xbb && load<u8>(p, 2) == 0xbf) return p + 3;
  const c = load<u8>(p);
  begun = c == 0x5b || c == 0x7b;
  if (!begun) return malformed(p);
  if (c == 0x5b) {
    bare = true;
    return enterList(p);
  }
  return beginObject(p);
}

/** The document's object begins at `p`. */
function beginObject(p: usize): usize {
  bare = false;
  depth = 1;
  state = State.beforeKey;
  return p + 1;
}

function meetList(): void {
  listSeen = true;
  listMet();
}

function enterList(p: usize): usize {
  if (listSeen) {
    // As in JSON the last of two equal keys counts.
    note(Issue.earlierEventList, p, eventCount);
    droppedCount += eventCount;
    forgetEvents();
    forgetRepaired();
  }
  meetList();
  state = State.list;
  afterComma = false;
  needsComma = false;
  return p + 1;
}

function leaveObject(p: usize): usize {
  depth--;
  state = depth ? State.afterValue : State.end;
  return p + 1;
}

function isEventListKey(key: usize, length: usize): bool {
  return length == 11 && load<u64>(key) == 0x6576456563617274 && (load<u32>(key, 8) & 0xffffff) == 0x73746e;
}

/** Whether the list at `p` is one of events, under whatever key: damage may have hit the key. */
function beginsWithEvent(p: usize): bool {
  const first = skipSpace(p + 1);
  return load<u8>(first) == 0x7b && parseEvent(first) != 0 && hasPhase();
}

/** A top-level key with its value, or the object's end. */
function member(p: usize): usize {
  if (load<u8>(p) == 0x7d) {
    if (afterComma) note(Issue.trailingComma, p, 1);
    afterComma = false;
    return leaveObject(p);
  }
  if (load<u8>(p) != 0x22) return halt(p);
  dropPending();
  beginDraft();
  let v = copyString(p);
  if (!v) return 0;
  const length = unescapeShort(draftBase);
  const isList = isEventListKey(SHORT + 1, length);
  v = skipSpace(v);
  if (load<u8>(v) != 0x3a) return halt(v);
  v = skipSpace(v + 1);
  const c = load<u8>(v);
  afterComma = false;
  if (isList && c == 0x5b) return enterList(v);
  if (c == 0x5b && !listSeen) {
    if (beginsWithEvent(v)) {
      note(Issue.listResumed, v, 1);
      return enterList(v);
    }
    beginDraft();
    copyString(p);
  }
  if (isList && c == 0x7b) {
    note(Issue.nestedEventList, v, 1);
    depth++;
    return v + 1;
  }
  putByte(0x3a);
  const after = copyValue(v);
  if (!after) return 0;
  if (isList) note(Issue.notAList, v, 1);
  notePending();
  const bytes = <u32>(draftPos - draftBase);
  if (!isUtf8(draftBase, bytes)) note(Issue.invalidUtf8, p, 1);
  const offset = keepBytes(draftBase, bytes);
  if (offset == u32.MAX_VALUE || addEntry(Segment.headerEntries, offset, bytes, 0, 0) == u32.MAX_VALUE) return malformed(p);
  state = State.afterValue;
  return after;
}

function afterMember(p: usize): usize {
  const c = load<u8>(p);
  if (c == 0x7d) return leaveObject(p);
  if (c != 0x2c) return halt(p);
  state = State.beforeKey;
  afterComma = true;
  return p + 1;
}

/** An element of the event list, a comma, or the list's end. */
function element(p: usize): usize {
  const c = load<u8>(p);
  if (c == 0x7b) {
    const after = parseEvent(p);
    if (!after) return 0;
    if (needsComma) note(Issue.missingComma, p, 1);
    return keep(p, after);
  }
  if (c == 0x2c) {
    if (!needsComma) note(Issue.extraComma, p, 1);
    needsComma = false;
    afterComma = true;
    return p + 1;
  }
  if (c == 0x5d) {
    if (afterComma) note(Issue.trailingComma, p, 1);
    afterComma = false;
    state = bare ? State.end : State.afterValue;
    return p + 1;
  }
  if (c == 0x5b) {
    const inside = skipSpace(p + 1);
    if (!load<u8>(inside)) return halt(inside);
    if (load<u8>(inside) == 0x7b) {
      // A stray bracket before an event must not swallow the rest of the list.
      note(Issue.junk, p, 1);
      return p + 1;
    }
  }
  dropPending();
  beginDraft();
  const after = copyValue(p);
  if (!after) return 0;
  const next = skipSpace(after);
  if (load<u8>(next) != 0x2c && load<u8>(next) != 0x5d) return halt(next);
  note(Issue.notObject, p, 1);
  droppedCount++;
  afterComma = false;
  needsComma = true;
  return after;
}

/** Puts the parsed event at `p` into the columns and passes the comma after it. */
// @ts-ignore: decorator
@inline
function keep(p: usize, after: usize): usize {
  if (!keepEvent(p)) droppedCount++;
  const comma = load<u8>(after) == 0x2c;
  afterComma = comma;
  needsComma = !comma;
  return after + (comma ? 1 : 0);
}

/** Something after the document's end: events that belong to a list that was closed too early, or another document. */
function afterDocument(p: usize): usize {
  const c = load<u8>(p);
  if (c == 0x5b) {
    const next = skipSpace(p + 1);
    return load<u8>(next) == 0x7b ? close(p) : halt(next);
  }
  if (c != 0x7b) return malformed(p);
  const after = parseEvent(p);
  if (after && hasPhase()) return resume(p, after);
  if (!after && isDocument && !eventCount) {
    // What was closed before it holds no event.
    note(Issue.headerDamaged, p, 1);
    return beginObject(p);
  }
  if (after || isDocument) return close(p);
  return 0;
}

/** A second document begins at `p`; it is not read. */
function close(p: usize): usize {
  note(Issue.secondDocument, p, 1);
  closedAt = <i64>offsetOf(p);
  state = State.closed;
  return p + 1;
}

/** Goes on with the event list at the parsed event `p`, which stands where no event was expected. */
function resume(p: usize, after: usize): usize {
  note(Issue.listResumed, p, 1);
  if (!depth && !bare) depth = 1;
  meetList();
  state = State.list;
  return keep(p, after);
}

/** Counts the damage at `p` and goes to look for the next event; returns where the search begins. */
function damaged(p: usize, last: bool): usize {
  cutOffAt = 0;
  lostFrom = state;
  if (state == State.list) {
    if (isDocument && load<u8>(p) == 0x7b) {
      if (!eventCount) {
        note(Issue.headerDamaged, p, 1);
        return beginObject(p);
      }
      note(Issue.cutOff, p, 1);
      return close(p);
    }
    if (stop == Stop.needMore && last) cutOffAt = p;
    else if (load<u8>(p) == 0x7b) loseElement(p);
    else note(Issue.junk, p, 1);
  } else if (state == State.end) note(Issue.junk, p, 1);
  else if (state == State.beforeKey && stop == Stop.needMore && stopAt - p >= MAX_VALUE) {
    note(Issue.headerTooLarge, p, 1);
    state = State.passing;
    passDepth = 0;
    passInString = false;
    passEscape = false;
    return p;
  } else note(stop == Stop.needMore ? Issue.cutOff : Issue.headerDamaged, p, 1);
  state = State.lost;
  probeBudget = 1 << 20;
  // Outside the list the object at `p` may itself be an event; in it that was just tried.
  return lostFrom == State.list ? p + 1 : p;
}

function loseElement(p: usize): void {
  note(Issue.damagedEvent, p, 1);
  droppedCount++;
}

/** Looks for the next object that is an event; returns where to go on, the state no longer `lost` when one was found. */
function findEvent(p: usize, end: usize, last: bool): usize {
  while (true) {
    const q = findByte(p, end, 0x7b);
    const inside = skipSpace(q + 1);
    if (q >= end || (inside >= end && last)) {
      if (last && cutOffAt) note(Issue.cutOff, cutOffAt, 1);
      return end;
    }
    if (inside >= end) return q;
    p = q + 1;
    if (load<u8>(inside) != 0x22) continue;
    const after = parseEvent(q);
    if (after && hasPhase()) {
      if (cutOffAt) loseElement(cutOffAt);
      cutOffAt = 0;
      if (lostFrom != State.list) return resume(q, after);
      state = State.list;
      return keep(q, after);
    }
    if (!after && isDocument) return eventCount ? close(q) : beginObject(q);
    if (!after && stop == Stop.needMore && !last && end - q < MAX_PROBE) return q;
    const reached = after ? after : stopAt;
    probeBudget -= <i64>(reached - q);
    if (probeBudget < 0) p = max(p, reached);
    probeBudget += PROBES_PER_BYTE * <i64>(p - q);
  }
}

/** Passes over a key and its value, without keeping them, to the comma or bracket after it. */
function passOver(p: usize, end: usize): usize {
  while (p < end) {
    if (passEscape) {
      passEscape = false;
      p++;
      continue;
    }
    if (passInString) {
      p = stringStop(p);
      if (p >= end) return end;
      if (load<u8>(p) == 0x22) passInString = false;
      else if (load<u8>(p) == 0x5c) passEscape = true;
      p++;
      continue;
    }
    const c = load<u8>(p);
    if (c == 0x22) passInString = true;
    else if (c == 0x7b || c == 0x5b) passDepth++;
    else if (!passDepth && (c == 0x2c || c == 0x7d)) {
      state = State.afterValue;
      return p;
    } else if (c == 0x7d || c == 0x5d) {
      if (passDepth) passDepth--;
    }
    p++;
  }
  return end;
}

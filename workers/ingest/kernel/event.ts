// One element of the event list, from its `{` to the columns.
import { copyShort, skipSpace, stringStop } from './bytes';
import { NO_ID, internString, internTemplate, internTrack, stringIsBad, templateIsBad } from './intern';
import { Issue, dropPending, note, notePending, pend } from './issues';
import {
  integerValue,
  isDigit,
  parseInteger,
  parseTime,
  timeCanonical,
  timeNs,
  timeRounded,
  timeThreeDecimals,
  timeTooLarge,
  timeUs,
} from './number';
import {
  catBase,
  countEvent,
  draftBase,
  draftValues,
  dropValues,
  durBase,
  eventCapacity,
  eventCount,
  flagsBase,
  growColumns,
  nameBase,
  phBase,
  putValue,
  templateBase,
  trackBase,
  tsBase,
  valueCount,
  valueStartBase,
} from './store';
import { SHORT, beginDraft, copyString, copyValue, draftPos, halt, malformed, putByte, setDraft, unescapeShort } from './value';

// As `EventFlag` in workers/ingest/trace-columns.ts.
const NO_TIME: u8 = 1;
const NO_DURATION: u8 = 2;
const NEGATIVE_DURATION: u8 = 4;
const REPAIRED: u8 = 8;
const TEXTUAL_TS: u8 = 64;
const TEXTUAL_DUR: u8 = 128;

/** A time that could not be placed; the digits are in the event's template or nowhere. */
export const NO_TIME_VALUE: i64 = i64.MIN_VALUE;

const enum Found {
  missing,
  number,
  other,
}

let ph: u8 = 0;
let flags: u8 = 0;
let name: u32 = 0;
let cat: u32 = 0;
let ts: Found = Found.missing;
/** Nanoseconds. */
let tsValue: i64 = NO_TIME_VALUE;
let dur: Found = Found.missing;
let durValue: f64 = 0;
let durTooLarge: bool = false;
let durNegative: bool = false;
let rounded: usize = 0;
let pidAt: usize = 0;
let pidLength: u32 = 0;
let tidAt: usize = 0;
let tidLength: u32 = 0;
/** Id of a mended pid or tid, whose bytes are not those of the text. */
let pidId: u32 = 0;
let tidId: u32 = 0;
/** The event holds an event list: it is no event but a document. */
export let isDocument: bool = false;
/** No event list was met yet: the object that holds one is the document, even one that damage gave a phase. */
let awaitsList: bool = true;

/** Times farther from 0 than 64-bit nanoseconds reach, in microseconds, are left to `workers/ingest/far-times.ts`. */
const REACH_US: i64 = 9000000000000000;

/** Events kept with some value mended. */
export let repairedCount: u32 = 0;

export function forgetRepaired(): void {
  repairedCount = 0;
}

export function listMet(): void {
  awaitsList = false;
}

export function hasPhase(): bool {
  return ph != 0;
}

function keepRaw(key: usize, keyLength: u32, value: usize, length: usize): void {
  beginEntry();
  memory.copy(draftPos, key, keyLength);
  setDraft(draftPos + keyLength);
  putByte(0x3a);
  memory.copy(draftPos, value, length);
  setDraft(draftPos + length);
}

// @ts-ignore: decorator
@inline
function beginEntry(): void {
  if (draftPos != draftBase) putByte(0x2c);
}

/**
 * Reads the element at the `{` in `p` without keeping it; `keepEvent` does that. Returns the position after its `}`, or 0 with
 * `stop` telling why.
 */
export function parseEvent(p: usize): usize {
  ph = 0;
  flags = 0;
  name = 0;
  cat = 0;
  ts = Found.missing;
  tsValue = NO_TIME_VALUE;
  dur = Found.missing;
  rounded = 0;
  pidLength = 0;
  tidLength = 0;
  pidId = 0;
  tidId = 0;
  isDocument = false;
  dropPending();
  dropValues();
  beginDraft();
  p = skipSpace(p + 1);
  let afterComma = false;
  while (true) {
    let c = load<u8>(p);
    if (c == 0x7d) {
      if (afterComma) pend(Issue.trailingComma, p);
      return p + 1;
    }
    if (c != 0x22) return halt(p);
    const key = p;
    const e = stringStop(p + 1);
    if (load<u8>(e) == 0x22) {
      const keyLength = <u32>(e - key - 1);
      p = skipSpace(e + 1);
      if (load<u8>(p) != 0x3a) return halt(p);
      p = skipSpace(p + 1);
      p = parseMember(key, keyLength, p);
    } else {
      const draft = draftPos;
      p = copyString(p);
      if (!p) return 0;
      const keyLength = unescapeShort(draft);
      setDraft(draft);
      p = skipSpace(p);
      if (load<u8>(p) != 0x3a) return halt(p);
      p = skipSpace(p + 1);
      if (keyLength) p = parseMember(SHORT, keyLength, p);
      else {
        beginEntry();
        if (!copyString(key)) return 0;
        putByte(0x3a);
        p = copyValue(p);
      }
    }
    if (!p) return 0;
    p = skipSpace(p);
    c = load<u8>(p);
    afterComma = c == 0x2c;
    if (afterComma) p = skipSpace(p + 1);
    else if (c != 0x7d) return halt(p);
  }
}

/** Whether a byte of a string is one visible character as it stands. */
// @ts-ignore: decorator
@inline
function isPlainLetter(c: u8): bool {
  return c > 0x20 && c < 0x7f && c != 0x22 && c != 0x5c;
}

/** Reads the value at `p` of the key whose quote is at `key`. */
function parseMember(key: usize, keyLength: u32, p: usize): usize {
  const k = load<u32>(key, 1);
  const c = load<u8>(p);
  if (keyLength == 2) {
    if ((k & 0xffff) == 0x7374) return parseTs(key, p); // ts
    if ((k & 0xffff) == 0x6870 && c == 0x22 && isPlainLetter(load<u8>(p, 1)) && load<u8>(p, 2) == 0x22) {
      ph = load<u8>(p, 1); // ph
      return p + 3;
    }
    if ((k & 0xffff) == 0x6870 && c == 0x22 && load<u8>(p, 1) == 0x5c) {
      const draft = draftPos;
      const after = copyString(p);
      if (!after) return 0;
      const letter = unescapeShort(draft) == 1 ? load<u8>(SHORT, 1) : 0;
      setDraft(draft);
      if (letter > 0x20 && letter < 0x7f) {
        ph = letter;
        return after;
      }
    }
  } else if (keyLength == 3) {
    const k3 = k & 0xffffff;
    if (k3 == 0x746163 && c == 0x22) return parseName(p, true); // cat
    if (k3 == 0x646970 && (c == 0x22 || c == 0x2d || isDigit(c))) return parseTrackPart(p, true); // pid
    if (k3 == 0x646974 && (c == 0x22 || c == 0x2d || isDigit(c))) return parseTrackPart(p, false); // tid
    if (k3 == 0x727564) return parseDur(key, p); // dur
  } else if (keyLength == 4) {
    if (k == 0x656d616e && c == 0x22) return parseName(p, false); // name
    if (k == 0x73677261 && c == 0x7b) return parseArgs(p); // args
  } else if (keyLength == 11 && c == 0x5b && (!ph || awaitsList) && k == 0x63617274 && load<u64>(key, 4) == 0x73746e6576456563) {
    isDocument = true; // traceEvents
    return malformed(p);
  }
  beginEntry();
  return copyMember(key, keyLength, p);
}

/** Copies `"key":value` to the draft; a plain non-negative integer becomes a placeholder and a value. */
// @ts-ignore: decorator
@inline
function copyMember(key: usize, keyLength: u32, p: usize): usize {
  copyShort(draftPos, key, keyLength + 2);
  setDraft(draftPos + keyLength + 2);
  putByte(0x3a);
  if (isDigit(load<u8>(p))) {
    const e = parseInteger(p);
    if (e) {
      const wide = integerValue > 0xffffffff;
      putByte(wide ? 2 : 1);
      if (!putValue(<u32>integerValue) || (wide && !putValue(<u32>(integerValue >> 32)))) return halt(p);
      return e;
    }
  }
  return copyValue(p);
}

function parseArgs(p: usize): usize {
  beginEntry();
  store<u64>(draftPos, 0x7b3a227367726122); // "args":{
  setDraft(draftPos + 8);
  p = skipSpace(p + 1);
  let first = true;
  let afterComma = false;
  while (true) {
    let c = load<u8>(p);
    if (c == 0x7d) {
      if (afterComma) pend(Issue.trailingComma, p);
      putByte(0x7d);
      return p + 1;
    }
    if (c != 0x22) return halt(p);
    if (!first) putByte(0x2c);
    first = false;
    const key = p;
    const e = stringStop(p + 1);
    if (load<u8>(e) == 0x22) {
      p = skipSpace(e + 1);
      if (load<u8>(p) != 0x3a) return halt(p);
      p = copyMember(key, <u32>(e - key - 1), skipSpace(p + 1));
    } else {
      p = copyString(p);
      if (!p) return 0;
      p = skipSpace(p);
      if (load<u8>(p) != 0x3a) return halt(p);
      putByte(0x3a);
      p = copyValue(skipSpace(p + 1));
    }
    if (!p) return 0;
    p = skipSpace(p);
    c = load<u8>(p);
    afterComma = c == 0x2c;
    if (afterComma) p = skipSpace(p + 1);
    else if (c != 0x7d) return halt(p);
  }
}

function parseName(p: usize, isCat: bool): usize {
  const e = stringStop(p + 1);
  let id: u32;
  let after = e + 1;
  if (load<u8>(e) == 0x22) id = internString(p + 1, <u32>(e - p - 1));
  else {
    const draft = draftPos;
    after = copyString(p);
    if (!after) return 0;
    id = internString(draft + 1, <u32>(draftPos - draft - 2));
    setDraft(draft);
  }
  if (id == NO_ID) return halt(p);
  if (stringIsBad(id)) pend(Issue.invalidUtf8, p);
  if (isCat) cat = id;
  else name = id;
  return after;
}

/** Takes the token of a pid or tid as it stands, mended where it is a string that needs it. */
function parseTrackPart(p: usize, isPid: bool): usize {
  const draft = draftPos;
  const e = copyValue(p);
  if (!e) return 0;
  let id: u32 = 0;
  // Mending makes a token longer.
  if (draftPos - draft != e - p) {
    id = internString(draft, <u32>(draftPos - draft));
    if (id == NO_ID) return halt(p);
  }
  setDraft(draft);
  if (isPid) {
    pidAt = p;
    pidLength = <u32>(e - p);
    pidId = id;
  } else {
    tidAt = p;
    tidLength = <u32>(e - p);
    tidId = id;
  }
  return e;
}

/** Skips a value that is no time, keeping it in the template. */
function keepOther(key: usize, keyLength: u32, p: usize): usize {
  beginEntry();
  return copyMember(key, keyLength, p);
}

/** Reads a time at `p`, bare or as text; 0 when it is neither (nothing has been copied then). */
function timeAt(p: usize): usize {
  if (load<u8>(p) != 0x22) {
    const e = parseTime(p);
    if (!e) return 0;
    const c = load<u8>(e);
    return c == 0x2c || c == 0x7d || c <= 0x20 ? e : 0;
  }
  const e = parseTime(p + 1);
  return e && load<u8>(e) == 0x22 ? e + 1 : 0;
}

function parseTs(key: usize, p: usize): usize {
  const e = timeAt(p);
  if (!e) {
    ts = Found.other;
    return keepOther(key, 2, p);
  }
  // A bare number that touches the end of the text may go on.
  if (load<u8>(e) == 0 && load<u8>(p) != 0x22) return halt(e);
  const textual = load<u8>(p) == 0x22;
  ts = Found.number;
  flags &= ~TEXTUAL_TS;
  if (textual) flags |= TEXTUAL_TS;
  if (timeRounded) rounded = p;
  tsValue = placeTime();
  if (tsValue == NO_TIME_VALUE || !timeCanonical || (textual && !timeThreeDecimals)) keepRaw(key, 4, p, e - p);
  return e;
}

/** The time just read in nanoseconds, or `NO_TIME_VALUE` where 64 bits do not hold it. */
function placeTime(): i64 {
  if (timeTooLarge || timeUs > REACH_US || timeUs < -REACH_US) return NO_TIME_VALUE;
  return timeUs * 1000 + timeNs;
}

function parseDur(key: usize, p: usize): usize {
  const e = timeAt(p);
  if (!e) {
    dur = Found.other;
    return keepOther(key, 3, p);
  }
  if (load<u8>(e) == 0 && load<u8>(p) != 0x22) return halt(e);
  const textual = load<u8>(p) == 0x22;
  dur = Found.number;
  durTooLarge = timeTooLarge || timeUs > 9007199254740 || timeUs < -9007199254740;
  durNegative = timeUs < 0 || timeNs < 0;
  durValue = durTooLarge || durNegative ? 0 : <f64>(timeUs * 1000 + timeNs);
  flags &= ~TEXTUAL_DUR;
  if (textual) flags |= TEXTUAL_DUR;
  if (timeRounded) rounded = p;
  if (!timeCanonical || durTooLarge || durNegative || (textual && !timeThreeDecimals)) keepRaw(key, 5, p, e - p);
  return e;
}

/** Whether a phase is nothing without a time. */
function needsTime(phase: u8): bool {
  switch (phase) {
    case 0x58: case 0x42: case 0x45: case 0x69: case 0x49: case 0x43: // X B E i I C
    case 0x73: case 0x74: case 0x66: case 0x62: case 0x6e: case 0x65: // s t f b n e
    case 0x53: case 0x54: case 0x46: case 0x70: case 0x50: case 0x4e: case 0x4f: case 0x44: case 0x52: // S T F p P N O D R
      return true;
    default:
      return false;
  }
}

let lastPid: u64 = 0;
let lastTid: u64 = 0;
let lastTrack: u32 = NO_ID;

// @ts-ignore: decorator
@inline
function firstBytes(p: usize, n: u32): u64 {
  return n >= 8 ? load<u64>(p) : load<u64>(p) & ((<u64>1 << (n << 3)) - 1);
}

function trackId(): u32 {
  const short = pidLength <= 8 && tidLength <= 8 && !pidId && !tidId;
  const pidBytes = firstBytes(pidAt, pidLength);
  const tidBytes = firstBytes(tidAt, tidLength);
  if (short && lastTrack != NO_ID && pidBytes == lastPid && tidBytes == lastTid) return lastTrack;
  const pid = pidId || !pidLength ? pidId : internString(pidAt, pidLength);
  const tid = tidId || !tidLength ? tidId : internString(tidAt, tidLength);
  if (pid == NO_ID || tid == NO_ID) return NO_ID;
  if (stringIsBad(pid)) pend(Issue.invalidUtf8, pidAt);
  if (stringIsBad(tid)) pend(Issue.invalidUtf8, tidAt);
  const id = internTrack(pid, tid);
  lastPid = pidBytes;
  lastTid = tidBytes;
  lastTrack = short && !stringIsBad(pid) && !stringIsBad(tid) ? id : NO_ID;
  return id;
}

/**
 * Puts the event that `parseEvent` read at `start` into the columns. Returns false where it is dropped (its time is not a
 * number, or missing where its kind needs one) or memory is exhausted; the ledger counts the drop.
 */
export function keepEvent(start: usize): bool {
  if (ts == Found.other || (ts == Found.missing && needsTime(ph))) {
    note(Issue.badTimestamp, start, 1);
    return false;
  }
  if (eventCount >= eventCapacity && !growColumns()) return false;
  const track = trackId();
  const template = internTemplate(draftBase, <u32>(draftPos - draftBase), draftValues);
  if (track == NO_ID || template == NO_ID) return false;
  if (templateIsBad(template)) pend(Issue.invalidUtf8, start);
  if (rounded) note(Issue.timeRounded, rounded, 1);
  if (ph == 0x58) noteDuration(start);
  if (notePending()) flags |= REPAIRED;
  if (flags & REPAIRED) repairedCount++;
  if (tsValue == NO_TIME_VALUE) flags |= NO_TIME;

  const i = <usize>eventCount;
  store<i64>(tsBase + (i << 3), tsValue);
  store<f64>(durBase + (i << 3), dur == Found.number ? durValue : 0);
  store<u32>(nameBase + (i << 2), name);
  store<u32>(catBase + (i << 2), cat);
  store<u32>(trackBase + (i << 2), track);
  store<u32>(templateBase + (i << 2), template);
  store<u32>(valueStartBase + (i << 2), valueCount);
  store<u8>(phBase + i, ph);
  store<u8>(flagsBase + i, flags);
  countEvent();
  return true;
}

function noteDuration(start: usize): void {
  if (dur != Found.number) {
    flags |= NO_DURATION | REPAIRED;
    note(Issue.missingDuration, start, 1);
  } else if (durNegative) {
    flags |= NEGATIVE_DURATION | REPAIRED;
    note(Issue.negativeDuration, start, 1);
  } else if (durTooLarge) {
    flags |= NO_DURATION | REPAIRED;
    note(Issue.durationOutOfRange, start, 1);
  }
}

// Copies JSON values from the text into the draft of a template: white space goes, faults that leave the meaning clear are mended.
import { copyShort, skipSpace, stringStop } from './bytes';
import { Issue, pend } from './issues';
import { isDigit, isJsonNumber } from './number';
import { draftBase } from './store';

/** Why the last function that returned 0 stopped. */
export const enum Stop {
  /** The text ends here; more bytes may complete it. */
  needMore,
  /** This is no JSON that could be mended. */
  malformed,
}

export let stop: Stop = Stop.malformed;
/** Where it stopped. */
export let stopAt: usize = 0;
/** End of the text; a zero byte stands there. */
export let textEnd: usize = 0;
/** Next free byte of the draft. */
export let draftPos: usize = 0;

const MAX_DEPTH: u32 = 1000;
const STACK = memory.data(1000);

export function setTextEnd(end: usize): void {
  textEnd = end;
}

export function beginDraft(): void {
  draftPos = draftBase;
}

export function setDraft(p: usize): void {
  draftPos = p;
}

/** Records why parsing stopped at `p`; a zero byte at the end of the text means that more is needed. Returns 0. */
export function halt(p: usize): usize {
  stopAt = p;
  stop = p >= textEnd ? Stop.needMore : Stop.malformed;
  return 0;
}

/** Records that what stands at `p` is wrong, whatever follows. Returns 0. */
export function malformed(p: usize): usize {
  stopAt = p;
  stop = Stop.malformed;
  return 0;
}

// @ts-ignore: decorator
@inline
export function putByte(c: u8): void {
  store<u8>(draftPos++, c);
}

/** Copies the string at the quote `p`, quotes included. Returns the position after it, or 0. */
export function copyString(p: usize): usize {
  const e = stringStop(p + 1);
  if (load<u8>(e) == 0x22) {
    const n = e + 1 - p;
    copyShort(draftPos, p, n);
    draftPos += n;
    return e + 1;
  }
  return mendString(p);
}

// @ts-ignore: decorator
@inline
function isHex(c: u8): bool {
  return c - 0x30 < 10 || (c | 0x20) - 0x61 < 6;
}

/** Whether the backslash at `p` begins an escape that JSON knows. */
function isEscape(p: usize): bool {
  switch (load<u8>(p, 1)) {
    case 0x22: case 0x5c: case 0x2f: case 0x62: case 0x66: case 0x6e: case 0x72: case 0x74:
      return true;
    case 0x75:
      return isHex(load<u8>(p, 2)) && isHex(load<u8>(p, 3)) && isHex(load<u8>(p, 4)) && isHex(load<u8>(p, 5));
    default:
      return false;
  }
}

/**
 * Copies a string with backslashes or control characters. If any escape in it is invalid, the writer did not escape at all (a
 * Windows path), so every backslash but those before a quote or another backslash stands for itself. A control character becomes
 * its visible picture (U+2400 and up).
 */
function mendString(p: usize): usize {
  let valid = true;
  let q = p + 1;
  while (true) {
    q = stringStop(q);
    const c = load<u8>(q);
    if (c == 0x22) break;
    if (c == 0x5c) {
      if (q + 1 >= textEnd) return halt(textEnd);
      if (!isEscape(q)) {
        if (load<u8>(q, 1) == 0x75 && q + 6 > textEnd) return halt(textEnd);
        valid = false;
      }
      // The byte after a backslash never ends the string; a control character there is looked at in its turn.
      q += load<u8>(q, 1) < 0x20 ? 1 : 2;
    } else {
      if (q >= textEnd) return halt(q);
      q++;
    }
  }
  const end = q;
  q = p + 1;
  putByte(0x22);
  while (q < end) {
    const c = load<u8>(q);
    if (c == 0x5c) {
      const next = load<u8>(q, 1);
      const literal = !valid && next != 0x22 && next != 0x5c;
      if (literal) {
        if (!isEscape(q)) pend(Issue.invalidEscape, q);
        putByte(0x5c);
        putByte(0x5c);
        q++;
      } else {
        putByte(0x5c);
        putByte(next);
        q += 2;
      }
    } else if (c < 0x20) {
      pend(Issue.controlCharacter, q);
      putByte(0xe2);
      putByte(0x90);
      putByte(0x80 + c);
      q++;
    } else {
      putByte(c);
      q++;
    }
  }
  putByte(0x22);
  return end + 1;
}

/** A short string without escapes, quotes included, as `unescapeShort` leaves it. */
export const SHORT = memory.data(48);
const SHORT_LENGTH: u32 = 40;

/** Writes the copied string at `p` to `SHORT` with its escapes undone; its length, or 0 where it is long or no plain ASCII. */
export function unescapeShort(p: usize): u32 {
  store<u8>(SHORT, 0x22);
  let n: u32 = 0;
  p++;
  while (load<u8>(p) != 0x22) {
    let c: u32 = load<u8>(p);
    if (n == SHORT_LENGTH || c >= 0x80) return 0;
    if (c == 0x5c) {
      if (load<u8>(p, 1) == 0x75) {
        c = 0;
        for (let i: usize = 2; i < 6; i++) c = (c << 4) | hexValue(load<u8>(p + i));
        p += 6;
      } else {
        // Of the one-letter escapes only the solidus occurs in a name.
        c = load<u8>(p, 1);
        if (c != 0x2f) return 0;
        p += 2;
      }
    } else p++;
    if (c < 0x20 || c >= 0x7f || c == 0x22 || c == 0x5c) return 0;
    n++;
    store<u8>(SHORT + n, <u8>c);
  }
  store<u8>(SHORT + n + 1, 0x22);
  return n;
}

function hexValue(c: u8): u32 {
  return isDigit(c) ? c - 0x30 : (c | 0x20) - 0x57;
}

// @ts-ignore: decorator
@inline
function isWord(c: u8): bool {
  return (c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a) || c == 0x2b || c == 0x2d || c == 0x2e || c == 0x5f;
}

/** Whether the lower-cased word at `p` of `n` bytes spells a number that is none (nan, inf, infinity, with a sign or without). */
function isNonFinite(p: usize, n: usize): bool {
  const c = load<u8>(p);
  if (c == 0x2b || c == 0x2d) {
    p++;
    n--;
  }
  if (n < 3) return false;
  const three = (load<u32>(p) | 0x202020) & 0xffffff;
  if (n == 3) return three == 0x6e616e || three == 0x666e69;
  return n == 8 && three == 0x666e69 && (load<u32>(p, 4) | 0x20202020) == 0x7974696e;
}

/** Copies a number, `true`, `false` or `null`; another bare word becomes a text. Returns the position after it, or 0. */
export function copyWord(p: usize): usize {
  let e = p;
  while (isDigit(load<u8>(e))) e++;
  const digitsOnly = e != p && !isWord(load<u8>(e)) && e < textEnd && (load<u8>(p) != 0x30 || e == p + 1);
  if (digitsOnly) {
    copyShort(draftPos, p, e - p);
    draftPos += e - p;
    return e;
  }
  while (isWord(load<u8>(e))) e++;
  if (e >= textEnd) return halt(e);
  const n = e - p;
  if (!n) return halt(p);
  const four = n >= 4 ? load<u32>(p) : 0;
  const known = (n == 4 && (four == 0x65757274 || four == 0x6c6c756e)) || (n == 5 && four == 0x736c6166 && load<u8>(p, 4) == 0x65);
  if (known || isJsonNumber(p, e)) {
    copyShort(draftPos, p, n);
    draftPos += n;
    return e;
  }
  putByte(0x22);
  if (isNonFinite(p, n)) {
    pend(Issue.nonFinite, p);
    memory.copy(draftPos, NOT_A_NUMBER, 12);
    draftPos += 12;
  } else {
    pend(Issue.badLiteral, p);
    memory.copy(draftPos, p, n);
    draftPos += n;
  }
  putByte(0x22);
  return e;
}

/** `not a number`, the text that stands for a number that is none. */
const NOT_A_NUMBER = memory.data<u8>([0x6e, 0x6f, 0x74, 0x20, 0x61, 0x20, 0x6e, 0x75, 0x6d, 0x62, 0x65, 0x72]);

/** Copies any value at `p` (no white space before it). Returns the position after it, or 0. */
export function copyValue(p: usize): usize {
  const c = load<u8>(p);
  if (c == 0x22) return copyString(p);
  if (c == 0x7b || c == 0x5b) return copyNested(p);
  return copyWord(p);
}

const enum Expect {
  value,
  key,
  separator,
}

/** Copies the object or array at `p`, whatever it holds, without recursion. Returns the position after it, or 0. */
function copyNested(p: usize): usize {
  let depth: u32 = 0;
  let expect = Expect.value;
  let first = true; // nothing in this container yet
  let comma = false; // a comma was read and not yet written
  do {
    p = depth ? skipSpace(p) : p;
    const c = load<u8>(p);
    const inObject = depth != 0 && load<u8>(STACK + depth - 1) == 0x7b;
    if (c == 0x7d || c == 0x5d) {
      if (!depth || (c == 0x7d) != inObject) return halt(p);
      if (expect != Expect.separator && !first && !comma) return halt(p);
      if (comma) pend(Issue.trailingComma, p);
      putByte(c);
      depth--;
      p++;
      comma = false;
      first = false;
      expect = Expect.separator;
      continue;
    }
    if (c == 0x2c) {
      if (expect != Expect.separator) return halt(p);
      comma = true;
      expect = inObject ? Expect.key : Expect.value;
      p++;
      continue;
    }
    if (expect == Expect.separator) return halt(p);
    if (comma) putByte(0x2c);
    comma = false;
    first = false;
    if (expect == Expect.key) {
      if (c != 0x22) return halt(p);
      p = copyString(p);
      if (!p) return 0;
      p = skipSpace(p);
      if (load<u8>(p) != 0x3a) return halt(p);
      putByte(0x3a);
      p = skipSpace(p + 1);
      expect = Expect.value;
      // The value follows at once: a closing bracket here would leave the key without one.
      const v = load<u8>(p);
      if (v == 0x7d || v == 0x5d || v == 0x2c) return halt(p);
      continue;
    }
    if (c == 0x7b || c == 0x5b) {
      if (depth == MAX_DEPTH) return malformed(p);
      store<u8>(STACK + depth, c);
      depth++;
      putByte(c);
      p++;
      first = true;
      expect = c == 0x7b ? Expect.key : Expect.value;
      continue;
    }
    p = c == 0x22 ? copyString(p) : copyWord(p);
    if (!p) return 0;
    expect = Expect.separator;
  } while (depth);
  return p;
}

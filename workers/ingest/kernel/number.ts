// Numbers from their digits, never through a double.

/** Of the last `parseTime`: whole microseconds (with sign), nanoseconds beyond them (0 to 999, same sign), and what it was. */
export let timeUs: i64 = 0;
export let timeNs: i64 = 0;
/** The digits can be written again from the value: no exponent and at most three decimals that count. */
export let timeCanonical: bool = false;
/** Exactly three decimals were written: the form in which a textual time is written again. */
export let timeThreeDecimals: bool = false;
/** More than three decimals that count: the value was rounded. */
export let timeRounded: bool = false;
/** A number, but too large for 64-bit nanoseconds. */
export let timeTooLarge: bool = false;

// @ts-ignore: decorator
@inline
export function isDigit(c: u8): bool {
  return c - 0x30 < 10;
}

/**
 * Reads a JSON number of microseconds at `p` as integer nanoseconds, rounding more than three decimals half to even.
 * Returns the position after it, or 0 where there is no JSON number. `end` bounds nothing: a zero byte stops every run.
 */
export function parseTime(p: usize): usize {
  const start = p;
  timeCanonical = true;
  timeThreeDecimals = false;
  timeRounded = false;
  timeTooLarge = false;
  const negative = load<u8>(p) == 0x2d;
  if (negative) p++;
  const whole = p;
  let us: u64 = 0;
  while (isDigit(load<u8>(p))) us = us * 10 + (load<u8>(p++) - 0x30);
  const wholeDigits = p - whole;
  if (!wholeDigits || (wholeDigits > 1 && load<u8>(whole) == 0x30)) return 0;
  let ns: u64 = 0;
  let fraction: usize = 0;
  let fractionDigits: usize = 0;
  if (load<u8>(p) == 0x2e) {
    fraction = ++p;
    while (isDigit(load<u8>(p))) p++;
    fractionDigits = p - fraction;
    if (!fractionDigits) return 0;
  }
  const c = load<u8>(p) | 0x20;
  if (c == 0x65) return parseScaled(start, whole, wholeDigits, fraction, fractionDigits, p, negative);
  for (let i: usize = 0; i < 3; i++) ns = ns * 10 + (i < fractionDigits ? load<u8>(fraction + i) - 0x30 : 0);
  timeThreeDecimals = fractionDigits == 3;
  if (fractionDigits > 3) {
    let above = false;
    for (let i: usize = 4; i < fractionDigits; i++) if (load<u8>(fraction + i) != 0x30) above = true;
    const next = load<u8>(fraction, 3);
    if (above || next != 0x30) {
      timeRounded = true;
      timeCanonical = false;
      if (next > 0x35 || (next == 0x35 && (above || (ns & 1)))) {
        if (++ns == 1000) {
          ns = 0;
          us++;
        }
      }
    }
  }
  if (wholeDigits > 18) {
    timeTooLarge = true;
    timeCanonical = false;
  }
  if (negative && !us && !ns) timeCanonical = false; // JSON's -0
  timeUs = negative ? -<i64>us : <i64>us;
  timeNs = negative ? -<i64>ns : <i64>ns;
  return p;
}

/** The rest of `parseTime` for a number with an exponent at `p`. */
function parseScaled(start: usize, whole: usize, wholeDigits: usize, fraction: usize, fractionDigits: usize, p: usize, negative: bool): usize {
  timeCanonical = false;
  p++;
  const sign = load<u8>(p);
  if (sign == 0x2b || sign == 0x2d) p++;
  const digits = p;
  let exponent: i64 = 0;
  while (isDigit(load<u8>(p))) {
    if (exponent < 100000) exponent = exponent * 10 + (load<u8>(p) - 0x30);
    p++;
  }
  if (p == digits) return 0;
  if (sign == 0x2d) exponent = -exponent;
  // All digits in a row, the decimal point `point` digits from their start once scaled to nanoseconds.
  const count = wholeDigits + fractionDigits;
  const point = <i64>wholeDigits + exponent + 3;
  let value: u64 = 0;
  let tooLarge = false;
  for (let i: i64 = 0; i < point && !tooLarge; i++) {
    const d: u64 = i < <i64>count ? digitAt(whole, wholeDigits, fraction, <usize>i) : 0;
    if (value > 900000000000000000) tooLarge = true;
    else value = value * 10 + d;
    if (!value && i >= <i64>count) break;
  }
  if (point < <i64>count && point > -2) {
    const next: u64 = point >= 0 ? digitAt(whole, wholeDigits, fraction, <usize>point) : 0;
    let above = false;
    for (let i: i64 = max<i64>(point + 1, 0); i < <i64>count; i++) if (digitAt(whole, wholeDigits, fraction, <usize>i)) above = true;
    timeRounded = above || next != 0;
    if (next > 5 || (next == 5 && (above || (value & 1)))) value++;
  } else if (point < <i64>count) timeRounded = true;
  timeTooLarge = tooLarge;
  timeUs = negative ? -<i64>(value / 1000) : <i64>(value / 1000);
  timeNs = negative ? -<i64>(value % 1000) : <i64>(value % 1000);
  return p;
}

function digitAt(whole: usize, wholeDigits: usize, fraction: usize, i: usize): u64 {
  return (i < wholeDigits ? load<u8>(whole + i) : load<u8>(fraction + i - wholeDigits)) - 0x30;
}

/** Of the last `parseInteger`. */
export let integerValue: u64 = 0;

/**
 * Reads a plain non-negative integer of at most 2^64 - 1 at `p`, written as JSON writes it and followed by a delimiter.
 * Returns the position after it, or 0 where it is something else.
 */
export function parseInteger(p: usize): usize {
  const start = p;
  let value: u64 = 0;
  while (isDigit(load<u8>(p))) {
    value = value * 10 + (load<u8>(p) - 0x30);
    p++;
  }
  const digits = p - start;
  if (!digits || digits > 20 || (digits > 1 && load<u8>(start) == 0x30)) return 0;
  // Twenty digits fit when they begin with 1 and did not wrap around.
  if (digits == 20 && (load<u8>(start) != 0x31 || value < 10000000000000000000)) return 0;
  const c = load<u8>(p);
  if (c == 0x2c || c == 0x7d || c == 0x5d || c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09) {
    integerValue = value;
    return p;
  }
  return 0;
}

/** Whether `[p, end)` is a number as JSON writes it. */
export function isJsonNumber(p: usize, end: usize): bool {
  if (p < end && load<u8>(p) == 0x2d) p++;
  const whole = p;
  while (p < end && isDigit(load<u8>(p))) p++;
  if (p == whole || (p - whole > 1 && load<u8>(whole) == 0x30)) return false;
  if (p < end && load<u8>(p) == 0x2e) {
    const fraction = ++p;
    while (p < end && isDigit(load<u8>(p))) p++;
    if (p == fraction) return false;
  }
  if (p < end && (load<u8>(p) | 0x20) == 0x65) {
    p++;
    if (p < end && (load<u8>(p) == 0x2b || load<u8>(p) == 0x2d)) p++;
    const exponent = p;
    while (p < end && isDigit(load<u8>(p))) p++;
    if (p == exponent) return false;
  }
  return p == end;
}

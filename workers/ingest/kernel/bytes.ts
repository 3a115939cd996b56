// Searching, hashing and comparing bytes, sixteen at a time. All may read up to 16 bytes past what they are asked about.

/** First quote, backslash or control character (zero included) at or after `p`. */
// @ts-ignore: decorator
@inline
export function stringStop(p: usize): usize {
  while (true) {
    const v = v128.load(p);
    const m = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.eq(v, i8x16.splat(0x5c))),
        i8x16.lt_u(v, i8x16.splat(0x20)),
      ),
    );
    if (m) return p + ctz(m);
    p += 16;
  }
}

/** First byte at or after `p` that is no white space. */
// @ts-ignore: decorator
@inline
export function skipSpace(p: usize): usize {
  let c = load<u8>(p);
  if (c > 0x20) return p;
  if (c == 0x20 && (c = load<u8>(p, 1)) > 0x20) return p + 1;
  return skipRun(p);
}

function skipRun(p: usize): usize {
  while (true) {
    const v = v128.load(p);
    const m = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(v, i8x16.splat(0x20)), i8x16.eq(v, i8x16.splat(0x0a))),
        v128.or(i8x16.eq(v, i8x16.splat(0x0d)), i8x16.eq(v, i8x16.splat(0x09))),
      ),
    );
    if (m != 0xffff) return p + ctz(~m);
    p += 16;
  }
}

/** First `byte` in `[p, end)`, or `end`. */
export function findByte(p: usize, end: usize, byte: u8): usize {
  while (p < end) {
    const m = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(<i8>byte)));
    if (m) return min(p + ctz(m), end);
    p += 16;
  }
  return end;
}

// @ts-ignore: decorator
@inline
function mix(h: u64, v: u64): u64 {
  const x = (h ^ v) * 0x9e3779b97f4a7c15;
  return x ^ (x >> 29);
}

/** Hash of `n` bytes. */
export function hashBytes(p: usize, n: u32): u32 {
  let h: u64 = <u64>n * 0xff51afd7ed558ccd;
  let left = n;
  while (left >= 8) {
    h = mix(h, load<u64>(p));
    p += 8;
    left -= 8;
  }
  if (left) h = mix(h, load<u64>(p) & ((<u64>1 << (left << 3)) - 1));
  h = mix(h, h >> 32);
  return <u32>(h >> 16);
}

/** Whether two runs of `n` bytes are the same. */
export function sameBytes(a: usize, b: usize, n: u32): bool {
  let left = n;
  while (left >= 16) {
    if (v128.any_true(v128.xor(v128.load(a), v128.load(b)))) return false;
    a += 16;
    b += 16;
    left -= 16;
  }
  while (left) {
    if (load<u8>(a) != load<u8>(b)) return false;
    a++;
    b++;
    left--;
  }
  return true;
}

/** Copies `n` bytes forward; may write up to 15 bytes more. */
// @ts-ignore: decorator
@inline
export function copyShort(to: usize, from: usize, n: usize): void {
  const end = from + n;
  while (from < end) {
    v128.store(to, v128.load(from));
    to += 16;
    from += 16;
  }
}

/** Whether `n` bytes are well-formed UTF-8. */
export function isUtf8(p: usize, n: u32): bool {
  const end = p + n;
  while (p < end) {
    const c = load<u8>(p);
    if (c < 0x80) {
      p++;
      continue;
    }
    let more: u32 = 0;
    let low: u8 = 0x80;
    let high: u8 = 0xbf;
    if (c >= 0xc2 && c <= 0xdf) more = 1;
    else if (c >= 0xe0 && c <= 0xef) {
      more = 2;
      if (c == 0xe0) low = 0xa0;
      else if (c == 0xed) high = 0x9f;
    } else if (c >= 0xf0 && c <= 0xf4) {
      more = 3;
      if (c == 0xf0) low = 0x90;
      else if (c == 0xf4) high = 0x8f;
    } else return false;
    if (p + more >= end) return false;
    const second = load<u8>(p, 1);
    if (second < low || second > high) return false;
    for (let i: u32 = 2; i <= more; i++) if ((load<u8>(p + i) & 0xc0) != 0x80) return false;
    p += more + 1;
  }
  return true;
}

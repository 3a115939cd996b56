// CRC-32 as gzip and zip use it (reflected polynomial 0xEDB88320).
//
// Long runs go sixteen lanes abreast: a block is cut into sixteen segments, each lane has the register of one, and the bytes that
// the segments have in the same place are used in one step, by nibble tables that fit into vectors. Joining the registers costs
// little a block. The rest goes sixteen bytes a turn by tables: table k holds what a byte does when k more bytes follow it.

const SLICES: u32 = 16;
const TABLE_BYTES: u32 = 1024;
const LANES: usize = 16;
/** Bytes of a lane's segment in a block. */
const SEGMENT: usize = 1024;
/** Runs of whole blocks are the fastest. */
export const CRC32_BLOCK: usize = LANES * SEGMENT;

/** For each register bit what it has become when `SEGMENT` zero bytes have followed. */
const SHIFTED_BITS: usize = SLICES * TABLE_BYTES;
/** Eight vectors: for each byte of the register what each low nibble, then what each high nibble contributes. */
const NIBBLES: usize = SHIFTED_BITS + 32 * 4;
/** Working memory: sixteen vectors each of a transposition half done and done. */
const ROWS: usize = NIBBLES + 8 * 16;
const PLACES: usize = ROWS + 16 * 16;

/** Bytes that the tables take. */
export const CRC32_TABLES_SIZE: usize = PLACES + 16 * 16;

let tables: usize = 0;

/** Writes the tables to `at`; `crc32` reads them from there. */
export function crc32Init(at: usize): void {
  tables = at;
  for (let byte: u32 = 0; byte < 256; byte++) {
    let register = byte;
    for (let bit = 0; bit < 8; bit++) register = (register >> 1) ^ (0xedb88320 & (0 - (register & 1)));
    store<u32>(at + (byte << 2), register);
  }
  for (let entry: u32 = 256; entry < SLICES * 256; entry++) {
    store<u32>(at + (entry << 2), followedByZero(load<u32>(at + ((entry - 256) << 2))));
  }
  for (let bit: u32 = 0; bit < 32; bit++) {
    let register: u32 = 1 << bit;
    for (let i: usize = 0; i < SEGMENT; i++) register = followedByZero(register);
    store<u32>(at + SHIFTED_BITS + (bit << 2), register);
  }
  for (let byte: usize = 0; byte < 4; byte++) {
    for (let nibble: usize = 0; nibble < 16; nibble++) {
      const pair = at + NIBBLES + (byte << 5) + nibble;
      store<u8>(pair, load<u8>(at + (nibble << 2) + byte));
      store<u8>(pair, load<u8>(at + (nibble << 6) + byte), 16);
    }
  }
}

/** The register after one more byte, a zero. */
@inline
function followedByZero(register: u32): u32 {
  return (register >> 8) ^ load<u32>(tables + ((register & 255) << 2));
}

/** The CRC of the bytes so far, whose CRC is `crc` (0 for none), followed by those of [from, to). */
export function crc32(crc: u32, from: usize, to: usize): u32 {
  let register = ~crc;
  let at = from;
  while (at + CRC32_BLOCK <= to) {
    register = block(register, at);
    at += CRC32_BLOCK;
  }
  const slices = tables;
  while (at + 16 <= to) {
    register =
      fold(slices, register ^ load<u32>(at), 12) ^
      fold(slices, load<u32>(at, 4), 8) ^
      fold(slices, load<u32>(at, 8), 4) ^
      fold(slices, load<u32>(at, 12), 0);
    at += 16;
  }
  while (at < to) {
    register = (register >> 8) ^ load<u32>(slices + (((register ^ load<u8>(at)) & 255) << 2));
    at++;
  }
  return ~register;
}

/** What the four bytes of `word` contribute when `slice` bytes follow them. */
@inline
function fold(slices: usize, word: u32, slice: usize): u32 {
  const base = slices + slice * TABLE_BYTES;
  return (
    load<u32>(base + ((word & 255) << 2), 3 * TABLE_BYTES) ^
    load<u32>(base + (((word >> 8) & 255) << 2), 2 * TABLE_BYTES) ^
    load<u32>(base + (((word >> 16) & 255) << 2), TABLE_BYTES) ^
    load<u32>(base + ((word >> 24) << 2))
  );
}

/** The register after a block, a step for all lanes at a time. */
function block(register: u32, from: usize): u32 {
  const low0 = v128.load(tables, NIBBLES);
  const high0 = v128.load(tables, NIBBLES + 16);
  const low1 = v128.load(tables, NIBBLES + 32);
  const high1 = v128.load(tables, NIBBLES + 48);
  const low2 = v128.load(tables, NIBBLES + 64);
  const high2 = v128.load(tables, NIBBLES + 80);
  const low3 = v128.load(tables, NIBBLES + 96);
  const high3 = v128.load(tables, NIBBLES + 112);
  const nibble = i8x16.splat(15);
  const rows = tables + ROWS;
  const places = tables + PLACES;
  // The registers of the lanes by byte, lowest first. The block's own register is that of the first lane.
  let byte0 = i8x16.replace_lane(i8x16.splat(0), 0, <i8>register);
  let byte1 = i8x16.replace_lane(i8x16.splat(0), 0, <i8>(register >> 8));
  let byte2 = i8x16.replace_lane(i8x16.splat(0), 0, <i8>(register >> 16));
  let byte3 = i8x16.replace_lane(i8x16.splat(0), 0, <i8>(register >> 24));
  for (let at = from; at < from + SEGMENT; at += 16) {
    // Sixteen bytes of each segment to the sixteen segments' bytes in each place: a transposition, in two halves.
    for (let i: usize = 0; i < 4; i++) interleave(at + i * SEGMENT, 4 * SEGMENT, rows + (i << 6));
    for (let i: usize = 0; i < 4; i++) interleave(rows + (i << 4), 64, places + (i << 6));
    for (let place = places; place < places + 256; place += 16) {
      const index = v128.xor(byte0, v128.load(place));
      const low = v128.and(index, nibble);
      const high = v128.and(i16x8.shr_u(index, 4), nibble);
      byte0 = v128.xor(byte1, v128.xor(v128.swizzle(low0, low), v128.swizzle(high0, high)));
      byte1 = v128.xor(byte2, v128.xor(v128.swizzle(low1, low), v128.swizzle(high1, high)));
      byte2 = v128.xor(byte3, v128.xor(v128.swizzle(low2, low), v128.swizzle(high2, high)));
      byte3 = v128.xor(v128.swizzle(low3, low), v128.swizzle(high3, high));
    }
  }
  v128.store(places, byte0);
  v128.store(places, byte1, 16);
  v128.store(places, byte2, 32);
  v128.store(places, byte3, 48);
  let whole: u32 = 0;
  for (let lane: usize = 0; lane < LANES; lane++) {
    const bytes = places + lane;
    whole =
      followedBySegment(whole) ^
      (<u32>load<u8>(bytes) |
        (<u32>load<u8>(bytes, 16) << 8) |
        (<u32>load<u8>(bytes, 32) << 16) |
        (<u32>load<u8>(bytes, 48) << 24));
  }
  return whole;
}

/** Mixes four vectors, `stride` apart, byte by byte into four that follow each other at `to`. */
@inline
function interleave(from: usize, stride: usize, to: usize): void {
  const a = v128.load(from);
  const b = v128.load(from + stride);
  const c = v128.load(from + 2 * stride);
  const d = v128.load(from + 3 * stride);
  const acLow = lowBytes(a, c);
  const acHigh = highBytes(a, c);
  const bdLow = lowBytes(b, d);
  const bdHigh = highBytes(b, d);
  v128.store(to, lowBytes(acLow, bdLow));
  v128.store(to, highBytes(acLow, bdLow), 16);
  v128.store(to, lowBytes(acHigh, bdHigh), 32);
  v128.store(to, highBytes(acHigh, bdHigh), 48);
}

@inline
function lowBytes(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

@inline
function highBytes(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** The register after `SEGMENT` more bytes, all zero. */
function followedBySegment(register: u32): u32 {
  let shifted: u32 = 0;
  for (let bits = register; bits != 0; bits &= bits - 1) {
    shifted ^= load<u32>(tables + (<usize>ctz(bits) << 2), SHIFTED_BITS);
  }
  return shifted;
}

// Decoding tables of the canonical prefix codes of deflate (RFC 1951, 3.2.2).
//
// A table is looked up with the next `rootBits` bits of the input; codes that are longer continue in a sub-table behind it. An entry:
//   bits 0..5    bits to take from the input: the code and its extra bits (0 in a link to a sub-table)
//   bits 8..12   bits of the code alone (in a link: index bits of the sub-table)
//   bit 13       end of block
//   bit 14       link to a sub-table; bits 16..30 are its first entry
//   bit 15       none of the common cases: end of block, link, or no symbol has this code
//   bits 16..30  value: literal byte, or base of a length or distance, or a plain symbol
//   bit 31       literal
// What a symbol means without its code's length is its *meaning*: an entry with the extra bits alone in bits 0..5.

export const END_OF_BLOCK: u32 = 1 << 13;
export const LINK: u32 = 1 << 14;
export const SPECIAL: u32 = 1 << 15;
export const LITERAL: u32 = 1 << 31;

export const LITERAL_ROOT_BITS: u32 = 11;
export const DISTANCE_ROOT_BITS: u32 = 9;
export const ORDER_ROOT_BITS: u32 = 7;

// A sub-table of 2^k entries belongs to a complete code with a symbol k bits deep, so it holds at least k + 1 symbols: at most
// 288 * 16 / 5 entries for literals (15 - 11 bits deep) and 32 * 64 / 7 for distances (15 - 9).
export const LITERAL_TABLE_SIZE: u32 = ((1 << LITERAL_ROOT_BITS) + 1024) << 2;
export const DISTANCE_TABLE_SIZE: u32 = ((1 << DISTANCE_ROOT_BITS) + 512) << 2;
export const ORDER_TABLE_SIZE: u32 = (1 << ORDER_ROOT_BITS) << 2;

export const LITERAL_SYMBOLS: u32 = 288;
export const DISTANCE_SYMBOLS: u32 = 32;
export const ORDER_SYMBOLS: u32 = 19;

const MAX_BITS: u32 = 15;
/** Symbols with no code: met only in a code of a single symbol, or where the standard leaves a symbol unused. */
const NO_SYMBOL: u32 = SPECIAL;

/** Bytes of working memory for `buildTable`: counts and next codes a length, symbols in order. */
export const BUILD_SIZE: u32 = 64 + 64 + 2 * LITERAL_SYMBOLS;

/** Writes the meanings of the literal and length symbols to `at`. */
export function writeLiteralMeanings(at: usize): void {
  for (let symbol: u32 = 0; symbol < 256; symbol++) store<u32>(at + (symbol << 2), LITERAL | (symbol << 16));
  store<u32>(at + (256 << 2), SPECIAL | END_OF_BLOCK);
  for (let i: u32 = 0; i < 28; i++) {
    const extra: u32 = i < 8 ? 0 : (i >> 2) - 1;
    const base = i < 8 ? i + 3 : ((4 + (i & 3)) << extra) + 3;
    store<u32>(at + ((257 + i) << 2), (base << 16) | extra);
  }
  store<u32>(at + (285 << 2), 258 << 16);
  store<u32>(at + (286 << 2), NO_SYMBOL);
  store<u32>(at + (287 << 2), NO_SYMBOL);
}

/** Writes the meanings of the distance symbols to `at`. */
export function writeDistanceMeanings(at: usize): void {
  for (let i: u32 = 0; i < 30; i++) {
    const extra: u32 = i < 4 ? 0 : (i >> 1) - 1;
    const base = i < 4 ? i + 1 : ((2 + (i & 1)) << extra) + 1;
    store<u32>(at + (i << 2), (base << 16) | extra);
  }
  store<u32>(at + (30 << 2), NO_SYMBOL);
  store<u32>(at + (31 << 2), NO_SYMBOL);
}

/** Writes the meanings of the symbols of the code-length code to `at`. */
export function writeOrderMeanings(at: usize): void {
  for (let symbol: u32 = 0; symbol < ORDER_SYMBOLS; symbol++) store<u32>(at + (symbol << 2), symbol << 16);
}

@inline
function reverse(code: u32, length: u32): u32 {
  let x = code;
  x = ((x & 0x5555) << 1) | ((x >> 1) & 0x5555);
  x = ((x & 0x3333) << 2) | ((x >> 2) & 0x3333);
  x = ((x & 0x0f0f) << 4) | ((x >> 4) & 0x0f0f);
  x = ((x & 0x00ff) << 8) | (x >> 8);
  return x >> (16 - length);
}

@inline
function fill(table: usize, first: u32, step: u32, end: u32, entry: u32): void {
  for (let index = first; index < end; index += step) store<u32>(table + (index << 2), entry);
}

/**
 * Builds the table of a code from the code length of each symbol (a byte each at `lengths`, 0 = no code) and the symbols' meanings.
 * False when the lengths are no prefix code. As in zlib, a code that leaves codes unused is none either, but for a single symbol of
 * one bit and for no symbol at all, where `mayBeIncomplete`.
 */
export function buildTable(
  table: usize,
  rootBits: u32,
  lengths: usize,
  symbols: u32,
  meanings: usize,
  work: usize,
  mayBeIncomplete: bool,
): bool {
  const counts = work;
  const nextCode = work + 64;
  const sorted = work + 128;
  memory.fill(counts, 0, 64);
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const slot = counts + (<u32>load<u8>(lengths + symbol) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  store<u32>(counts, 0);

  let unused: i32 = 1;
  let longest: u32 = 0;
  let code: u32 = 0;
  let used: u32 = 0;
  for (let length: u32 = 1; length <= MAX_BITS; length++) {
    const count = load<u32>(counts + (length << 2));
    unused = (unused << 1) - count;
    if (unused < 0) return false;
    if (count > 0) longest = length;
    code = (code + load<u32>(counts + ((length - 1) << 2))) << 1;
    store<u32>(nextCode + (length << 2), code + count);
    used += count;
  }
  if (unused > 0 && (!mayBeIncomplete || longest > 1)) return false;
  if (unused > 0) fill(table, 0, 1, 1 << rootBits, NO_SYMBOL | 0x101);

  // Counting sort by length; counts become the ends of the lengths' ranges.
  let end: u32 = 0;
  for (let length: u32 = 1; length <= MAX_BITS; length++) {
    const count = load<u32>(counts + (length << 2));
    store<u32>(counts + (length << 2), end);
    end += count;
  }
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const length: u32 = load<u8>(lengths + symbol);
    if (length == 0) continue;
    const slot = counts + (length << 2);
    const place = load<u32>(slot);
    store<u16>(sorted + (place << 1), <u16>symbol);
    store<u32>(slot, place + 1);
  }

  // From the last code to the first: the first code met under a root prefix is its longest, which sizes the sub-table.
  const rootMask: u32 = (1 << rootBits) - 1;
  let subTable: u32 = 0;
  let subTableBits: u32 = 0;
  let free: u32 = 1 << rootBits;
  let prefix: u32 = u32.MAX_VALUE;
  for (let i = used; i > 0; i--) {
    const symbol: u32 = load<u16>(sorted + ((i - 1) << 1));
    const length: u32 = load<u8>(lengths + symbol);
    const slot = nextCode + (length << 2);
    const symbolCode = load<u32>(slot) - 1;
    store<u32>(slot, symbolCode);
    const bits = reverse(symbolCode, length);
    const entry = load<u32>(meanings + (symbol << 2)) + length * 0x101;
    if (length <= rootBits) {
      fill(table, bits, 1 << length, 1 << rootBits, entry);
      continue;
    }
    if ((bits & rootMask) != prefix) {
      prefix = bits & rootMask;
      subTable = free;
      subTableBits = length - rootBits;
      free += 1 << subTableBits;
      store<u32>(table + (prefix << 2), SPECIAL | LINK | (subTableBits << 8) | (subTable << 16));
    }
    fill(table + (subTable << 2), bits >> rootBits, 1 << (length - rootBits), 1 << subTableBits, entry);
  }
  return true;
}

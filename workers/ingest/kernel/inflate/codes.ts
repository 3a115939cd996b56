// The codes of a compressed block: fixed, or read from its head (RFC 1951, 3.2.6 and 3.2.7).

import {
  BUILD_SIZE,
  DISTANCE_ROOT_BITS,
  DISTANCE_SYMBOLS,
  DISTANCE_TABLE_SIZE,
  LINK,
  LITERAL_ROOT_BITS,
  LITERAL_SYMBOLS,
  LITERAL_TABLE_SIZE,
  ORDER_ROOT_BITS,
  ORDER_SYMBOLS,
  ORDER_TABLE_SIZE,
  buildTable,
  writeDistanceMeanings,
  writeLiteralMeanings,
  writeOrderMeanings,
} from './huffman';
import { bitCount, bits, drop, inEnd, inPos, need, nextByte, starved, take } from './input';
import { AT_CODE_LENGTHS, AT_ORDER, AT_SYMBOL, BAD_CODE_LENGTHS, fault } from './states';

const DISTANCE_TABLE: usize = LITERAL_TABLE_SIZE;
const ORDER_TABLE: usize = DISTANCE_TABLE + DISTANCE_TABLE_SIZE;
const LITERAL_MEANINGS: usize = ORDER_TABLE + ORDER_TABLE_SIZE;
const DISTANCE_MEANINGS: usize = LITERAL_MEANINGS + (LITERAL_SYMBOLS << 2);
const ORDER_MEANINGS: usize = DISTANCE_MEANINGS + (DISTANCE_SYMBOLS << 2);
const CODE_LENGTHS: usize = ORDER_MEANINGS + (ORDER_SYMBOLS << 2);
const ORDER_LENGTHS: usize = CODE_LENGTHS + LITERAL_SYMBOLS + DISTANCE_SYMBOLS;
const BUILD: usize = (ORDER_LENGTHS + ORDER_SYMBOLS + 15) & ~15;

/** Bytes of scratch memory that the codes take. */
export const CODES_SIZE: usize = (BUILD + BUILD_SIZE + 15) & ~15;

let scratch: usize = 0;
/** The tables of the block under way. */
export let literalTable: usize = 0;
export let distanceTable: usize = 0;
/** The tables hold the fixed codes. */
let areFixed: bool = false;

let literalCodes: u32 = 0;
let distanceCodes: u32 = 0;
let orderCodes: u32 = 0;
/** Code lengths read so far, of the code-length code or of the codes. */
let lengthsRead: u32 = 0;

/** Places the tables at `at`. */
export function codesInit(at: usize): void {
  scratch = at;
  literalTable = at;
  distanceTable = at + DISTANCE_TABLE;
  areFixed = false;
  writeLiteralMeanings(at + LITERAL_MEANINGS);
  writeDistanceMeanings(at + DISTANCE_MEANINGS);
  writeOrderMeanings(at + ORDER_MEANINGS);
}

/** Makes the tables those of the fixed codes. */
export function useFixedCodes(): void {
  if (areFixed) return;
  const lengths = scratch + CODE_LENGTHS;
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  memory.fill(lengths + LITERAL_SYMBOLS, 5, DISTANCE_SYMBOLS);
  literalCodes = LITERAL_SYMBOLS;
  distanceCodes = DISTANCE_SYMBOLS;
  buildTables();
  areFixed = true;
}

/** Builds both tables from the code lengths; false when they are no codes. */
function buildTables(): bool {
  const lengths = scratch + CODE_LENGTHS;
  const work = scratch + BUILD;
  return (
    buildTable(
      literalTable,
      LITERAL_ROOT_BITS,
      lengths,
      literalCodes,
      scratch + LITERAL_MEANINGS,
      work,
      true,
    ) &&
    buildTable(
      distanceTable,
      DISTANCE_ROOT_BITS,
      lengths + literalCodes,
      distanceCodes,
      scratch + DISTANCE_MEANINGS,
      work,
      true,
    )
  );
}

/** State: how many codes of each kind the block's head describes. */
export function codeCounts(): i32 {
  if (!need(14)) return starved();
  literalCodes = take(5) + 257;
  distanceCodes = take(5) + 1;
  orderCodes = take(4) + 4;
  if (literalCodes > 286 || distanceCodes > 30) return fault(BAD_CODE_LENGTHS);
  memory.fill(scratch + ORDER_LENGTHS, 0, ORDER_SYMBOLS);
  lengthsRead = 0;
  return AT_ORDER;
}

/** The symbol of the code-length code whose length comes in place `place`: 16, 17, 18, 0, 8, 7, 9, 6, 10, … */
@inline
function orderSymbol(place: u32): u32 {
  if (place < 3) return 16 + place;
  if (place == 3) return 0;
  // From 8 to both sides in turn.
  const side = (place - 3) >> 1;
  return place & 1 ? 8 - side : 8 + side;
}

/** State: the code-length code. */
export function orderLengths(): i32 {
  const lengths = scratch + ORDER_LENGTHS;
  while (lengthsRead < orderCodes) {
    if (!need(3)) return starved();
    store<u8>(lengths + orderSymbol(lengthsRead), <u8>take(3));
    lengthsRead++;
  }
  const isCode = buildTable(
    scratch + ORDER_TABLE,
    ORDER_ROOT_BITS,
    lengths,
    ORDER_SYMBOLS,
    scratch + ORDER_MEANINGS,
    scratch + BUILD,
    false,
  );
  if (!isCode) return fault(BAD_CODE_LENGTHS);
  lengthsRead = 0;
  return AT_CODE_LENGTHS;
}

/** State: the lengths of both codes, in the code-length code. */
export function codeLengths(): i32 {
  const lengths = scratch + CODE_LENGTHS;
  const total = literalCodes + distanceCodes;
  while (lengthsRead < total) {
    const entry = nextEntry(scratch + ORDER_TABLE, ORDER_ROOT_BITS);
    if (entry == 0) return starved();
    const codeBits = entry & 63;
    const symbol = entry >> 16;
    if (symbol < 16) {
      drop(codeBits);
      store<u8>(lengths + lengthsRead, <u8>symbol);
      lengthsRead++;
      continue;
    }
    const extra: u32 = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    if (!need(codeBits + extra)) return starved();
    drop(codeBits);
    const repeat = take(extra) + (symbol == 18 ? 11 : 3);
    if (lengthsRead + repeat > total) return fault(BAD_CODE_LENGTHS);
    if (symbol == 16 && lengthsRead == 0) return fault(BAD_CODE_LENGTHS);
    const length: u8 = symbol == 16 ? load<u8>(lengths + lengthsRead - 1) : 0;
    memory.fill(lengths + lengthsRead, length, repeat);
    lengthsRead += repeat;
  }
  areFixed = false;
  const hasEnd = load<u8>(lengths + 256) != 0;
  return hasEnd && buildTables() ? AT_SYMBOL : fault(BAD_CODE_LENGTHS);
}

/** The entry of the code that comes next, with it and its extra bits there; 0 when the input ends first. */
export function nextEntry(table: usize, rootBits: u32): u32 {
  const rootMask: u64 = ((<u64>1) << rootBits) - 1;
  while (true) {
    let entry = load<u32>(table + (<usize>(bits & rootMask) << 2));
    if (entry & LINK) entry = load<u32>(table + (linkedIndex(entry, bits >> rootBits) << 2));
    // Missing bits read as 0: an entry of more bits than there are may be another code's.
    if ((entry & 63) <= bitCount) return entry;
    if (inPos == inEnd) return 0;
    nextByte();
  }
}

/** Index of the entry that a link leads to, given the bits behind the root's. */
@inline
export function linkedIndex(link: u32, next: u64): usize {
  return <usize>(link >> 16) + <usize>(next & (((<u64>1) << ((link >> 8) & 31)) - 1));
}

/** Base and extra bits of a length or distance whose code comes first in `from`. */
@inline
export function valueOf(entry: u32, from: u64): u32 {
  const withExtra = from & (((<u64>1) << (entry & 63)) - 1);
  return (entry >> 16) + <u32>(withExtra >> ((entry >> 8) & 31));
}

// Streaming inflate: stored bytes, raw deflate (RFC 1951), zlib (RFC 1950) and gzip of any number of members (RFC 1952), in raw
// memory. The caller owns input and output; the up to 32 KiB of output before the output position must stay readable there.
// `inflateRun` goes on until it needs input, has no room, is done or meets a fault, and can go on from any bit of either.
// What was decoded before a fault stays.

import { adler32 } from './adler32';
import { CRC32_BLOCK, CRC32_TABLES_SIZE, crc32, crc32Init } from './crc32';
import {
  BUILD_SIZE,
  DISTANCE_ROOT_BITS,
  DISTANCE_SYMBOLS,
  DISTANCE_TABLE_SIZE,
  END_OF_BLOCK,
  LINK,
  LITERAL,
  LITERAL_ROOT_BITS,
  LITERAL_SYMBOLS,
  LITERAL_TABLE_SIZE,
  ORDER_ROOT_BITS,
  ORDER_SYMBOLS,
  ORDER_TABLE_SIZE,
  SPECIAL,
  buildTable,
  writeDistanceMeanings,
  writeLiteralMeanings,
  writeOrderMeanings,
} from './huffman';
import { MATCH_OVERRUN, MATCH_TABLES_SIZE, copyMatch, matchInit } from './match';

/** Formats. */
export const STORED: u32 = 0;
export const DEFLATE: u32 = 1;
export const ZLIB: u32 = 2;
export const GZIP: u32 = 3;

/** What `inflateRun` returns. */
export const NEED_INPUT: i32 = 0;
export const OUTPUT_FULL: i32 = 1;
export const DONE: i32 = 2;
export const FAULT: i32 = 3;

/** Why it faulted. */
export const NO_FAULT: i32 = 0;
export const TRUNCATED: i32 = 1;
export const BAD_HEADER: i32 = 2;
export const BAD_BLOCK_TYPE: i32 = 3;
export const BAD_STORED_LENGTH: i32 = 4;
export const BAD_CODE_LENGTHS: i32 = 5;
export const BAD_CODE: i32 = 6;
export const BAD_DISTANCE: i32 = 7;

/** A state's answer when there is more to do at once. */
const CONTINUE: i32 = -1;

// States.
const AT_COPY: u32 = 0;
const AT_ZLIB_HEADER: u32 = 1;
const AT_GZIP_HEADER: u32 = 2;
const AT_BLOCK: u32 = 3;
const AT_STORED_LENGTH: u32 = 4;
const AT_STORED: u32 = 5;
const AT_CODE_COUNTS: u32 = 6;
const AT_ORDER: u32 = 7;
const AT_CODE_LENGTHS: u32 = 8;
const AT_SYMBOL: u32 = 9;
const AT_DISTANCE: u32 = 10;
const AT_MATCH: u32 = 11;
const AT_CHECKSUM: u32 = 12;
const AT_LENGTH: u32 = 13;
const AT_TRAILING: u32 = 14;
const AT_END: u32 = 15;
const AT_FAULT: u32 = 16;

// Flags of a gzip header.
const FHCRC: u32 = 2;
const FEXTRA: u32 = 4;
const FNAME: u32 = 8;
const FCOMMENT: u32 = 16;
const RESERVED: u32 = 0xe0;

const WINDOW: u64 = 32768;
/** Input that a turn of the fast loop may read: two loads of eight bytes, the second at most seven on. */
const FAST_INPUT: usize = 16;
/** Output that a turn of the fast loop may write: three literals and the longest match. */
const FAST_OUTPUT: usize = 3 + 258 + MATCH_OVERRUN;
/** Output after which the checksum catches up, while the bytes are still in the nearest cache. */
const CHECK_EVERY: usize = CRC32_BLOCK;

const LITERAL_MASK: u64 = (1 << LITERAL_ROOT_BITS) - 1;
const DISTANCE_MASK: u64 = (1 << DISTANCE_ROOT_BITS) - 1;

// Where things are in the scratch memory.
const LITERAL_TABLE: usize = CRC32_TABLES_SIZE;
const DISTANCE_TABLE: usize = LITERAL_TABLE + LITERAL_TABLE_SIZE;
const ORDER_TABLE: usize = DISTANCE_TABLE + DISTANCE_TABLE_SIZE;
const LITERAL_MEANINGS: usize = ORDER_TABLE + ORDER_TABLE_SIZE;
const DISTANCE_MEANINGS: usize = LITERAL_MEANINGS + (LITERAL_SYMBOLS << 2);
const ORDER_MEANINGS: usize = DISTANCE_MEANINGS + (DISTANCE_SYMBOLS << 2);
const CODE_LENGTHS: usize = ORDER_MEANINGS + (ORDER_SYMBOLS << 2);
const ORDER_LENGTHS: usize = CODE_LENGTHS + LITERAL_SYMBOLS + DISTANCE_SYMBOLS;
const BUILD: usize = (ORDER_LENGTHS + ORDER_SYMBOLS + 15) & ~15;
const MATCH_TABLES: usize = (BUILD + BUILD_SIZE + 15) & ~15;
const SCRATCH_SIZE: usize = MATCH_TABLES + MATCH_TABLES_SIZE;

let scratch: usize = 0;
let format: u32 = 0;
let state: u32 = AT_END;

let inPos: usize = 0;
let inEnd: usize = 0;
let inIsLast: bool = false;
/** Input bits taken from memory and not yet used, the next one lowest. Bits from `bitCount` up are 0. */
let bits: u64 = 0;
let bitCount: u32 = 0;

let outPos: usize = 0;
let outLimit: usize = 0;
/** Where the member's oldest byte that a match may copy is. */
let history: usize = 0;
/** Start of the output that the checksum has not seen. */
let unchecked: usize = 0;
let checksum: u32 = 0;
/** Bytes of the member up to `unchecked`. */
let memberBytes: u64 = 0;

let lastBlock: bool = false;
/** The tables hold the fixed codes. */
let fixedTables: bool = false;
let literalCodes: u32 = 0;
let distanceCodes: u32 = 0;
let orderCodes: u32 = 0;
/** Code lengths read so far, of the code-length code or of the codes. */
let lengthsRead: u32 = 0;
let storedLeft: u32 = 0;
let matchLeft: u32 = 0;
let matchDistance: usize = 0;

let headerBytes: u32 = 0;
let headerFlags: u32 = 0;
let headerSkip: u32 = 0;

let hasExpectation: bool = false;
let expectedChecksum: u32 = 0;
let expectedLength: u32 = 0;

let faultCode: i32 = 0;
let members: u32 = 0;
let crcErrors: u32 = 0;
let lengthErrors: u32 = 0;
let trailingBytes: u64 = 0;

/** Bytes of scratch memory that `inflateInit` needs. */
export function inflateTablesSize(): u32 {
  return <u32>SCRATCH_SIZE;
}

/** Starts a stream of a format; input and output are to be set before the first run. */
export function inflateInit(scratchMemory: usize, streamFormat: u32): void {
  scratch = scratchMemory;
  format = streamFormat;
  crc32Init(scratch);
  writeLiteralMeanings(scratch + LITERAL_MEANINGS);
  writeDistanceMeanings(scratch + DISTANCE_MEANINGS);
  writeOrderMeanings(scratch + ORDER_MEANINGS);
  matchInit(scratch + MATCH_TABLES);
  inPos = 0;
  inEnd = 0;
  inIsLast = false;
  bits = 0;
  bitCount = 0;
  outPos = 0;
  outLimit = 0;
  fixedTables = false;
  headerBytes = 0;
  hasExpectation = false;
  faultCode = NO_FAULT;
  members = 0;
  crcErrors = 0;
  lengthErrors = 0;
  trailingBytes = 0;
  startMember();
  if (format == STORED) state = AT_COPY;
  else if (format == DEFLATE) state = AT_BLOCK;
  else if (format == ZLIB) state = AT_ZLIB_HEADER;
  else state = AT_GZIP_HEADER;
}

/**
 * Says which CRC-32 and which length (modulo 2^32) the output of a stored or raw deflate stream must have, as a zip directory
 * knows. Without it such a stream is not checked.
 */
export function inflateExpect(crc: u32, length: u32): void {
  hasExpectation = true;
  expectedChecksum = crc;
  expectedLength = length;
}

/** Sets the input to [start, end); `last` when nothing follows it. The input before must have been used up. */
export function inflateInput(start: usize, end: usize, last: bool): void {
  inPos = start;
  inEnd = end;
  inIsLast = last;
}

/** Sets the output to [position, limit). The previous up to 32 KiB of output must directly precede `position`. */
export function inflateOutput(position: usize, limit: usize): void {
  outPos = position;
  outLimit = limit;
  unchecked = position;
  history = position - <usize>min(memberBytes, WINDOW);
}

/** Decodes as far as input and output go. */
export function inflateRun(): i32 {
  let status = CONTINUE;
  while (status == CONTINUE) status = step();
  catchUp();
  return status;
}

/** Just behind the last byte written. */
export function inflateOutPos(): usize {
  return outPos;
}

/** The next input byte. Equal to the end of the input whenever more is needed. */
export function inflateInPos(): usize {
  return inPos;
}

export function inflateFault(): i32 {
  return faultCode;
}

/** Headers read: of gzip members or the one of a zlib stream; 0 for formats without one. */
export function inflateMembers(): u32 {
  return members;
}

/** Streams whose checksum was not that of their content. */
export function inflateCrcErrors(): u32 {
  return crcErrors;
}

/** Streams whose recorded length was not that of their content. */
export function inflateLengthErrors(): u32 {
  return lengthErrors;
}

/** Input bytes behind the end of the data, zero padding between and behind gzip members left out. */
export function inflateTrailingBytes(): f64 {
  return <f64>trailingBytes;
}

function step(): i32 {
  switch (state) {
    case AT_COPY:
      return copyAll();
    case AT_ZLIB_HEADER:
      return zlibHeader();
    case AT_GZIP_HEADER:
      return gzipHeader();
    case AT_BLOCK:
      return blockHeader();
    case AT_STORED_LENGTH:
      return storedLength();
    case AT_STORED:
      return stored();
    case AT_CODE_COUNTS:
      return codeCounts();
    case AT_ORDER:
      return orderLengths();
    case AT_CODE_LENGTHS:
      return codeLengths();
    case AT_SYMBOL:
      return symbols();
    case AT_DISTANCE:
      return distance();
    case AT_MATCH:
      return match();
    case AT_CHECKSUM:
      return streamChecksum();
    case AT_LENGTH:
      return streamLength();
    case AT_TRAILING:
      return trailing();
    case AT_END:
      return DONE;
    default:
      return FAULT;
  }
}

function startMember(): void {
  checksum = format == ZLIB ? 1 : 0;
  memberBytes = 0;
  unchecked = outPos;
  history = outPos;
}

/** Brings checksum and count up to the output position. */
function catchUp(): void {
  if (format == ZLIB) checksum = adler32(checksum, unchecked, outPos);
  else if (format == GZIP || hasExpectation) checksum = crc32(checksum, unchecked, outPos);
  memberBytes += outPos - unchecked;
  unchecked = outPos;
}

function fault(code: i32): i32 {
  faultCode = code;
  state = AT_FAULT;
  return FAULT;
}

/** The answer when the input does not hold what comes next. */
function starved(): i32 {
  return inIsLast ? fault(TRUNCATED) : NEED_INPUT;
}

@inline
function nextByte(): void {
  bits |= (<u64>load<u8>(inPos)) << bitCount;
  bitCount += 8;
  inPos++;
}

/** Takes bytes until `count` bits are there; false when the input ends first. */
@inline
function need(count: u32): bool {
  while (bitCount < count) {
    if (inPos == inEnd) return false;
    nextByte();
  }
  return true;
}

@inline
function drop(count: u32): void {
  bits >>= count;
  bitCount -= count;
}

/** Uses up `count` (at most 32) bits that are there. */
@inline
function take(count: u32): u32 {
  const value = <u32>(bits & (((<u64>1) << count) - 1));
  drop(count);
  return value;
}

function copyAll(): i32 {
  const count = min(inEnd - inPos, outLimit - outPos);
  memory.copy(outPos, inPos, count);
  inPos += count;
  outPos += count;
  if (inPos < inEnd) return OUTPUT_FULL;
  if (!inIsLast) return NEED_INPUT;
  checkExpectation();
  state = AT_END;
  return DONE;
}

function checkExpectation(): void {
  if (!hasExpectation) return;
  catchUp();
  if (checksum != expectedChecksum) crcErrors++;
  if (<u32>memberBytes != expectedLength) lengthErrors++;
}

function zlibHeader(): i32 {
  if (!need(16)) return starved();
  const header = take(16);
  const method = header & 15;
  const hasDictionary = (header & 0x2000) != 0;
  const check = ((header & 255) << 8) | (header >> 8);
  if (method != 8 || hasDictionary || check % 31 != 0) return fault(BAD_HEADER);
  members++;
  state = AT_BLOCK;
  return CONTINUE;
}

/** The fixed byte at a place of a gzip header: its magic number and method. */
@inline
function gzipMagic(place: u32): u32 {
  return (0x088b1f >> (place << 3)) & 255;
}

/** The header of a gzip member, or what may stand in its place behind a member: zeros, foreign bytes, the end. */
function gzipHeader(): i32 {
  while (headerBytes < 10) {
    if (!need(8)) return gzipHeaderEnds();
    const byte = take(8);
    if (headerBytes == 0 && byte == 0 && members > 0) continue;
    if (headerBytes < 3 && byte != gzipMagic(headerBytes)) {
      if (members == 0) return fault(BAD_HEADER);
      return foreignBytes(headerBytes + 1);
    }
    if (headerBytes == 3) {
      if ((byte & RESERVED) != 0) return fault(BAD_HEADER);
      headerFlags = byte;
    }
    headerBytes++;
  }
  if (headerFlags & FEXTRA) {
    if (!need(16)) return starved();
    headerSkip = take(16);
    headerFlags &= ~FEXTRA;
  }
  while (headerSkip > 0) {
    if (!need(8)) return starved();
    drop(8);
    headerSkip--;
  }
  while (headerFlags & (FNAME | FCOMMENT)) {
    if (!need(8)) return starved();
    if (take(8) == 0) headerFlags &= headerFlags & FNAME ? ~FNAME : ~FCOMMENT;
  }
  // Nothing of the header is used, so neither is its checksum.
  if (headerFlags & FHCRC) {
    if (!need(16)) return starved();
    drop(16);
  }
  headerBytes = 0;
  members++;
  startMember();
  state = AT_BLOCK;
  return CONTINUE;
}

/** The input ends in a gzip header's fixed part. */
function gzipHeaderEnds(): i32 {
  if (!inIsLast) return NEED_INPUT;
  if (members == 0 || headerBytes > 2) return fault(TRUNCATED);
  return foreignBytes(headerBytes);
}

/** From here on the input is no data: `seen` bytes that were used up already, and all that follow. */
function foreignBytes(seen: u32): i32 {
  trailingBytes += seen;
  state = AT_TRAILING;
  return CONTINUE;
}

function trailing(): i32 {
  trailingBytes += (bitCount >> 3) + (inEnd - inPos);
  bits = 0;
  bitCount = 0;
  inPos = inEnd;
  if (!inIsLast) return NEED_INPUT;
  state = AT_END;
  return DONE;
}

function blockHeader(): i32 {
  if (lastBlock) return endOfStream();
  if (!need(3)) return starved();
  lastBlock = take(1) == 1;
  const type = take(2);
  if (type == 0) {
    drop(bitCount & 7);
    state = AT_STORED_LENGTH;
  } else if (type == 1) {
    if (!fixedTables) useFixedCodes();
    state = AT_SYMBOL;
  } else if (type == 2) {
    state = AT_CODE_COUNTS;
  } else {
    return fault(BAD_BLOCK_TYPE);
  }
  return CONTINUE;
}

function endOfStream(): i32 {
  lastBlock = false;
  drop(bitCount & 7);
  if (format == DEFLATE) {
    checkExpectation();
    state = AT_TRAILING;
  } else {
    catchUp();
    state = AT_CHECKSUM;
  }
  return CONTINUE;
}

function streamChecksum(): i32 {
  if (!need(32)) return starved();
  const recorded = take(32);
  if ((format == ZLIB ? bswap<u32>(recorded) : recorded) != checksum) crcErrors++;
  state = format == ZLIB ? AT_TRAILING : AT_LENGTH;
  return CONTINUE;
}

function streamLength(): i32 {
  if (!need(32)) return starved();
  if (take(32) != <u32>memberBytes) lengthErrors++;
  state = AT_GZIP_HEADER;
  return CONTINUE;
}

function storedLength(): i32 {
  if (!need(32)) return starved();
  storedLeft = take(16);
  if ((storedLeft ^ 0xffff) != take(16)) return fault(BAD_STORED_LENGTH);
  state = AT_STORED;
  return CONTINUE;
}

function stored(): i32 {
  while (storedLeft > 0 && bitCount > 0) {
    if (outPos == outLimit) return OUTPUT_FULL;
    store<u8>(outPos, <u8>take(8));
    outPos++;
    storedLeft--;
  }
  const count = min(<usize>storedLeft, min(inEnd - inPos, outLimit - outPos));
  memory.copy(outPos, inPos, count);
  inPos += count;
  outPos += count;
  storedLeft -= <u32>count;
  if (storedLeft > 0) return inPos == inEnd ? starved() : OUTPUT_FULL;
  state = AT_BLOCK;
  return CONTINUE;
}

function useFixedCodes(): void {
  const lengths = scratch + CODE_LENGTHS;
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  memory.fill(lengths + LITERAL_SYMBOLS, 5, DISTANCE_SYMBOLS);
  literalCodes = LITERAL_SYMBOLS;
  distanceCodes = DISTANCE_SYMBOLS;
  buildTables();
  fixedTables = true;
}

/** Builds both tables from the code lengths; false when they are no codes. */
function buildTables(): bool {
  const lengths = scratch + CODE_LENGTHS;
  const work = scratch + BUILD;
  return (
    buildTable(
      scratch + LITERAL_TABLE,
      LITERAL_ROOT_BITS,
      lengths,
      literalCodes,
      scratch + LITERAL_MEANINGS,
      work,
      true,
    ) &&
    buildTable(
      scratch + DISTANCE_TABLE,
      DISTANCE_ROOT_BITS,
      lengths + literalCodes,
      distanceCodes,
      scratch + DISTANCE_MEANINGS,
      work,
      true,
    )
  );
}

function codeCounts(): i32 {
  if (!need(14)) return starved();
  literalCodes = take(5) + 257;
  distanceCodes = take(5) + 1;
  orderCodes = take(4) + 4;
  if (literalCodes > 286 || distanceCodes > 30) return fault(BAD_CODE_LENGTHS);
  memory.fill(scratch + ORDER_LENGTHS, 0, ORDER_SYMBOLS);
  lengthsRead = 0;
  state = AT_ORDER;
  return CONTINUE;
}

/** The symbol of the code-length code whose length comes in place `place` (RFC 1951, 3.2.7). */
@inline
function orderSymbol(place: u32): u32 {
  if (place < 3) return 16 + place;
  if (place == 3) return 0;
  // 8, 7, 9, 6, 10, 5, …: from 8 to both sides in turn.
  const side = (place - 3) >> 1;
  return place & 1 ? 8 - side : 8 + side;
}

function orderLengths(): i32 {
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
  state = AT_CODE_LENGTHS;
  return CONTINUE;
}

function codeLengths(): i32 {
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
  fixedTables = false;
  const hasEnd = load<u8>(lengths + 256) != 0;
  if (!hasEnd || !buildTables()) return fault(BAD_CODE_LENGTHS);
  state = AT_SYMBOL;
  return CONTINUE;
}

/** The entry of the code that comes next, with it and its extra bits there; 0 when the input ends first. */
function nextEntry(table: usize, rootBits: u32): u32 {
  const rootMask: u64 = ((<u64>1) << rootBits) - 1;
  while (true) {
    let entry = load<u32>(table + (<usize>(bits & rootMask) << 2));
    if (entry & LINK) entry = load<u32>(table + (linkedIndex(entry, bits >> rootBits) << 2));
    // Missing bits read as 0: an entry of more bits than there are may be another code's.
    if ((entry & 63) <= bitCount) {
      if ((entry & LINK) == 0) return entry;
    }
    if (inPos == inEnd) return 0;
    nextByte();
  }
}

/** Index of the entry that a link leads to, given the bits behind the root's. */
@inline
function linkedIndex(link: u32, next: u64): usize {
  return <usize>(link >> 16) + <usize>(next & (((<u64>1) << ((link >> 8) & 31)) - 1));
}

/** Base and extra bits of a length or distance whose code comes first in `from`. */
@inline
function valueOf(entry: u32, from: u64): u32 {
  const withExtra = from & (((<u64>1) << (entry & 63)) - 1);
  return (entry >> 16) + <u32>(withExtra >> ((entry >> 8) & 31));
}

/** Decodes literals and matches: in the fast loop as long as input and output have room for it, else one symbol. */
function symbols(): i32 {
  if (inEnd - inPos >= FAST_INPUT && outLimit - outPos >= FAST_OUTPUT) return fastSymbols();
  const entry = nextEntry(scratch + LITERAL_TABLE, LITERAL_ROOT_BITS);
  if (entry == 0) return starved();
  if (entry & LITERAL) {
    if (outPos == outLimit) return OUTPUT_FULL;
    store<u8>(outPos, <u8>(entry >> 16));
    outPos++;
    drop(entry & 63);
    return CONTINUE;
  }
  if (entry & SPECIAL) {
    if ((entry & END_OF_BLOCK) == 0) return fault(BAD_CODE);
    state = AT_BLOCK;
  } else {
    matchLeft = valueOf(entry, bits);
    state = AT_DISTANCE;
  }
  drop(entry & 63);
  return CONTINUE;
}

function distance(): i32 {
  const entry = nextEntry(scratch + DISTANCE_TABLE, DISTANCE_ROOT_BITS);
  if (entry == 0) return starved();
  if (entry & SPECIAL) return fault(BAD_CODE);
  matchDistance = valueOf(entry, bits);
  drop(entry & 63);
  if (matchDistance > outPos - history) return fault(BAD_DISTANCE);
  state = AT_MATCH;
  return CONTINUE;
}

function match(): i32 {
  while (matchLeft > 0) {
    if (outPos == outLimit) return OUTPUT_FULL;
    store<u8>(outPos, load<u8>(outPos - matchDistance));
    outPos++;
    matchLeft--;
  }
  state = AT_SYMBOL;
  return CONTINUE;
}

/**
 * As `symbols` and `distance`, without looking for the ends of input and output at every step. Bits come eight bytes at a load;
 * what is loaded above the count is loaded again by the next.
 */
function fastSymbols(): i32 {
  const literals = scratch + LITERAL_TABLE;
  const distances = scratch + DISTANCE_TABLE;
  const inStart = inPos;
  const inFast = inEnd - FAST_INPUT;
  const outFast = min(outLimit - FAST_OUTPUT, max(outPos, unchecked + CHECK_EVERY));
  const oldest = history;
  let from = inPos;
  let to = outPos;
  let buffer = bits;
  let count = bitCount;
  let status = CONTINUE;
  do {
    buffer |= load<u64>(from) << count;
    from += (63 - count) >> 3;
    count |= 56;
    let entry = load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
    if (entry & LITERAL) {
      buffer >>= entry;
      count -= entry & 63;
      store<u8>(to, <u8>(entry >> 16));
      to++;
      entry = load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
      if (entry & LITERAL) {
        buffer >>= entry;
        count -= entry & 63;
        store<u8>(to, <u8>(entry >> 16));
        to++;
        entry = load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
      }
    }
    // Two literals have taken at most 22 of 56 bits, so the longest code with its extra bits (20) is there.
    if (entry & SPECIAL) {
      if (entry & LINK) entry = load<u32>(literals + (linkedIndex(entry, buffer >> LITERAL_ROOT_BITS) << 2));
      if (entry & SPECIAL) {
        if (entry & END_OF_BLOCK) {
          buffer >>= entry;
          count -= entry & 63;
          state = AT_BLOCK;
        } else {
          status = fault(BAD_CODE);
        }
        break;
      }
    }
    if (entry & LITERAL) {
      buffer >>= entry;
      count -= entry & 63;
      store<u8>(to, <u8>(entry >> 16));
      to++;
      continue;
    }
    const length = valueOf(entry, buffer);
    buffer >>= entry;
    count -= entry & 63;
    // The longest distance code with its extra bits has 28.
    if (count < 28) {
      buffer |= load<u64>(from) << count;
      from += (63 - count) >> 3;
      count |= 56;
    }
    entry = load<u32>(distances + (<usize>(buffer & DISTANCE_MASK) << 2));
    if (entry & SPECIAL) {
      if (entry & LINK) entry = load<u32>(distances + (linkedIndex(entry, buffer >> DISTANCE_ROOT_BITS) << 2));
      if (entry & SPECIAL) {
        status = fault(BAD_CODE);
        break;
      }
    }
    const back: usize = valueOf(entry, buffer);
    buffer >>= entry;
    count -= entry & 63;
    if (back > to - oldest) {
      status = fault(BAD_DISTANCE);
      break;
    }
    copyMatch(to, back, length);
    to += length;
  } while (from <= inFast && to <= outFast);

  // Whole bytes that are left go back to the input, as far as they are from it.
  const unused = min<usize>(count >> 3, from - inStart);
  count -= <u32>unused << 3;
  inPos = from - unused;
  bits = buffer & (((<u64>1) << count) - 1);
  bitCount = count;
  outPos = to;
  if (to - unchecked >= CHECK_EVERY) catchUp();
  return status;
}

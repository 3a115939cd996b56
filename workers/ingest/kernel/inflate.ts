// Streaming inflate: stored bytes, raw deflate (RFC 1951), zlib (RFC 1950) and gzip of any number of members (RFC 1952), in raw
// memory. The caller owns input and output; the up to 32 KiB of output before the output position must stay readable there.
// `inflateRun` goes on until it needs input, has no room, is done or meets a fault, and can go on from any bit of either.
// What was decoded before a fault stays.

import { CRC32_TABLES_SIZE, crc32Init } from './crc32';
import { CODES_SIZE, codeCounts, codeLengths, codesInit, orderLengths, useFixedCodes } from './inflate/codes';
import { alignToByte, atEnd, bitCount, clearInput, inEnd, inPos, need, setInput, starved, take, takeBytes } from './inflate/input';
import { MATCH_TABLES_SIZE, matchInit } from './inflate/match';
import { advanceTo, catchUp, crc32OfFile, outLimit, outPos, putByte, setOutput } from './inflate/output';
import {
  AT_BLOCK,
  AT_CHECKSUM,
  AT_CODE_COUNTS,
  AT_CODE_LENGTHS,
  AT_COPY,
  AT_DISTANCE,
  AT_END_OF_STREAM,
  AT_GZIP_HEADER,
  AT_LENGTH,
  AT_MATCH,
  AT_ORDER,
  AT_STORED,
  AT_STORED_LENGTH,
  AT_SYMBOL,
  AT_TRAILING,
  AT_ZLIB_HEADER,
  BAD_BLOCK_TYPE,
  BAD_STORED_LENGTH,
  DONE,
  FAULT,
  NEED_INPUT,
  OUTPUT_FULL,
  clearFault,
  fault,
  faultCode,
} from './inflate/states';
import { distance, match, symbols } from './inflate/symbols';
import {
  beginFormat,
  checkExpectation,
  crcErrors,
  endOfStream,
  expectContent,
  gzipHeader,
  lengthErrors,
  members,
  recordedChecksum,
  recordedLength,
  trailing,
  trailingBytes,
  zlibHeader,
} from './inflate/wrapping';

export { DONE, FAULT, NEED_INPUT, OUTPUT_FULL };

const CODES: usize = (CRC32_TABLES_SIZE + 15) & ~15;
const MATCH_TABLES: usize = CODES + CODES_SIZE;

/** The state to go on from, or the status that ended it all. */
let state: i32 = DONE;
let isLastBlock: bool = false;
/** Bytes of the stored block that are still to come. */
let storedLeft: u32 = 0;

/** Bytes of scratch memory that `inflateInit` needs. */
export function inflateTablesSize(): u32 {
  return <u32>(MATCH_TABLES + MATCH_TABLES_SIZE);
}

/** Starts a stream of a format (0 stored, 1 raw deflate, 2 zlib, 3 gzip); input and output are to be set before the first run. */
export function inflateInit(scratch: usize, format: u32): void {
  crc32Init(scratch);
  codesInit(scratch + CODES);
  matchInit(scratch + MATCH_TABLES);
  clearInput();
  clearFault();
  isLastBlock = false;
  state = beginFormat(format);
}

/**
 * Says which CRC-32 and which length (modulo 2^32) the output of a stored or raw deflate stream must have, as a zip directory
 * knows. To be called right after `inflateInit`; without it such a stream is not checked.
 */
export function inflateExpect(crc: u32, length: u32): void {
  expectContent(crc, length);
}

/** Sets the input to [start, end); `last` when nothing follows it. The input before must have been used up. */
export function inflateInput(start: usize, end: usize, last: bool): void {
  setInput(start, end, last);
}

/** Sets the output to [position, limit). The previous up to 32 KiB of output must directly precede `position`. */
export function inflateOutput(position: usize, limit: usize): void {
  setOutput(position, limit);
}

/** Decodes as far as input and output go; the status. */
export function inflateRun(): i32 {
  while (true) {
    const next = step();
    if (next > FAULT) {
      state = next;
      continue;
    }
    if (next == FAULT || next == DONE) state = next;
    catchUp();
    return next;
  }
}

/** Just behind the last byte written. */
export function inflateOutPos(): usize {
  return outPos;
}

/** The next input byte. Equal to the end of the input whenever more is needed. */
export function inflateInPos(): usize {
  return inPos;
}

/** Why it faulted: see the codes in `inflate/states.ts`; 0 when it did not. */
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

/** CRC-32 of all output, that of several gzip members as one. */
export function inflateCrc32(): u32 {
  return crc32OfFile();
}

/** Input bytes behind the end of the data, zero padding between and behind gzip members left out. */
export function inflateTrailingBytes(): f64 {
  return <f64>trailingBytes;
}

/** Does the work of the state: the state that comes next, or a status. */
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
    case AT_END_OF_STREAM:
      return endOfStream();
    case AT_CHECKSUM:
      return recordedChecksum();
    case AT_LENGTH:
      return recordedLength();
    case AT_TRAILING:
      return trailing();
    default:
      return state;
  }
}

/** State: in a file that is not compressed. */
function copyAll(): i32 {
  advanceTo(outPos + takeBytes(outPos, outLimit - outPos));
  if (inPos < inEnd) return OUTPUT_FULL;
  if (!atEnd()) return NEED_INPUT;
  checkExpectation();
  return DONE;
}

/** State: before a block, or behind the last. */
function blockHeader(): i32 {
  if (isLastBlock) {
    isLastBlock = false;
    return AT_END_OF_STREAM;
  }
  if (!need(3)) return starved();
  isLastBlock = take(1) == 1;
  const type = take(2);
  if (type == 0) {
    alignToByte();
    return AT_STORED_LENGTH;
  }
  if (type == 1) {
    useFixedCodes();
    return AT_SYMBOL;
  }
  return type == 2 ? AT_CODE_COUNTS : fault(BAD_BLOCK_TYPE);
}

/** State: before the length of a stored block. */
function storedLength(): i32 {
  if (!need(32)) return starved();
  storedLeft = take(16);
  return (storedLeft ^ 0xffff) == take(16) ? AT_STORED : fault(BAD_STORED_LENGTH);
}

/** State: in a stored block. */
function stored(): i32 {
  while (storedLeft > 0 && bitCount > 0) {
    if (outPos == outLimit) return OUTPUT_FULL;
    putByte(<u8>take(8));
    storedLeft--;
  }
  const count = takeBytes(outPos, min<usize>(storedLeft, outLimit - outPos));
  advanceTo(outPos + count);
  storedLeft -= <u32>count;
  if (storedLeft == 0) return AT_BLOCK;
  return inPos == inEnd ? starved() : OUTPUT_FULL;
}

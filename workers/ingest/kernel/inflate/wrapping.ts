// What is around deflated data: the headers and trailers of zlib (RFC 1950) and gzip (RFC 1952), several gzip members, what an
// archive knows of the content, and bytes that belong to nothing.

import { alignToByte, atEnd, drop, need, passOverRest, starved, take } from './input';
import { ADLER32, CRC32, beginFile, beginOutput, catchUp, checksum, streamLength } from './output';
import {
  AT_BLOCK,
  AT_CHECKSUM,
  AT_COPY,
  AT_GZIP_HEADER,
  AT_LENGTH,
  AT_TRAILING,
  AT_ZLIB_HEADER,
  BAD_HEADER,
  DONE,
  NEED_INPUT,
  TRUNCATED,
  fault,
} from './states';

/** Formats. */
export const STORED: u32 = 0;
export const DEFLATE: u32 = 1;
export const ZLIB: u32 = 2;
export const GZIP: u32 = 3;

// Flags of a gzip header.
const FHCRC: u32 = 2;
const FEXTRA: u32 = 4;
const FNAME: u32 = 8;
const FCOMMENT: u32 = 16;
const RESERVED: u32 = 0xe0;

let format: u32 = STORED;

let headerBytes: u32 = 0;
let headerFlags: u32 = 0;
let headerSkip: u32 = 0;

let hasExpectation: bool = false;
let expectedChecksum: u32 = 0;
let expectedLength: u32 = 0;

export let members: u32 = 0;
export let crcErrors: u32 = 0;
export let lengthErrors: u32 = 0;
export let trailingBytes: u64 = 0;

/** Begins a file of a format; the state to start in. */
export function beginFormat(fileFormat: u32): i32 {
  format = fileFormat;
  headerBytes = 0;
  headerFlags = 0;
  headerSkip = 0;
  hasExpectation = false;
  members = 0;
  crcErrors = 0;
  lengthErrors = 0;
  trailingBytes = 0;
  beginFile(format == ZLIB ? ADLER32 : CRC32);
  if (format == STORED) return AT_COPY;
  if (format == DEFLATE) return AT_BLOCK;
  return format == ZLIB ? AT_ZLIB_HEADER : AT_GZIP_HEADER;
}

/** Sets what a stored or raw deflate stream must come to. */
export function expectContent(crc: u32, length: u32): void {
  hasExpectation = true;
  expectedChecksum = crc;
  expectedLength = length;
}

/** Compares a stream of which nothing was recorded with what was expected of it. */
export function checkExpectation(): void {
  if (!hasExpectation) return;
  catchUp();
  if (checksum != expectedChecksum) crcErrors++;
  if (<u32>streamLength != expectedLength) lengthErrors++;
}

/** State. */
export function zlibHeader(): i32 {
  if (!need(16)) return starved();
  const header = take(16);
  const method = header & 15;
  const hasDictionary = (header & 0x2000) != 0;
  const check = ((header & 255) << 8) | (header >> 8);
  if (method != 8 || hasDictionary || check % 31 != 0) return fault(BAD_HEADER);
  members++;
  return AT_BLOCK;
}

/** The fixed byte at a place of a gzip header: its magic number and method. */
@inline
function gzipMagic(place: u32): u32 {
  return (0x088b1f >> (place << 3)) & 255;
}

/** State: the header of a gzip member, or what may stand in its place behind a member: zeros, foreign bytes, the end. */
export function gzipHeader(): i32 {
  while (headerBytes < 10) {
    if (!need(8)) return gzipHeaderEnds();
    const byte = take(8);
    if (headerBytes == 0 && byte == 0 && members > 0) continue;
    if (headerBytes < 3 && byte != gzipMagic(headerBytes)) {
      return members == 0 ? fault(BAD_HEADER) : foreignBytes(headerBytes + 1);
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
  beginOutput(CRC32);
  return AT_BLOCK;
}

/** The input ends in a gzip header's fixed part. */
function gzipHeaderEnds(): i32 {
  if (!atEnd()) return NEED_INPUT;
  if (members == 0 || headerBytes > 2) return fault(TRUNCATED);
  return foreignBytes(headerBytes);
}

/** From here on the input is no data: `seen` bytes that were used up already, and all that follow. */
function foreignBytes(seen: u32): i32 {
  trailingBytes += seen;
  return AT_TRAILING;
}

/** State: behind the last block. */
export function endOfStream(): i32 {
  alignToByte();
  if (format == DEFLATE) {
    checkExpectation();
    return AT_TRAILING;
  }
  catchUp();
  return AT_CHECKSUM;
}

/** State. */
export function recordedChecksum(): i32 {
  if (!need(32)) return starved();
  const recorded = take(32);
  if ((format == ZLIB ? bswap<u32>(recorded) : recorded) != checksum) crcErrors++;
  return format == ZLIB ? AT_TRAILING : AT_LENGTH;
}

/** State. */
export function recordedLength(): i32 {
  if (!need(32)) return starved();
  if (take(32) != <u32>streamLength) lengthErrors++;
  return AT_GZIP_HEADER;
}

/** State: behind all data. */
export function trailing(): i32 {
  trailingBytes += passOverRest();
  return atEnd() ? DONE : NEED_INPUT;
}

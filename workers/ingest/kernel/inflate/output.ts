// The output: memory that the caller owns, the history that matches copy from, and the checksum of what was written.

import { adler32 } from '../adler32';
import { CRC32_BLOCK, crc32 } from '../crc32';

/** Which checksum of a stream is kept. */
export const ADLER32: u32 = 0;
export const CRC32: u32 = 1;

/** Output after which the checksum catches up, while the bytes are still in the nearest cache. */
export const CHECK_EVERY: usize = CRC32_BLOCK;

/** How far back a match reaches. */
const WINDOW: u64 = 32768;

export let outPos: usize = 0;
export let outLimit: usize = 0;
/** Where the oldest byte that a match may copy is. */
export let history: usize = 0;
/** Start of the output that checksum and length have not seen. */
export let unchecked: usize = 0;
export let checksum: u32 = 0;
/** Bytes of the stream up to `unchecked`. */
export let streamLength: u64 = 0;
let kind: u32 = CRC32;

/** Bytes of all streams of the file up to `unchecked`. */
let fileLength: u64 = 0;
/** Whether `checksum` is the CRC-32 of all of them too, which then need not be read twice. */
let checksumIsOfFile: bool = true;
/** CRC-32 of all of them where it is not. */
let fileCrc: u32 = 0;

/** Sets the output to [position, limit); what was written before directly precedes it. */
export function setOutput(position: usize, limit: usize): void {
  outPos = position;
  outLimit = limit;
  unchecked = position;
  history = position - <usize>min(streamLength, WINDOW);
}

/** Begins a file. */
export function beginFile(checksumKind: u32): void {
  fileLength = 0;
  checksumIsOfFile = false;
  fileCrc = 0;
  beginOutput(checksumKind);
}

/** Begins a stream of the file: matches do not reach behind here, and checksum and length start anew. */
export function beginOutput(checksumKind: u32): void {
  fileCrc = crc32OfFile();
  checksumIsOfFile = checksumKind == CRC32 && fileLength == 0;
  kind = checksumKind;
  checksum = kind == ADLER32 ? 1 : 0;
  streamLength = 0;
  unchecked = outPos;
  history = outPos;
}

/** Brings checksum and length up to the output position. */
export function catchUp(): void {
  if (kind == ADLER32) checksum = adler32(checksum, unchecked, outPos);
  else checksum = crc32(checksum, unchecked, outPos);
  if (!checksumIsOfFile) fileCrc = crc32(fileCrc, unchecked, outPos);
  streamLength += outPos - unchecked;
  fileLength += outPos - unchecked;
  unchecked = outPos;
}

/** CRC-32 of all output of the file up to `unchecked`, whatever its streams are. */
export function crc32OfFile(): u32 {
  return checksumIsOfFile ? checksum : fileCrc;
}

@inline
export function putByte(byte: u8): void {
  store<u8>(outPos, byte);
  outPos++;
}

/** Goes on behind bytes that were written up to `position`. */
@inline
export function advanceTo(position: usize): void {
  outPos = position;
}

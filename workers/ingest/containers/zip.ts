import { type RandomAccess, readRange } from './byte-source.ts';

/** A file in a zip archive. */
export interface ZipMember {
  readonly name: string;
  /** 0 stored, 8 deflate; others are not read here. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly compressedSize: number;
  /** Inflated size and CRC-32, null where the archive does not say. */
  readonly size: number | null;
  readonly crc32: number | null;
  /** Where its local header begins. */
  readonly offset: number;
}

/** The directory of a zip archive. */
export interface ZipDirectory {
  readonly members: readonly ZipMember[];
  /** The archive is one of several files. */
  readonly spanned: boolean;
}

const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const ENTRY = 0x02014b50;
export const LOCAL = 0x04034b50;

const END_SIZE = 22;
const LOCATOR64_SIZE = 20;
const END64_SIZE = 56;
const ENTRY_SIZE = 46;
export const LOCAL_SIZE = 30;
const MAX_COMMENT = 65535;
const ABSENT = 0xffffffff;

/** General purpose flags. */
const ENCRYPTED = 1;
const SIZES_FOLLOW = 8;
const UTF8 = 0x800;

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const uint64 = (at: DataView, offset: number): number => Number(at.getBigUint64(offset, true));

/** Reads the directory at the end of an archive; null when there is none, as when the archive is cut off. */
export async function readZipDirectory(bytes: RandomAccess): Promise<ZipDirectory | null> {
  const tailStart = Math.max(0, bytes.size - END_SIZE - MAX_COMMENT);
  const tail = view(await readRange(bytes, tailStart, bytes.size));
  for (let at = tail.byteLength - END_SIZE; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue;
    const directory = await directoryBefore(bytes, tailStart + at, tail, at);
    if (directory) return directory;
  }
  return null;
}

/** The directory that the end record at `end` speaks of; null when it speaks of none. */
async function directoryBefore(bytes: RandomAccess, end: number, tail: DataView, at: number) {
  const disk = tail.getUint16(at + 4, true);
  let count = tail.getUint16(at + 10, true);
  let size = tail.getUint32(at + 12, true);
  let stated = tail.getUint32(at + 16, true);
  if (disk !== 0 && disk !== 0xffff) return { members: [], spanned: true };
  let directoryEnd = end;
  const large = await zip64End(bytes, end);
  if (large) {
    directoryEnd = large.at;
    count = large.count;
    size = large.size;
    stated = large.offset;
  }
  const start = directoryEnd - size;
  if (start < 0 || size > count * (ENTRY_SIZE + 3 * 65535)) return null;
  // Bytes in front of the archive, as in a self-extracting one, shift all that it says about offsets.
  const shift = start - stated;
  const entries = view(await readRange(bytes, start, directoryEnd));
  const members = readEntries(entries, count, shift);
  return members && { members, spanned: false };
}

/** The zip64 end record, which a locator right before the end record points to. */
async function zip64End(bytes: RandomAccess, end: number) {
  const locatorAt = end - LOCATOR64_SIZE;
  if (locatorAt < END64_SIZE) return null;
  const locator = view(await readRange(bytes, locatorAt, end));
  if (locator.getUint32(0, true) !== LOCATOR64) return null;
  for (const at of [uint64(locator, 8), locatorAt - END64_SIZE]) {
    if (!(at >= 0 && at + END64_SIZE <= locatorAt)) continue;
    const record = view(await readRange(bytes, at, at + END64_SIZE));
    if (record.getUint32(0, true) !== END64) continue;
    return { at, count: uint64(record, 32), size: uint64(record, 40), offset: uint64(record, 48) };
  }
  return null;
}

function readEntries(entries: DataView, count: number, shift: number): ZipMember[] | null {
  const members: ZipMember[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_SIZE > entries.byteLength || entries.getUint32(at, true) !== ENTRY) return null;
    const nameLength = entries.getUint16(at + 28, true);
    const extraLength = entries.getUint16(at + 30, true);
    const next = at + ENTRY_SIZE + nameLength + extraLength + entries.getUint16(at + 32, true);
    if (next > entries.byteLength) return null;
    const extra = sub(entries, at + ENTRY_SIZE + nameLength, extraLength);
    const [size, compressedSize, offset] = wide(extra, [
      entries.getUint32(at + 24, true),
      entries.getUint32(at + 20, true),
      entries.getUint32(at + 42, true),
    ]);
    members.push({
      name: zipName(sub(entries, at + ENTRY_SIZE, nameLength), entries.getUint16(at + 8, true)),
      method: entries.getUint16(at + 10, true),
      encrypted: (entries.getUint16(at + 8, true) & ENCRYPTED) !== 0,
      compressedSize,
      size,
      crc32: entries.getUint32(at + 16, true),
      offset: offset + shift,
    });
    at = next;
  }
  return members;
}

/** What a local header says, and how long it is. */
export interface LocalHeader {
  readonly member: Omit<ZipMember, 'offset'>;
  /** Length of the header with name and extra fields, after which the compressed bytes begin. */
  readonly length: number;
  /** Sizes and CRC follow the compressed bytes: those in `member` are not to be relied on. */
  readonly sizesFollow: boolean;
}

/** Length of the local header that begins with these `LOCAL_SIZE` bytes; null when none does. */
export function localHeaderLength(bytes: Uint8Array): number | null {
  if (bytes.length < LOCAL_SIZE) return null;
  const header = view(bytes);
  if (header.getUint32(0, true) !== LOCAL) return null;
  return LOCAL_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
}

/** Reads a whole local header. */
export function readLocalHeader(bytes: Uint8Array): LocalHeader {
  const header = view(bytes);
  const flags = header.getUint16(6, true);
  const nameLength = header.getUint16(26, true);
  const extra = sub(header, LOCAL_SIZE + nameLength, header.getUint16(28, true));
  const [size, compressedSize] = wide(extra, [header.getUint32(22, true), header.getUint32(18, true)]);
  return {
    member: {
      name: zipName(sub(header, LOCAL_SIZE, nameLength), flags),
      method: header.getUint16(8, true),
      encrypted: (flags & ENCRYPTED) !== 0,
      compressedSize,
      size,
      crc32: header.getUint32(14, true),
    },
    length: bytes.length,
    sizesFollow: (flags & SIZES_FOLLOW) !== 0,
  };
}

/** Where a member's compressed bytes begin; null when no local header is where the directory says. */
export async function zipDataOffset(bytes: RandomAccess, member: ZipMember): Promise<number | null> {
  const header = await readRange(bytes, member.offset, member.offset + LOCAL_SIZE);
  const length = localHeaderLength(header);
  return length === null ? null : member.offset + length;
}

const sub = (from: DataView, offset: number, length: number): DataView =>
  new DataView(from.buffer, from.byteOffset + offset, length);

/** Numbers of 32 bits, each replaced from the zip64 extra field where it is all ones. */
function wide(extra: DataView, values: readonly number[]): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; ) {
    const length = extra.getUint16(at + 2, true);
    if (extra.getUint16(at, true) === 1) {
      let from = at + 4;
      const end = Math.min(from + length, extra.byteLength);
      return values.map((value) => {
        if (value !== ABSENT || from + 8 > end) return value;
        from += 8;
        return uint64(extra, from - 8);
      });
    }
    at += 4 + length;
  }
  return [...values];
}

/** Names are UTF-8 where they say so or happen to be, else of a one-byte code page. */
function zipName(bytes: DataView, flags: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: (flags & UTF8) === 0 }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

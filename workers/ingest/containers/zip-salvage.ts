import { type ByteSource, SourceReader } from './byte-source.ts';
import { LOCAL, LOCAL_SIZE, localHeaderLength, readLocalHeader, type ZipMember } from './zip.ts';

const DESCRIPTOR = 0x08074b50;
const DIRECTORY_ENTRY = 0x02014b50;
const PIECE = 65536;
/** CRC and both sizes. */
const SHORTEST_DESCRIPTOR = 12;
/** A descriptor with signature and wide sizes, and the signature of what follows it. */
const LONGEST_DESCRIPTOR = 24 + 4;

/**
 * The members of an archive that has lost its directory or can be read in order only, from their local headers. `offset` is where a
 * member's compressed bytes begin. The last may be cut off: its `compressedSize` then runs to the end of the bytes.
 */
export async function salvageZip(source: ByteSource): Promise<ZipMember[]> {
  const reader = new SourceReader(source);
  const members: ZipMember[] = [];
  if (startsSpanned(await reader.peek(4))) await reader.skip(4);
  while (true) {
    const length = localHeaderLength(await reader.peek(LOCAL_SIZE));
    if (length === null) return members;
    const bytes = await reader.take(length);
    if (bytes.length < length) return members;
    const { member, sizesFollow } = readLocalHeader(bytes);
    const offset = reader.position;
    if (!sizesFollow || member.compressedSize > 0) {
      const compressedSize = await reader.skip(member.compressedSize);
      members.push({ ...member, compressedSize, offset });
      if (sizesFollow) await skipDescriptor(reader, compressedSize);
      continue;
    }
    const found = await findDescriptor(reader, offset);
    const compressedSize = found?.compressedSize ?? reader.position - offset;
    members.push({ ...member, size: found?.size ?? null, crc32: found?.crc32 ?? null, compressedSize, offset });
  }
}

/** The mark in front of an archive that was to be split. */
function startsSpanned(bytes: Uint8Array): boolean {
  return bytes.length === 4 && [DESCRIPTOR, 0x30304b50].includes(uint32(bytes, 0));
}

const uint32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
const uint64 = (bytes: Uint8Array, at: number): number => uint32(bytes, at) + uint32(bytes, at + 4) * 2 ** 32;

interface Descriptor {
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly length: number;
}

/**
 * The descriptor at `at` of a member whose compressed bytes number `compressedSize`; null when none is there. Its signature is
 * optional and its sizes have 4 or 8 bytes: the form that the next header follows is right, else one that is signed.
 */
function descriptorAt(bytes: Uint8Array, at: number, compressedSize: number): Descriptor | null {
  let signed: Descriptor | null = null;
  for (const start of uint32(bytes, at) === DESCRIPTOR ? [at + 4, at] : [at]) {
    for (const width of [4, 8]) {
      const end = start + 4 + 2 * width;
      const number = width === 4 ? uint32 : uint64;
      if (end > bytes.length || number(bytes, start + 4) !== compressedSize) continue;
      const size = number(bytes, start + 4 + width);
      const descriptor = { crc32: uint32(bytes, start), compressedSize, size, length: end - at };
      if (end === bytes.length || [LOCAL, DIRECTORY_ENTRY].includes(uint32(bytes, end))) return descriptor;
      if (start > at) signed ??= descriptor;
    }
  }
  return signed;
}

async function skipDescriptor(reader: SourceReader, compressedSize: number): Promise<void> {
  const descriptor = descriptorAt(await reader.peek(LONGEST_DESCRIPTOR), 0, compressedSize);
  if (descriptor) await reader.skip(descriptor.length);
}

/** Passes over compressed bytes of unknown number up to behind the descriptor that knows it; null when the bytes end first. */
async function findDescriptor(reader: SourceReader, dataOffset: number): Promise<Descriptor | null> {
  while (true) {
    const bytes = await reader.peek(PIECE + LONGEST_DESCRIPTOR);
    const passed = reader.position - dataOffset;
    const end = bytes.length < PIECE + LONGEST_DESCRIPTOR ? bytes.length - SHORTEST_DESCRIPTOR + 1 : PIECE;
    for (let at = 0; at < end; at++) {
      const low = (passed + at) >>> 0;
      if (uint32(bytes, at + 4) !== low && uint32(bytes, at + 8) !== low) continue;
      const descriptor = descriptorAt(bytes, at, passed + at);
      if (!descriptor) continue;
      await reader.skip(at + descriptor.length);
      return descriptor;
    }
    if (bytes.length < PIECE + LONGEST_DESCRIPTOR) {
      await reader.skip(bytes.length);
      return null;
    }
    await reader.skip(PIECE);
  }
}

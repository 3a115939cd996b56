import { type ByteSource, SourceReader } from './byte-source.ts';
import { isTarHeader, latin1 } from './sniff.ts';

/** A regular file in a tar archive. */
export interface TarMember {
  readonly name: string;
  readonly size: number;
  /** Where its bytes begin in the archive. */
  readonly offset: number;
  /** Its first bytes, up to what was asked for. */
  readonly head: Uint8Array;
}

const BLOCK = 512;
/** Extended headers hold names and numbers; a longer one is no such thing. */
const MAX_EXTENSION = 1 << 20;

/** What the headers before a member say about it. */
interface Extension {
  readonly name?: string;
  readonly size?: number;
}

/**
 * The regular files of a tar archive (ustar, GNU, pax and the old format), in one pass over it. Ends at the end mark, at the end of
 * the bytes, or where no header is: what comes before is given.
 * @param headBytes How much of each file's beginning to read.
 */
export async function* listTar(source: ByteSource, headBytes: number): AsyncGenerator<TarMember> {
  const reader = new SourceReader(source);
  let extension: Extension = {};
  while (true) {
    const header = await reader.take(BLOCK);
    if (!isTarHeader(header)) return;
    const type = latin1(header.subarray(156, 157));
    const headerSize = tarNumber(header.subarray(124, 136));
    if (type === 'L' || type === 'x') {
      const body = await reader.take(Math.min(headerSize, MAX_EXTENSION));
      await reader.skip(padded(headerSize) - body.length);
      extension = { ...extension, ...(type === 'L' ? { name: tarText(body) } : paxRecords(body)) };
      continue;
    }
    const name = extension.name ?? headerName(header);
    const size = extension.size ?? headerSize;
    const offset = reader.position;
    extension = {};
    const isFile = (type === '0' || type === '\0' || type === '7') && !name.endsWith('/');
    const head = isFile ? await reader.peek(Math.min(size, headBytes)) : new Uint8Array(0);
    if (isFile) yield { name, size, offset, head };
    await reader.skip(padded(size));
  }
}

/** Bytes that a content of `size` bytes takes: whole blocks. */
const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

/** The name in a header: POSIX archives keep the front of long ones apart. */
function headerName(header: Uint8Array): string {
  const name = tarText(header.subarray(0, 100));
  const isPosix = latin1(header.subarray(257, 263)) === 'ustar\0';
  const prefix = isPosix ? tarText(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Text up to the first NUL. */
function tarText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** An octal number, or with the top bit set a binary one, highest byte first (GNU). */
function tarNumber(field: Uint8Array): number {
  if (field[0] & 0x80) return field.subarray(1).reduce((value, byte) => value * 256 + byte, field[0] & 0x7f);
  return Number.parseInt(tarText(field).trim() || '0', 8) || 0;
}

/** `path` and `size` of pax records: "LENGTH KEY=VALUE\n" each, LENGTH in bytes. */
function paxRecords(body: Uint8Array): Extension {
  const found: { name?: string; size?: number } = {};
  let at = 0;
  while (at < body.length) {
    const length = Number.parseInt(latin1(body.subarray(at, at + 20)), 10);
    if (!(length > 0)) break;
    const record = new TextDecoder().decode(body.subarray(at, at + length - 1));
    const [, key, value] = /^\d+ ([^=]*)=(.*)$/s.exec(record) ?? [];
    if (key === 'path') found.name = value;
    if (key === 'size' && /^\d+$/.test(value)) found.size = Number(value);
    at += length;
  }
  return found;
}

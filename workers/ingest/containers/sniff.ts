/** What bytes are, by their content. */
export type Content =
  | 'empty'
  | 'text' // whatever a scanner for JSON may find events in
  | 'utf-16le'
  | 'utf-16be'
  | 'gzip'
  | 'zlib'
  | 'zip'
  | 'tar'
  | 'zstd'
  | 'xz'
  | 'bzip2'
  | '7z'
  | 'rar'
  | 'lz4'
  | 'sqlite'
  | 'pickle'
  | 'ncu'
  | 'git-lfs'
  | 'html'
  | 'xml'
  | 'zeros'
  | 'protobuf'
  | 'binary';

/** Bytes from the beginning that `sniff` wants to see. */
export const SNIFF_BYTES = 65536;

const SIGNATURES: readonly (readonly [Content, string])[] = [
  ['gzip', '\x1f\x8b'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['zip', 'PK\x07\x08'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  ['xz', '\xfd7zXZ\0'],
  ['bzip2', 'BZh'],
  ['7z', '7z\xbc\xaf\x27\x1c'],
  ['rar', 'Rar!\x1a\x07'],
  ['lz4', '\x04\x22\x4d\x18'],
  ['sqlite', 'SQLite format 3\0'],
  ['pickle', '\x80\x02'],
  ['pickle', '\x80\x03'],
  ['pickle', '\x80\x04'],
  ['pickle', '\x80\x05'],
  ['ncu', 'NVR\0'],
  ['git-lfs', 'version https://git-lfs.github.com/spec/'],
  ['utf-16le', '\xff\xfe'],
  ['utf-16be', '\xfe\xff'],
];

/**
 * What a file is whose first bytes are `head`. Text that is nothing else in particular is `text`, however damaged: whether events
 * are in it is for the scanner to find out.
 */
export function sniff(head: Uint8Array): Content {
  if (head.length === 0) return 'empty';
  const signature = SIGNATURES.find(([, bytes]) => startsWith(head, bytes));
  if (signature) return signature[0];
  if (isZlibHeader(head)) return 'zlib';
  if (isTarHeader(head)) return 'tar';
  return utf16Without(head) ?? markup(head) ?? (mentionsEvents(head) ? 'text' : (binary(head) ?? 'text'));
}

function startsWith(head: Uint8Array, bytes: string): boolean {
  if (head.length < bytes.length) return false;
  for (let i = 0; i < bytes.length; i++) if (head[i] !== bytes.charCodeAt(i)) return false;
  return true;
}

/** RFC 1950: deflate with a window of 32 KiB, no dictionary, and a check that makes both bytes a multiple of 31. */
function isZlibHeader(head: Uint8Array): boolean {
  return head.length >= 2 && head[0] === 0x78 && (head[1] & 0x20) === 0 && (head[0] * 256 + head[1]) % 31 === 0;
}

const TAR_BLOCK = 512;
const TAR_CHECKSUM = 148;

/** Whether a tar header of any kind begins here: the sum of its bytes, those of the sum itself taken as spaces, is in it. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < TAR_BLOCK || block[0] === 0) return false;
  const recorded = Number.parseInt(latin1(block.subarray(TAR_CHECKSUM, TAR_CHECKSUM + 8)).trim(), 8);
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < TAR_BLOCK; i++) {
    const byte = i >= TAR_CHECKSUM && i < TAR_CHECKSUM + 8 ? 0x20 : block[i];
    unsigned += byte;
    signed += (byte << 24) >> 24;
  }
  return recorded === unsigned || recorded === signed;
}

/** UTF-16 without a mark: text in it is mostly ASCII, so every other byte is mostly 0. */
function utf16Without(head: Uint8Array): Content | null {
  const pairs = Math.min(head.length, 512) >> 1;
  if (pairs < 2) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let i = 0; i < pairs; i++) {
    if (head[2 * i] === 0) evenZeros++;
    if (head[2 * i + 1] === 0) oddZeros++;
  }
  const mostly = pairs * 0.6;
  const hardly = pairs * 0.05;
  if (oddZeros > mostly && evenZeros <= hardly) return 'utf-16le';
  if (evenZeros > mostly && oddZeros <= hardly) return 'utf-16be';
  return null;
}

function markup(head: Uint8Array): Content | null {
  const text = latin1(head.subarray(0, 512))
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (text.startsWith('<!doctype html') || text.startsWith('<html')) return 'html';
  if (text.startsWith('<?xml')) return 'xml';
  return null;
}

/** Whether a trace's vocabulary is there, however much of the rest is damaged. */
export function mentionsEvents(head: Uint8Array): boolean {
  const text = latin1(head);
  return text.includes('"traceEvents"') || text.includes('"ph"');
}

/** Of bytes that are no text at all: what they look like. */
function binary(head: Uint8Array): Content | null {
  if (head.every((byte) => byte === 0)) return 'zeros';
  const sample = head.subarray(0, 4096);
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d)) controls++;
  const replaced = new TextDecoder().decode(sample).split('\ufffd').length - 1;
  if (controls + replaced <= sample.length * 0.1) return null;
  // The first field of a trace in protobuf is a message: tag 0x0A.
  return head[0] === 0x0a ? 'protobuf' : 'binary';
}

/** A byte a character. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

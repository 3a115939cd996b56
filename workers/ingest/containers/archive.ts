import { err, ok, type Result } from '../../base/result.ts';
import type { LedgerEntry } from '../ledger.ts';
import type { ArchiveMember, Refusal } from '../refusal.ts';
import { fileLayer, type Layer, layerRange, type RandomAccess, range, readHead } from './byte-source.ts';
import { Format } from './inflater.ts';
import { inflatedLayer, type Packed } from './layers.ts';
import { refusal } from './refusals.ts';
import { mentionsEvents, SNIFF_BYTES, sniff } from './sniff.ts';
import { listTar } from './tar.ts';
import { readZipDirectory, type ZipMember, zipDataOffset } from './zip.ts';
import { salvageZip } from './zip-salvage.ts';

/** A file of an archive. */
export interface ArchiveEntry extends ArchiveMember {
  /** Its name in the archive; a number after it where one before has the same. */
  readonly name: string;
  /** Its content, and the form it has in the archive. A refusal when that form is not read here. */
  unpack(): Promise<Result<Content, Refusal>>;
}

/** The content of a file in an archive, and the form it has there. */
interface Content {
  readonly layer: Layer;
  readonly packed: Packed;
}

/** The files of an archive, without directories and what operating systems add. */
export interface Archive {
  readonly entries: readonly ArchiveEntry[];
  readonly notes: readonly LedgerEntry[];
  /** Why none of it can be opened. */
  readonly refusal?: Refusal;
}

/** Lists an archive. Where only its first byte can be reached directly, this reads it through once. */
export async function listArchive(kernel: WebAssembly.Module, kind: 'zip' | 'tar', layer: Layer): Promise<Archive> {
  if (kind === 'tar') return listTarArchive(layer);
  if (layer.bytes) {
    const directory = await readZipDirectory(layer.bytes);
    if (directory?.spanned) return { entries: [], notes: [], refusal: SPANNED };
    if (directory) return { entries: await zipEntries(kernel, directory.members, layer.bytes), notes: [] };
  }
  const source = layer.open('whole');
  const members = await salvageZip(source);
  const entries = await zipEntries(kernel, members, layer);
  return { entries, notes: layer.bytes ? [NO_DIRECTORY] : source.notes() };
}

const SPANNED = refusal(
  'This is one part of a zip archive that was split over several files.',
  'Join the parts first (zip -s 0 archive.zip --out whole.zip), or unpack it and open the trace.',
);

const NO_DIRECTORY: LedgerEntry = {
  kind: 'archive-cut-off',
  severity: 'warning',
  count: 1,
  firstOffset: null,
  example: 'zip',
  message: 'The zip archive is cut off: its directory is missing, and its files were found by their own headers.',
  effect: 'Files at its end may be missing, and the last one may be cut off. Copy the archive again.',
};

/** What operating systems put into archives beside the files. */
const isJunk = (name: string): boolean => /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(name);

/** Names that say that a file is, packs or may be a trace; only these are looked into. */
const isCandidate = (name: string): boolean =>
  /(\.(json|trace|gz|tgz|zip|tar|z|zlib|deflate)|^[^.]*)$/i.test(name.slice(name.lastIndexOf('/') + 1));

/** Whether a file that begins with `head` may be a trace or hold one. */
function looksLikeTrace(head: Uint8Array, isWhole: boolean): boolean {
  switch (sniff(head)) {
    case 'gzip':
    case 'zlib':
    case 'zip':
    case 'tar':
    case 'utf-16le':
    case 'utf-16be':
      return true;
    case 'text':
      return mentionsEvents(head) || (!isWhole && beginsAsJson(head));
    default:
      return false;
  }
}

function beginsAsJson(head: Uint8Array): boolean {
  return /^(\xef\xbb\xbf)?\s*[{[]/.test(String.fromCharCode(...head.subarray(0, 256)));
}

async function listTarArchive(layer: Layer): Promise<Archive> {
  const source = layer.open('whole');
  const entries: ArchiveEntry[] = [];
  for await (const { name, size, offset, head } of listTar(source, SNIFF_BYTES)) {
    if (isJunk(name)) continue;
    const content = layerRange(layer, offset, size);
    entries.push({
      name,
      bytes: size,
      likelyTrace: isCandidate(name) && looksLikeTrace(head, head.length === size),
      unpack: async () => ok({ layer: content, packed: { layer: content, format: Format.stored } }),
    });
  }
  return { entries: distinctlyNamed(entries), notes: [] };
}

async function zipEntries(kernel: WebAssembly.Module, members: readonly ZipMember[], archive: RandomAccess | Layer) {
  const entries: ArchiveEntry[] = [];
  for (const member of members) {
    if (member.name.endsWith('/') || isJunk(member.name)) continue;
    const unpack = () => unpackZipMember(kernel, member, archive);
    entries.push({
      name: member.name,
      bytes: member.size ?? member.compressedSize,
      likelyTrace: isCandidate(member.name) && (await zipMemberLooksLikeTrace(unpack)),
      unpack,
    });
  }
  return distinctlyNamed(entries);
}

/** An archive may hold several files of one name: the second becomes `name (2)`, or the next number that no other file has. */
function distinctlyNamed(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  const taken = new Set(entries.map(({ name }) => name));
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    let count = (seen.get(entry.name) ?? 0) + 1;
    let name = entry.name;
    if (count > 1) {
      while (taken.has(`${entry.name} (${count})`)) count++;
      name = `${entry.name} (${count})`;
      taken.add(name);
    }
    seen.set(entry.name, count);
    return { ...entry, name };
  });
}

async function zipMemberLooksLikeTrace(unpack: ArchiveEntry['unpack']): Promise<boolean> {
  const content = await unpack();
  // Its name says that it may be one: choosing it then says why it cannot be read.
  if (!content.ok) return true;
  const { bytes } = await readHead(content.value.layer, SNIFF_BYTES);
  return looksLikeTrace(bytes, bytes.length < SNIFF_BYTES);
}

const METHODS: Record<number, string> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
};

async function unpackZipMember(
  kernel: WebAssembly.Module,
  member: ZipMember,
  archive: RandomAccess | Layer,
): Promise<Result<Content, Refusal>> {
  const { name, method } = member;
  if (member.encrypted)
    return err(refusal(`${name} is encrypted in the archive.`, 'Unpack it with its password first.'));
  if (method !== 0 && method !== 8) {
    const packer = METHODS[method] ?? `method ${method}`;
    return err(refusal(`${name} is packed with ${packer}, which is not read here.`, 'Unpack the archive first.'));
  }
  const layer = await packedBytes(member, archive);
  if (!layer) {
    return err(refusal(`The archive is damaged: ${name} is not where its directory says.`, 'Copy the archive again.'));
  }
  const format = method === 0 ? Format.stored : Format.deflate;
  const expectation =
    member.crc32 === null || member.size === null ? {} : { expectation: { crc32: member.crc32, size: member.size } };
  const packed: Packed = { layer, format, ...expectation };
  return ok({ packed, layer: method === 0 ? layer : inflatedLayer(kernel, packed) });
}

/** A member's bytes as they lie in the archive: found by directory in a file, by their own header in a layer. */
async function packedBytes(member: ZipMember, archive: RandomAccess | Layer): Promise<Layer | null> {
  if ('open' in archive) return layerRange(archive, member.offset, member.compressedSize);
  const start = await zipDataOffset(archive, member);
  return start === null ? null : fileLayer(range(archive, start, start + member.compressedSize));
}

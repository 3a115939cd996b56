import type { LedgerEntry } from '../ledger.ts';
import type { ArchiveMember, Refusal } from '../refusal.ts';
import { type Archive, type ArchiveEntry, listArchive } from './archive.ts';
import { type ByteSource, fileLayer, type Layer, type RandomAccess, readHead } from './byte-source.ts';
import { type Expectation, Format } from './inflater.ts';
import { inflatedLayer, type Packed, utf8Layer } from './layers.ts';
import { refusal, refuseContent, refuseNothing } from './refusals.ts';
import { type Content, SNIFF_BYTES, sniff } from './sniff.ts';
import { readZipDirectory } from './zip.ts';

/** The bytes of a trace, with the last compression around them left for the ingest kernel to undo. */
export interface Payload {
  readonly kind: 'payload';
  readonly source: ByteSource;
  readonly format: Format;
  /** What a stored or raw deflate stream must come to, as an archive says (`inflateExpect`). */
  readonly expectation?: Expectation;
  /** What is around the text, outermost first, the compression left in `source` included: `['tar', 'gzip', 'UTF-16 LE']`. */
  readonly trail: readonly string[];
  /** Name of the file in the archive that was opened. */
  readonly memberName?: string;
  /** What was wrong with the containers, those of `source` as far as it was read. Complete at its end. */
  notes(): readonly LedgerEntry[];
}

export type OpenedContainer =
  | Payload
  | { readonly kind: 'choose'; readonly archive: 'zip' | 'tar'; readonly members: readonly ArchiveMember[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Archives and compressions inside each other, after which a file is taken for a trap. */
const MAX_DEPTH = 8;

const ENCODING = { 'utf-16le': 'UTF-16 LE', 'utf-16be': 'UTF-16 BE' } as const;

/**
 * Finds the trace in a file: undoes archives, compressions and encodings around it, by content, down to the last compression.
 * Rejects only when the file itself cannot be read.
 * @param kernel The compiled ingest kernel.
 * @param fileName Used in refusals alone.
 * @param member Which file to open where an archive holds several, by the name that `choose` gave.
 */
export async function openContainer(
  kernel: WebAssembly.Module,
  file: RandomAccess,
  fileName: string,
  member?: string,
): Promise<OpenedContainer> {
  return new Opening(kernel, fileName, member).open(file);
}

/** One way from a file to the trace in it. */
class Opening {
  readonly #kernel: WebAssembly.Module;
  readonly #fileName: string;
  readonly #trail: string[] = [];
  readonly #notes: LedgerEntry[] = [];
  /** What of the asked for member's name is still to be found. */
  #wanted: string | undefined;
  /** What the archive opened last holds. */
  #entries: readonly ArchiveEntry[] = [];
  /** Name of the chosen archive that the members to come are in, as far as it was asked for. */
  #prefix = '';
  #memberName: string | undefined;

  constructor(kernel: WebAssembly.Module, fileName: string, member: string | undefined) {
    this.#kernel = kernel;
    this.#fileName = fileName;
    this.#wanted = member;
  }

  async open(file: RandomAccess): Promise<OpenedContainer> {
    let layer: Layer = fileLayer(file);
    let packed: Packed = { layer, format: Format.stored };
    for (let depth = 0; depth <= MAX_DEPTH; depth++) {
      const head = await readHead(layer, SNIFF_BYTES);
      const content = await contentOf(layer, head.bytes);
      switch (content) {
        case 'empty':
          return this.#refuseEmpty(head.notes);
        case 'text':
          return this.#payload(packed);
        case 'utf-16le':
        case 'utf-16be':
          this.#trail.push(ENCODING[content]);
          return this.#payload({ layer: utf8Layer(layer, content), format: Format.stored });
        case 'gzip':
        case 'zlib':
          this.#trail.push(content);
          packed = { layer, format: Format[content] };
          layer = inflatedLayer(this.#kernel, packed);
          break;
        case 'zip':
        case 'tar': {
          this.#trail.push(content);
          const entry = this.#choose(content, await listArchive(this.#kernel, content, layer));
          if ('kind' in entry) return entry;
          const unpacked = await entry.unpack();
          if (!unpacked.ok) return refused(unpacked.error);
          ({ layer, packed } = unpacked.value);
          break;
        }
        default:
          return refused(refuseContent(content, head.bytes, this.#fileName));
      }
    }
    return refused(
      refusal(
        `This is an archive in an archive, more than ${MAX_DEPTH} deep.`,
        'Unpack it first, and open the trace that is in it.',
      ),
    );
  }

  #payload({ layer, format, expectation }: Packed): OpenedContainer {
    if (this.#wanted !== undefined) return refused(noSuchMember(this.#wanted, this.#entries));
    const source = layer.open('whole');
    return {
      kind: 'payload',
      source,
      format,
      trail: this.#trail,
      notes: () => [...this.#notes, ...source.notes()],
      ...(expectation && { expectation }),
      ...(this.#memberName !== undefined && { memberName: this.#memberName }),
    };
  }

  #refuseEmpty(notes: readonly LedgerEntry[]): OpenedContainer {
    if (notes.length === 0) return refused(refuseNothing(this.#trail));
    const [{ message, effect, example }] = notes;
    return refused({
      ...refusal('The compressed file is cut off or damaged before the first byte of its content.', effect),
      excerpt: example,
      readable: message,
    });
  }

  /** The member to open, or what there is to say instead. */
  #choose(kind: 'zip' | 'tar', archive: Archive): ArchiveEntry | OpenedContainer {
    this.#notes.push(...archive.notes);
    if (archive.refusal) return refused(archive.refusal);
    const { entries } = archive;
    this.#entries = entries;
    const wanted = this.#wanted;
    const likely = entries.filter((entry) => entry.likelyTrace);
    if (wanted !== undefined) {
      const entry = entries.find(({ name }) => name === wanted || wanted.startsWith(`${name}/`));
      if (entry) {
        this.#wanted = wanted === entry.name ? undefined : wanted.slice(entry.name.length + 1);
        this.#prefix += `${entry.name}/`;
        return this.#enter(entry);
      }
      if (likely.length !== 1) return refused(noSuchMember(wanted, entries));
    }
    if (likely.length === 1) return this.#enter(likely[0]);
    if (likely.length === 0 && entries.length === 1) return this.#enter(entries[0]);
    if (likely.length === 0) return refused(noTrace(entries));
    return {
      kind: 'choose',
      archive: kind,
      members: entries.map(({ name, bytes, likelyTrace }) => ({ name: this.#prefix + name, bytes, likelyTrace })),
    };
  }

  #enter(entry: ArchiveEntry): ArchiveEntry {
    this.#memberName = entry.name;
    return entry;
  }
}

/** What a layer is by its first bytes, or by its last where an archive has other bytes before it. */
async function contentOf(layer: Layer, head: Uint8Array): Promise<Content> {
  const content = sniff(head);
  const hasDirectory = content === 'binary' && layer.bytes && (await readZipDirectory(layer.bytes)) !== null;
  return hasDirectory ? 'zip' : content;
}

const refused = (why: Refusal): OpenedContainer => ({ kind: 'refused', refusal: why });

const NAMES_SHOWN = 5;

function listed(entries: readonly ArchiveEntry[]): string {
  const names = entries.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const more = entries.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function noSuchMember(wanted: string, entries: readonly ArchiveEntry[]): Refusal {
  return entries.length === 0
    ? refusal(`This file is no archive, so it holds no file named ${wanted}.`, 'Open it without naming a member.')
    : refusal(`The archive holds no file named ${wanted}.`, `Choose one of what it holds: ${listed(entries)}.`);
}

function noTrace(entries: readonly ArchiveEntry[]): Refusal {
  return entries.length === 0
    ? refusal('The archive is empty.', 'Pack it again with the trace in it.')
    : refusal(
        'The archive holds no file that looks like a trace.',
        `It holds ${listed(entries)}. Open the trace itself (.json or .json.gz).`,
      );
}

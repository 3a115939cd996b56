import { joinBytes } from '../../base/join-bytes.ts';
import type { LedgerEntry } from '../ledger.ts';

/** Bytes of a file that can be read at any place: a `Blob`, or what behaves like one. */
export interface RandomAccess {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Bytes read once, from first to last. */
export interface ByteSource {
  /** How many there are, or null where only reading them will tell. */
  readonly size: number | null;
  /** The next bytes, never empty; null at the end. Rejects when the file cannot be read. */
  read(): Promise<Uint8Array | null>;
  /** Bytes of the file that reading has taken so far, and those that it takes in all: for progress. */
  readonly fileBytesRead: number;
  readonly fileBytes: number;
  /** What was wrong with the containers around these bytes, as far as they were read. */
  notes(): readonly LedgerEntry[];
}

/** How much of a layer is wanted: the head reads little and nothing ahead. */
export type Extent = 'head' | 'whole';

/** Bytes that can be read from their beginning any number of times. */
export interface Layer {
  readonly size: number | null;
  open(extent: Extent): ByteSource;
  /** The same bytes at any place, where they lie in the file as they are. */
  readonly bytes?: RandomAccess;
}

const PIECE: Record<Extent, number> = { head: 65536, whole: 1 << 20 };
const IN_FLIGHT: Record<Extent, number> = { head: 1, whole: 4 };

/** The bytes [start, end) of `bytes`. */
export function range(bytes: RandomAccess, start: number, end: number): RandomAccess {
  const size = Math.max(0, Math.min(end, bytes.size) - start);
  return { size, slice: (from, to) => bytes.slice(start + Math.min(from, size), start + Math.min(to, size)) };
}

/** Bytes [start, end) as an array. Only for parts of known, small size. */
export async function readRange(bytes: RandomAccess, start: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await bytes.slice(start, end).arrayBuffer());
}

/** A layer of bytes that lie in the file as they are. */
export function fileLayer(bytes: RandomAccess): Layer {
  return { size: bytes.size, bytes, open: (extent) => new FileSource(bytes, PIECE[extent], IN_FLIGHT[extent]) };
}

/** The bytes [start, start + size) of a layer that can only be read from its beginning. */
export function layerRange(layer: Layer, start: number, size: number): Layer {
  if (layer.bytes) return fileLayer(range(layer.bytes, start, start + size));
  return { size, open: (extent) => new RangeSource(layer.open(extent), start, size) };
}

/** Up to `length` bytes from the beginning, and what was wrong on the way. */
export async function readHead(
  layer: Layer,
  length: number,
): Promise<{ readonly bytes: Uint8Array; readonly notes: readonly LedgerEntry[] }> {
  const source = layer.open('head');
  const bytes = await new SourceReader(source).take(length);
  return { bytes, notes: source.notes() };
}

/** Reads pieces of a file, several at a time. */
class FileSource implements ByteSource {
  readonly size: number;
  readonly fileBytes: number;
  fileBytesRead = 0;
  readonly #bytes: RandomAccess;
  readonly #piece: number;
  readonly #inFlight: number;
  readonly #pending: Promise<ArrayBuffer>[] = [];
  #asked = 0;

  constructor(bytes: RandomAccess, piece: number, inFlight: number) {
    this.#bytes = bytes;
    this.size = bytes.size;
    this.fileBytes = bytes.size;
    this.#piece = piece;
    this.#inFlight = inFlight;
  }

  async read(): Promise<Uint8Array | null> {
    while (this.#pending.length < this.#inFlight && this.#asked < this.size) {
      const end = Math.min(this.#asked + this.#piece, this.size);
      const piece = this.#bytes.slice(this.#asked, end).arrayBuffer();
      // A failure is reported by the read that comes to it, not by the run time meanwhile.
      piece.catch(() => undefined);
      this.#pending.push(piece);
      this.#asked = end;
    }
    const next = this.#pending.shift();
    if (!next) return null;
    const bytes = new Uint8Array(await next);
    this.fileBytesRead += bytes.length;
    return bytes;
  }

  notes(): readonly LedgerEntry[] {
    return [];
  }
}

/** The bytes [start, start + size) of a source. */
class RangeSource implements ByteSource {
  readonly size: number;
  readonly #source: ByteSource;
  #skip: number;
  #left: number;
  #cutOff = false;

  constructor(source: ByteSource, start: number, size: number) {
    this.#source = source;
    this.size = size;
    this.#skip = start;
    this.#left = size;
  }

  get fileBytesRead(): number {
    return this.#source.fileBytesRead;
  }

  get fileBytes(): number {
    return this.#source.fileBytes;
  }

  async read(): Promise<Uint8Array | null> {
    while (this.#left > 0) {
      const bytes = await this.#source.read();
      if (!bytes) {
        this.#cutOff = true;
        return null;
      }
      const piece = bytes.subarray(this.#skip, this.#skip + this.#left);
      this.#skip = Math.max(0, this.#skip - bytes.length);
      this.#left -= piece.length;
      if (piece.length > 0) return piece;
    }
    return null;
  }

  notes(): readonly LedgerEntry[] {
    return this.#cutOff ? [...this.#source.notes(), memberCutOff(this.#left)] : this.#source.notes();
  }
}

function memberCutOff(missing: number): LedgerEntry {
  return {
    kind: 'archive-cut-off',
    severity: 'warning',
    count: 1,
    firstOffset: null,
    example: '',
    message: `The archive is cut off: its last ${missing} bytes of this file are missing.`,
    effect: 'The end of the trace is missing. Copy the archive again.',
  };
}

/** Reads a source by counts rather than by the pieces it comes in. */
export class SourceReader {
  readonly #source: ByteSource;
  /** Bytes read and not yet taken: the pieces from `#first` on, less `#offset` bytes of the first. */
  #pieces: Uint8Array[] = [];
  #buffered = 0;
  #position = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Bytes taken or skipped so far. */
  get position(): number {
    return this.#position;
  }

  /** The next `count` bytes, fewer at the end, without taking them. */
  async peek(count: number): Promise<Uint8Array> {
    while (this.#buffered < count && (await this.#more()));
    if (this.#pieces.length > 1) this.#pieces = [joinBytes(this.#pieces, this.#buffered)];
    return this.#pieces.length === 0 ? new Uint8Array(0) : this.#pieces[0].subarray(0, count);
  }

  /** The next `count` bytes, fewer at the end. */
  async take(count: number): Promise<Uint8Array> {
    const bytes = await this.peek(count);
    await this.skip(bytes.length);
    return bytes;
  }

  /** Passes over `count` bytes; how many there were. */
  async skip(count: number): Promise<number> {
    let left = count;
    while (left > 0 && (this.#buffered > 0 || (await this.#more()))) {
      const [piece] = this.#pieces;
      const used = Math.min(left, piece.length);
      if (used === piece.length) this.#pieces.shift();
      else this.#pieces[0] = piece.subarray(used);
      this.#buffered -= used;
      this.#position += used;
      left -= used;
    }
    return count - left;
  }

  async #more(): Promise<boolean> {
    const bytes = await this.#source.read();
    if (!bytes) return false;
    this.#pieces.push(bytes);
    this.#buffered += bytes.length;
    return true;
  }
}

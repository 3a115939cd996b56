import type { LedgerEntry } from '../ledger.ts';
import type { ByteSource, Extent, Layer } from './byte-source.ts';
import { inflateNotes } from './inflate-notes.ts';
import { type Expectation, type Format, InflateFault, Inflater } from './inflater.ts';

/** A layer in a compressed (or checked) form: what inflating it gives is the layer. */
export interface Packed {
  readonly layer: Layer;
  readonly format: Format;
  readonly expectation?: Expectation;
}

/** A layer that is the content of a packed one. */
export interface UnpackedLayer extends Layer {
  readonly packed: Packed;
}

/** What inflating `packed` gives, in an instance of the kernel of its own for every reading. */
export function inflatedLayer(kernel: WebAssembly.Module, packed: Packed): UnpackedLayer {
  return {
    size: packed.expectation?.size ?? null,
    packed,
    open: (extent) => new InflatedSource(kernel, packed, extent),
  };
}

/** The UTF-8 of a layer of UTF-16. */
export function utf8Layer(layer: Layer, encoding: 'utf-16le' | 'utf-16be'): Layer {
  return { size: null, open: (extent) => new TranscodedSource(layer.open(extent), encoding) };
}

/** A source made of another one's bytes, piece by piece. */
abstract class DerivedSource implements ByteSource {
  readonly size: number | null = null;
  readonly #source: ByteSource;
  #output: Iterator<Uint8Array> | null = null;
  #ended = false;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get fileBytesRead(): number {
    return this.#source.fileBytesRead;
  }

  get fileBytes(): number {
    return this.#source.fileBytes;
  }

  async read(): Promise<Uint8Array | null> {
    while (true) {
      const next = this.#output?.next();
      if (next && !next.done) return next.value;
      if (this.#ended) return null;
      const bytes = await this.#source.read();
      this.#ended = bytes === null;
      this.#output = this.derive(bytes ?? new Uint8Array(0), this.#ended);
    }
  }

  notes(): readonly LedgerEntry[] {
    return [...this.#source.notes(), ...this.ownNotes()];
  }

  /** Ends the reading before the source does. */
  protected end(): void {
    this.#ended = true;
  }

  /** What `bytes` lead to; `last` when nothing follows them. */
  protected abstract derive(bytes: Uint8Array, last: boolean): Iterator<Uint8Array>;
  protected abstract ownNotes(): readonly LedgerEntry[];
}

class InflatedSource extends DerivedSource {
  readonly #inflater: Inflater;
  readonly #format: Format;

  constructor(kernel: WebAssembly.Module, packed: Packed, extent: Extent) {
    super(packed.layer.open(extent));
    this.#format = packed.format;
    this.#inflater = new Inflater(kernel, packed.format, packed.expectation);
  }

  protected *derive(bytes: Uint8Array, last: boolean): Generator<Uint8Array> {
    yield* this.#inflater.inflate(bytes, last);
    if (this.#inflater.outcome.fault !== InflateFault.none) this.end();
  }

  protected ownNotes(): readonly LedgerEntry[] {
    return inflateNotes(this.#inflater.outcome, this.#format, null);
  }
}

class TranscodedSource extends DerivedSource {
  readonly #decoder: TextDecoder;
  readonly #encoder = new TextEncoder();

  constructor(source: ByteSource, encoding: 'utf-16le' | 'utf-16be') {
    super(source);
    this.#decoder = new TextDecoder(encoding);
  }

  protected *derive(bytes: Uint8Array, last: boolean): Generator<Uint8Array> {
    const text = this.#decoder.decode(bytes, { stream: !last });
    if (text.length > 0) yield this.#encoder.encode(text);
  }

  protected ownNotes(): readonly LedgerEntry[] {
    return [];
  }
}

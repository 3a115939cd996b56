/** Compression formats by the number that the kernel's inflate knows them under. */
export const Format = { stored: 0, deflate: 1, zlib: 2, gzip: 3 } as const;
export type Format = (typeof Format)[keyof typeof Format];

/** What the kernel's `inflateRun` returns. */
const Status = { needInput: 0, outputFull: 1, done: 2, fault: 3 } as const;

/** Why the kernel's inflate stopped. */
export const InflateFault = {
  none: 0,
  truncated: 1,
  badHeader: 2,
  badBlockType: 3,
  badStoredLength: 4,
  badCodeLengths: 5,
  badCode: 6,
  badDistance: 7,
} as const;
export type InflateFault = (typeof InflateFault)[keyof typeof InflateFault];

/** The part of the kernel's exports that inflates. */
interface InflateExports {
  readonly memory: WebAssembly.Memory;
  inflateTablesSize(): number;
  inflateInit(scratch: number, format: Format): void;
  inflateExpect(crc32: number, length: number): void;
  inflateInput(start: number, end: number, last: boolean): void;
  inflateOutput(position: number, limit: number): void;
  inflateRun(): number;
  inflateOutPos(): number;
  inflateInPos(): number;
  inflateFault(): InflateFault;
  inflateMembers(): number;
  inflateCrcErrors(): number;
  inflateLengthErrors(): number;
  inflateTrailingBytes(): number;
}

/** CRC-32 and length that a stored or raw deflate stream must come to. */
export interface Expectation {
  readonly crc32: number;
  readonly size: number;
}

/** How a compressed stream went. All zero but for `members` and `outputBytes` when it was sound. */
export interface InflateOutcome {
  readonly fault: InflateFault;
  /** gzip members begun; 1 for a zlib stream; 0 for formats without a header. */
  readonly members: number;
  /** Streams whose checksum was not that of their content. */
  readonly crcErrors: number;
  /** Streams whose recorded length was not that of their content. */
  readonly lengthErrors: number;
  /** Bytes behind the end of the data, zero padding of gzip left out. */
  readonly trailingBytes: number;
  /** Bytes decoded. */
  readonly outputBytes: number;
}

const PAGE = 65536;
const HISTORY = 32768;
const INPUT_SIZE = 262144;

/** Inflates one stream in an instance of the kernel of its own. */
export class Inflater {
  readonly #kernel: InflateExports;
  readonly #room: number;
  readonly #input: number;
  readonly #output: number;
  readonly #outputEnd: number;
  /** Where the output of the next run begins. */
  #position: number;
  #outputBytes = 0;

  /**
   * @param module The compiled kernel.
   * @param expectation For stored and raw deflate streams only.
   * @param room The most bytes of one piece of output.
   */
  constructor(module: WebAssembly.Module, format: Format, expectation?: Expectation, room = 262144) {
    // The kernel was checked when it was compiled: WebAssembly has no types to check here.
    const kernel = new WebAssembly.Instance(module).exports as unknown as InflateExports;
    const scratchSize = kernel.inflateTablesSize();
    const outputSize = 2 * HISTORY + room;
    const start = kernel.memory.grow(Math.ceil((scratchSize + INPUT_SIZE + outputSize) / PAGE)) * PAGE;
    this.#kernel = kernel;
    this.#room = room;
    this.#input = start + scratchSize;
    this.#output = this.#input + INPUT_SIZE;
    this.#outputEnd = this.#output + outputSize;
    this.#position = this.#output;
    kernel.inflateInit(start, format);
    if (expectation) kernel.inflateExpect(expectation.crc32, expectation.size);
    kernel.inflateOutput(this.#position, this.#position + room);
  }

  /**
   * The output that `bytes` leads to, in pieces. To be read to its end before the next call. Ends early when the stream has a fault
   * (see `outcome`); more input then gives nothing.
   * @param last Nothing follows `bytes`.
   */
  *inflate(bytes: Uint8Array, last: boolean): Generator<Uint8Array<ArrayBuffer>> {
    let offset = 0;
    do {
      const piece = bytes.subarray(offset, offset + INPUT_SIZE);
      offset += piece.length;
      new Uint8Array(this.#kernel.memory.buffer).set(piece, this.#input);
      this.#kernel.inflateInput(this.#input, this.#input + piece.length, last && offset === bytes.length);
      yield* this.#run();
    } while (offset < bytes.length && this.#kernel.inflateFault() === InflateFault.none);
  }

  *#run(): Generator<Uint8Array<ArrayBuffer>> {
    let status: number;
    do {
      status = this.#kernel.inflateRun();
      const output = this.#takeOutput();
      if (output.length > 0) yield output;
    } while (status === Status.outputFull);
  }

  /** A copy of what was written since the last call; makes room for more. */
  #takeOutput(): Uint8Array<ArrayBuffer> {
    const memory = new Uint8Array(this.#kernel.memory.buffer);
    const end = this.#kernel.inflateOutPos();
    const output = memory.slice(this.#position, end);
    this.#outputBytes += output.length;
    this.#position = end;
    if (end + this.#room > this.#outputEnd) {
      const kept = Math.min(HISTORY, end - this.#output);
      memory.copyWithin(this.#output, end - kept, end);
      this.#position = this.#output + kept;
    }
    this.#kernel.inflateOutput(this.#position, this.#position + this.#room);
    return output;
  }

  /** How the stream went so far. */
  get outcome(): InflateOutcome {
    return {
      fault: this.#kernel.inflateFault(),
      members: this.#kernel.inflateMembers(),
      crcErrors: this.#kernel.inflateCrcErrors(),
      lengthErrors: this.#kernel.inflateLengthErrors(),
      trailingBytes: this.#kernel.inflateTrailingBytes(),
      outputBytes: this.#outputBytes,
    };
  }
}

import type { Payload } from './containers/open-container.ts';
import { Feed, instantiateKernel, type Kernel, Segment } from './kernel.ts';

/** How far reading has come. */
export interface ReadProgress {
  /** Bytes of the file read, and its size. */
  readonly readBytes: number;
  readonly totalBytes: number;
  /** Inflated bytes so far. */
  readonly textBytes: number;
  readonly events: number;
}

/** Why reading ended. */
export type StreamEnd = 'finished' | 'out-of-memory';

/** Memory is laid out for this many events at most at first; more make the columns grow. */
const MOST_EVENTS_AT_FIRST = 16_000_000;
/** Bytes of an event, as traces come: 150 to 300 of text, 13 to 18 times fewer compressed. */
const TEXT_BYTES_PER_EVENT = 200;
const COMPRESSED_BYTES_PER_EVENT = 14;

/** Feeds a stream through a fresh kernel, which then holds its columns. */
export async function readStream(
  { source, format, expectation }: Payload,
  module: WebAssembly.Module,
  onProgress: (progress: ReadProgress) => void,
): Promise<{ kernel: Kernel; end: StreamEnd }> {
  const kernel = instantiateKernel(module);
  const perEvent = format === 0 ? TEXT_BYTES_PER_EVENT : COMPRESSED_BYTES_PER_EVENT;
  const events = Math.min(MOST_EVENTS_AT_FIRST, Math.ceil((source.size ?? source.fileBytes) / perEvent) + 1024);
  if (!kernel.open(format, events)) return { kernel, end: 'out-of-memory' };
  if (expectation) kernel.inflateExpect(expectation.crc32, expectation.size);
  const room = kernel.inputBytes();
  let chunk = await source.read();
  while (true) {
    const next = chunk === null ? null : await source.read();
    const bytes = chunk ?? new Uint8Array();
    for (let at = 0; ; at += room) {
      const piece = bytes.subarray(at, at + room);
      const last = next === null && at + room >= bytes.length;
      new Uint8Array(kernel.memory.buffer, kernel.segmentBase(Segment.input), piece.length).set(piece);
      const state = kernel.feed(piece.length, last);
      onProgress({
        readBytes: source.fileBytesRead,
        totalBytes: source.fileBytes,
        textBytes: kernel.textBytes(),
        events: kernel.eventCount.value >>> 0,
      });
      if (state === Feed.outOfMemory) return { kernel, end: 'out-of-memory' };
      if (state === Feed.finished || last) return { kernel, end: 'finished' };
      if (at + room >= bytes.length) break;
    }
    chunk = next;
  }
}

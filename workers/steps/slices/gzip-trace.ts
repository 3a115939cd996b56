import { Gzip } from 'fflate';
import { joinBytes } from '../../base/join-bytes.ts';
import { eventText } from '../../ingest/event-text.ts';
import type { EventId, TraceColumns } from '../../ingest/trace-columns.ts';

/** How many events are written and compressed between two looks at the signal. */
const CHUNK_EVENTS = 2048;
/** How long work may hold the thread before messages to it are heard, in ms. */
const BREATH_MS = 30;

/** How far the writing of a trace is: events written and compressed bytes so far. */
export interface WriteProgress {
  readonly events: number;
  readonly bytes: number;
}

/**
 * Some events of a trace as a `.json.gz` of its own, with the header keys of the file. Events are JSON-equal to those read.
 * The thread answers messages meanwhile.
 * @param onChunk told of the progress within this trace.
 * @param signal ends the work between two chunks; the promise then rejects with its reason.
 */
export async function gzipTrace(
  columns: TraceColumns,
  events: ArrayLike<EventId>,
  onChunk: (progress: WriteProgress) => void,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const gzip = new Gzip({ mtime: 0 }, (piece) => {
    pieces.push(piece);
    bytes += piece.length;
  });
  gzip.push(encoder.encode(`${headerText(columns)}"traceEvents":[\n`));
  let breath = performance.now();
  for (let at = 0; at < events.length; ) {
    const end = Math.min(at + CHUNK_EVENTS, events.length);
    const texts: string[] = [];
    for (; at < end; at++) texts.push(eventText(columns, events[at]));
    gzip.push(encoder.encode(texts.join(',\n') + (at < events.length ? ',\n' : '')));
    onChunk({ events: at, bytes });
    if (performance.now() - breath < BREATH_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    breath = performance.now();
  }
  gzip.push(encoder.encode('\n]}\n'), true);
  signal?.throwIfAborted();
  return joinBytes(pieces, bytes);
}

/** The opening of the file: its header keys in their order, in front of the event list. */
function headerText({ header }: TraceColumns): string {
  const members = Object.entries(header).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},\n`);
  return `{${members.join('')}`;
}

import { gzipSync } from 'node:zlib';
import type { FilePayload } from './traces.ts';

/** A trace file of these events. */
export function traceOf(traceEvents: readonly object[]): FilePayload {
  const buffer = gzipSync(JSON.stringify({ schemaVersion: 1, traceEvents }), { level: 1 });
  return { name: 'made.json.gz', mimeType: 'application/gzip', buffer };
}

/** A kernel on stream 7 without a recorded launch; times in µs. */
export function kernel(index: number, name: string, ts: number, dur: number): object {
  const args = { device: 0, stream: 7, correlation: index + 1 };
  return { ph: 'X', cat: 'kernel', name, pid: 0, tid: 7, ts, dur, args };
}

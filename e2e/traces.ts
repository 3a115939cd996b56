import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { generateTrace } from '../fixtures/generate-trace.ts';
import { compactText, gzipped } from '../fixtures/write-trace.ts';

/** A file as Playwright hands it to a page. */
export interface FilePayload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A generated serving trace of a few steps. */
export function smallTrace(name = 'small.json.gz'): FilePayload {
  return { name, mimeType: 'application/gzip', buffer: Buffer.from(gzipped(compactText(generateTrace().trace))) };
}

/** A file of this text. */
export function jsonFile(name: string, text: string): FilePayload {
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}

/**
 * Writes a gzip file whose JSON has at least `megabytes`, to be read for a while: one compressed member of generated events,
 * many times over.
 */
export function writeLargeTrace(path: string, megabytes: number): void {
  const events = generateTrace().trace.traceEvents;
  const block = Buffer.from(events.map((event) => `${JSON.stringify(event)},\n`).join(''));
  const member = gzipSync(block);
  const times = Math.ceil((megabytes * 1e6) / block.length);
  const open = gzipSync('{"schemaVersion":1,"traceEvents":[\n');
  const close = gzipSync('{}]}');
  writeFileSync(path, Buffer.concat([open, ...Array.from({ length: times }, () => member), close]));
}

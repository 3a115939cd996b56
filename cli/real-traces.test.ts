import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_SHARED_TRACES, SHARED_NOTE, sharedPath } from '../fixtures/shared-traces.ts';
import { BuiltCli } from './built-cli.ts';

interface PlainEvent {
  readonly ph?: string;
  readonly cat?: string;
}

/** All recorded traces below `folder`, those of graph captures included. */
function traceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|gz|zip)$/.test(name) && !/execution_details|expected/.test(name))
    .sort();
}

/** The event list by the runtime's own JSON parser. */
function parsedEvents(file: string): readonly PlainEvent[] {
  const bytes = readFileSync(file);
  const text = bytes[0] === 0x50 ? Object.values(unzipSync(bytes))[0] : bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
  const document: unknown = JSON.parse(Buffer.from(text).toString('utf8'));
  if (Array.isArray(document)) return document;
  if (document && typeof document === 'object' && 'traceEvents' in document && Array.isArray(document.traceEvents)) {
    return document.traceEvents;
  }
  throw new Error(`${file} holds no event list`);
}

/** Number of events by file name, as the list of sources gives it. */
function manifest(folder: string): ReadonlyMap<string, number> {
  const lines = readFileSync(path.join(folder, 'MANIFEST.tsv'), 'utf8').trim().split('\n').slice(1);
  return new Map(lines.map((line) => line.split('\t')).map(([file, , , events]) => [file, Number(events)]));
}

const folder = sharedPath('traces');

describe.skipIf(!HAS_SHARED_TRACES)(`recorded traces on the command line${SHARED_NOTE}`, () => {
  let cli: BuiltCli;
  beforeAll(async () => {
    cli = await BuiltCli.build();
  }, 120_000);
  afterAll(() => cli?.remove());

  it.each(traceFiles(folder))('%s loads whole and adds up', { timeout: 120_000 }, async (name) => {
    const file = path.join(folder, name);
    const found = await cli.inspect(file);
    const events = parsedEvents(file);
    expect(found.refused).toBeUndefined();
    expect([found.code, found.events, found.kept, found.dropped]).toEqual([0, events.length, events.length, 0]);
    expect(found.categories).toEqual(countBy(events, (event) => event.cat ?? ''));
    expect(found.kernels).toBe(events.filter((event) => event.cat?.toLowerCase() === 'kernel').length);
    for (const gpu of [found.gpu, found.gpuAll]) {
      expect(gpu.computationUs + gpu.exposedCommUs + gpu.exposedMemcpyUs).toBeCloseTo(gpu.busyUs, 3);
    }
    expect(found.gpuAll.busyUs).toBeGreaterThanOrEqual(found.gpu.busyUs);
    expect(found.ledger.filter((entry) => entry.severity === 'error')).toEqual([]);
  });

  it('counts what the list of sources counts', { timeout: 120_000 }, async () => {
    const other = path.join(folder, 'other');
    const counts = manifest(other);
    for (const [name, events] of counts) {
      expect([name, (await cli.inspect(path.join(other, name))).events]).toEqual([name, events]);
    }
    expect([...counts.keys()].sort()).toEqual(
      readdirSync(other)
        .filter((name) => name !== 'MANIFEST.tsv')
        .sort(),
    );
  });
});

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { generateTrace } from '../../fixtures/generate-trace.ts';
import { readBytes, readPieces } from '../../fixtures/read-bytes.ts';
import { testKernel } from '../../fixtures/test-kernel.ts';
import { gzipped, multiMemberGzip, prettyText } from '../../fixtures/write-trace.ts';
import { eventText } from './event-text.ts';
import type { LedgerEntry } from './ledger.ts';
import type { TraceColumns } from './trace-columns.ts';

/** Inputs a property is tried on; a search for faults sets more, and another `PROPERTY_SEED`. */
const RUNS = Number(process.env.DAMAGE_RUNS ?? 80);
vi.setConfig({ testTimeout: 60_000 + RUNS * 1000 });

let kernel: WebAssembly.Module;
beforeAll(async () => {
  kernel = await testKernel;
}, 60_000);

const encoder = new TextEncoder();
const { trace } = generateTrace({
  phases: ['mixed', 'decode'],
  model: { layers: 1, hidden: 64, heads: 4, kvHeads: 1, headDim: 16, intermediate: 128, vocabulary: 256 },
});

/** A text with the byte range of every element of its event list. */
interface MarkedText {
  readonly bytes: Uint8Array;
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

function marked(head: string, elements: readonly string[], separator: string, tail: string): MarkedText {
  const ranges: [number, number][] = [];
  let text = head;
  for (const [i, element] of elements.entries()) {
    if (i > 0) text += separator;
    ranges.push([text.length, text.length + element.length]);
    text += element;
  }
  return { bytes: encoder.encode(text + tail), ranges };
}

const elements = trace.traceEvents.slice(0, 60).map((event) => JSON.stringify(event));
const spread = trace.traceEvents.slice(0, 60).map((event) => JSON.stringify(event, null, 1));
const { traceEvents: _, ...head } = trace;
const TEXTS: Readonly<Record<string, MarkedText>> = {
  compact: marked(`{${JSON.stringify(head).slice(1, -1)},"traceEvents":[`, elements, ',', ']}'),
  pretty: marked(
    `{\n${JSON.stringify(head, null, 1).slice(1, -1)},\n "traceEvents": [\n`,
    spread,
    ',\n',
    '\n],\n "traceName": "x"\n}\n',
  ),
  array: marked('[', elements, ', ', ']'),
};

/** Bytes [at, at + removed) give way to `inserted`. */
interface Damage {
  readonly at: number;
  readonly removed: number;
  readonly inserted: Uint8Array;
}

function apply(bytes: Uint8Array, { at, removed, inserted }: Damage): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
}

const STRUCTURE = '{}[]",:\\ 0aA.-\n\u0000\u001f';
const oneByte = fc.oneof(fc.constantFrom(...encoder.encode(STRUCTURE)), fc.integer({ min: 0, max: 255 }));

function damages(bytes: Uint8Array): fc.Arbitrary<Damage> {
  const at = fc.integer({ min: 0, max: bytes.length - 1 });
  const insert = (values: fc.Arbitrary<number>, maxLength: number) =>
    fc.array(values, { minLength: 1, maxLength }).map((b) => Uint8Array.from(b));
  return fc.oneof(
    fc.record({ at, removed: fc.constant(1), inserted: insert(oneByte, 1) }),
    fc.record({ at, removed: fc.constant(0), inserted: insert(oneByte, 3) }),
    fc.record({ at, removed: fc.integer({ min: 1, max: 40 }), inserted: fc.constant(new Uint8Array()) }),
    fc
      .record({ at, removed: fc.integer({ min: 0, max: 20 }), from: at, length: fc.integer({ min: 1, max: 40 }) })
      .map(({ at, removed, from, length }) => ({ at, removed, inserted: bytes.slice(from, from + length) })),
  );
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

/** Every event as canonical JSON. */
function texts(columns: TraceColumns): string[] {
  return Array.from({ length: columns.length }, (_, i) => canonical(JSON.parse(eventText(columns, i))));
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, v) =>
    v !== null && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}

/** Which of the original elements are missing from what was kept. */
function lostElements(originals: readonly string[], kept: readonly string[]): number[] {
  const left = new Map<string, number>();
  for (const text of kept) left.set(text, (left.get(text) ?? 0) + 1);
  return originals.flatMap((text, i) => {
    const n = left.get(text) ?? 0;
    left.set(text, n - 1);
    return n > 0 ? [] : [i];
  });
}

function offsets(entries: readonly LedgerEntry[]): number[] {
  return entries.flatMap(({ firstOffset }) => (firstOffset === null ? [] : [firstOffset]));
}

describe.each(Object.entries(TEXTS))('a damaged %s text', (_, { bytes, ranges }) => {
  const originals = ranges.map(([start, end]) =>
    canonical(JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)))),
  );

  it('loses at most the events touched and one neighbour on each side, and says where', async () => {
    await fc.assert(
      fc.asyncProperty(damages(bytes), async (damage) => {
        const broken = apply(bytes, damage);
        const outcome = await readBytes(broken, kernel);
        // Text that is valid once closed is not damaged but cut off, whatever it now means.
        if (isJson(broken) || isJson(Buffer.concat([broken, encoder.encode('}')]))) return;
        expect(outcome.kind).toBe('read');
        if (outcome.kind !== 'read') return;
        const { trace: read } = outcome;
        expect(read.kept + read.dropped).toBe(read.events);
        const end = damage.at + damage.removed;
        const first = ranges.findIndex(([, stop]) => stop >= damage.at);
        const after = ranges.findIndex(([start]) => start > end);
        const low = (first === -1 ? ranges.length : first) - 1;
        const high = after === -1 ? ranges.length : after;
        const lost = lostElements(originals, texts(read.columns));
        expect(lost.filter((i) => i < low || i > high)).toEqual([]);
        const near = [
          low <= 0 ? 0 : ranges[low][0],
          high >= ranges.length - 1 ? broken.length : ranges[high][1] + damage.inserted.length,
        ];
        const found = offsets(read.ledger.entries());
        expect(found.some((offset) => offset >= near[0] && offset <= near[1])).toBe(true);
      }),
      { numRuns: RUNS * 5 },
    );
  });

  it('reads the same in pieces of any length', () => {
    fc.assert(
      fc.property(
        damages(bytes),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 }),
        (damage, lengths) => {
          const broken = apply(bytes, damage);
          const whole = readPieces(broken, kernel, [broken.length]);
          const pieces = readPieces(broken, kernel, lengths);
          expect(texts(pieces.columns)).toEqual(texts(whole.columns));
          expect(pieces.dropped).toBe(whole.dropped);
          expect(pieces.issues.map(({ kind, count, firstOffset }) => [kind, count, firstOffset])).toEqual(
            whole.issues.map(({ kind, count, firstOffset }) => [kind, count, firstOffset]),
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('keeps every whole event before a cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length - 1 }), async (cut) => {
        const outcome = await readBytes(bytes.subarray(0, cut), kernel);
        const whole = ranges.filter(([, end]) => end <= cut).length;
        if (outcome.kind === 'refused') expect(whole).toBe(0);
        if (outcome.kind !== 'read') return;
        expect([outcome.trace.kept, outcome.trace.dropped]).toEqual([whole, 0]);
        expect(texts(outcome.trace.columns)).toEqual(originals.slice(0, whole));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a damaged gzip file', () => {
  const text = prettyText(trace);
  const files = { 'one member': gzipped(text), 'three members': multiMemberGzip(text, 3) };

  it.each(Object.entries(files))('of %s never crashes, and adds up', async (_, file) => {
    const total = trace.traceEvents.length;
    await fc.assert(
      fc.asyncProperty(damages(file), async (damage) => {
        const outcome = await readBytes(apply(file, damage), kernel);
        if (outcome.kind !== 'read') return;
        const { kept, dropped, events, ledger } = outcome.trace;
        expect(kept + dropped).toBe(events);
        if (kept < total) expect(ledger.entries().length).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(Object.entries(files))('of %s keeps what precedes a cut', async (_, file) => {
    const originals = trace.traceEvents.map(canonical);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: file.length - 1 }), async (cut) => {
        const outcome = await readBytes(file.subarray(0, cut), kernel);
        if (outcome.kind !== 'read') return;
        const { columns, dropped, ledger } = outcome.trace;
        expect(dropped).toBe(0);
        expect(texts(columns)).toEqual(originals.slice(0, columns.length));
        expect(ledger.entries().some(({ kind }) => kind === 'compressed-cut-off')).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { readWhole } from '../../fixtures/read-bytes.ts';
import { HAS_SHARED_TRACES, readSharedText, SHARED_NOTE, sharedTracePaths } from '../../fixtures/shared-traces.ts';
import { testKernel } from '../../fixtures/test-kernel.ts';
import type { JsonValue } from '../base/json.ts';
import { eventText } from './event-text.ts';
import type { TraceColumns } from './trace-columns.ts';

let kernel: WebAssembly.Module;
beforeAll(async () => {
  kernel = await testKernel;
}, 60_000);

const encode = (text: string) => new TextEncoder().encode(text);

function writtenAgain(columns: TraceColumns): JsonValue[] {
  return Array.from({ length: columns.length }, (_, event) => JSON.parse(eventText(columns, event)) as JsonValue);
}

function listOf(text: string): JsonValue[] {
  const document = JSON.parse(text) as JsonValue[] | { traceEvents: JsonValue[] };
  return Array.isArray(document) ? document : document.traceEvents;
}

describe('an event written again is JSON-equal to the one read', () => {
  it.each([
    [
      'numbers of every form',
      '[{"ph":"X","ts":1.5e3,"dur":0.1234,"args":{"a":-1,"b":1.0,"c":1e-7,"d":18446744073709551615,"e":4294967296}}]',
    ],
    ['times as text', '[{"ph":"X","ts":"1690000000000000.500","dur":"12.5","pid":"7","tid":" x"}]'],
    [
      'keys in any order, and empty events',
      '[{"args":{"x":{"deep":[1,[2,{"k":null}]]}},"tid":1,"pid":2,"ts":3,"ph":"B"},{}]',
    ],
    [
      'escapes and every plane of Unicode',
      '[{"ph":"i","ts":0,"name":"\\"a\\\\b\\u00e9\\ud83d\\ude00é😀","cat":"\\/"}]',
    ],
    [
      'absent, empty and odd values of the usual keys',
      '[{"ph":"M"},{"ph":"M","name":"","cat":null},{"ph":"xx","name":5,"pid":null,"args":[1]}]',
    ],
    ['negative times', '[{"ph":"X","ts":-12.345,"dur":1},{"ph":"i","ts":-0.001}]'],
    [
      'an event at 0 among epochs',
      `[{"ph":"i","ts":0},${Array.from({ length: 9 }, (_, i) => `{"ph":"X","ts":1753615175350417.12${i},"dur":3}`).join(',')}]`,
    ],
  ])('%s', async (_, text) => {
    const { columns } = await readWhole(encode(text), kernel);
    expect(writtenAgain(columns)).toEqual(listOf(text));
  });

  it.skipIf(!HAS_SHARED_TRACES).each(sharedTracePaths())(`%s${SHARED_NOTE}`, async (path) => {
    const text = readSharedText(path);
    const { columns, dropped, repaired } = await readWhole(encode(text), kernel);
    expect({ dropped, repaired }).toEqual({ dropped: 0, repaired: 0 });
    const events = listOf(text);
    expect(columns.length).toBe(events.length);
    const differing = events.findIndex((event, i) => !sameJson(event, JSON.parse(eventText(columns, i))));
    expect(differing === -1 ? null : [events[differing], eventText(columns, differing)]).toBeNull();
  });
});

/** Equality of parsed JSON; on a quarter of a million events `toEqual` takes minutes. */
function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  const keys = Object.keys(a);
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false;
  const [left, right] = [a as Record<string, JsonValue>, b as Record<string, JsonValue>];
  return keys.every((key) => key in right && sameJson(left[key], right[key]));
}

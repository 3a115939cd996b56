import { expect, test } from 'vitest';
import { scopeSpans } from './scope-spans.ts';

/** Prefill, decode, decode, prefill; the last with a duration of its own. */
const SERIES = {
  count: 4,
  phase: Uint8Array.of(0, 2, 2, 0),
  startNs: Float64Array.of(0, 100, 200, 400),
  durationNs: Float64Array.of(100, 100, 200, 50),
};
const spans = (scope: Parameters<typeof scopeSpans>[0]) =>
  scopeSpans(scope, SERIES)?.map(({ startNs, endNs }) => [startNs, endNs]);

test('a scope without times holds all of them', () => {
  expect(scopeSpans({}, SERIES)).toBeNull();
  expect(scopeSpans({ device: 1, stream: 7 }, SERIES)).toBeNull();
  expect(scopeSpans({ steps: [0, 1] }, undefined)).toBeNull();
});

test('steps that follow each other are one span', () => {
  expect(spans({ steps: [1, 3] })).toEqual([[100, 400]]);
  expect(spans({ steps: [2, 9] })).toEqual([[200, 450]]);
  expect(spans({ phase: 'prefill' })).toEqual([
    [0, 100],
    [400, 450],
  ]);
  expect(spans({ phase: 'decode', steps: [0, 2] })).toEqual([[100, 200]]);
  expect(spans({ phase: 'mixed' })).toEqual([]);
});

test('a window cuts', () => {
  expect(spans({ window: [50, 60] })).toEqual([[50, 60]]);
  expect(spans({ window: [150, 420], phase: 'prefill' })).toEqual([[400, 420]]);
});

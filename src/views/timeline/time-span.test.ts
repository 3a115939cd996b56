import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  around,
  between,
  lengthOf,
  panned,
  pixelAt,
  showing,
  type TimeSpan,
  timeAt,
  within,
  zoomed,
} from './time-span.ts';

const WHOLE: TimeSpan = { startNs: -1000, endNs: 1_000_000 };
const spans = fc
  .tuple(fc.integer({ min: -1000, max: 900_000 }), fc.integer({ min: 100, max: 100_000 }))
  .map(([startNs, length]) => ({ startNs, endNs: startNs + length }));

test('pixels and times are each other’s inverse', () => {
  const span = { startNs: 1000, endNs: 3000 };
  expect(pixelAt(span, 400, 1500)).toBe(100);
  expect(timeAt(span, 400, 100)).toBe(1500);
});

test('a zoom keeps the time under the pointer in its place while the trace has room', () => {
  const span = { startNs: 400_000, endNs: 500_000 };
  const next = zoomed(span, 425_000, 2, WHOLE);
  expect(next).toEqual({ startNs: 412_500, endNs: 462_500 });
  expect(pixelAt(next, 800, 425_000)).toBe(pixelAt(span, 800, 425_000));
});

test('no zoom and no pan leaves the trace or shows less than can be told apart', () => {
  const moves = fc.tuple(
    spans,
    fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(moves, fc.integer({ min: -2_000_000, max: 2_000_000 }), ([span, factor, at], by) => {
      for (const next of [
        zoomed(span, span.startNs + at * lengthOf(span), factor, WHOLE),
        panned(span, by, WHOLE),
        around(span, at, WHOLE),
      ]) {
        expect(next.startNs).toBeGreaterThanOrEqual(WHOLE.startNs - 1e-6);
        expect(next.endNs).toBeLessThanOrEqual(WHOLE.endNs + 1e-6);
        expect(lengthOf(next)).toBeGreaterThanOrEqual(20 - 1e-6);
      }
      expect(lengthOf(panned(span, by, WHOLE))).toBeCloseTo(lengthOf(span), 6);
    }),
  );
});

test('a trace shorter than the shortest span still gives one', () => {
  const tiny = { startNs: 5, endNs: 9 };
  expect(within({ startNs: 0, endNs: 100 }, tiny)).toEqual(tiny);
});

test('what is in sight moves nothing, what is not comes in by the shortest way', () => {
  const span = { startNs: 1000, endNs: 2000 };
  expect(showing(span, { startNs: 1100, endNs: 1200 }, WHOLE)).toBe(span);
  expect(showing(span, { startNs: 2100, endNs: 2200 }, WHOLE)).toEqual({ startNs: 1250, endNs: 2250 });
  expect(showing(span, { startNs: 500, endNs: 600 }, WHOLE)).toEqual({ startNs: 450, endNs: 1450 });
  expect(showing(span, { startNs: 3000, endNs: 9000 }, WHOLE).startNs).toBe(2950);
});

test('a move ends where it goes to, and a zoom about a time keeps it in its place all the way', () => {
  const from = { startNs: 0, endNs: 8000 };
  const to = zoomed(from, 2000, 4, WHOLE);
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    expect(pixelAt(between(from, to, part), 100, 2000)).toBeCloseTo(25, 9);
  }
  expect(between(from, to, 1)).toEqual(to);
  expect(between(from, { startNs: 4000, endNs: 12_000 }, 0.5)).toEqual({ startNs: 2000, endNs: 10_000 });
});

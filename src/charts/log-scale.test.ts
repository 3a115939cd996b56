import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logTicks, padded, panned, pixelOf, rangeOf, valueAt, within, zoomed } from './log-scale.ts';

const AXIS = { range: [1, 1000], from: 100, to: 400 } as const;

test('a decade takes as many pixels as any other', () => {
  expect([1, 10, 100, 1000].map((value) => pixelOf(AXIS, value))).toEqual([100, 200, 300, 400]);
  expect(valueAt(AXIS, 250)).toBeCloseTo(31.6228, 4);
});

test('an axis that runs upwards has its low end at the larger pixel', () => {
  const upwards = { range: [1, 100], from: 300, to: 100 } as const;
  expect(pixelOf(upwards, 10)).toBe(200);
  expect(valueAt(upwards, 100)).toBeCloseTo(100, 9);
});

test('a range holds what has a place on a log axis', () => {
  expect(rangeOf([5, 0, -3, Number.NaN, Number.POSITIVE_INFINITY, 0.2])).toEqual([0.2, 5]);
  expect(rangeOf([0, Number.NaN])).toBeNull();
  const [low, high] = padded([1, 100], 0.5, 0.1);
  expect(low).toBeCloseTo(0.1, 12);
  expect(high).toBeCloseTo(1000, 9);
  expect(padded([7, 7], 0.5, 1)).toEqual([0.7, 70]);
});

test('a zoom keeps the value under the pointer in its place', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 100, max: 400, noNaN: true }),
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      (px, factor) => {
        const range = zoomed(AXIS, px, factor);
        expect(pixelOf({ ...AXIS, range }, valueAt(AXIS, px))).toBeCloseTo(px, 6);
        expect(Math.log10(range[1] / range[0])).toBeCloseTo(3 / factor, 6);
      },
    ),
  );
});

test('a pan moves every value by the same pixels', () => {
  const range = panned(AXIS, 40);
  expect(pixelOf({ ...AXIS, range }, 10)).toBeCloseTo(240, 9);
  expect(pixelOf({ ...AXIS, range }, 500)).toBeCloseTo(pixelOf(AXIS, 500) + 40, 9);
});

test('a range that nobody could read is not gone to', () => {
  expect(within([1, 1.01], [1, 10])).toEqual([1, 10]);
  expect(within([1e-40, 1e-20], [1, 10])).toEqual([1, 10]);
  expect(within([2, 5], [1, 10])).toEqual([2, 5]);
});

test('ticks are 1, 10, 100; closer in 1, 2, 5; closer still even steps', () => {
  expect(logTicks([0.5, 2000], 8)).toEqual([1, 10, 100, 1000]);
  expect(logTicks([0.0009, 0.2], 8)).toEqual([0.001, 0.01, 0.1]);
  expect(logTicks([3, 60], 8)).toEqual([5, 10, 20, 50]);
  expect(logTicks([300, 410], 8)).toEqual([300, 350, 400]);
  expect(logTicks([1, 1e12], 7)).toEqual([1, 100, 1e4, 1e6, 1e8, 1e10, 1e12]);
});

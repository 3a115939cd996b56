import { expect, test } from 'vitest';
import { SliceIndex } from './slice-index.ts';
import { slicesOf } from './test-slices.ts';

const INDEX = new SliceIndex(
  slicesOf([
    { startNs: 0, endNs: 10 },
    { startNs: 20, endNs: 30 },
    { startNs: 30, endNs: 40 },
    { lane: 1, startNs: 5, endNs: 6 },
    { track: 2, lane: 0, startNs: 100, endNs: 100 },
  ]),
);

test('a time finds the slice of its lane, or the nearest within reach', () => {
  expect([0, 9, 10, 20, 30, 35].map((ns) => INDEX.at(0, 0, ns, 0))).toEqual([0, 0, 0, 1, 2, 2]);
  expect([12, 15, 18].map((ns) => INDEX.at(0, 0, ns, 3))).toEqual([0, -1, 1]);
  expect(INDEX.at(0, 1, 5.5, 0)).toBe(3);
  expect(INDEX.at(2, 0, 99, 2)).toBe(4);
  expect(INDEX.at(1, 0, 5, 1e9)).toBe(-1);
});

test('neighbours are those that start later or earlier', () => {
  expect([-1, 0, 20, 30].map((ns) => INDEX.neighbour(0, 0, ns, 1))).toEqual([0, 1, 2, -1]);
  expect([0, 20, 25, 99].map((ns) => INDEX.neighbour(0, 0, ns, -1))).toEqual([-1, 0, 1, 2]);
  expect(INDEX.nearest(0, 1, 1e6)).toBe(3);
  expect(INDEX.nearest(7, 0, 0)).toBe(-1);
});

import { expect, it } from 'vitest';
import { callBars } from './call-bars.ts';

it('gives each call a bar while there is room', () => {
  expect(callBars(Float64Array.of(5, 9, 7), 90)).toEqual([
    { from: 0, to: 1, x: 0, width: 30, longest: 0, maxNs: 5 },
    { from: 1, to: 2, x: 30, width: 30, longest: 1, maxNs: 9 },
    { from: 2, to: 3, x: 60, width: 30, longest: 2, maxNs: 7 },
  ]);
});

it('puts several calls to a bar where there is none, and keeps the longest', () => {
  const calls = Float64Array.from({ length: 1000 }, (_, call) => (call === 501 ? 99 : 1));
  const bars = callBars(calls, 100);
  expect(bars).toHaveLength(50);
  expect(bars.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(1000);
  expect(bars.filter(({ maxNs }) => maxNs === 99)).toEqual([expect.objectContaining({ longest: 501 })]);
});

it('draws nothing for no calls', () => expect(callBars(new Float64Array(0), 100)).toEqual([]));

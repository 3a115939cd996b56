import { expect, test } from 'vitest';
import { aligned, stepsInScope, stripLength } from './step-list.ts';
import { slicesOf } from './test-slices.ts';

const SERIES = { count: 5, phase: Uint8Array.of(0, 2, 2, 0, 2) };

test('the steps of a scope, by range and phase', () => {
  expect(stepsInScope(SERIES, {})).toEqual([0, 1, 2, 3, 4]);
  expect(stepsInScope(SERIES, { steps: [3, 99] })).toEqual([3, 4]);
  expect(stepsInScope(SERIES, { phase: 'decode', steps: [0, 3] })).toEqual([1, 2]);
});

test('the width fits nearly all steps, and a single outlier does not squeeze the others', () => {
  const durations = Float64Array.from({ length: 100 }, (_, i) => (i === 7 ? 1e9 : 1000));
  expect(stripLength(durations, [...durations.keys()])).toBeCloseTo(1150, 6);
  expect(stripLength(durations, [7])).toBeCloseTo(1.15e9, 0);
  expect(stripLength(Float64Array.of(Number.NaN), [0])).toBe(1);
});

test('strips begin where their steps do', () => {
  const row = { phase: 'decode', name: '', endNs: 0, durationNs: 0, medianStep: 0 };
  const { startNs, endNs } = aligned({
    rows: [
      { ...row, step: 4, startNs: 100 },
      { ...row, step: 5, startNs: 500 },
    ],
    slices: slicesOf([
      { track: 0, startNs: 110, endNs: 120 },
      { track: 1, startNs: 500, endNs: 530 },
    ]),
    streams: [],
  });
  expect([...startNs]).toEqual([10, 0]);
  expect([...endNs]).toEqual([20, 30]);
});

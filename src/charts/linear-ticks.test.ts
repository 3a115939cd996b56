import { expect, test } from 'vitest';
import { linearTicks, roundUp, ticksBetween } from './linear-ticks.ts';

test('ticks are round and few', () => {
  expect(linearTicks(233, 12)).toEqual([0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220]);
  expect(linearTicks(16, 2)).toEqual([0, 10]);
  expect(linearTicks(2000, 4)).toEqual([0, 500, 1000, 1500, 2000]);
  expect(linearTicks(1, 8, 1)).toEqual([0, 1]);
  expect(linearTicks(0, 8)).toEqual([0]);
  expect(linearTicks(0.3, 3)).toHaveLength(4);
});

test('ticks of a part are those of its own step', () => {
  expect(ticksBetween(103, 160, 6)).toEqual([110, 120, 130, 140, 150, 160]);
  expect(ticksBetween(40, 41, 8, 1)).toEqual([40, 41]);
});

test('a scale ends on a round value', () => {
  expect([0.7, 1, 1.1, 2.3, 31, 4635, 99].map(roundUp)).toEqual([0.8, 1, 1.2, 2.5, 40, 5000, 100]);
  expect(roundUp(0)).toBe(1);
});

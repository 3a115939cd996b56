import { expect, test } from 'vitest';
import { timeAxis } from './time-axis.ts';

const texts = (startNs: number, endNs: number, width: number, originNs = 0) =>
  timeAxis({ startNs, endNs }, width, originNs).ticks.map(({ text }) => text.replaceAll('\u202f', ' '));

test('ticks are round, a label apart, and carry the unit of their step', () => {
  expect(texts(0, 10e6, 1000)).toEqual([
    '0 ms',
    '1 ms',
    '2 ms',
    '3 ms',
    '4 ms',
    '5 ms',
    '6 ms',
    '7 ms',
    '8 ms',
    '9 ms',
    '10 ms',
  ]);
  expect(texts(0, 4e6, 400)).toEqual(['0 ms', '1 ms', '2 ms', '3 ms', '4 ms']);
  expect(texts(1_200, 1_700, 300)).toEqual(['1.2 µs', '1.4 µs', '1.6 µs']);
  expect(texts(0, 20, 1000)).toEqual([
    '0 ns',
    '2 ns',
    '4 ns',
    '6 ns',
    '8 ns',
    '10 ns',
    '12 ns',
    '14 ns',
    '16 ns',
    '18 ns',
    '20 ns',
  ]);
});

test('a tick stands at its time', () => {
  const { ticks } = timeAxis({ startNs: 500, endNs: 2500 }, 200, 0);
  expect(ticks.map(({ x }) => x)).toEqual([50, 150]);
  expect(ticks[0].text).toBe('1\u202fµs');
});

test('times count from the start of the trace', () => {
  expect(texts(1_000_000, 3_000_000, 200, 1_000_000)).toEqual(['0 ms', '1 ms', '2 ms']);
});

test('far in and close up labels count from a round time that is said', () => {
  const { from, ticks } = timeAxis({ startNs: 12_345_678_100, endNs: 12_345_678_600 }, 460, 0);
  expect(from.replaceAll('\u202f', ' ')).toBe('12 345.6 ms');
  expect(ticks.every(({ text }) => text.startsWith('+'))).toBe(true);
});

test('no room is no reason to fail', () => {
  expect(timeAxis({ startNs: 0, endNs: 1e9 }, 0, 0).ticks.length).toBeLessThanOrEqual(2);
});

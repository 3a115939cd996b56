import { expect, test } from 'vitest';
import { tickText } from './chart-option.ts';

test('labels of ticks are read at a glance', () => {
  expect([0.001, 0.01, 0.5, 1, 20, 1000, 100_000].map(tickText)).toEqual([
    '0.001',
    '0.01',
    '0.5',
    '1',
    '20',
    '1\u202f000',
    '100\u202f000',
  ]);
  expect([1e-6, 1e-4, 5e-5, 1e6, 2e12].map(tickText)).toEqual(['10⁻⁶', '10⁻⁴', '5·10⁻⁵', '10⁶', '2·10¹²']);
});

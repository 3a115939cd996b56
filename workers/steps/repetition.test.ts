import { describe, expect, it } from 'vitest';
import { findPeriod } from './repetition.ts';

const period = (labels: string) => {
  const codes = new Map<string, number>();
  const list = Int32Array.from(labels.replaceAll(' ', ''), (label) => {
    const code = codes.get(label) ?? codes.size;
    codes.set(label, code);
    return code;
  });
  const found = findPeriod(list, codes.size);
  return found && [found.length, found.start];
};

describe('findPeriod', () => {
  it.each([
    ['s ab ab ab', [2, 1]],
    ['abcd', null],
    ['abab', null],
    ['ab'.repeat(12), [2, 0]],
    ['slllll'.repeat(8), [6, 0]],
    [`${'abc'.repeat(4)}xyz`, [3, 0]],
    [`${'aab'.repeat(5)}${'aaab'.repeat(4)}`, [4, 12]],
    ['abcabcabc', [3, 0]],
    ['xabcabcabc', [3, 1]],
    ['aabaabaab', [3, 0]],
    ['abcabcabcxyzxyz', [3, 0]],
    ['', null],
  ])('%s', (labels, expected) => {
    expect(period(labels)).toEqual(expected);
  });

  it('sees a pattern that something interrupts again and again', () => {
    expect(period(`${'fb'.repeat(10)}e${'fb'.repeat(10)}e${'fb'.repeat(10)}`)).toEqual([2, 0]);
  });
});

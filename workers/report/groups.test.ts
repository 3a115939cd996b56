import { describe, expect, it } from 'vitest';
import { groupBy, groupsAmong, leadingText, pairsOf } from './groups.ts';

const WORDS = ['b', 'a', 'b', 'c', 'a', 'b'];

describe('groupsAmong', () => {
  it('is as grouping the items alone: numbered in their order, with their places', () => {
    const items = Int32Array.of(1, 3, 4, 5);
    const all = groupBy(WORDS.length, (item) => WORDS[item]);
    const alone = groupBy(items.length, (place) => WORDS[items[place]]);
    expect(groupsAmong(all, items)).toEqual(alone);
    expect(alone).toEqual({ count: 3, groupOf: Int32Array.of(0, 1, 0, 2), first: Int32Array.of(0, 1, 3) });
  });

  it('of nothing is no group', () => {
    expect(
      groupsAmong(
        groupBy(2, (item) => item),
        new Int32Array(0),
      ).count,
    ).toBe(0);
  });
});

describe('leadingText', () => {
  it('names what weighs most in each group and counts the others; what has no text weighs nothing', () => {
    const groups = groupBy(6, (item) => Number(item > 3));
    const keys = [0, 1, 0, -1, -1, -1];
    const keyAt = (item: number) => keys[item];
    const weights = [2, 3, 2, 9, 1, 1];
    const text = leadingText(
      groups,
      pairsOf(groups, 2, keyAt),
      keyAt,
      (item) => weights[item],
      (key) => WORDS[key],
    );
    expect([0, 1].map(text)).toEqual(['b +1', undefined]);
  });
});

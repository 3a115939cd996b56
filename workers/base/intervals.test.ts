import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  gapsOf,
  type Intervals,
  lengthOf,
  subtract,
  UnionBuilder,
  UnionLength,
  union as unionOf,
} from './intervals.ts';

/** The brute-force truth: one flag a unit of time, set where a unit is covered. */
const SIZE = 64;
function bitmap(pairs: readonly (readonly [number, number])[]): boolean[] {
  const covered = new Array<boolean>(SIZE).fill(false);
  for (const [start, end] of pairs) covered.fill(true, start, end);
  return covered;
}

function pairsOf(set: Intervals): [number, number][] {
  return Array.from({ length: set.length / 2 }, (_, i) => [set[2 * i], set[2 * i + 1]]);
}

function union(pairs: readonly (readonly [number, number])[]): Intervals {
  const builder = new UnionBuilder();
  for (const [start, end] of [...pairs].sort((a, b) => a[0] - b[0])) builder.add(start, end);
  return builder.intervals();
}

const interval = fc.tuple(fc.nat(SIZE), fc.nat(SIZE)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const intervals = fc.array(interval, { maxLength: 20 });
const count = (bits: readonly boolean[]) => bits.filter(Boolean).length;

function expectDisjoint(set: Intervals): void {
  for (let i = 1; i < set.length; i++) {
    if (i % 2 === 0) expect(set[i]).toBeGreaterThan(set[i - 1]);
    else expect(set[i]).toBeGreaterThanOrEqual(set[i - 1]);
  }
}

describe('interval algebra', () => {
  it('joins overlapping and touching intervals and keeps points apart', () => {
    expect(
      pairsOf(
        union([
          [0, 10],
          [10, 12],
          [11, 11],
          [20, 30],
          [25, 26],
          [40, 40],
        ]),
      ),
    ).toEqual([
      [0, 12],
      [20, 30],
      [40, 40],
    ]);
  });

  it('grows past its first capacity', () => {
    const pairs = Array.from({ length: 1000 }, (_, i) => [2 * i, 2 * i + 1] as const);
    expect(lengthOf(union(pairs))).toBe(1000);
  });

  it('agrees with a bitmap on unions', () => {
    fc.assert(
      fc.property(intervals, (a) => {
        const set = union(a);
        expectDisjoint(set);
        expect(bitmap(pairsOf(set))).toEqual(bitmap(a));
        expect(lengthOf(set)).toBe(count(bitmap(a)));
      }),
    );
  });

  it('agrees with a bitmap on differences', () => {
    fc.assert(
      fc.property(intervals, intervals, (a, b) => {
        const difference = subtract(union(a), union(b));
        const inB = bitmap(b);
        expectDisjoint(difference);
        expect(bitmap(pairsOf(difference))).toEqual(bitmap(a).map((covered, i) => covered && !inB[i]));
      }),
    );
  });

  it('has gaps that fill a set up to its span', () => {
    fc.assert(
      fc.property(intervals, (a) => {
        const set = union(a);
        const span = set.length === 0 ? 0 : set[set.length - 1] - set[0];
        expect(lengthOf(set) + lengthOf(gapsOf(set))).toBe(span);
      }),
    );
  });

  it('joins two sets', () => {
    fc.assert(
      fc.property(intervals, intervals, (a, b) => {
        const both = unionOf(union(a), union(b));
        expectDisjoint(both);
        expect(pairsOf(both)).toEqual(pairsOf(union([...a, ...b])));
      }),
    );
  });

  it('has the length that its intervals have before they are joined', () => {
    fc.assert(
      fc.property(intervals, (a) => {
        const sum = new UnionLength();
        for (const [start, end] of [...a].sort((one, other) => one[0] - other[0])) sum.add(start, end);
        expect(sum.length).toBe(count(bitmap(a)));
      }),
    );
  });
});

import { expect, test } from 'vitest';
import { edgeByKey, edgeLimits, moveEdge, sameRange, steadySpan } from './band.ts';
import { brushedRange, brushTo, isWide } from './brush.ts';

test('an edge stays within the steps and off the other edge', () => {
  expect(moveEdge([10, 20], 'start', 4, 30)).toEqual([4, 20]);
  expect(moveEdge([10, 20], 'start', -4, 30)).toEqual([0, 20]);
  expect(moveEdge([10, 20], 'start', 25, 30)).toEqual([19, 20]);
  expect(moveEdge([10, 20], 'end', 99, 30)).toEqual([10, 30]);
  expect(moveEdge([10, 20], 'end', 3, 30)).toEqual([10, 11]);
  expect(edgeLimits([10, 20], 'start', 30)).toEqual([0, 19]);
  expect(edgeLimits([10, 20], 'end', 30)).toEqual([11, 30]);
});

test('keys move an edge by one, by ten, or to its ends', () => {
  const to = (key: string, shift = false) => edgeByKey(key, shift, 12, [0, 19]);
  expect([to('ArrowLeft'), to('ArrowRight'), to('ArrowRight', true), to('PageDown')]).toEqual([11, 13, 22, 2]);
  expect([to('Home'), to('End'), to('x')]).toEqual([0, 19, undefined]);
});

test('the band goes from the first steady step to the last', () => {
  expect(
    steadySpan({
      regions: [
        [3, 9],
        [14, 30],
      ],
    }),
  ).toEqual([3, 30]);
  expect(steadySpan({ regions: [] })).toBeNull();
  expect(sameRange([1, 2], [1, 2])).toBe(true);
  expect(sameRange([1, 2], null)).toBe(false);
});

test('a brush holds both of its ends, in whichever order', () => {
  expect(brushedRange({ anchor: 5, head: 5 })).toEqual([5, 6]);
  expect(brushedRange({ anchor: 9, head: 4 })).toEqual([4, 10]);
});

test('a brush moves, or extends from where it was', () => {
  const start = brushTo(null, 7, false, 10);
  expect(start).toEqual({ anchor: 7, head: 7 });
  expect(isWide(start)).toBe(false);
  const wide = brushTo(start, 9, true, 10);
  expect(wide).toEqual({ anchor: 7, head: 9 });
  expect(isWide(wide)).toBe(true);
  expect(brushTo(wide, 99, true, 10)).toEqual({ anchor: 7, head: 9 });
  expect(brushTo(wide, 3, false, 10)).toEqual({ anchor: 3, head: 3 });
  expect(brushTo(null, -1, true, 10)).toEqual({ anchor: 0, head: 0 });
});

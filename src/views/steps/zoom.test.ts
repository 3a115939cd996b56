import { expect, test } from 'vitest';
import { bringInto, isWholeAxis, panned, WHOLE_AXIS, zoomed } from './zoom.ts';

test('zooming keeps the place under the pointer, within the axis and not below the least', () => {
  expect(zoomed([0, 1], 0.5, 2, 0.01)).toEqual([0.25, 0.75]);
  expect(zoomed([0.25, 0.75], 0, 2, 0.01)).toEqual([0.25, 0.5]);
  expect(zoomed([0.25, 0.75], 1, 0.5, 0.01)).toEqual([0, 1]);
  expect(zoomed([0, 1], 1, 1000, 0.125)).toEqual([0.875, 1]);
});

test('zoomed out again, all of the axis is shown', () => {
  expect(
    [WHOLE_AXIS, zoomed([0.2, 0.4], 0.3, 0.01, 0.1), [0, 0.99], [0.01, 1]].map((view) =>
      isWholeAxis([view[0], view[1]]),
    ),
  ).toEqual([true, true, false, false]);
});

test('panning stops at the ends', () => {
  expect(panned([0.25, 0.5], 1)).toEqual([0.5, 0.75]);
  expect(panned([0.25, 0.5], -2)).toEqual([0, 0.25]);
  expect(panned([0.5, 0.75], 9)).toEqual([0.75, 1]);
});

test('what is sought comes to the middle only where it could not be seen', () => {
  expect(bringInto([0.25, 0.5], [0.25, 0.3])).toEqual([0.25, 0.5]);
  expect(bringInto([0, 0.25], [0.5, 0.5])).toEqual([0.375, 0.625]);
  expect(bringInto([0, 0.25], [1, 1])).toEqual([0.75, 1]);
  expect(bringInto([0, 0.25], [0.5, 1])).toEqual([0.5, 0.75]);
});

import { expect, test } from 'vitest';
import { slicesOf } from './test-slices.ts';
import { type AskSlices, eventBeyond } from './walk-beyond.ts';

const WHOLE = { startNs: 0, endNs: 1_000_000 };
/** Starts of the slices of a lane, ns; each 2 long, its event is its place. */
const STARTS = [0, 500_000, 500_004, 500_008, 900_000];

/** A worker that merges what lies within a pixel under the last of it, which is no better than any other. */
const ask: AskSlices = async ({ startNs, endNs, pixels }) => {
  const pixelNs = (endNs - startNs) / pixels;
  const merged = new Map<number, number[]>();
  for (const [event, start] of STARTS.entries()) {
    if (start + 2 < startNs || start > endNs) continue;
    const pixel = Math.floor((start - startNs) / Math.max(pixelNs, 2));
    merged.set(pixel, [...(merged.get(pixel) ?? []), event]);
  }
  return slicesOf(
    [...merged.values()].map((events) => ({
      startNs: STARTS[events[0]],
      endNs: STARTS[events[events.length - 1]] + 2,
      event: events[events.length - 1],
      count: events.length,
    })),
  );
};
const from = (startNs: number, by: 1 | -1) => eventBeyond(ask, { track: 't', lane: 0, startNs }, by, WHOLE, true);

test('the next slice is found however far it is and however close others are to it', async () => {
  expect(await from(0, 1)).toBe(1);
  expect(await from(500_000, 1)).toBe(2);
  expect(await from(500_008, -1)).toBe(2);
  expect(await from(500_008, 1)).toBe(4);
  expect(await from(900_000, -1)).toBe(3);
  expect(await from(500_000, -1)).toBe(0);
});

test('at the ends of a lane, and in another one, there is none', async () => {
  expect(await from(900_000, 1)).toBeNull();
  expect(await from(0, -1)).toBeNull();
  expect(await eventBeyond(ask, { track: 't', lane: 3, startNs: 0 }, 1, WHOLE, true)).toBeNull();
});

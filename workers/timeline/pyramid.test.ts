import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intoLanes, type Lanes, type SliceTimes, sortOutermostFirst } from './lanes.ts';
import { Pyramid, type Rectangle } from './pyramid.ts';

interface Slice {
  readonly ts: number;
  readonly dur: number;
  readonly category: number;
}

interface Made extends Lanes {
  readonly pyramid: Pyramid;
  readonly times: SliceTimes;
}

function made(slices: readonly Slice[]): Made {
  const times = { ts: Float64Array.from(slices, ({ ts }) => ts), dur: Float64Array.from(slices, ({ dur }) => dur) };
  const order = Int32Array.from(slices.keys());
  sortOutermostFirst(order, times);
  const lanes = intoLanes(order, times);
  const categories = Uint8Array.from(slices, ({ category }) => category);
  return { ...lanes, times, pyramid: new Pyramid({ ...lanes, times, categories }) };
}

function rectanglesOf(pyramid: Pyramid, lane: number, startNs: number, endNs: number, pixelNs: number): Rectangle[] {
  const found: Rectangle[] = [];
  pyramid.rectangles(lane, startNs, endNs, pixelNs, (rectangle) => found.push({ ...rectangle }));
  return found;
}

/** Back to back, so that a lane is long enough for several levels. */
const chain = fc
  .array(fc.record({ gap: fc.nat(6), dur: fc.oneof(fc.nat(4), fc.nat(80)), category: fc.nat(3) }), {
    minLength: 1,
    maxLength: 700,
  })
  .map((steps) => {
    let ns = 0;
    return steps.map(({ gap, dur, category }): Slice => {
      const ts = ns + gap;
      ns = ts + Math.max(1, dur);
      return { ts, dur, category };
    });
  });

describe('a pyramid', () => {
  it('shows slices of their own where there is room, with times and categories', () => {
    const { pyramid } = made([
      { ts: 10, dur: 5, category: 0 },
      { ts: 20, dur: 0, category: 1 },
      { ts: 21, dur: 30, category: 2 },
    ]);
    expect(rectanglesOf(pyramid, 0, 0, 100, 0.5)).toEqual([
      { startNs: 10, endNs: 15, count: 1, slice: 0, category: 0 },
      { startNs: 20, endNs: 20, count: 1, slice: 1, category: 1 },
      { startNs: 21, endNs: 51, count: 1, slice: 2, category: 2 },
    ]);
  });

  it('joins what begins in one pixel: the longest slice, and the category with the most time', () => {
    const { pyramid } = made([
      { ts: 0, dur: 3, category: 1 },
      { ts: 3, dur: 4, category: 0 },
      { ts: 7, dur: 2, category: 1 },
      { ts: 30, dur: 40, category: 2 },
    ]);
    expect(rectanglesOf(pyramid, 0, 0, 100, 10)).toEqual([
      { startNs: 0, endNs: 9, count: 3, slice: 1, category: 1 },
      { startNs: 30, endNs: 70, count: 1, slice: 3, category: 2 },
    ]);
  });

  it('represents every slice between two times once, and nothing outside of its slices', () => {
    fc.assert(
      fc.property(
        chain,
        fc.nat(2000),
        fc.nat(6000),
        fc.integer({ min: 1, max: 400 }),
        (slices, start, length, pixels) => {
          const { pyramid, slices: order, laneStart, times } = made(slices);
          const end = start + length;
          expect(pyramid.lanes).toBe(1);
          const wanted = [...order.subarray(laneStart[0], laneStart[1])].filter(
            (slice) => times.ts[slice] <= end && times.ts[slice] + times.dur[slice] >= start,
          );
          let at = 0;
          for (const rectangle of rectanglesOf(pyramid, 0, start, end, length / pixels)) {
            const own = wanted.slice(at, at + rectangle.count);
            at += rectangle.count;
            expect(rectangle.startNs).toBe(times.ts[own[0]]);
            expect(rectangle.endNs).toBe(Math.max(...own.map((slice) => times.ts[slice] + times.dur[slice])));
            expect(rectangle.slice).toBe(
              own.reduce((best, slice) => (times.dur[slice] > times.dur[best] ? slice : best)),
            );
            const time = (category: number) =>
              own.reduce((sum, slice) => sum + (slices[slice].category === category ? times.dur[slice] : 0), 0);
            expect(time(rectangle.category)).toBe(Math.max(...[0, 1, 2, 3].map(time)));
          }
          expect(at).toBe(wanted.length);
        },
      ),
    );
  });

  it('has at most two rectangles a pixel', () => {
    fc.assert(
      fc.property(chain, fc.integer({ min: 1, max: 300 }), (slices, pixels) => {
        const { pyramid, times } = made(slices);
        const last = slices.length - 1;
        const end = times.ts[last] + times.dur[last];
        const found = rectanglesOf(pyramid, 0, 0, end, end / pixels);
        expect(found.length).toBeLessThanOrEqual(2 * (pixels + 1));
      }),
    );
  });

  it('is the same picture when it is moved, but at its borders', () => {
    const PIXEL = 16;
    fc.assert(
      fc.property(chain, fc.nat(100), fc.integer({ min: 200, max: 3000 }), (slices, shift, width) => {
        const { pyramid } = made(slices);
        const [still, moved] = [0, shift].map((from) =>
          rectanglesOf(pyramid, 0, from, from + width, PIXEL).filter(
            ({ startNs, endNs }) => startNs >= shift + 2 * PIXEL && endNs <= width - 2 * PIXEL,
          ),
        );
        expect(moved).toEqual(still);
      }),
    );
    const even = made(Array.from({ length: 500 }, (_, i) => ({ ts: 3 * i, dur: 2, category: 0 })));
    expect(rectanglesOf(even.pyramid, 0, 0, 1000, PIXEL).length).toBeGreaterThan(50);
  });

  it('holds a few bytes a slice', () => {
    const { pyramid } = made(Array.from({ length: 10_000 }, (_, i) => ({ ts: 2 * i, dur: 1, category: 0 })));
    expect(pyramid.bytes / 10_000).toBeLessThan(20);
    expect(pyramid.slices).toBe(10_000);
  });
});

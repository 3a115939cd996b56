import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intoLanes, type Lanes, MOST_LANES, type SliceTimes, sortOutermostFirst } from './lanes.ts';

type Slice = readonly [startNs: number, durationNs: number];

function laidOut(slices: readonly Slice[]): Lanes & { readonly times: SliceTimes } {
  const times = { ts: Float64Array.from(slices, ([ts]) => ts), dur: Float64Array.from(slices, ([, dur]) => dur) };
  const order = Int32Array.from(slices.keys());
  sortOutermostFirst(order, times);
  return { ...intoLanes(order, times), times };
}

/** Lane of each slice. */
function lanesOf(slices: readonly Slice[]): number[] {
  const { slices: order, laneStart } = laidOut(slices);
  const lanes = slices.map(() => -1);
  for (let lane = 0; lane + 1 < laneStart.length; lane++) {
    for (const slice of order.subarray(laneStart[lane], laneStart[lane + 1])) lanes[slice] = lane;
  }
  return lanes;
}

describe('lanes', () => {
  it('put what nests at its depth, whatever the order in the file', () => {
    expect(
      lanesOf([
        [2, 3],
        [0, 10],
        [6, 3],
        [2, 1],
        [0, 10],
      ]),
    ).toEqual([2, 0, 2, 3, 1]);
  });

  it('give what overlaps without nesting a lane of its own, and the first again when it is free', () => {
    expect(
      lanesOf([
        [0, 10],
        [5, 10],
        [12, 8],
        [20, 5],
      ]),
    ).toEqual([0, 1, 0, 0]);
  });

  it('keep slices of no length, those of one moment apart', () => {
    expect(
      lanesOf([
        [5, 0],
        [5, 0],
        [5, 10],
        [15, 0],
      ]),
    ).toEqual([1, 2, 0, 0]);
  });

  it('end at a bound: what is more shares the last', () => {
    const lanes = lanesOf(Array.from({ length: MOST_LANES + 50 }, (_, i): Slice => [i, 10_000]));
    expect(Math.max(...lanes)).toBe(MOST_LANES - 1);
    expect(lanes.filter((lane) => lane === MOST_LANES - 1)).toHaveLength(51);
  });

  it('hold every slice once, never two at a time, and are no more than slices at once', () => {
    const slice = fc.tuple(fc.integer({ min: -30, max: 30 }), fc.nat(20));
    fc.assert(
      fc.property(fc.array(slice, { maxLength: 60 }), (slices) => {
        const { slices: order, laneStart, times } = laidOut(slices);
        expect([...order].sort((a, b) => a - b)).toEqual([...slices.keys()]);
        for (let lane = 0; lane + 1 < laneStart.length; lane++) {
          const own = order.subarray(laneStart[lane], laneStart[lane + 1]);
          for (let i = 1; i < own.length; i++) {
            expect(times.ts[own[i]]).toBeGreaterThanOrEqual(times.ts[own[i - 1]] + Math.max(1, times.dur[own[i - 1]]));
          }
        }
        const at = (ns: number) => slices.filter(([ts, dur]) => ts <= ns && ns < ts + Math.max(1, dur)).length;
        expect(laneStart.length - 1).toBe(slices.reduce((most, [ts]) => Math.max(most, at(ts)), 0));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { counterPixels, highest, SeriesBuilder } from './counter-series.ts';

function series(changes: readonly (readonly [ns: number, value: number])[]) {
  const builder = new SeriesBuilder();
  for (const [ns, value] of changes) builder.set(ns, value);
  return builder.finish();
}

describe('a counter', () => {
  it('has the least, the largest and the mean value over the time of each pixel', () => {
    const counter = series([
      [0, 2],
      [5, 4],
      [15, 0],
    ]);
    const { min, max, mean } = counterPixels(counter, 0, 30, 3);
    expect([...min]).toEqual([2, 0, 0]);
    expect([...max]).toEqual([4, 4, 0]);
    expect([...mean]).toEqual([3, 2, 0]);
    expect(highest(counter)).toBe(4);
  });

  it('has no value before its first change and where it is missing', () => {
    const counter = series([
      [10, 1],
      [20, Number.NaN],
      [25, 3],
    ]);
    expect([...counterPixels(counter, 0, 40, 4).mean]).toEqual([Number.NaN, 1, 3, 3]);
    expect([...counterPixels(series([]), 0, 40, 2).max]).toEqual([Number.NaN, Number.NaN]);
  });

  it('begins with the change that holds at the start of the picture', () => {
    const counter = series([
      [0, 7],
      [100, 8],
    ]);
    expect([...counterPixels(counter, 40, 60, 2).mean]).toEqual([7, 7]);
    expect([...counterPixels(counter, 90, 110, 1).mean]).toEqual([7.5]);
  });

  it('takes the last of several changes at one time, and no change that changes nothing', () => {
    const { times, values } = series([
      [0, 1],
      [0, 2],
      [3, 2],
      [4, 5],
    ]);
    expect([...times]).toEqual([0, 4]);
    expect([...values]).toEqual([2, 5]);
  });
});

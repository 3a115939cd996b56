import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianOf, quantileOf, statisticsOf } from './statistics.ts';

describe('statisticsOf', () => {
  it('gives the textbook figures, with the sample standard deviation', () => {
    const values = Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9);
    expect(statisticsOf(values)).toEqual({
      count: 8,
      sum: 40,
      mean: 5,
      median: 4.5,
      min: 2,
      max: 9,
      std: Math.sqrt(32 / 7),
    });
  });

  it('takes the middle of an odd number and leaves its input in order', () => {
    const values = Float64Array.of(9, 1, 5);
    expect(statisticsOf(values).median).toBe(5);
    expect([...values]).toEqual([9, 1, 5]);
  });

  it('has no deviation for one number and no figures for none', () => {
    expect(statisticsOf(Float64Array.of(3))).toEqual({
      count: 1,
      sum: 3,
      mean: 3,
      median: 3,
      min: 3,
      max: 3,
      std: Number.NaN,
    });
    expect(statisticsOf(new Float64Array())).toMatchObject({
      count: 0,
      sum: 0,
      mean: Number.NaN,
      median: Number.NaN,
      std: Number.NaN,
    });
  });
});

describe('medianOf', () => {
  it('is the middle of the values in order, whatever order they come in and however many are equal', () => {
    const few = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1 });
    const many = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(fc.oneof(few, many), (values) => {
        const sorted = [...values].sort((a, b) => a - b);
        const middle = sorted[(values.length - 1) >> 1] + sorted[values.length >> 1];
        expect(medianOf(Float64Array.from(values))).toBe(middle / 2);
      }),
    );
    expect(medianOf(new Float64Array(0))).toBeNaN();
  });

  it('does not take the square of the time on values in order, or all but in order', () => {
    const rising = Float64Array.from({ length: 1_000_001 }, (_, i) => i);
    expect(medianOf(rising.slice())).toBe(500_000);
    expect(medianOf(rising.slice().reverse())).toBe(500_000);
    expect(medianOf(rising.map((i) => Math.min(i, 1_000_000 - i)))).toBe(250_000);
  });
});

describe('quantileOf', () => {
  it('lies between neighbours in proportion', () => {
    const sorted = Float64Array.of(1, 2, 4, 8);
    expect([0, 0.5, 0.9, 1].map((share) => quantileOf(sorted, share))).toEqual([1, 3, expect.closeTo(6.8, 9), 8]);
    expect(quantileOf(Float64Array.of(7), 0.99)).toBe(7);
    expect(quantileOf(new Float64Array(0), 0.5)).toBeNaN();
  });
});

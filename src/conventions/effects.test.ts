import { describe, expect, it } from 'vitest';
import type { ConventionTotals } from '../../workers/engine/engine.ts';
import { effects } from './effects.ts';

const TOTALS: ConventionTotals = {
  calls: 1000,
  linkedNs: 5e6,
  attributedNs: 5e6,
  estimatedNs: 4e6,
  roofedNs: 3e6,
  flops: 8e11,
  bytes: 100 * 1024 ** 2,
  roofNs: 1e6,
};
const with_ = (change: Partial<ConventionTotals>): readonly string[] => effects(TOTALS, { ...TOTALS, ...change });
/** As it is read: spaces of any width. */
const read = (texts: readonly string[]) => texts.map((text) => text.replace(/\s/g, ' '));

describe('effects', () => {
  it('are none where nothing changes', () => expect(with_({})).toEqual([]));

  it.each<[Partial<ConventionTotals>, string]>([
    [{ flops: 803.2e9 }, '+3.20 GFLOP (0.4 %)'],
    [{ flops: 0 }, '−800 GFLOP (100.0 %)'],
    [{ calls: 1001 }, '+1 call (0.1 %)'],
    [{ calls: 2500 }, '+1 500 calls (150.0 %)'],
    [{ linkedNs: 4.5e6 }, '−500 µs linked (10.0 %)'],
    [{ attributedNs: 4.99e6 }, '−10.0 µs in the operator table (0.2 %)'],
    [{ estimatedNs: 5e6 }, '+1 000 µs with an estimate (25.0 %)'],
    [{ roofedNs: 6e6 }, '+3 000 µs with a roof (100.0 %)'],
    [{ bytes: 98 * 1024 ** 2 }, '−2.00 MB (2.0 %)'],
    [{ roofNs: 1.001e6 }, '+1.00 µs of roof time (0.1 %)'],
    [{ roofNs: 1e6 - 0.2 }, 'down by <0.001 µs of roof time (<0.1 %)'],
    [{ flops: 8.0001e11 }, '+10.0 MFLOP (<0.1 %)'],
  ])('%j is told as %s', (change, text) => expect(read(with_(change))).toEqual([text]));

  it('come in the order of the totals', () => {
    expect(read(with_({ bytes: 0, calls: 999 }))).toEqual(['−1 call (0.1 %)', '−100 MB (100.0 %)']);
  });

  it('from nothing have no share', () => {
    expect(read(effects({ ...TOTALS, roofNs: 0 }, TOTALS))).toEqual(['+1 000 µs of roof time (from none)']);
  });

  it('leave out what rounding makes of another order', () => {
    expect(with_({ flops: 8e11 + 0.0001 })).toEqual([]);
    expect(with_({ linkedNs: 5e6 + 1 })).toHaveLength(1);
  });
});

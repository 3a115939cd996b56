import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventsById } from './events-by-id.ts';

/** Ids that collide in their low bits, exceed 32 bits, are negative or zero. */
const id = fc.oneof(
  fc.nat(5),
  fc.nat(5).map((n) => n * 65536),
  fc.nat(5).map((n) => n * 2 ** 32 + 1),
  fc.nat(5).map((n) => -(2 ** 52) - n),
);

describe('EventsById', () => {
  it('finds the last event of an id that starts no later, else its first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(id, fc.nat(9)), { maxLength: 80 }), id, fc.nat(10), (events, wanted, time) => {
        const byStart = [...events].sort((a, b) => a[1] - b[1]);
        const ts = Float64Array.from(byStart, ([, start]) => start);
        const index = new EventsById(Int32Array.from(byStart.keys()), ts, (event) => byStart[event][0]);
        const same = [...byStart.keys()].filter((event) => byStart[event][0] === wanted);
        const before = same.filter((event) => ts[event] <= time);
        expect(index.latest(wanted, time)).toBe(before.at(-1) ?? same[0] ?? -1);
      }),
    );
  });

  it('leaves out events without an id', () => {
    const index = new EventsById(Int32Array.of(0, 1), Float64Array.of(0, 1), (event) => [Number.NaN, 7][event]);
    expect(index.latest(Number.NaN, 5)).toBe(-1);
    expect(index.latest(7, 5)).toBe(1);
  });

  it('is not quadratic when all ids are one, or multiples of a large power of two (the test would time out)', () => {
    const size = 200_000;
    const events = Int32Array.from({ length: size }, (_, i) => i);
    const ts = Float64Array.from(events);
    for (const idOf of [() => 1, (event: number) => (event + 1) * 2 ** 20, (event: number) => (event + 1) * 2 ** 33]) {
      const index = new EventsById(events, ts, idOf);
      for (let event = 0; event < size; event++) if (index.latest(idOf(event), event) !== event) expect.unreachable();
    }
  });
});

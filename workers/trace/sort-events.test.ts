import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortByStart, sortEvents } from './sort-events.ts';

describe('sortEvents', () => {
  it('agrees with a stable sort on any order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (keys) => {
        const events = Int32Array.from(keys, (_, event) => event);
        sortEvents(events, (a, b) => keys[a] <= keys[b]);
        const expected = keys.map((_, event) => event).sort((a, b) => keys[a] - keys[b] || a - b);
        expect([...events]).toEqual(expected);
      }),
    );
  });

  it('sorts a long descending list, the worst case', () => {
    const size = 300_000;
    const events = Int32Array.from({ length: size }, (_, i) => i);
    const ts = Float64Array.from({ length: size }, (_, i) => -i);
    sortByStart(events, ts);
    expect(events[0]).toBe(size - 1);
    expect(events.every((event, i) => event === size - 1 - i)).toBe(true);
  });
});

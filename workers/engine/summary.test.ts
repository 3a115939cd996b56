import { describe, expect, it } from 'vitest';
import { Ledger } from '../ingest/ledger.ts';
import { handMadeModel } from '../report/hand-made.ts';
import { countCategories, countNamed, summarise } from './summary.ts';

/** Events of categories that the string table spells one by one, equal texts included. */
function columnsOf(categories: readonly string[]) {
  return {
    length: categories.length,
    cat: Uint32Array.from(categories, (_, id) => id),
    strings: { length: categories.length, get: (id: number) => categories[id] },
  };
}

describe('counts of categories', () => {
  it('add up what several string ids spell alike', () => {
    const counts = countCategories(columnsOf(['', 'kernel', '', 'kernel', 'Kernel', 'cpu_op']));
    expect([...counts]).toEqual([
      ['', 2],
      ['kernel', 2],
      ['Kernel', 1],
      ['cpu_op', 1],
    ]);
    expect(countNamed(counts, 'kernel')).toBe(3);
  });

  it('keep a category named __proto__', () => {
    const event = { ph: 'X', cat: '__proto__', name: 'a', pid: 1, tid: 1, ts: 0, dur: 1 };
    const model = handMadeModel([event]);
    const read = {
      columns: model.columns,
      ledger: new Ledger(),
      events: 1,
      kept: 1,
      dropped: 0,
      repaired: 0,
      textBytes: 1,
      crc32: 0,
      trail: [],
    };
    expect(Object.entries(summarise('a.json', read, model).categories)).toEqual([['__proto__', 1]]);
  });
});

import { describe, expect, it } from 'vitest';
import { makeTable, number, text } from './make-table.ts';
import { tableOrder } from './sort-filter.ts';

const names = ['b', 'A', undefined, 'c10', 'c2', 'a b'];
const values = [2, 1, Number.NaN, 2, 3, 1];
const tags = ['x', 'x', 'y', undefined, 'y', 'x'];
const table = makeTable({ id: 't', title: 't', description: '' }, names.length, [
  text({ id: 'name', title: 'n', kind: 'name', description: '' }, (row) => names[row]),
  number({ id: 'value', title: 'v', kind: 'number', description: '' }, (row) => values[row]),
  text({ id: 'tag', title: 'g', kind: 'text', description: '' }, (row) => tags[row]),
]);
const order = (query: Partial<Parameters<typeof tableOrder>[1]>) => [
  ...tableOrder(table, { filter: '', sort: null, ...query }),
];

describe('table order', () => {
  it('sorts numbers stably, missing last either way', () => {
    expect(order({ sort: { column: 'value', descending: false } })).toEqual([1, 5, 0, 3, 4, 2]);
    expect(order({ sort: { column: 'value', descending: true } })).toEqual([4, 0, 3, 1, 5, 2]);
  });

  it('sorts text by its letters and the numbers in it, missing last either way', () => {
    expect(order({ sort: { column: 'name', descending: false } })).toEqual([1, 5, 0, 4, 3, 2]);
    expect(order({ sort: { column: 'name', descending: true } })).toEqual([3, 4, 0, 5, 1, 2]);
  });

  it('keeps rows that hold every word in some text cell, whatever the case', () => {
    expect(order({ filter: 'a' })).toEqual([1, 5]);
    expect(order({ filter: 'X  A' })).toEqual([1, 5]);
    expect(order({ filter: 'b x' })).toEqual([0, 5]);
    expect(order({ filter: 'zzz' })).toEqual([]);
  });

  it('keeps rows with exact texts of one column', () => {
    expect(order({ only: { tag: ['y'] } })).toEqual([2, 4]);
    expect(order({ only: { tag: ['x', 'y'] }, filter: 'b' })).toEqual([0, 5]);
  });

  it('leaves table order without a sort, or with one by a column that is not there', () => {
    expect(order({})).toEqual([0, 1, 2, 3, 4, 5]);
    expect(order({ sort: { column: 'nothing', descending: true } })).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('orders negative, huge and tiny numbers, and takes -0 for 0', () => {
    const odd = [
      0,
      -1,
      5e-324,
      -0,
      1e300,
      Number.NEGATIVE_INFINITY,
      -2.5,
      Number.POSITIVE_INFINITY,
      2 ** 52 + 1,
      2 ** 52,
    ];
    const one = makeTable({ id: 't', title: 't', description: '' }, odd.length, [
      number({ id: 'v', title: 'v', kind: 'number', description: '' }, (row) => odd[row]),
    ]);
    const by = (descending: boolean) => [...tableOrder(one, { filter: '', sort: { column: 'v', descending } })];
    expect(by(false)).toEqual([5, 6, 1, 0, 3, 2, 9, 8, 4, 7]);
    expect(by(true)).toEqual([7, 4, 8, 9, 2, 0, 3, 1, 6, 5]);
  });

  it('agrees with a plain sort on many rows', () => {
    const many = Float64Array.from({ length: 5000 }, (_, i) => (i % 7 === 0 ? Number.NaN : (i * 7919) % 101));
    const big = makeTable({ id: 't', title: 't', description: '' }, many.length, [
      number({ id: 'v', title: 'v', kind: 'number', description: '' }, (row) => many[row]),
    ]);
    const plain = [...many.keys()].sort((a, b) => {
      if (Number.isNaN(many[a]) || Number.isNaN(many[b]))
        return Number(Number.isNaN(many[a])) - Number(Number.isNaN(many[b]));
      return many[b] - many[a];
    });
    expect([...tableOrder(big, { filter: '', sort: { column: 'v', descending: true } })]).toEqual(plain);
  });

  it('takes less than 100 ms of processor time for 100 000 rows', () => {
    const rows = 100_000;
    const big = makeTable({ id: 't', title: 't', description: '' }, rows, [
      text({ id: 'name', title: 'n', kind: 'name', description: '' }, (row) => `kernel ${(row * 7919) % 3001}`),
      number({ id: 'v', title: 'v', kind: 'number', description: '' }, (row) => (row * 7919) % 100_003),
    ]);
    const query = { filter: 'kernel 1', sort: { column: 'v', descending: true } };
    tableOrder(big, query);
    const before = process.cpuUsage();
    tableOrder(big, query);
    const spent = process.cpuUsage(before);
    expect((spent.user + spent.system) / 1000).toBeLessThan(100);
  });
});

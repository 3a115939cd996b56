import { expect, it, vi } from 'vitest';
import { makeTable, number, prepared, text } from './make-table.ts';

const SCHEMA = { id: 't', title: 'T', description: '' };
const NAMES = ['a', 'b', 'a'];

it('holds distinct texts once, and what is missing apart', () => {
  const name = text({ id: 'name', title: '', kind: 'name', description: '' }, (row) => [...NAMES, undefined][row]);
  const [column] = makeTable(SCHEMA, 4, [name]).columns;
  expect(column).toMatchObject({ type: 'text', dictionary: ['a', 'b'], index: Int32Array.of(0, 1, 0, -1) });
});

it('adds up the columns that may be, missing values left out', () => {
  const spec = { title: '', kind: 'integer', description: '' } as const;
  const values = (row: number) => [1, Number.NaN, 4][row];
  const columns = [number({ id: 'calls', ...spec, isAdditive: true }, values), number({ id: 'mean', ...spec }, values)];
  expect(makeTable(SCHEMA, 3, columns).totals).toEqual({ calls: 5 });
});

it('makes a column when it is first read, and once', () => {
  const prepare = vi.fn(() => (row: number) => NAMES[row]);
  const name = text({ id: 'name', title: '', kind: 'name', description: '' }, prepared(prepare));
  const { columns, totals } = makeTable(SCHEMA, 3, [name]);
  expect(totals).toEqual({});
  expect(prepare).not.toHaveBeenCalled();
  const [column] = columns;
  if (column.type !== 'text') throw new Error('not a text');
  expect(Array.from(column.index, (place) => column.dictionary[place])).toEqual(NAMES);
  expect(prepare).toHaveBeenCalledTimes(1);
});

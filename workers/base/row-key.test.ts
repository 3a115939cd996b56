import { expect, test } from 'vitest';
import { rowKey, rowOfKey } from './row-key.ts';
import type { Table } from './table.ts';

function tableOf(rows: readonly (readonly [name: string, shapes: string | null, time: number])[]): Table {
  const dictionary = [...new Set(rows.flatMap(([name, shapes]) => [name, shapes ?? name]))];
  const text = (at: 0 | 1) => ({
    type: 'text' as const,
    dictionary,
    index: Int32Array.from(rows, (row) => dictionary.indexOf(row[at] ?? '\0')),
  });
  const column = (id: string) => ({ id, title: id, unit: '', kind: 'text' as const, description: '' });
  return {
    schema: { id: 't', title: 't', description: '', columns: [column('name'), column('shapes'), column('time')] },
    rows: rows.length,
    columns: [text(0), text(1), { type: 'number', values: Float64Array.from(rows, (row) => row[2]) }],
  };
}

test('a row is found again where the rows are others and in another order', () => {
  const before = tableOf([
    ['aten::mm', '(8, 4)', 30],
    ['aten::mm', '(16, 4)', 20],
    ['aten::add', null, 10],
  ]);
  const after = tableOf([
    ['aten::add', null, 3],
    ['aten::mm', '(16, 4)', 2],
  ]);
  expect(rowOfKey(after, rowKey(before, 0))).toBeUndefined();
  expect(rowOfKey(after, rowKey(before, 1))).toBe(1);
  expect(rowOfKey(after, rowKey(before, 2))).toBe(0);
});

test('rows about the same are told apart by their order', () => {
  const table = tableOf([
    ['aten::mm', '(8, 4)', 30],
    ['aten::mm', '(8, 4)', 20],
    ['aten::mm', null, 10],
  ]);
  expect([0, 1, 2].map((row) => rowOfKey(table, rowKey(table, row)))).toEqual([0, 1, 2]);
});

test('the key of a long name stays short and tells names apart that begin alike', () => {
  const name = `void cutlass::Kernel2<${'x'.repeat(5000)}`;
  const table = tableOf([
    [`${name}a>`, null, 30],
    [`${name}b>`, null, 20],
    [`${name}a>`, null, 10],
  ]);
  const keys = [0, 1, 2].map((row) => rowKey(table, row));
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key.length).toBeLessThan(100);
  expect(keys.map((key) => rowOfKey(table, key))).toEqual([0, 1, 2]);
});

test('a name that ends like a count of others is no count', () => {
  const table = tableOf([
    ['f#1', null, 30],
    ['f', null, 20],
  ]);
  expect([0, 1].map((row) => rowOfKey(table, rowKey(table, row)))).toEqual([0, 1]);
});

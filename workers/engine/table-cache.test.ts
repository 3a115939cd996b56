import { expect, it } from 'vitest';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { FIRST_BASIS } from '../report/report-types.ts';
import { TableCache } from './table-cache.ts';

const table = (id: string): Table => ({
  schema: { id, title: '', description: '', columns: [] },
  rows: 0,
  columns: [],
});

const within = (scope: Scope) => ({ ...FIRST_BASIS, scope });

it("makes a table once a scope, whatever the order of the scope's keys", () => {
  const cache = new TableCache();
  const first = cache.get('kernels', within({ device: 0, stream: 7 }), () => table('a'));
  expect(cache.get('kernels', within({ stream: 7, device: 0 }), () => table('b'))).toBe(first);
  expect(cache.get('kernels', within({ device: 0 }), () => table('b'))).not.toBe(first);
  expect(cache.get('kernels', within({ device: 0, stream: 7, window: [0, 1] }), () => table('b'))).not.toBe(first);
  expect(cache.get('streams', within({ device: 0, stream: 7 }), () => table('b'))).not.toBe(first);
});

it('forgets the table that was asked for longest ago', () => {
  const cache = new TableCache();
  const window = (i: number) => within({ window: [i, i + 1] });
  const first = cache.get('kernels', window(0), () => table('first'));
  const second = cache.get('kernels', window(1), () => table('second'));
  for (let i = 2; i < 16; i++) cache.get('kernels', window(i), () => table('other'));
  cache.get('kernels', window(0), () => table('again'));
  cache.get('kernels', window(16), () => table('one more'));
  expect(cache.get('kernels', window(0), () => table('again'))).toBe(first);
  expect(cache.get('kernels', window(1), () => table('again'))).not.toBe(second);
});

it('tells tables apart by the roof and the conventions', () => {
  const cache = new TableCache();
  const first = cache.get('operators', FIRST_BASIS, () => table('a'));
  expect(cache.get('operators', { ...FIRST_BASIS, roof: 'achievable' }, () => table('b'))).not.toBe(first);
  expect(cache.get('operators', { ...FIRST_BASIS, conventions: 'tracelens' }, () => table('b'))).not.toBe(first);
});

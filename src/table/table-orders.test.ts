import { expect, it, vi } from 'vitest';
import type { TableQuery } from '../../workers/engine/engine.ts';
import { TableOrders } from './table-orders.ts';

const byTime: TableQuery = { filter: '', sort: { column: 'time', descending: true } };
const byName: TableQuery = { filter: '', sort: { column: 'name', descending: false } };
const ofMatrices: TableQuery = { filter: 'mm', sort: null };

it('asks for an order once, whoever wants it', async () => {
  const ask = vi.fn(async () => Uint32Array.of(1, 0));
  const orders = new TableOrders(ask, []);
  expect(await orders.of(byTime)).toEqual(Uint32Array.of(1, 0));
  await orders.of({ ...byTime, only: {} });
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks ahead for what was wanted of the last table, which is known when it is here', async () => {
  const ask = vi.fn(async () => new Uint32Array(0));
  const last = new TableOrders(ask, []);
  for (const query of [ofMatrices, byTime, byName, byTime]) void last.of(query);
  ask.mockClear();
  const next = new TableOrders(ask, last.recent());
  await next.ahead;
  expect(next.known({ ...byName, only: {} })).toEqual(new Uint32Array(0));
  expect(next.known(ofMatrices)).toBeUndefined();
  expect(ask.mock.calls).toEqual([[byName], [byTime]]);
  void next.of(byTime);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('tells of a failure whoever wants the order, and asks ahead only for what was wanted itself', async () => {
  const orders = new TableOrders(() => Promise.reject(new Error('no table')), [byTime, byName]);
  await orders.ahead;
  expect(orders.known(byTime)).toBeUndefined();
  await expect(orders.of(byTime)).rejects.toThrow('no table');
  expect(orders.recent()).toEqual([byTime]);
});

it('does not hold an order for each letter of a filter', () => {
  const ask = vi.fn(async () => new Uint32Array(0));
  const orders = new TableOrders(ask, []);
  const typed = Array.from('attention', (_, i) => ({ filter: 'attention'.slice(0, i + 1), sort: null }));
  for (const query of typed) void orders.of(query);
  ask.mockClear();
  void orders.of(typed[8]);
  void orders.of(typed[0]);
  expect(ask.mock.calls).toEqual([[typed[0]]]);
});

import { expect, it } from 'vitest';
import { cellsOf, gpu, handMadeModel, operator, runtime } from '../hand-made.ts';
import { hitsTable } from './hits.ts';

/** Times in µs. */
const model = handMadeModel([
  operator('aten::mm', 0, 50),
  runtime('cudaLaunchKernel', 10, 5, 1),
  gpu('gemm', 100, 40, 1),
  operator('aten::add', 60, 30),
  operator('aten::mm', 200, 20),
]);

it('lists what is found by start, with its times and where it runs', () => {
  const table = hitsTable(model, { text: 'aten::mm', regex: false, inArguments: false, minNs: null, maxNs: null });
  expect(table.rows).toBe(2);
  expect(cellsOf(table).map(({ name, start, duration, event }) => [name, start, duration, event])).toEqual([
    ['aten::mm', 0, 50_000, 0],
    ['aten::mm', 200_000, 20_000, 4],
  ]);
  expect(table.totals?.duration).toBe(70_000);
});

it('is empty without anything to look for', () => {
  const none = { text: ' ', regex: false, inArguments: false, minNs: null, maxNs: null };
  expect(hitsTable(model, none).rows).toBe(0);
});

import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../fixtures/json-reader.ts';
import { CORRECTED, TRACELENS } from '../base/conventions.ts';
import type { JsonObject } from '../base/json.ts';
import { buildModel } from './build-model.ts';
import { LinkSource, type TraceModel } from './trace-model.ts';

const op = (name: string, ts: number, dur: number, args: JsonObject = {}): JsonObject => ({
  ph: 'X',
  cat: 'cpu_op',
  name,
  pid: 9,
  tid: 9,
  ts,
  dur,
  args,
});
const call = (name: string, ts: number, dur: number, args: JsonObject = {}, cat = 'cuda_runtime'): JsonObject => ({
  ph: 'X',
  cat,
  name,
  pid: 9,
  tid: 9,
  ts,
  dur,
  args,
});
const kernel = (ts: number, dur: number, args: JsonObject = {}, tid = 7): JsonObject => ({
  ph: 'X',
  cat: 'kernel',
  name: 'k',
  pid: 0,
  tid,
  ts,
  dur,
  args,
});
const flow = (ph: 's' | 'f', id: number, ts: number, pid: number, tid: number, cat = 'ac2g'): JsonObject => ({
  ph,
  cat,
  name: cat,
  id,
  pid,
  tid,
  ts,
});

/** Launch of each GPU event by start, and what linked it. */
const links = ({ launch, linkSource }: TraceModel) => [...launch].map((event, row) => [event, linkSource[row]]);
const modelOf = (events: readonly JsonObject[], conventions = CORRECTED) => buildModel(columnsOf(events), conventions);

describe('launch links by correlation', () => {
  it('gives a graph launch all its kernels, and them its operator', () => {
    const model = modelOf([
      op('step', 0, 50),
      call('cuGraphLaunch_ptsz', 10, 5, { correlation: 5 }, 'cuda_driver'),
      kernel(40, 2, { correlation: 5 }),
      kernel(20, 2, { correlation: 5 }),
      kernel(30, 2, { correlation: 5 }),
    ]);
    expect(links(model)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    expect([...model.gpuEvents]).toEqual([3, 4, 2]);
    expect([...model.parent]).toEqual([-1, 0, 1, 1, 1]);
    expect([model.firstChild[1], model.nextSibling[3], model.nextSibling[4], model.nextSibling[2]]).toEqual([
      3, 4, 2, -1,
    ]);
    expect([...model.operatorOf]).toEqual([0, 0, 0, 0, 0]);
    expect([...model.launchDelay]).toEqual([10_000, 20_000, 30_000]);
  });

  it('takes correlation 0 for none and keeps unlinked work', () => {
    const model = modelOf([
      call('cudaLaunchKernel', 10, 5, { correlation: 0 }),
      kernel(20, 2, { correlation: 0 }),
      kernel(30, 2, { correlation: 77 }),
      kernel(40, 2),
    ]);
    expect(links(model)).toEqual([
      [-1, 0],
      [-1, 0],
      [-1, 0],
    ]);
    expect([...model.launchDelay]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it('takes, of several calls with one correlation, the last that started before the GPU event', () => {
    const model = modelOf([
      call('a', 10, 1, { correlation: 5 }),
      call('b', 50, 1, { correlation: 5 }),
      kernel(20, 2, { correlation: 5 }),
      kernel(60, 2, { correlation: 5 }),
    ]);
    expect(links(model)).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it('tells ids above 2^53 apart by their digits', () => {
    const columns = columnsOf([
      call('a', 10, 1, { correlation: 'A' }),
      call('b', 11, 1, { correlation: 'B' }),
      kernel(20, 2, { correlation: 'A' }),
      kernel(60, 2, { correlation: 'B' }),
    ]);
    expect(columns.length).toBe(4);
    const model = modelOf([
      call('a', 10, 1, { correlation: '9007199254740993' }),
      call('b', 11, 1, { correlation: '9007199254740992' }),
      kernel(20, 2, { correlation: '9007199254740993' }),
      kernel(60, 2, { correlation: '9007199254740992' }),
    ]);
    expect(links(model)).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it('calls a GPU event before its launch clock skew, without a delay', () => {
    const model = modelOf([
      call('a', 100, 1, { correlation: 5 }),
      call('b', 110, 1, { correlation: 6 }),
      kernel(80, 2, { correlation: 5 }),
      kernel(95.5, 2, { correlation: 6 }),
    ]);
    expect(links(model)).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(model.oddities.clockSkews).toEqual({ count: 2, first: 2, largestNs: 20_000 });
    expect([...model.launchDelay]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('launch links without correlation', () => {
  it('goes by external id to the operator, without a delay', () => {
    const model = modelOf([
      op('aten::mm', 0, 50, { 'External id': 11 }),
      call('cudaLaunchKernel', 10, 5, { 'External id': 11 }),
      kernel(20, 2, { 'External id': 11 }),
    ]);
    expect(links(model)).toEqual([[0, LinkSource.externalId]]);
    expect(model.operatorOf[2]).toBe(0);
    expect([...model.launchDelay]).toEqual([Number.NaN]);
  });

  it('goes by external id to the call where no operator has it', () => {
    const model = modelOf([
      call('cudaLaunchKernel', 10, 5, { 'external id': 11 }),
      kernel(20, 2, { 'External id': 11 }),
    ]);
    expect(links(model)).toEqual([[0, LinkSource.externalId]]);
    expect([...model.launchDelay]).toEqual([10_000]);
  });

  it('does not believe an external id that repeats the correlation', () => {
    const model = modelOf([
      op('aten::mm', 0, 50, { 'External id': 11 }),
      kernel(20, 2, { 'External id': 11, correlation: 11 }),
    ]);
    expect(links(model)).toEqual([[-1, LinkSource.none]]);
  });

  it('goes by flow arrow to the call or operator at its tail', () => {
    const model = modelOf([
      op('aten::mm', 0, 50),
      call('cudaLaunchKernel', 10, 5),
      flow('s', 0, 10, 9, 9),
      flow('s', 1, 30, 9, 9),
      flow('s', 2, 30, 9, 9, 'fwdbwd'),
      kernel(60, 2),
      kernel(70, 2),
      kernel(80, 2),
      kernel(90, 2),
      flow('f', 0, 60, 0, 7),
      flow('f', 1, 70, 0, 7),
      flow('f', 2, 80, 0, 7, 'fwdbwd'),
      flow('f', 3, 90, 0, 7),
    ]);
    expect(links(model)).toEqual([
      [1, LinkSource.flow],
      [0, LinkSource.flow],
      [-1, 0],
      [-1, 0],
    ]);
  });
});

describe('launch links by flow pairs (TraceLens)', () => {
  it('needs both ends of the arrow, and a launch with correlation', () => {
    const model = modelOf(
      [
        call('hipLaunchKernel', 10, 1, { correlation: 1 }),
        call('hipMemsetAsync', 20, 1, { correlation: 2 }),
        call('hipLaunchKernel', 30, 1, { correlation: 3 }),
        flow('s', 1, 10, 9, 9),
        flow('s', 3, 30, 9, 9),
        kernel(40, 1, { correlation: 1 }),
        kernel(50, 1, { correlation: 2 }),
        kernel(60, 1, { correlation: 3 }),
        kernel(70, 1, { correlation: 4 }),
        flow('f', 1, 40, 0, 7),
        flow('f', 2, 50, 0, 7),
        flow('f', 4, 70, 0, 7),
      ],
      TRACELENS,
    );
    expect(links(model)).toEqual([
      [0, LinkSource.flow],
      [-1, 0],
      [-1, 0],
      [-1, 0],
    ]);
  });

  it('gives a graph launch of the two exact names all GPU events with its key, any other only the last of the arrow', () => {
    const events = (name: string) => [
      call(name, 10, 1, { correlation: 1 }),
      flow('s', 1, 10, 9, 9),
      kernel(40, 1, { correlation: 1 }),
      kernel(50, 1, { correlation: 1 }),
      flow('f', 1, 40, 0, 7),
    ];
    expect(links(modelOf(events('cudaGraphLaunch'), TRACELENS))).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(links(modelOf(events('cuGraphLaunch'), TRACELENS))).toEqual([
      [-1, 0],
      [0, LinkSource.flow],
    ]);
  });

  it('lets the last event written win its (pid, tid, key), even if that is no GPU event', () => {
    const model = modelOf(
      [
        call('cudaLaunchKernel', 10, 1, { correlation: 1 }),
        flow('s', 1, 10, 9, 9),
        flow('f', 1, 40, 0, 7),
        kernel(40, 1, { correlation: 1 }),
        { ph: 'X', cat: 'cuda_sync', name: 'sync', pid: 0, tid: 7, ts: 41, dur: 1, args: { correlation: 1 } },
      ],
      TRACELENS,
    );
    expect(links(model)).toEqual([[-1, 0]]);
  });

  it('goes by external id when the first launch has no correlation', () => {
    const model = modelOf(
      [
        call('cudaLaunchKernel', 10, 1, { 'External id': 1 }),
        flow('s', 1, 10, 9, 9),
        kernel(40, 1, { 'External id': 1 }),
        flow('f', 1, 40, 0, 7),
      ],
      TRACELENS,
    );
    expect(links(model)).toEqual([[0, LinkSource.flow]]);
  });
});

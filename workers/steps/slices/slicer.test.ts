import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../fixtures/json-reader.ts';
import { CONVENTIONS } from '../../base/conventions.ts';
import type { JsonObject } from '../../base/json.ts';
import { pairBeginEnd } from '../../ingest/pair-begin-end.ts';
import { buildModel } from '../../trace/build-model.ts';
import { OUTSIDE } from '../steps.ts';
import { stepsBetween } from './hand-made-steps.ts';
import { Slicer } from './slicer.ts';

const HOST = { pid: 1, tid: 1 };
const OTHER_THREAD = { pid: 1, tid: 2 };
const GPU = { pid: 0, tid: 7 };

const slice = (cat: string, name: string, ts: number, dur: number, rest: JsonObject = {}): JsonObject => ({
  ph: 'X',
  cat,
  name,
  ts,
  dur,
  ...HOST,
  ...rest,
});
const launch = (name: string, ts: number, correlation: number, rest: JsonObject = {}) =>
  slice('cuda_runtime', name, ts, 5, { args: { correlation }, ...rest });
const kernel = (name: string, ts: number, dur: number, correlation: number) =>
  slice('kernel', name, ts, dur, { ...GPU, args: { correlation, device: 0, stream: 7 } });
const flow = (ph: string, cat: string, id: number, ts: number, rest: JsonObject = HOST): JsonObject => ({
  ph,
  cat,
  name: `${cat} ${id} ${ph}`,
  id,
  ts,
  ...rest,
});

/** Borders of two steps at 100, 200 and 300 µs. */
function slicerOf(events: readonly JsonObject[]) {
  const columns = columnsOf([{ ph: 'i', name: 'origin', ts: 0, ...HOST }, ...events]);
  pairBeginEnd(columns);
  const model = buildModel(columns, CONVENTIONS.corrected);
  const slicer = new Slicer(model, stepsBetween(model, [100_000, 200_000, 300_000]));
  const names = (...places: number[]) =>
    Array.from(slicer.events(places), (event) => columns.strings.get(columns.name[event]));
  return { slicer, names };
}

describe('slices of a trace', () => {
  it('take the events of all threads by their start, the borders half-open', () => {
    const { names } = slicerOf([
      slice('cpu_op', 'at 99', 99, 1),
      slice('cpu_op', 'at 100', 100, 1),
      slice('cpu_op', 'over the border', 190, 20, { pid: 1, tid: 3 }),
      slice('python_function', 'at 150', 150, 1, OTHER_THREAD),
      { ph: 'i', s: 't', name: 'mark', ts: 160, ...OTHER_THREAD },
      { ph: 'C', name: 'counter', ts: 170, pid: 5, args: { value: 1 } },
      slice('cpu_op', 'at 200', 200, 1),
      slice('overhead', 'at 300', 300, 1),
    ]);
    expect(names(OUTSIDE.before)).toEqual(['origin', 'at 99']);
    expect(names(0)).toEqual(['at 100', 'over the border', 'at 150', 'mark', 'counter']);
    expect(names(1)).toEqual(['at 200']);
    expect(names(OUTSIDE.after)).toEqual(['at 300']);
    expect(names(1, 0)).toEqual(['at 100', 'over the border', 'at 150', 'mark', 'counter', 'at 200']);
  });

  it('take GPU events by the tile of their launch, and those without one apart', () => {
    const { names } = slicerOf([
      launch('first', 110, 1),
      launch('early', 50, 2),
      launch('late', 310, 3),
      kernel('long after', 290, 5, 1),
      kernel('of before', 150, 5, 2),
      kernel('of after', 320, 5, 3),
      kernel('unlinked', 150, 5, 99),
    ]);
    expect(names(0)).toEqual(['first', 'long after']);
    expect(names(1)).toEqual([]);
    expect(names(OUTSIDE.before)).toEqual(['origin', 'early', 'of before']);
    expect(names(OUTSIDE.after)).toEqual(['late', 'of after']);
    expect(names(OUTSIDE.unlinked)).toEqual(['unlinked']);
  });

  it('keep a slice that outlasts its tile, with its kernels', () => {
    const { names } = slicerOf([
      slice('cpu_op', 'compiles', 110, 180),
      launch('launched in the next tile', 250, 1),
      kernel('kernel', 260, 5, 1),
      slice('cuda_runtime', 'synchronises', 295, 500),
    ]);
    expect(names(0)).toEqual(['compiles']);
    expect(names(1)).toEqual(['compiles', 'launched in the next tile', 'kernel', 'synchronises']);
  });

  it('add what encloses an event or a whole tile, and not what only reaches into it', () => {
    const { names } = slicerOf([
      slice('python_function', 'main', 10, 900),
      slice('python_function', 'loop', 20, 800),
      slice('cpu_op', 'beside the loop', 15, 2),
      slice('cpu_op', 'in the loop', 210, 20),
      slice('python_function', 'another thread waits', 90, 500, OTHER_THREAD),
      slice('python_function', 'ends within', 95, 50, OTHER_THREAD),
    ]);
    expect(names(1)).toEqual(['main', 'loop', 'in the loop', 'another thread waits']);
    expect(names(0)).toEqual(['main', 'loop', 'another thread waits']);
    expect(names(OUTSIDE.before)).toEqual([
      'origin',
      'main',
      'loop',
      'beside the loop',
      'another thread waits',
      'ends within',
    ]);
    expect(names(OUTSIDE.after)).toEqual([]);
  });

  it('repeat all metadata', () => {
    const { names } = slicerOf([
      { ph: 'M', name: 'process_name', pid: 1, tid: 0, ts: 110, args: { name: 'python' } },
      { ph: 'M', name: 'thread_name', pid: 1, tid: 1, args: { name: 'main' } },
    ]);
    for (const place of [0, 1, OUTSIDE.after, OUTSIDE.unlinked]) {
      expect(names(place)).toEqual(['process_name', 'thread_name']);
    }
  });

  it('add flows whose both ends they hold, known by category and id', () => {
    const { names } = slicerOf([
      launch('launch', 110, 5),
      flow('s', 'ac2g', 5, 110),
      kernel('kernel', 250, 5, 5),
      flow('f', 'ac2g', 5, 250, GPU),
      // The same number in another category, from one tile to the next.
      flow('s', 'fwdbwd', 5, 120),
      flow('f', 'fwdbwd', 5, 220, OTHER_THREAD),
      flow('s', 'fwdbwd', 6, 221),
      flow('f', 'fwdbwd', 6, 222, OTHER_THREAD),
      flow('s', 'fwdbwd', 7, 230),
    ]);
    expect(names(0)).toEqual(['launch', 'ac2g 5 s', 'kernel', 'ac2g 5 f']);
    expect(names(1)).toEqual(['fwdbwd 6 s', 'fwdbwd 6 f']);
    expect(names(0, 1)).toContain('fwdbwd 5 s');
    expect(names(0, 1)).toContain('fwdbwd 5 f');
    expect(names(0, 1)).not.toContain('fwdbwd 7 s');
  });

  it('give every kernel of one launch its arrow', () => {
    const { names } = slicerOf([
      slice('cuda_runtime', 'cudaGraphLaunch', 110, 5, { args: { correlation: 5 } }),
      flow('s', 'ac2g', 5, 110),
      kernel('a', 210, 5, 5),
      flow('f', 'ac2g', 5, 210, GPU),
      kernel('b', 220, 5, 5),
      flow('f', 'ac2g', 5, 220, GPU),
    ]);
    expect(names(0)).toEqual(['cudaGraphLaunch', 'ac2g 5 s', 'a', 'ac2g 5 f', 'b', 'ac2g 5 f']);
  });

  it('take a GPU annotation with its host annotation, else by its start', () => {
    const annotation = (cat: string, name: string, ts: number, id: number, place = HOST) =>
      slice(cat, name, ts, 10, { ...place, args: { 'External id': id } });
    const { names } = slicerOf([
      annotation('user_annotation', 'host', 110, 8),
      annotation('gpu_user_annotation', 'its mirror', 250, 8, GPU),
      annotation('gpu_user_annotation', 'without host', 260, 9, GPU),
    ]);
    expect(names(0)).toEqual(['host', 'its mirror']);
    expect(names(1)).toEqual(['without host']);
  });

  it('keep a begin and its end together', () => {
    const { names } = slicerOf([
      { ph: 'B', name: 'outer', ts: 20, ...HOST, cat: 'cpu_op' },
      { ph: 'B', name: 'inner', ts: 120, ...HOST, cat: 'cpu_op' },
      { ph: 'E', name: 'end of inner', ts: 210, ...HOST },
      { ph: 'E', name: 'end of outer', ts: 310, ...HOST },
    ]);
    expect(names(0)).toEqual(['outer', 'inner', 'end of inner', 'end of outer']);
    expect(names(1)).toEqual(['outer', 'end of outer']);
    expect(names(OUTSIDE.after)).toEqual([]);
  });

  it('count what belongs to them, context aside', () => {
    const { slicer } = slicerOf([
      slice('python_function', 'main', 10, 900),
      launch('launch', 110, 1),
      kernel('kernel', 120, 5, 1),
      { ph: 'M', name: 'process_name', pid: 1, args: { name: 'python' } },
    ]);
    expect([slicer.size(0), slicer.size(1), slicer.size(OUTSIDE.before)]).toEqual([2, 0, 2]);
    expect(Array.from(slicer.gpuRows(0))).toEqual([0]);
  });
});

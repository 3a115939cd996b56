import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../fixtures/json-reader.ts';
import { CORRECTED } from '../base/conventions.ts';
import type { JsonObject } from '../base/json.ts';
import { buildModel } from './build-model.ts';

const op = (name: string, ts: number, dur: number, tid: number, args: JsonObject = {}): JsonObject => ({
  ph: 'X',
  cat: 'cpu_op',
  name,
  pid: 1,
  tid,
  ts,
  dur,
  args,
});
const flow = (ph: 's' | 'f', id: number, ts: number, tid: number): JsonObject => ({
  ph,
  cat: 'fwdbwd',
  name: 'fwdbwd',
  id,
  pid: 1,
  tid,
  ts,
});
const forwardOf = (events: readonly JsonObject[]) => [...buildModel(columnsOf(events), CORRECTED).forwardOf];

describe('forward operators', () => {
  it('follows the arrow from the operator at its tail to the one at its head', () => {
    expect(
      forwardOf([
        op('aten::linear', 0, 50, 1),
        op('aten::addmm', 10, 20, 1),
        op('autograd::engine::evaluate_function: AddmmBackward0', 100, 50, 2),
        op('AddmmBackward0', 105, 40, 2),
        flow('s', 3, 10, 1),
        flow('f', 3, 105, 2),
      ]),
    ).toEqual([-1, -1, -1, 1, -1, -1]);
  });

  it('goes by sequence number to the last forward operator that started before, on any thread', () => {
    const numbered = (sequence: number, thread: number) => ({ 'Sequence number': sequence, 'Fwd thread id': thread });
    expect(
      forwardOf([
        op('aten::conv2d', 0, 50, 1, numbered(7, 0)),
        op('aten::convolution', 10, 20, 1, numbered(7, 0)),
        op('ConvolutionBackward0', 100, 50, 2, numbered(7, 1)),
        op('ConvolutionBackward0', 200, 50, 1, numbered(7, 1)),
        op('aten::convolution', 300, 50, 1, numbered(7, 0)),
        op('OrphanBackward0', 400, 50, 1, numbered(8, 1)),
        op('EarlyBackward0', 401, 1, 1, numbered(9, 1)),
        op('aten::relu', 500, 50, 1, numbered(9, 0)),
        op('aten::detach', 600, 50, 1, numbered(-1, 0)),
      ]),
    ).toEqual([-1, -1, 1, 1, -1, -1, -1, -1, -1]);
  });
});

import { describe, expect, it } from 'vitest';
import { frame, gpu, handMadeModel, operator, runtime } from '../report/hand-made.ts';
import { type AddedNodes, addedParent } from './added-nodes.ts';
import { augmentedModel } from './augmented-model.ts';
import { EventCopies } from './event-copies.ts';
import { EventKind, type TraceModel } from './trace-model.ts';

/** A replayed graph of three kernels below a frame, and an operator beside it. Events 0 to 6. */
const replay = () =>
  handMadeModel([
    frame('run.py(1): step', 0, 100),
    runtime('hipGraphLaunch', 10, 10, 1),
    operator('aten::add', 40, 20),
    runtime('hipLaunchKernel', 45, 5, 2),
    gpu('gemm', 200, 10, 1),
    gpu('norm', 210, 10, 1),
    gpu('add', 230, 10, 2),
  ]);

/** Two nodes under the launch: a module with `aten::mm` of these dims below it. */
function captured(model: TraceModel): AddedNodes {
  const copies = new EventCopies();
  const frameRow = copies.make('python_function', 'nn.Module: Linear_0', {});
  const source = handMadeModel([operator('aten::mm', 0, 1, { 'Input Dims': [[2, 3]], 'External id': 77 })]);
  const rows = Int32Array.of(frameRow, copies.copy(source.columns, 0));
  const { ts, dur, track } = model.columns;
  return {
    contents: copies.contents(),
    rows,
    kind: Uint8Array.of(EventKind.pythonFunction, EventKind.cpuOp),
    ts: Float64Array.of(ts[1], ts[1]),
    dur: Float64Array.of(dur[1], dur[1]),
    track: Uint32Array.of(track[1], track[1]),
    parent: Int32Array.of(1, addedParent(0)),
  };
}

const childrenOf = ({ firstChild, nextSibling }: TraceModel, event: number) => {
  const children: number[] = [];
  for (let child = firstChild[event]; child >= 0; child = nextSibling[child]) children.push(child);
  return children;
};

describe('augmentedModel', () => {
  const model = replay();
  const moves = { event: Int32Array.of(4), under: Int32Array.of(addedParent(1)) };
  const merged = augmentedModel(model, captured(model), moves);

  it('hangs nodes and moved GPU events where they are told to, GPU events first', () => {
    expect(childrenOf(merged, 1)).toEqual([5, 7]);
    expect(childrenOf(merged, 7)).toEqual([8]);
    expect(childrenOf(merged, 8)).toEqual([4]);
    expect(childrenOf(merged, 0)).toEqual(childrenOf(model, 0));
    expect([...merged.roots]).toEqual([...model.roots]);
  });

  it('gives operator, module and caller by the new place, and leaves the launch', () => {
    expect([...merged.caller]).toEqual([8, 1, 3]);
    expect([...merged.launch]).toEqual([1, 1, 3]);
    expect([...merged.launchDelay]).toEqual([...model.launchDelay]);
    expect([4, 5, 6].map((event) => merged.operatorOf[event])).toEqual([8, -1, 2]);
    expect([4, 5, 6].map((event) => merged.moduleOf[event])).toEqual([7, -1, -1]);
  });

  it('reads names and arguments of both alike', () => {
    const { columns } = merged;
    expect(columns.length).toBe(9);
    expect(columns.strings.get(columns.name[8])).toBe('aten::mm');
    expect(columns.strings.get(columns.name[2])).toBe('aten::add');
    expect(columns.templates.constants(columns.template[8])).toEqual({ args: { 'Input Dims': [[2, 3]] } });
    expect(columns.values[columns.valueStart[8]]).toBe(77);
    expect(merged.recorded).toBe(7);
  });

  it('gives a text that both hold one number', () => {
    const copies = new EventCopies();
    const rows = Int32Array.of(copies.copy(model.columns, 2));
    const again = augmentedModel(
      model,
      {
        ...captured(model),
        contents: copies.contents(),
        rows,
        kind: Uint8Array.of(EventKind.cpuOp),
        ts: Float64Array.of(0),
        dur: Float64Array.of(0),
        track: Uint32Array.of(0),
        parent: Int32Array.of(-1),
      },
      { event: new Int32Array(0), under: new Int32Array(0) },
    );
    expect(again.columns.name[7]).toBe(model.columns.name[2]);
    expect(again.columns.cat[7]).toBe(model.columns.cat[2]);
    expect([...again.roots]).toEqual([0, 7]);
  });

  it('wraps recorded slices in a node, and can be applied to its own result', () => {
    const copies = new EventCopies();
    const rows = Int32Array.of(copies.copy(merged.columns, 8, 'pseudo_op'));
    const { ts, dur, track } = merged.columns;
    const wrapped = augmentedModel(
      merged,
      {
        contents: copies.contents(),
        rows,
        kind: Uint8Array.of(EventKind.cpuOp),
        ts: ts.slice(2, 3),
        dur: dur.slice(2, 3),
        track: track.slice(2, 3),
        parent: Int32Array.of(2),
      },
      { event: Int32Array.of(3), under: Int32Array.of(addedParent(0)) },
    );
    expect(childrenOf(wrapped, 2)).toEqual([9]);
    expect(childrenOf(wrapped, 9)).toEqual([3]);
    expect(wrapped.operatorOf[6]).toBe(9);
    expect(wrapped.caller[2]).toBe(3);
    expect(wrapped.columns.strings.get(wrapped.columns.name[9])).toBe('pseudo_op');
    expect(wrapped.columns.templates.constants(wrapped.columns.template[9])).toEqual({
      args: { 'Input Dims': [[2, 3]] },
    });
    expect(wrapped.recorded).toBe(7);
  });

  it('makes a moved slice without a parent a root, and an emptied call childless', () => {
    const nothing = {
      ...captured(model),
      rows: new Int32Array(0),
      kind: new Uint8Array(0),
      ts: new Float64Array(0),
      dur: new Float64Array(0),
      track: new Uint32Array(0),
      parent: new Int32Array(0),
    };
    const moved = augmentedModel(model, nothing, { event: Int32Array.of(3), under: Int32Array.of(-1) });
    expect([...moved.roots]).toEqual([0, 3]);
    expect(childrenOf(moved, 2)).toEqual([]);
    expect(moved.operatorOf[6]).toBe(-1);
  });
});

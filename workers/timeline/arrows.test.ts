import { describe, expect, it } from 'vitest';
import { HandMade } from '../steps/hand-made.ts';
import { timelineArrows } from './arrows.ts';
import { eventNamed, steppedModel } from './hand-made-timeline.ts';

function ends(model: ReturnType<typeof steppedModel>, name: string) {
  const { arrows, total } = timelineArrows(model, eventNamed(model, name));
  return { total, arrows: arrows.map(({ kind, from, to }) => [kind, from.name, from.track, to.name, to.track]) };
}

describe('arrows', () => {
  it('go from a launch to its kernel, told at either end', () => {
    const model = steppedModel(new HandMade().frame('f', 0, 50).kernel(3, 20, { name: 'gemm' }));
    const arrow = ['launch', 'cudaLaunchKernel', 'thread:0', 'gemm', 'stream:0:7'];
    expect(ends(model, 'gemm')).toEqual({ total: 1, arrows: [arrow] });
    expect(ends(model, 'cudaLaunchKernel')).toEqual({ total: 1, arrows: [arrow] });
    const [{ from, to }] = timelineArrows(model, eventNamed(model, 'gemm')).arrows;
    expect([from.lane, from.laneCollapsed, from.startNs, from.endNs]).toEqual([1, 0, 3000, 4000]);
    expect([to.lane, to.laneCollapsed, to.startNs, to.endNs]).toEqual([0, 0, 4000, 24_000]);
  });

  it('go from a graph launch to the first of its kernels, which are counted', () => {
    const trace = new HandMade().slice('cuda_runtime', 'cudaGraphLaunch', 0, 10, { args: { correlation: 5 } });
    for (let i = 0; i < 300; i++) trace.gpu(`k${i}`, 20 + 2 * i, 1, 5);
    const { total, arrows } = ends(steppedModel(trace), 'cudaGraphLaunch');
    expect(total).toBe(300);
    expect(arrows).toHaveLength(256);
    expect(arrows[0][3]).toBe('k0');
  });

  it('go from a forward operator to its backward', () => {
    const model = steppedModel(
      new HandMade()
        .operator('aten::mm', 0, 10, { args: { 'Sequence number': 4, 'Fwd thread id': 0 } })
        .operator('MmBackward0', 50, 10, { tid: 2, args: { 'Sequence number': 4, 'Fwd thread id': 1 } }),
    );
    const arrow = ['backward', 'aten::mm', 'thread:0', 'MmBackward0', 'thread:1'];
    expect(ends(model, 'aten::mm')).toEqual({ total: 1, arrows: [arrow] });
    expect(ends(model, 'MmBackward0')).toEqual({ total: 1, arrows: [arrow] });
  });

  it('are none at what has no launch, and at no event', () => {
    const model = steppedModel(new HandMade().gpu('lonely', 0, 5));
    expect(ends(model, 'lonely')).toEqual({ total: 0, arrows: [] });
    expect(timelineArrows(model, 99)).toEqual({ total: 0, arrows: [] });
  });
});

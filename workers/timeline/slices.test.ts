import { describe, expect, it } from 'vitest';
import { unifiedRows } from '../attribution/unified.ts';
import { PHASES } from '../base/scope.ts';
import { HandMade } from '../steps/hand-made.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { TIMELINE_CATEGORIES } from './categories.ts';
import type { CallColours } from './event-keys.ts';
import { decodeStep, steppedModel } from './hand-made-timeline.ts';
import { timelineSlices } from './slices.ts';
import { NONE, type SlicesRequest, type TimelineSlices } from './timeline-types.ts';
import { timelineTracks } from './tracks.ts';

/** Every call is compute-bound at twice its roof. */
function colours(model: TraceModel): CallColours {
  const { count } = unifiedRows(model);
  return { bound: new Uint8Array(count).fill(1), overRoof: new Float32Array(count).fill(2) };
}

function ask(model: TraceModel, request: Partial<SlicesRequest>): TimelineSlices {
  const { tracks, startNs, endNs } = timelineTracks(model);
  const whole = { tracks: tracks.map(({ id }) => id), startNs, endNs, pixels: 1000, pythonCollapsed: false };
  return timelineSlices(model, { ...whole, ...request }, colours(model));
}

function rows({ length, track, lane, startNs, endNs, count, name, names }: TimelineSlices) {
  return Array.from({ length }, (_, i) => [
    names.get(name[i]),
    track[i],
    lane[i],
    startNs[i] / 1e3,
    endNs[i] / 1e3,
    count[i],
  ]);
}

const model = steppedModel(
  decodeStep(
    decodeStep(new HandMade(), 0, 90)
      .frame('forward', 1, 80)
      .operator('aten::mm', 2, 50)
      .kernel(3, 20, { name: 'void cutlass::gemm<float>(int)' }),
    100,
    90,
  ).kernel(110, 30, { name: 'triton_poi_fused_add' }),
);

describe('slices', () => {
  it('come by track asked for, lane and start, with names as they are shown', () => {
    expect(rows(ask(model, { tracks: ['stream:0:7', 'no such track', 'thread:0'] }))).toEqual([
      ['gemm', 0, 0, 4, 24, 1],
      ['triton_poi_fused_add', 0, 0, 111, 141, 1],
      ['forward', 2, 0, 1, 81, 1],
      ['cudaLaunchKernel', 2, 0, 110, 111, 1],
      ['aten::mm', 2, 1, 2, 52, 1],
      ['cudaLaunchKernel', 2, 2, 3, 4, 1],
    ]);
  });

  it('rise where Python frames are left out', () => {
    expect(rows(ask(model, { tracks: ['thread:0'], pythonCollapsed: true }))).toEqual([
      ['aten::mm', 0, 0, 2, 52, 1],
      ['cudaLaunchKernel', 0, 0, 110, 111, 1],
      ['cudaLaunchKernel', 0, 1, 3, 4, 1],
    ]);
  });

  it('bear the keys of all colours', () => {
    const { category, operator, names, phase, bound, overRoof } = ask(model, {
      tracks: ['steps', 'stream:0:7', 'thread:0'],
    });
    const text = (place: number) => TIMELINE_CATEGORIES[place].id;
    expect(Array.from(category, text)).toEqual([
      'annotation',
      'annotation',
      'gemm',
      'elementwise',
      'python',
      'runtime',
      'gemm',
      'runtime',
    ]);
    expect(Array.from(operator, (id) => names.get(id))).toEqual([
      undefined,
      undefined,
      'aten::mm',
      'cudaLaunchKernel',
      undefined,
      undefined,
      'aten::mm',
      'aten::mm',
    ]);
    expect(new Set(phase)).toEqual(new Set([PHASES.indexOf('decode')]));
    expect([...bound]).toEqual([NONE, NONE, 1, 1, NONE, NONE, 1, NONE]);
    expect([...overRoof]).toEqual([NaN, NaN, 2, 2, NaN, NaN, 2, NaN]);
  });

  it('have no phase where no step is', () => {
    const lonely = steppedModel(new HandMade().kernel(0, 10));
    expect([...ask(lonely, { tracks: ['stream:0:7'] }).phase]).toEqual([NONE]);
  });

  it('overlap on one stream without nesting and are all there', () => {
    const overlapping = steppedModel(new HandMade().gpu('a', 0, 10).gpu('b', 5, 10).gpu('c', 5, 0).gpu('d', 30, 1));
    expect(rows(ask(overlapping, { tracks: ['stream:0:7'] }))).toEqual([
      ['a', 0, 0, 0, 10, 1],
      ['d', 0, 0, 30, 31, 1],
      ['b', 0, 1, 5, 15, 1],
      ['c', 0, 2, 5, 5, 1],
    ]);
  });
});

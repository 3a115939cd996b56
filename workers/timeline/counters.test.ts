import { describe, expect, it } from 'vitest';
import { HandMade } from '../steps/hand-made.ts';
import { timelineCounters } from './counters.ts';
import { addEvent, decodeStep, steppedModel } from './hand-made-timeline.ts';

const US = 1000;

/** Means of a counter over 10 µs each from 0. */
function means(trace: HandMade, id: string, pixels: number): number[] {
  const request = { tracks: [id], startNs: 0, endNs: 10 * US * pixels, pixels };
  return [...timelineCounters(steppedModel(trace), request)[0].mean];
}

describe('counters', () => {
  it('tell the share of time in which a device is busy, streams together', () => {
    const trace = new HandMade().gpu('a', 0, 5).gpu('b', 3, 5).gpu('c', 20, 10).gpu('d', 0, 30, 0, 'kernel', 1);
    expect(means(trace, 'counter:gpuBusy:0', 3)).toEqual([expect.closeTo(0.8, 6), 0, 1]);
    expect(means(trace, 'counter:gpuBusy:1', 3)).toEqual([1, 1, 1]);
  });

  it('tell how many GPU events are launched and not started', () => {
    const trace = new HandMade().kernel(0, 5, { at: 20 }).kernel(10, 5, { at: 30 });
    expect(means(trace, 'counter:queue:0', 4)).toEqual([1, 2, 1, 0]);
  });

  it('leave out launches that the clocks put behind their kernel', () => {
    const trace = new HandMade().kernel(0, 5, { at: 20 }).kernel(50, 5, { at: 30 });
    expect(means(trace, 'counter:queue:0', 4)).toEqual([1, 1, 0, 0]);
  });

  it('tell requests and tokens of each step, from its start to the next; the last lasts as long as the others', () => {
    const trace = decodeStep(decodeStep(new HandMade(), 0, 10, 4).kernel(1, 2), 20, 10, 6).kernel(21, 2);
    expect(means(trace, 'counter:tokens', 5)).toEqual([4, 4, 6, 6, Number.NaN]);
    expect(means(trace, 'counter:concurrency', 3)).toEqual([4, 4, 6]);
  });

  it('tell what counter events record, each number of their arguments', () => {
    const count = (ts: number, args: Record<string, number>) => ({ ph: 'C', name: 'Load', pid: 1, tid: 1, ts, args });
    const trace = addEvent(new HandMade().operator('a', 0, 30), count(10, { running: 2, 'kv cache': 0.5 }));
    addEvent(trace, count(20, { running: 3, 'kv cache': 0.25 }));
    expect(means(trace, 'counter:1:Load:running', 3)).toEqual([Number.NaN, 2, 3]);
    expect(means(trace, 'counter:1:Load:kv cache', 3)).toEqual([Number.NaN, 0.5, 0.25]);
  });

  it('tell what the allocator holds, each device for itself', () => {
    const memory = (ts: number, allocated: number, device: number) => ({
      ph: 'i',
      s: 't',
      name: '[memory]',
      pid: 1,
      tid: 1,
      ts,
      args: { 'Total Allocated': allocated, 'Total Reserved': 512, 'Device Id': device, 'Device Type': 1 },
    });
    const trace = new HandMade().operator('a', 0, 30);
    addEvent(addEvent(addEvent(trace, memory(0, 64, 0)), memory(10, 128, 0)), memory(0, 7, 1));
    expect(means(trace, 'counter:memory:1:0:0', 2)).toEqual([64, 128]);
    expect(means(trace, 'counter:memory:1:0:1', 2)).toEqual([512, 512]);
    expect(means(trace, 'counter:memory:1:1:0', 2)).toEqual([7, 7]);
  });

  it('have no value where none is known', () => {
    expect(means(new HandMade(), 'counter:nothing', 2)).toEqual([Number.NaN, Number.NaN]);
  });
});

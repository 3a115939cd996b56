import { describe, expect, it } from 'vitest';
import { HandMade } from '../steps/hand-made.ts';
import { addEvent, decodeStep, steppedModel } from './hand-made-timeline.ts';
import { timelineTracks } from './tracks.ts';

const HOST = { pid: 1, tid: 1 };
const DEVICE = { pid: 900, tid: 7 };

function example(): HandMade {
  const trace = decodeStep(new HandMade(), 0, 90).frame('forward', 1, 80).operator('aten::mm', 2, 50).kernel(3, 20);
  decodeStep(trace, 100, 90).kernel(110, 30, { name: 'ncclDevKernel_AllReduce' });
  addEvent(trace, { ph: 'X', cat: 'gpu_user_annotation', name: 'range', ...DEVICE, ts: 4, dur: 30 });
  addEvent(trace, { ph: 'i', name: 'mark', ...HOST, ts: 300, s: 't' });
  addEvent(trace, { ph: 'C', name: 'Load', ...HOST, ts: 5, args: { running: 3 } });
  const memory = { 'Total Allocated': 64, 'Total Reserved': 128, 'Device Id': 0, 'Device Type': 1, Bytes: 64 };
  addEvent(trace, { ph: 'i', name: '[memory]', ...HOST, ts: 6, s: 't', args: memory });
  addEvent(trace, { ph: 'M', name: 'process_name', pid: 1, tid: 0, ts: 0, args: { name: 'python3' } });
  addEvent(trace, { ph: 'M', name: 'thread_name', ...HOST, ts: 0, args: { name: 'engine loop ' } });
  return trace;
}

describe('the tracks of a trace', () => {
  it('are the steps, then each GPU, then each process, named by the metadata', () => {
    const { tracks, startNs, endNs } = timelineTracks(steppedModel(example()));
    expect(tracks.map(({ group, title, subtitle, events }) => [group, title, subtitle, events])).toEqual([
      ['Steps', 'Steps', 'annotation:tier', 2],
      ['Steps', 'Concurrency', 'requests', 2],
      ['Steps', 'Scheduled tokens', 'tokens', 2],
      ['GPU 0', 'GPU busy', '', 4],
      ['GPU 0', 'Queue depth', 'launched, not started', 4],
      ['GPU 0', 'Memory allocated', '', 1],
      ['GPU 0', 'Memory reserved', '', 1],
      ['GPU 0', 'Stream 7', '', 2],
      ['GPU 0', 'Annotations', 'Thread 7', 1],
      ['GPU 0', 'Collectives', 'all streams', 1],
      ['python3 · 1', 'Load', 'running', 1],
      ['python3 · 1', 'Annotations', 'engine loop', 2],
      ['python3 · 1', 'engine loop', 'tid 1', 4],
      ['python3 · 1', 'Marks', 'engine loop', 2],
    ]);
    // The mark lies behind all slices.
    expect([startNs, endNs]).toEqual([0, 300_000]);
  });

  it('tell how deep they are, with Python frames and without', () => {
    const { tracks } = timelineTracks(steppedModel(example()));
    const thread = tracks.find(({ kind }) => kind === 'thread');
    expect([thread?.lanes, thread?.lanesCollapsed]).toEqual([3, 2]);
  });

  it('are those of threads alone where nothing ran on a GPU', () => {
    const trace = new HandMade().operator('aten::mm', 0, 10);
    expect(timelineTracks(steppedModel(trace)).tracks.map(({ id }) => id)).toEqual(['thread:0']);
  });

  it('are none for a trace of metadata', () => {
    const trace = addEvent(new HandMade(), { ph: 'M', name: 'process_name', pid: 1, tid: 0, args: { name: 'a' } });
    expect(timelineTracks(steppedModel(trace)).tracks).toEqual([]);
  });
});

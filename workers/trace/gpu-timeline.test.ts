import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../fixtures/json-reader.ts';
import { CORRECTED } from '../base/conventions.ts';
import { buildModel } from './build-model.ts';
import { GpuBucket, gpuBucket } from './gpu-buckets.ts';
import { gpuTimeline } from './gpu-timeline.ts';
import { EventKind } from './trace-model.ts';

type Work = readonly [cat: string, name: string, start: number, end: number, device?: number, stream?: number];

const modelOf = (work: readonly Work[]) =>
  buildModel(
    columnsOf(
      work.map(([cat, name, start, end, device = 0, stream = 7]) => ({
        ph: 'X',
        cat,
        name,
        pid: device,
        tid: stream,
        ts: start,
        dur: end - start,
        args: { device, stream },
      })),
    ),
    CORRECTED,
  );
const everything = { includeUnlinked: true };

describe('gpuTimeline', () => {
  const worked = modelOf([
    ['kernel', 'gemm', 0, 10],
    ['kernel', 'gemm', 20, 30],
    ['kernel', 'ncclDevKernel_AllReduce', 5, 15, 0, 8],
    ['kernel', 'ncclDevKernel_AllReduce', 25, 40, 0, 8],
    ['gpu_memcpy', 'Memcpy HtoD', 12, 18, 0, 9],
    ['gpu_memcpy', 'Memcpy HtoD', 38, 45, 0, 9],
  ]);

  it('takes the worked example apart as computed by hand', () => {
    expect(gpuTimeline(worked, {}, everything)).toEqual({
      events: 6,
      computationNs: 20_000,
      exposedCommNs: 15_000,
      exposedMemcpyNs: 8_000,
      otherStepsNs: 0,
      busyNs: 43_000,
      idleNs: 2_000,
      microIdleNs: 0,
      macroIdleNs: 2_000,
      totalNs: 45_000,
      commNs: 25_000,
      memcpyNs: 13_000,
    });
  });

  it('splits idle time at the threshold: a gap of just its length is macro', () => {
    const gaps = modelOf([
      ['kernel', 'a', 0, 1],
      ['kernel', 'b', 5.999, 7],
      ['kernel', 'c', 12, 13],
    ]);
    expect(gpuTimeline(gaps, {}, { includeUnlinked: true, microIdleBelowNs: 5000 })).toMatchObject({
      idleNs: 9_999,
      microIdleNs: 4_999,
      macroIdleNs: 5_000,
    });
  });

  it('counts unlinked work only when asked, and is all zero without events', () => {
    const none = gpuTimeline(worked, {}, { includeUnlinked: false });
    expect(Object.values(none).every((value) => value === 0)).toBe(true);
  });

  it('keeps to the device, stream and window of the scope; an event is in a window if it starts there, and is not cut', () => {
    const model = modelOf([
      ['kernel', 'a', 0, 10, 0, 7],
      ['kernel', 'b', 5, 25, 0, 8],
      ['kernel', 'c', 20, 30, 1, 7],
    ]);
    const busyUs = (scope: Parameters<typeof gpuTimeline>[1]) => gpuTimeline(model, scope, everything).busyNs / 1000;
    expect(busyUs({})).toBe(30);
    expect(busyUs({ device: 0 })).toBe(25);
    expect(busyUs({ stream: 7 })).toBe(20);
    expect(busyUs({ device: 1, stream: 8 })).toBe(0);
    expect(busyUs({ window: [5_000, 20_000] })).toBe(20);
    expect(busyUs({ window: [0, 20_001] })).toBe(30);
  });
});

describe('gpuStreams', () => {
  it('takes device and stream from the arguments, else from pid and tid, and orders them', () => {
    const columns = columnsOf([
      { ph: 'X', cat: 'kernel', name: 'a', pid: 3, tid: 'stream 20', ts: 0, dur: 1, args: { device: 1, stream: 9 } },
      { ph: 'X', cat: 'kernel', name: 'b', pid: 3, tid: 'stream 20', ts: 1, dur: 1 },
      { ph: 'X', cat: 'kernel', name: 'c', pid: 1, tid: 7, ts: 2, dur: 1 },
      { ph: 'X', name: 'd', pid: 'CUDA functions', tid: 0, ts: 3, dur: 1 },
      { ph: 'X', cat: 'kernel', name: 'e', pid: 3, tid: 20, ts: 4, dur: 1 },
    ]);
    const { streams, streamOf } = buildModel(columns, CORRECTED);
    expect(streams).toEqual([
      { device: 0, stream: 0 },
      { device: 1, stream: 7 },
      { device: 1, stream: 9 },
      { device: 3, stream: 20 },
    ]);
    expect([...streamOf]).toEqual([2, 3, 1, 0, 3]);
  });

  it('counts overlaps within a stream only', () => {
    const model = modelOf([
      ['kernel', 'a', 0, 10, 0, 7],
      ['kernel', 'b', 5, 6, 0, 8],
      ['kernel', 'c', 9, 12, 0, 7],
      ['kernel', 'd', 12, 13, 0, 7],
    ]);
    expect(model.oddities.streamOverlaps).toEqual({ count: 1, first: 2 });
  });
});

describe('gpuBucket', () => {
  it('tells copies, fills and communication by kind and name', () => {
    const { kernel, memcpy, memset } = EventKind;
    const cases: [number, string, GpuBucket][] = [
      [memcpy, 'Memcpy DtoH (Device -> Pinned)', GpuBucket.memcpy],
      [memcpy, 'nccl copy', GpuBucket.memcpy],
      [memset, 'Memset (Device)', GpuBucket.computation],
      [memset, 'ncclMemset', GpuBucket.communication],
      [kernel, 'MEMORY_COPY_DEVICE_TO_HOST', GpuBucket.memcpy],
      [kernel, '__amd_rocclr_copyBufferRectAligned.kd', GpuBucket.memcpy],
      [kernel, '__amd_rocclr_copyBufferX', GpuBucket.computation],
      [kernel, '__amd_rocclr_fillBufferAligned.kd', GpuBucket.computation],
      [kernel, 'ncclDevKernel_AllReduce_Sum_bf16', GpuBucket.communication],
      [kernel, 'void vllm::cross_device_reduce_1stage<…>', GpuBucket.communication],
      [kernel, 'RcclGeneric', GpuBucket.communication],
      [kernel, 'gemm', GpuBucket.computation],
    ];
    for (const [kind, name, bucket] of cases) expect([name, gpuBucket(kind, name)]).toEqual([name, bucket]);
  });
});

describe('a scope of steps', () => {
  // Step 0 (prefill) runs 0-10 and 12-20; step 1 (decode) 20-22, then 40-44 beside step 2's 38-50; 60-70 of no step.
  const TILES = {
    stepOf: Int32Array.of(0, 0, 1, 2, 1, -2),
    phases: ['prefill', 'decode', 'decode'] as const,
    gpuStartNs: Float64Array.of(0, 20_000, 38_000),
    gpuEndNs: Float64Array.of(20_000, 38_000, 50_000),
    stepAt: () => -1,
  };
  const model = {
    ...modelOf([
      ['kernel', 'a', 0, 10],
      ['kernel', 'b', 12, 20],
      ['kernel', 'c', 20, 22],
      ['kernel', 'd', 38, 50, 0, 8],
      ['kernel', 'e', 40, 44],
      ['kernel', 'f', 60, 70],
    ]),
    tiles: () => TILES,
  };

  it('is idle only while no step works', () => {
    expect(gpuTimeline(model, { steps: [0, 1] }, everything)).toMatchObject({
      events: 2,
      busyNs: 18_000,
      idleNs: 2000,
      otherStepsNs: 0,
      totalNs: 20_000,
    });
    // Its own part is 20-38; its last kernel runs in that of step 2.
    expect(gpuTimeline(model, { steps: [1, 2] }, everything)).toMatchObject({
      busyNs: 6000,
      idleNs: 16_000,
      otherStepsNs: 0,
      totalNs: 22_000,
    });
    expect(gpuTimeline(model, { steps: [2, 3] }, everything)).toMatchObject({
      busyNs: 12_000,
      idleNs: 0,
      totalNs: 12_000,
    });
  });

  it('counts the work of other steps in its time as such', () => {
    expect(gpuTimeline(model, { steps: [0, 2] }, everything)).toMatchObject({ idleNs: 18_000, totalNs: 42_000 });
    expect(gpuTimeline(model, { phase: 'decode' }, everything)).toMatchObject({
      events: 3,
      busyNs: 14_000,
      idleNs: 16_000,
      otherStepsNs: 0,
      totalNs: 30_000,
    });
    const lagging = { ...model, tiles: () => ({ ...TILES, stepOf: Int32Array.of(0, 1, 1, 2, 1, -2) }) };
    // b is step 1's now, but runs in step 0's part of the time.
    expect(gpuTimeline(lagging, { steps: [0, 1] }, everything)).toMatchObject({
      busyNs: 10_000,
      otherStepsNs: 8000,
      idleNs: 2000,
      totalNs: 20_000,
    });
  });

  it('keeps nothing where no step is of the phase', () => {
    expect(gpuTimeline(model, { phase: 'idle' }, everything)).toMatchObject({ events: 0, busyNs: 0, totalNs: 0 });
  });
});

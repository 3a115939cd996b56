import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { frame, gpu, handMadeModel, operator, runtime } from './hand-made.ts';
import { makeOverview } from './overview.ts';
import { FIRST_BASIS } from './report-types.ts';

const SHAPES = { 'Input Dims': [[2, 3]] };

function findings(events: readonly JsonObject[]) {
  return makeOverview(handMadeModel(events), FIRST_BASIS).findings;
}
function finding(id: string, events: readonly JsonObject[]) {
  return findings(events).find((each) => each.id === id);
}

/** A launch of a kernel in an operator with shapes and a stack: nothing to complain of but what a test adds. */
function sound(at: number, correlation: number, dur = 100): JsonObject[] {
  return [
    frame('a.py(1): f', at, 20),
    operator('aten::mm', at, 10, SHAPES),
    runtime('cudaLaunchKernel', at + 1, 2, correlation),
    gpu('gemm', at + 5, dur, correlation),
  ];
}

describe('findings about the recording', () => {
  it('tell a CPU trace from one that lost its GPU side', () => {
    expect(findings([operator('a', 0, 1)]).map(({ id }) => id)).toEqual(['no-gpu-events']);
    const [lost] = findings([
      operator('a', 0, 9),
      runtime('cudaLaunchKernel', 1, 1, 1),
      runtime('cudaLaunchKernel', 3, 1, 2),
    ]);
    expect(lost).toMatchObject({ id: 'launches-without-gpu-events', severity: 'error' });
    expect(lost.title).toBe('2 launches are recorded, but no GPU activity.');
  });

  it('tell work queued before the recording from work that lost its launch', () => {
    const early = [gpu('x', 0, 30, 900), ...sound(40, 1, 70)];
    expect(finding('unlinked', early)?.title).toBe(
      '30.0\u202f% of GPU time was launched before recording began, so it has no operator.',
    );
    const late = [...sound(0, 1, 70), gpu('x', 100, 30, 900)];
    expect(finding('unlinked', late)?.title).toBe(
      '30.0\u202f% of GPU time has no recorded launch, so it has no operator.',
    );
    expect(finding('unlinked', sound(0, 1))).toBeUndefined();
  });

  it('say that only the GPU was recorded', () => {
    const ids = findings([gpu('a', 0, 10, 1)]).map(({ id }) => id);
    expect(ids).toContain('gpu-only');
    expect(ids).not.toContain('unlinked');
  });

  it('say how much is replayed from graphs', () => {
    const events = [...sound(0, 1, 25), runtime('hipGraphLaunch', 40, 2, 2), gpu('x', 50, 35, 2), gpu('y', 90, 40, 2)];
    expect(finding('graph-replay', events)).toMatchObject({
      title: '75.0\u202f% of GPU time is replayed from graphs, without operators, shapes or stacks.',
      cause: '1 graph launch replays 2 GPU events; what a graph holds was known only when it was captured.',
    });
  });

  it('say when shapes or stacks are missing', () => {
    const bare = [operator('aten::mm', 0, 10), runtime('cudaLaunchKernel', 1, 2, 1), gpu('gemm', 5, 10, 1)];
    expect(findings(bare).map(({ id }) => id)).toEqual(expect.arrayContaining(['shapes-off', 'stacks-off']));
    const ids = findings(sound(0, 1)).map(({ id }) => id);
    expect(ids).not.toContain('shapes-off');
    expect(ids).not.toContain('stacks-off');
  });

  it('say by how much the clocks disagree', () => {
    const events = [...sound(0, 1), runtime('cudaLaunchKernel', 200, 2, 2), gpu('x', 196.5, 10, 2)];
    expect(finding('clock-skew', events)?.title).toBe('1 GPU event starts before their launch, by up to 3.50\u202fµs.');
  });
});

describe('findings about the time', () => {
  it('name the operator with the most GPU time', () => {
    const events = [
      ...sound(0, 1, 90),
      operator('aten::add', 200, 9, SHAPES),
      runtime('cudaLaunchKernel', 201, 1, 2),
      gpu('x', 205, 10, 2),
    ];
    expect(finding('top-operator', events)).toMatchObject({
      title: 'aten::mm takes 90.0\u202f% of GPU time.',
      cause: 'It launches 1 GPU event of 90.0\u202fµs together.',
    });
  });

  it('tell a starved GPU from one that waits for something else', () => {
    const gap = (delay: number) =>
      [0, 1000].flatMap((at, i) => [runtime('cudaLaunchKernel', at, 1, i + 1), gpu('x', at + delay, 100, i + 1)]);
    expect(finding('idle', gap(5))).toMatchObject({ link: { table: 'shortKernels' } });
    expect(finding('idle', gap(5))?.title).toBe(
      'The GPU is idle 81.8\u202f% of the time: 900\u202fµs of 1\u202f100\u202fµs.',
    );
    expect(finding('idle', gap(500))).toMatchObject({ link: { table: 'blockingCalls' } });
  });

  it('name the call that blocks most, but not the wait at the end', () => {
    const waits = [
      ...sound(0, 1),
      runtime('cudaStreamSynchronize', 30, 80, 3),
      ...sound(150, 2),
      runtime('cudaDeviceSynchronize', 300, 500, 4),
    ];
    expect(finding('blocking-calls', waits)?.title).toBe(
      'cudaStreamSynchronize keeps the host waiting for 80.0\u202fµs in 1 call.',
    );
    expect(finding('blocking-calls', [...sound(0, 1), runtime('cudaDeviceSynchronize', 30, 500, 4)])).toBeUndefined();
  });

  it('tell exposed communication, copies and short kernels', () => {
    const events = [
      ...sound(0, 1, 60),
      gpu('ncclDevKernel_AllReduce', 45, 40, 1, { stream: 8 }),
      gpu('Memcpy HtoD (Pageable -> Device)', 85, 20, 1, { cat: 'gpu_memcpy' }),
      gpu('y', 105, 5, 1),
    ];
    expect(finding('exposed-communication', events)).toMatchObject({
      title: 'Communication is exposed 19.0\u202f% of the time: 20.0\u202fµs.',
      cause: expect.stringContaining('50.0\u202f% run while something computes'),
    });
    expect(finding('exposed-copies', events)).toMatchObject({
      title: 'Copies are exposed 19.0\u202f% of the time: 20.0\u202fµs.',
      action: expect.stringContaining('pin it'),
    });
    expect(finding('short-kernels', events)?.title).toBe('1 of 3 kernels run for less than 10\u202fµs.');
  });

  it('come worst first', () => {
    const events = [gpu('x', 0, 30, 900), ...sound(40, 1, 70)];
    expect(findings(events)[0].id).toBe('top-operator');
  });
});

describe('findings about events without duration', () => {
  it('never say a share of nothing', () => {
    const said = JSON.stringify(findings(Array.from({ length: 4 }, (_, i) => sound(i * 50, i + 1, 0)).flat()));
    expect(said).not.toContain('short-kernels');
    expect(said).not.toMatch(/NaN|Infinity|null/);
  });
});

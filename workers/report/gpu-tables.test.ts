import { describe, expect, it } from 'vitest';
import { WHOLE_TRACE } from '../base/scope.ts';
import { blockingCallsTable } from './blocking-calls.ts';
import { collectivesTable } from './collectives.ts';
import { copiesTable } from './copies.ts';
import { cpuOperatorsTable } from './cpu-operators.ts';
import { cellsOf, frame, gpu, handMadeModel, operator, runtime } from './hand-made.ts';
import { kernelsTable } from './kernels.ts';
import { modulesTable } from './modules.ts';
import { FIRST_BASIS } from './report-types.ts';
import { shortKernelsTable } from './short-kernels.ts';
import { streamsTable } from './streams.ts';
import { tablesWithRows } from './tables.ts';
import { gpuTimelineTable } from './timeline-table.ts';

describe('kernels table', () => {
  const at = (grid: number[], registers: number) => ({
    args: { grid, block: [128, 1, 1], 'registers per thread': registers },
  });
  const model = handMadeModel([
    operator('aten::mm', 0, 10),
    runtime('cudaLaunchKernel', 1, 2, 1),
    operator('aten::bmm', 20, 10),
    runtime('cudaLaunchKernel', 21, 2, 2),
    runtime('cudaLaunchKernel', 25, 2, 3),
    gpu('ampere_sgemm', 11, 30, 1, at([8, 1, 1], 64)),
    gpu('ampere_sgemm', 51, 10, 2, at([4, 1, 1], 96)),
    gpu('ampere_sgemm', 75, 20, 3, { stream: 9 }),
  ]);

  it('parts kernels by stream and gives their figures', () => {
    const rows = cellsOf(kernelsTable(model, WHOLE_TRACE));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      kernel: 'ampere_sgemm',
      category: 'gemm',
      backend: 'cuBLAS',
      stream: 7,
      count: 2,
      sum: 40_000,
      mean: 20_000,
      median: 20_000,
      min: 10_000,
      max: 30_000,
      launchDelay: 20_000,
      operator: 'aten::mm +1',
      grid: '(8,1,1) +1',
      block: '(128,1,1)',
      registers: 96,
    });
    expect(rows[1]).toMatchObject({ stream: 9, grid: null, registers: Number.NaN, operator: 'aten::bmm' });
    expect(rows[0].share).toBeCloseTo(40 / 60, 12);
  });

  it('knows the scope', () => {
    expect(cellsOf(kernelsTable(model, { stream: 9 })).map(({ sum }) => sum)).toEqual([20_000]);
    expect(kernelsTable(model, { device: 1 }).rows).toBe(0);
  });
});

describe('short kernels', () => {
  it('are those strictly under 10 µs', () => {
    const model = handMadeModel([
      gpu('a', 0, 9.999, 0),
      gpu('a', 20, 10, 0),
      gpu('b', 40, 5, 0),
      gpu('Memset (Device)', 60, 1, 0, { cat: 'gpu_memset' }),
    ]);
    const rows = cellsOf(shortKernelsTable(model, WHOLE_TRACE));
    expect(rows.map(({ kernel, count, sum, operator: owner }) => [kernel, count, sum, owner])).toEqual([
      ['a', 1, 9999, '(no recorded launch)'],
      ['b', 1, 5000, '(no recorded launch)'],
    ]);
    expect(rows[1].share).toBeCloseTo(5 / 25.999, 12);
  });
});

describe('streams', () => {
  it('count time in which events of a stream overlap once', () => {
    const model = handMadeModel([
      gpu('a', 0, 10, 0),
      gpu('b', 5, 10, 0),
      gpu('c', 30, 10, 0),
      gpu('d', 0, 4, 0, { stream: 8 }),
    ]);
    const [seven, eight] = cellsOf(streamsTable(model, WHOLE_TRACE));
    expect(seven).toMatchObject({
      device: 0,
      stream: 7,
      count: 3,
      sum: 30_000,
      busy: 25_000,
      span: 40_000,
      busyShare: 0.625,
    });
    expect(eight).toMatchObject({ stream: 8, busy: 4000, busyShare: 1 });
  });
});

describe('GPU timeline', () => {
  it('has a row for the whole, each device and each stream', () => {
    const model = handMadeModel([
      gpu('gemm', 0, 10, 0),
      gpu('ncclDevKernel_AllReduce', 5, 10, 0, { stream: 8 }),
      gpu('gemm', 100, 10, 0, { device: 1 }),
    ]);
    const rows = cellsOf(gpuTimelineTable(model, WHOLE_TRACE));
    expect(rows.map(({ part }) => part)).toEqual([
      'whole scope',
      'GPU 0',
      'GPU 1',
      'GPU 0 stream 7',
      'GPU 0 stream 8',
      'GPU 1 stream 7',
    ]);
    expect(rows[0]).toMatchObject({
      computation: 20_000,
      exposedComm: 5000,
      busy: 25_000,
      idle: 85_000,
      total: 110_000,
    });
    expect(rows[1]).toMatchObject({ computation: 10_000, exposedComm: 5000, busy: 15_000, idle: 0 });
    expect(rows[4]).toMatchObject({ computation: 0, exposedComm: 10_000, communication: 10_000 });
  });
});

describe('copies with broken metadata', () => {
  it('leave out sizes that count nothing', () => {
    const copy = (name: string, ts: number, bytes: number) =>
      gpu(name, ts, 10, 0, { cat: 'gpu_memcpy', args: { bytes } });
    const model = handMadeModel([
      copy('Memcpy HtoD', 0, -4096),
      copy('Memcpy DtoH', 20, -1),
      copy('Memcpy DtoH', 40, 20_000),
      copy('Memcpy DtoD', 60, 1e308),
    ]);
    const rows = cellsOf(copiesTable(model, WHOLE_TRACE));
    expect(rows.map(({ bytes, meanBytes, bandwidth }) => [bytes, meanBytes, bandwidth])).toEqual([
      [Number.NaN, Number.NaN, Number.NaN],
      [20_000, 20_000, 2],
      [Number.NaN, Number.NaN, Number.NaN],
    ]);
  });
});

describe('collectives', () => {
  const message = (name: string, elements: readonly [number, number], dtype = 'BFloat16', size = 8) => ({
    args: {
      'Collective name': name,
      'In msg nelems': elements[0],
      'Out msg nelems': elements[1],
      dtype,
      'Group size': size,
      'Process Group Name': '1',
    },
  });

  it('leave out sizes that count nothing', () => {
    const model = handMadeModel([
      gpu('ncclDevKernel_AllGather(x)', 0, 1000, 0, message('_allgather_base', [-5, 1e308])),
      gpu('ncclDevKernel_AllReduce(x)', 2000, 1000, 0, message('allreduce', [4000, 4000], 'Float', 0)),
    ]);
    const [allgather, allreduce] = cellsOf(collectivesTable(model, WHOLE_TRACE));
    for (const id of ['inElements', 'outElements', 'inBytes', 'outBytes', 'algorithmBandwidth', 'busBandwidth']) {
      expect(allgather[id]).toBeNaN();
    }
    expect(allreduce.algorithmBandwidth).toBeCloseTo(0.016, 12);
    expect(allreduce.busBandwidth).toBeNaN();
  });

  it('have the bandwidths of the whole message', () => {
    const model = handMadeModel([
      gpu('ncclDevKernel_AllGather_RING_LL(x)', 0, 1000, 0, message('_allgather_base', [1000, 8000])),
      gpu('ncclDevKernel_AllReduce(x)', 2000, 1000, 0, message('allreduce', [4000, 4000], 'Float', 4)),
      gpu('ncclDevKernel_AllReduce(x)', 4000, 3000, 0, message('allreduce', [4000, 4000], 'Float', 4)),
    ]);
    const [allreduce, allgather] = cellsOf(collectivesTable(model, WHOLE_TRACE)).sort(
      (a, b) => Number(b.sum) - Number(a.sum),
    );
    // 16 000 bytes in 2 ms are 0.008 GB/s; 2·(4-1)/4 of it crosses each link.
    expect(allreduce).toMatchObject({
      name: 'allreduce',
      count: 2,
      mean: 2_000_000,
      inBytes: 16_000,
      groupSize: 4,
      group: '1',
    });
    expect(allreduce.algorithmBandwidth).toBeCloseTo(0.008, 12);
    expect(allreduce.busBandwidth).toBeCloseTo(0.012, 12);
    // The gathered 16 000 bytes in 1 ms; 7/8 of them come from others.
    expect(allgather).toMatchObject({ inBytes: 2000, outBytes: 16_000 });
    expect(allgather.algorithmBandwidth).toBeCloseTo(0.016, 12);
    expect(allgather.busBandwidth).toBeCloseTo(0.014, 12);
  });

  it('reads the message off the operator that recorded it where the kernel has none', () => {
    const model = handMadeModel([
      operator('record_param_comms', 0, 10, { ...message('broadcast', [100, 100], 'Long').args }),
      runtime('cudaLaunchKernel', 1, 1, 1),
      gpu('ncclKernel_Broadcast', 20, 10, 1),
    ]);
    expect(cellsOf(collectivesTable(model, WHOLE_TRACE))[0]).toMatchObject({
      name: 'broadcast',
      dtype: 'Long',
      inBytes: 800,
      busBandwidth: 0.08,
    });
  });

  it('names custom all-reduce by what it does, without sizes', () => {
    const model = handMadeModel([gpu('void vllm::cross_device_reduce_1stage<float, 8>(x)', 0, 10, 0)]);
    expect(cellsOf(collectivesTable(model, WHOLE_TRACE))[0]).toMatchObject({
      name: 'allreduce',
      dtype: null,
      inBytes: Number.NaN,
      algorithmBandwidth: Number.NaN,
    });
  });
});

describe('copies', () => {
  it('have decimal bandwidth over the events that record bytes', () => {
    const copy = (ts: number, dur: number, bytes?: number) =>
      gpu('Memcpy HtoD (Pinned -> Device)', ts, dur, 0, {
        cat: 'gpu_memcpy',
        args: bytes === undefined ? {} : { bytes },
      });
    const model = handMadeModel([
      copy(0, 2, 4000),
      copy(10, 2, 6000),
      copy(20, 50),
      gpu('Memset (Device)', 90, 1, 0, { cat: 'gpu_memset' }),
      gpu('gemm', 95, 1, 0),
    ]);
    const [memcpy, memset] = cellsOf(copiesTable(model, WHOLE_TRACE));
    expect(memcpy).toMatchObject({
      operation: 'copy',
      count: 3,
      sum: 54_000,
      bytes: 10_000,
      meanBytes: 5000,
      bandwidth: 2.5,
    });
    expect(memset).toMatchObject({ operation: 'memset', count: 1, bytes: Number.NaN, bandwidth: Number.NaN });
  });
});

describe('blocking calls', () => {
  const model = handMadeModel([
    frame('serve.py(10): step', 0, 100),
    frame('<built-in method item>', 1, 50),
    operator('aten::_local_scalar_dense', 2, 40),
    runtime('cudaMemcpyAsync', 3, 5, 1),
    runtime('cudaStreamSynchronize', 10, 30, 2),
    runtime('cudaMalloc', 60, 7, 3),
    runtime('cudaMallocAsync', 70, 1, 4),
    runtime('cudaLaunchKernel', 75, 1, 5),
    runtime('cudaMemcpyAsync', 80, 9, 6),
    runtime('cudaStreamWaitEvent', 91, 1, 7),
    gpu('Memcpy DtoH (Device -> Pageable)', 5, 2, 1, { cat: 'gpu_memcpy' }),
    gpu('Memcpy HtoD (Pinned -> Device)', 85, 2, 6, { cat: 'gpu_memcpy' }),
  ]);

  it('are those that wait, allocate, or copy to pageable memory, with who called them', () => {
    const rows = cellsOf(blockingCallsTable(model, WHOLE_TRACE));
    expect(
      rows.map(({ call, reason, sum, operator: caller, frame: from }) => [call, reason, sum, caller, from]),
    ).toEqual([
      ['cudaStreamSynchronize', 'waits for the GPU', 30_000, 'aten::_local_scalar_dense', 'serve.py(10): step'],
      ['cudaMalloc', 'allocates or frees memory', 7000, null, 'serve.py(10): step'],
      [
        'cudaMemcpyAsync',
        'copies to pageable memory and waits',
        5000,
        'aten::_local_scalar_dense',
        'serve.py(10): step',
      ],
    ]);
  });

  it('start inside the window', () => {
    expect(blockingCallsTable(model, { window: [10_001, 100_000] }).rows).toBe(1);
  });
});

describe('modules', () => {
  it('form a tree by the frames that called them', () => {
    const model = handMadeModel([
      frame('nn.Module: Model_0', 0, 100),
      frame('nn.Module: Linear_0', 10, 20),
      operator('aten::mm', 12, 5),
      runtime('cudaLaunchKernel', 13, 1, 1),
      frame('model.py(3): forward', 40, 30),
      frame('nn.Module: Linear_0', 45, 20),
      runtime('cudaLaunchKernel', 50, 1, 2),
      runtime('cudaLaunchKernel', 80, 1, 3),
      gpu('a', 20, 10, 1),
      gpu('b', 60, 5, 2),
      gpu('c', 90, 2, 3),
    ]);
    const rows = cellsOf(modulesTable(model, FIRST_BASIS));
    expect(rows).toMatchObject([
      { module: 'Model_0', depth: 0, total: 17_000, time: 2000, kernels: 3, calls: 1, host: 100_000 },
      { module: 'Model_0 / Linear_0', depth: 1, total: 15_000, time: 15_000, kernels: 2, calls: 2, host: 40_000 },
    ]);
  });
});

describe('modules of a deep tree', () => {
  /** The path of the innermost of `depth` modules, each in the one before. */
  const innermost = (depth: number) => {
    const frames = Array.from({ length: depth }, (_, i) => frame(`nn.Module: M_${i}`, i, 2 * (depth - i)));
    return cellsOf(modulesTable(handMadeModel(frames), FIRST_BASIS))[depth - 1].module;
  };

  it('show whole paths of up to 12 parts', () => {
    for (const depth of [1, 2, 3, 4, 12]) {
      expect(innermost(depth)).toBe(Array.from({ length: depth }, (_, i) => `M_${i}`).join(' / '));
    }
  });

  it('show the first and last parts of longer ones', () => {
    expect(innermost(13)).toBe('M_0 / M_1 / M_2 / … / M_8 / M_9 / M_10 / M_11 / M_12');
    expect(innermost(500)).toBe('M_0 / M_1 / M_2 / … / M_495 / M_496 / M_497 / M_498 / M_499');
  });
});

describe('operators on the CPU', () => {
  it('have self and total time', () => {
    const model = handMadeModel([
      operator('f', 0, 100),
      operator('g', 10, 30),
      operator('f', 15, 10),
      operator('g', 200, 5),
    ]);
    expect(cellsOf(cpuOperatorsTable(model, WHOLE_TRACE))).toMatchObject([
      { name: 'f', calls: 2, self: 80_000, total: 100_000, mean: 55_000, max: 100_000 },
      { name: 'g', calls: 2, self: 25_000, total: 35_000 },
    ]);
    expect(cellsOf(cpuOperatorsTable(model, { window: [100_000, 300_000] }))).toMatchObject([
      { name: 'g', calls: 1, self: 5000 },
    ]);
  });
});

describe('tables with rows', () => {
  it('are those of a CPU trace, and of a GPU trace', () => {
    expect(tablesWithRows(handMadeModel([operator('f', 0, 1)]))).toEqual(['cpuOperators']);
    expect(tablesWithRows(handMadeModel([gpu('a', 0, 50, 0)]))).toEqual([
      'operators',
      'operatorShapes',
      'operatorCategories',
      'operatorKernels',
      'kernels',
      'streams',
      'gpuTimeline',
      'steps',
    ]);
  });
});

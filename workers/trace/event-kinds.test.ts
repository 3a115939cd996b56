import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../fixtures/json-reader.ts';
import { eventKinds } from './event-kinds.ts';
import { EventKind } from './trace-model.ts';

const kindsOf = (events: Parameters<typeof columnsOf>[0]) => [...eventKinds(columnsOf(events))];
const slice = (cat: string) => ({ ph: 'X', cat, name: 'x', pid: 1, tid: 1, ts: 1, dur: 1 });

describe('eventKinds', () => {
  it('knows the categories of Kineto, the capitalised ones of 2021 included', () => {
    expect(
      kindsOf(['cpu_op', 'Operator', 'cuda_runtime', 'Runtime', 'kernel', 'Kernel', 'Memcpy', 'Memset'].map(slice)),
    ).toEqual([
      EventKind.cpuOp,
      EventKind.cpuOp,
      EventKind.runtime,
      EventKind.runtime,
      EventKind.kernel,
      EventKind.kernel,
      EventKind.memcpy,
      EventKind.memset,
    ]);
    expect(kindsOf(['gpu_user_annotation', 'cuda_sync', 'Trace', ''].map(slice))).toEqual([
      EventKind.gpuAnnotation,
      EventKind.other,
      EventKind.other,
      EventKind.other,
    ]);
  });

  it('goes by phase where an event is no slice, whatever its category', () => {
    const phases = ['i', 'C', 'M', 's', 'f', 'b', 'B', 'E'].map((ph) => ({ ph, cat: 'kernel', name: 'x', ts: 1 }));
    const { instant, counter, metadata, flow, async, other } = EventKind;
    expect(kindsOf(phases)).toEqual([instant, counter, metadata, flow, flow, async, other, other]);
  });

  it('tells GPU work without a category by its process', () => {
    const plain = (name: string, pid: string | number) => ({ ph: 'X', name, pid, tid: 0, ts: 1, dur: 1 });
    const label = (pid: number, labels: string) => ({ ph: 'M', name: 'process_labels', pid, args: { labels } });
    expect(
      kindsOf([
        label(0, 'GPU 0'),
        label(5, 'CPU'),
        label(6, 'GPU 6'),
        label(6, 'CPU'),
        plain('aten::mul', 'CPU functions'),
        plain('aten::mul', 'CUDA functions'),
        plain('Memcpy HtoD', 0),
        plain('Memset (Device)', 0),
        plain('gemm', 0),
        plain('main', 5),
        plain('contradiction', 6),
        plain('unknown', 77),
      ]).slice(4),
    ).toEqual([
      EventKind.cpuOp,
      EventKind.kernel,
      EventKind.memcpy,
      EventKind.memset,
      EventKind.kernel,
      EventKind.cpuOp,
      EventKind.other,
      EventKind.other,
    ]);
  });
});

import { gzipSync } from 'node:zlib';
import type { FilePayload } from './traces.ts';

/** A trace file of these events, with more fields of its head. */
export function traceOf(traceEvents: readonly object[], head: object = {}): FilePayload {
  const buffer = gzipSync(JSON.stringify({ schemaVersion: 1, ...head, traceEvents }), { level: 1 });
  return { name: 'made.json.gz', mimeType: 'application/gzip', buffer };
}

/** A kernel on stream 7 without a recorded launch; times in µs. */
export function kernel(index: number, name: string, ts: number, dur: number): object {
  const args = { device: 0, stream: 7, correlation: index + 1 };
  return { ph: 'X', cat: 'kernel', name, pid: 0, tid: 7, ts, dur, args };
}

/** Field of a trace's head that says it ran on one H100. */
export const ON_H100 = {
  deviceProperties: [
    {
      id: 0,
      name: 'NVIDIA H100 80GB HBM3',
      totalGlobalMem: 85_017_493_504,
      computeMajor: 9,
      computeMinor: 0,
      numSms: 132,
    },
  ],
};

/** An operator call with one kernel. */
export interface MadeCall {
  readonly name: string;
  readonly dims: readonly (readonly number[])[];
  /** Of every tensor. */
  readonly type: string;
  readonly kernel: string;
  /** µs. */
  readonly dur: number;
}

/** The operator, its launch and its kernel, in a slot of time of its own. */
export function callEvents({ name, dims, type, kernel: kernelName, dur }: MadeCall, index: number): object[] {
  const ts = 1000 + index * 1000;
  const thread = { pid: 1, tid: 1 };
  const correlation = index + 1;
  const args = {
    'External id': correlation,
    'Input Dims': dims,
    'Input type': dims.map(() => type),
    'Input Strides': dims.map(contiguous),
    'Concrete Inputs': dims.map(() => ''),
  };
  return [
    { ph: 'X', cat: 'cpu_op', name, ...thread, ts, dur: 20, args },
    { ph: 'X', cat: 'cuda_runtime', name: 'cudaLaunchKernel', ...thread, ts: ts + 5, dur: 5, args: { correlation } },
    kernel(index, kernelName, ts + 30, dur),
  ];
}

function contiguous(extents: readonly number[]): number[] {
  return extents.map((_, i) => extents.slice(i + 1).reduce((product, extent) => product * extent, 1));
}

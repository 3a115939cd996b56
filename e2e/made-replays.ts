import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FilePayload } from './traces.ts';

/** A kernel of a graph: the operator that launched it when the graph was captured, its shapes, and its time in a replay. */
export interface GraphKernel {
  readonly kernel: string;
  readonly operator: string;
  readonly dims: readonly (readonly number[])[];
  /** µs. */
  readonly dur: number;
}

/** Two products with a normalisation between them, for two tokens. */
export const GRAPH: readonly GraphKernel[] = [
  {
    kernel: 'gemm_qkv',
    operator: 'aten::mm',
    dims: [
      [2, 1024],
      [1024, 3072],
    ],
    dur: 40,
  },
  { kernel: 'rms_norm', operator: 'aten::rms_norm', dims: [[2, 1024], [], [1024]], dur: 5 },
  {
    kernel: 'gemm_out',
    operator: 'aten::mm',
    dims: [
      [2, 1024],
      [1024, 1024],
    ],
    dur: 15,
  },
];

const HEAD = { schemaVersion: 1, distributedInfo: { rank: 0, world_size: 1 } };
const HOST = { pid: 1, tid: 1 };
const GPU = { pid: 0, tid: 7 };
/** From a step to the next, µs. */
const STEP = 1000;

/** A trace of decode steps that replay a graph: kernels without operators. */
export function replayTrace(steps: number, graph: readonly GraphKernel[] = GRAPH): object {
  return {
    ...HEAD,
    deviceProperties: [{ id: 0, name: 'AMD Instinct MI300X', totalGlobalMem: 206_141_652_992, warpSize: 64 }],
    traceEvents: Array.from({ length: steps }, (_, step) => replayedStep(step, graph)).flat(),
  };
}

function replayedStep(step: number, graph: readonly GraphKernel[]): object[] {
  const ts = 1000 + step * STEP;
  const correlation = step + 1;
  let at = ts + 50;
  const kernels = graph.map(({ kernel, dur }) => {
    const args = { device: 0, stream: 7, correlation };
    const event = { ph: 'X', cat: 'kernel', name: kernel, ...GPU, ts: at, dur, args };
    at += dur + 1;
    return event;
  });
  const name = 'execute_context_0(0)_generation_2(2)';
  return [
    { ph: 'X', cat: 'user_annotation', name, ...HOST, ts, dur: 400 },
    { ph: 'X', cat: 'cuda_runtime', name: 'hipGraphLaunch', ...HOST, ts: ts + 10, dur: 20, args: { correlation } },
    ...kernels,
  ];
}

/** The trace that a server wrote when it captured a graph: operators and launches, no kernels. */
export function captureTrace(graph: readonly GraphKernel[] = GRAPH): object {
  const call = (name: string, ts: number, dur: number, args: object = {}) => {
    return { ph: 'X', cat: 'cuda_runtime', name, ...HOST, ts, dur, args };
  };
  const operators = graph.flatMap(({ kernel, operator, dims }, index) => {
    const ts = 200 + index * 100;
    const args = {
      'Input Dims': dims,
      'Input type': dims.map(({ length }) => (length > 0 ? 'c10::BFloat16' : '')),
      'Concrete Inputs': dims.map(() => ''),
    };
    return [
      { ph: 'X', cat: 'cpu_op', name: operator, ...HOST, ts, dur: 50, args },
      call('hipModuleLaunchKernel', ts + 10, 10, { kernel, correlation: index + 1 }),
    ];
  });
  const traceEvents = [
    { ph: 'X', cat: 'user_annotation', name: 'capture_2_FULL', ...HOST, ts: 100, dur: 5000 },
    call('hipStreamBeginCapture', 110, 10),
    ...operators,
    call('hipStreamEndCapture', 200 + graph.length * 100, 10),
  ];
  return { ...HEAD, traceEvents };
}

/** The path of a captured graph's file within a profile folder, as SGLang names it. */
export const CAPTURE_FILE = 'capture_traces/bs_2_rank0.json';

/** The content of a file as the file dialog hands it to a page. */
export function payload(name: string, content: object): FilePayload {
  return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) };
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, object | string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { capturePair } from '../../fixtures/captures.ts';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { HAS_SHARED_TRACES, readSharedTrace, SHARED_NOTE, sharedPath } from '../../fixtures/shared-traces.ts';
import { CORRECTED } from '../base/conventions.ts';
import type { JsonObject } from '../base/json.ts';
import { handMadeModel, operator, runtime } from '../report/hand-made.ts';
import { buildModel } from '../trace/build-model.ts';
import { newCaptureStore, readCaptures } from './captures.ts';
import { executionDetailsOf, readExecutionDetails } from './execution-details.ts';
import { captureFileName } from './file-names.ts';
import { roleOfTrace } from './file-role.ts';

const annotation = (name: string, ts: number, dur: number): JsonObject => ({
  ...operator(name, ts, dur),
  cat: 'user_annotation',
});

/** A captured graph of one kernel from `ts` on. */
const graphAt = (ts: number, dims: readonly number[] = [4, 2]): JsonObject[] => [
  runtime('hipStreamBeginCapture', ts, 1, ts),
  operator('aten::mm', ts + 2, 5, { 'Input Dims': [dims, dims] }),
  { ...runtime('hipLaunchKernel', ts + 3, 2, ts + 1), args: { kernel: 'gemm', correlation: ts + 1 } },
  runtime('hipStreamEndCapture', ts + 8, 1, ts + 2),
];

const read = (events: readonly JsonObject[], name = 'a.json', header = {}) =>
  readCaptures(handMadeModel(events, header), name, newCaptureStore());

describe('readCaptures', () => {
  it.each([
    ['capture_32_FULL', { batchSize: 32, mode: 'FULL', role: null }],
    ['capture_512_PIECEWISE', { batchSize: 512, mode: 'PIECEWISE', role: null }],
    ['capture_16_DECODE', { batchSize: 16, mode: 'DECODE', role: null }],
    ['capture_8_draft_full', { batchSize: 8, mode: 'FULL', role: 'draft' }],
    ['capture_8_verify_full', { batchSize: 8, mode: 'FULL', role: 'verify' }],
  ])('reads the annotation %s', (name, expected) => {
    expect(read([annotation(name, 0, 50), ...graphAt(10)])).toMatchObject([expected]);
  });

  it('reads each annotation of a trace as a capture of its own', () => {
    const events = [annotation('capture_2_FULL', 0, 50), ...graphAt(10), annotation('capture_1_FULL', 60, 50)];
    const captures = read([...events, ...graphAt(70)]);
    expect(captures.map(({ batchSize, graphs }) => [batchSize, graphs.length])).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });

  it('falls back to the name, the shapes and the number of graphs', () => {
    expect(read(graphAt(10), 'bs_64_rank1.json')).toMatchObject([{ batchSize: 64, mode: 'FULL', rank: 1 }]);
    expect(read(graphAt(10), 'bs_64_q_2_rank0.json')).toMatchObject([{ batchSize: 64, queries: 2 }]);
    expect(read([...graphAt(10), ...graphAt(40)])).toMatchObject([{ batchSize: 4, mode: 'PIECEWISE' }]);
    expect(read([annotation('execute_diffusion_2_256x256', 0, 50), ...graphAt(10)])).toMatchObject([
      { batchSize: 2, mode: 'DIFFUSION' },
    ]);
  });

  it('holds a call for each launch inside a capture, with what is above it there', () => {
    const [{ graphs }] = read([runtime('hipLaunchKernel', 0, 1, 1), ...graphAt(10)]);
    expect(graphs).toMatchObject([{ startNs: 11_000, endNs: 18_000 }]);
    expect([graphs[0].rows.length, [...graphs[0].parent], [...graphs[0].dispatches]]).toEqual([2, [-1, 0], [1]]);
  });

  it('reads the run that a capture is of from its header', () => {
    const [capture] = read(graphAt(10), 'bs_1_rank7.json', { distributedInfo: { rank: 3, world_size: 8 } });
    expect(capture).toMatchObject({ rank: 3, worldSize: 8 });
  });

  it('finds no captures in other traces', () => {
    expect(read([operator('aten::mm', 0, 5)])).toEqual([]);
  });
});

describe('captureFileName', () => {
  it.each([
    ['capture_traces/bs_32_rank0.json.gz', { batchSize: 32, queries: null, rank: 0, isCapture: true }],
    ['bs_8_q_4_rank12.json', { batchSize: 8, queries: 4, rank: 12, isCapture: true }],
    ['graph_capture_rank_3.177.pt.trace.json.gz', { batchSize: null, queries: null, rank: 3, isCapture: true }],
    ['trace.json', { batchSize: null, queries: null, rank: null, isCapture: false }],
  ])('reads %s', (name, expected) => expect(captureFileName(name)).toEqual(expected));
});

describe('roleOfTrace', () => {
  const pair = capturePair({ sizes: [8], steps: [8] });
  const roleOf = (text: string, name = 'a.json') => roleOfTrace(buildModel(readJsonTrace(text), CORRECTED), name);

  it('tells captures, replays and what has no GPU work', () => {
    expect(roleOf(pair.captures[0].text)).toMatchObject({ role: 'capture', evidence: '1 captured graph' });
    expect(roleOf(pair.replay)).toEqual({ role: 'workload', evidence: '1 graph launch, rank 0', isReplay: true });
    expect(roleOf('{"traceEvents":[]}')).toMatchObject({ role: 'unknown', evidence: 'no GPU work' });
    expect(roleOf('{"traceEvents":[]}', 'bs_4_rank0.json')).toMatchObject({ role: 'capture', evidence: 'its name' });
  });
});

describe('readExecutionDetails', () => {
  const list = (items: unknown) => readExecutionDetails(readJsonTrace(JSON.stringify(items)));

  it('reads the list of a capture folder, and nothing else', () => {
    expect(list([{ file: 'a', batch_size: 8, mode: 'FULL' }])).toEqual([{ file: 'a', batch_size: 8, mode: 'FULL' }]);
    expect(list([{ file: 'a', batch_size: null, mode: 'PIECEWISE' }])).toHaveLength(1);
    expect(list([{ file: 'a', batch_size: 8, mode: 'HALF' }])).toBeNull();
    expect(list([{ idx: 0, output_path: 'a', event_count: 1 }])).toBeNull();
    expect(list([])).toBeNull();
  });
});

describe.skipIf(!HAS_SHARED_TRACES)(`real captures${SHARED_NOTE}`, () => {
  it.each(['vllm_decode_full', 'vllm_prefilldecode_piecewise', 'sglang_decode'])(
    'of %s are listed as its folder lists them',
    (trace) => {
      const folder = `traces/${trace}/capture_traces`;
      const files = readdirSync(sharedPath(folder)).filter((file) => file.endsWith('.gz'));
      const captures = files.flatMap((file) =>
        readCaptures(buildModel(readSharedTrace(`${folder}/${file}`), CORRECTED), file, newCaptureStore()),
      );
      expect(executionDetailsOf(captures)).toEqual(
        readExecutionDetails(readSharedTrace(`${folder}/execution_details.json`)),
      );
    },
    60_000,
  );
});

import { createWriteStream, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Events of one operator call: three frames, the operator, its launch and its kernel. */
const EVENTS_A_CALL = 6;
const STREAMS = 4;
const THREADS = 4;
const CALLS_A_CHUNK = 2000;
/** µs from one call of a thread to the next. */
const PERIOD = 40;
const NAMES = ['aten::mm', 'aten::add', 'aten::_softmax', 'aten::copy_', 'aten::index', 'aten::layer_norm'];

/** Writes a trace of about so many events, nested on its threads and on several GPU streams, and says where it is; made once. */
export async function callTrace(events: number): Promise<string> {
  const file = path.join(tmpdir(), `roofscope-calls-${events}.json.gz`);
  if (!existsSync(file)) {
    const text = Readable.from(chunks(Math.ceil(events / EVENTS_A_CALL)));
    await pipeline(text, createGzip({ level: 1 }), createWriteStream(file));
  }
  return file;
}

function* chunks(calls: number): Generator<string> {
  yield '{"schemaVersion":1,"traceEvents":[\n';
  for (let from = 0; from < calls; from += CALLS_A_CHUNK) {
    const count = Math.min(CALLS_A_CHUNK, calls - from);
    yield Array.from({ length: count }, (_, i) => callText(from + i)).join('');
  }
  yield '{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"python"}}]}';
}

function callText(call: number): string {
  const tid = 1 + (call % THREADS);
  const ts = Math.floor(call / THREADS) * PERIOD + tid;
  const name = NAMES[call % NAMES.length];
  const kernelTs = ts + 20 + (call % 7);
  const kernelDur = 5 + (call % 29);
  const host = `"ph":"X","pid":1,"tid":${tid}`;
  const frame = (depth: number) =>
    `{${host},"cat":"python_function","name":"model.py(${depth * 11}): forward_${call % (depth * 5)}","ts":${ts + depth},"dur":${38 - 2 * depth}},\n`;
  return (
    frame(1) +
    frame(2) +
    frame(3) +
    `{${host},"cat":"cpu_op","name":"${name}","ts":${ts + 4},"dur":28,"args":{"External id":${call + 1}}},\n` +
    `{${host},"cat":"cuda_runtime","name":"cudaLaunchKernel","ts":${ts + 6},"dur":4,"args":{"correlation":${call + 1}}},\n` +
    `{"ph":"X","cat":"kernel","name":"kernel_of_${name.slice(6)}_${call % 31}","pid":0,"tid":${call % STREAMS},"ts":${kernelTs},"dur":${kernelDur},"args":{"device":0,"stream":${call % STREAMS},"correlation":${call + 1}}},\n`
  );
}

import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { CORRECTED } from '../base/conventions.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** For tests: a trace written by hand, times in µs. Launches and their work link by correlation ids that it counts itself. */
export class HandMade {
  readonly events: JsonObject[] = [];
  #correlation = 0;

  slice(cat: string, name: string, ts: number, dur: number, on: On = {}): this {
    const { pid = 1, tid = 1, args = {} } = on;
    this.events.push({ ph: 'X', cat, name, pid, tid, ts, dur, args });
    return this;
  }

  annotation(name: string, ts: number, dur: number, on?: On): this {
    return this.slice('user_annotation', name, ts, dur, on);
  }

  frame(name: string, ts: number, dur: number, on?: On): this {
    return this.slice('python_function', name, ts, dur, on);
  }

  operator(name: string, ts: number, dur: number, on?: On): this {
    return this.slice('cpu_op', name, ts, dur, on);
  }

  /** A launch at `ts` of 1 µs and its kernel, by default right after it. */
  kernel(ts: number, dur: number, { at = ts + 1, name = 'gemm', cat = 'kernel', ...on }: OnGpu = {}): this {
    const correlation = ++this.#correlation;
    this.slice('cuda_runtime', 'cudaLaunchKernel', ts, 1, { ...on, args: { correlation } });
    return this.gpu(name, at, dur, correlation, cat, on.device ?? 0);
  }

  gpu(name: string, ts: number, dur: number, correlation = 0, cat = 'kernel', device = 0): this {
    const args = { device, stream: 7, correlation };
    this.events.push({ ph: 'X', cat, name, pid: 900 + device, tid: 7, ts, dur, args });
    return this;
  }

  model(): TraceModel {
    return buildModel(readJsonTrace(JSON.stringify({ schemaVersion: 1, traceEvents: this.events })), CORRECTED);
  }
}

interface On {
  readonly pid?: number;
  readonly tid?: number;
  readonly args?: Readonly<Record<string, JsonValue>>;
}

interface OnGpu extends On {
  readonly at?: number;
  readonly name?: string;
  readonly cat?: string;
  readonly device?: number;
}

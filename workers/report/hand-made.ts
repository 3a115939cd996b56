import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { CORRECTED, type Conventions } from '../base/conventions.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Table } from '../base/table.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** Times of hand-made events are in µs, as in a file. */
type Args = Readonly<Record<string, JsonValue>>;

const THREAD = { pid: 1, tid: 1 };

/** For tests: the model of a few events written by hand. */
export function handMadeModel(
  events: readonly JsonObject[],
  header: Readonly<Record<string, JsonValue>> = {},
  conventions: Conventions = CORRECTED,
): TraceModel {
  return buildModel(readJsonTrace(JSON.stringify({ schemaVersion: 1, ...header, traceEvents: events })), conventions);
}

export function operator(name: string, ts: number, dur: number, args: Args = {}): JsonObject {
  return { ph: 'X', cat: 'cpu_op', name, ...THREAD, ts, dur, args };
}

export function frame(name: string, ts: number, dur: number): JsonObject {
  return { ph: 'X', cat: 'python_function', name, ...THREAD, ts, dur, args: {} };
}

export function runtime(name: string, ts: number, dur: number, correlation: number): JsonObject {
  return { ph: 'X', cat: 'cuda_runtime', name, ...THREAD, ts, dur, args: { correlation } };
}

export interface OnGpu {
  readonly cat?: 'kernel' | 'gpu_memcpy' | 'gpu_memset';
  readonly device?: number;
  readonly stream?: number;
  readonly args?: Args;
}

/** A GPU event; a correlation of 0 links it to nothing. */
export function gpu(name: string, ts: number, dur: number, correlation: number, on: OnGpu = {}): JsonObject {
  const { cat = 'kernel', device = 0, stream = 7, args = {} } = on;
  return { ph: 'X', cat, name, pid: device, tid: stream, ts, dur, args: { device, stream, correlation, ...args } };
}

/** The cells of a table by column id, one record a row; missing text is null, missing numbers are NaN. */
export function cellsOf(table: Table): Record<string, string | number | null>[] {
  return Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(
      table.columns.map((data, i) => {
        const id = table.schema.columns[i].id;
        if (data.type === 'number') return [id, data.values[row]];
        return [id, data.index[row] < 0 ? null : data.dictionary[data.index[row]]];
      }),
    ),
  );
}

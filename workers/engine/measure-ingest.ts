import type { TraceColumns } from '../ingest/trace-columns.ts';

/** What `ingest` entries of the performance timeline say. */
export interface IngestDetail {
  readonly events: number;
  /** Bytes of the arrays that have a row an event, and of the values that templates leave out. */
  readonly columnBytes: number;
  /** The whole memory that holds them: strings, templates and room to grow included. */
  readonly memoryBytes: number;
}

/** Notes in the performance timeline how long a file took to become columns, for benchmarks and the browser's own profiler. */
export function measureIngest(start: number, columns: TraceColumns): void {
  const { ts, dur, ph, flags, name, cat, track, template, valueStart, values } = columns;
  const arrays = [ts, dur, ph, flags, name, cat, track, template, valueStart, values];
  const detail: IngestDetail = {
    events: columns.length,
    columnBytes: arrays.reduce((sum, array) => sum + array.byteLength, 0),
    memoryBytes: [...new Set(arrays.map((array) => array.buffer))].reduce((sum, buffer) => sum + buffer.byteLength, 0),
  };
  performance.measure('ingest', { start, detail });
}

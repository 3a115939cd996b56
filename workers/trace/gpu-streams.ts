import { numericKey } from '../ingest/event-args.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';
import type { GpuStream, Occurrences } from './trace-model.ts';

/** The hardware queues of a trace, and the one that each GPU event ran on. */
export interface GpuStreams {
  /** By device, then stream. */
  readonly streams: readonly GpuStream[];
  /** Index into `streams` of each row of `gpuEvents`. */
  readonly streamOf: Int32Array;
}

/** The device of a GPU event comes from `args.device`, else its pid; the stream from `args.stream`, else its tid. */
export function gpuStreams(columns: TraceColumns, gpuEvents: Int32Array): GpuStreams {
  const device = numericKey(columns, 'args.device');
  const stream = numericKey(columns, 'args.stream');
  const pids = columns.tracks.map(({ pid }) => numberIn(pid));
  const tids = columns.tracks.map(({ tid }) => numberIn(tid));
  const found: GpuStream[] = [];
  const known = new Map<number, Map<number, number>>();
  const streamOf = new Int32Array(gpuEvents.length);
  for (let row = 0; row < gpuEvents.length; row++) {
    const event = gpuEvents[row];
    const track = columns.track[event];
    const recordedDevice = device.at(event);
    const recordedStream = stream.at(event);
    const d = Number.isNaN(recordedDevice) ? pids[track] : recordedDevice;
    const s = Number.isNaN(recordedStream) ? tids[track] : recordedStream;
    let ofDevice = known.get(d);
    if (ofDevice === undefined) {
      ofDevice = new Map();
      known.set(d, ofDevice);
    }
    let index = ofDevice.get(s);
    if (index === undefined) {
      index = found.push({ device: d, stream: s }) - 1;
      ofDevice.set(s, index);
    }
    streamOf[row] = index;
  }
  return inOrder(found, streamOf);
}

/** GPU events that start before an earlier one on their stream has ended. */
export function countStreamOverlaps(
  columns: TraceColumns,
  gpuEvents: Int32Array,
  { streams, streamOf }: GpuStreams,
): Occurrences {
  const { ts, dur } = columns;
  const busyUntil = new Float64Array(streams.length).fill(Number.NEGATIVE_INFINITY);
  let count = 0;
  let first = -1;
  for (let row = 0; row < gpuEvents.length; row++) {
    const event = gpuEvents[row];
    const stream = streamOf[row];
    if (ts[event] < busyUntil[stream] && count++ === 0) first = event;
    busyUntil[stream] = Math.max(busyUntil[stream], ts[event] + dur[event]);
  }
  return { count, first };
}

/** The first integer in an id such as `7` or `stream 7`, 0 without one (`CUDA functions`). */
function numberIn(id: string): number {
  const match = /-?\d+/.exec(id);
  return match === null ? 0 : Number(match[0]);
}

function inOrder(found: readonly GpuStream[], streamOf: Int32Array): GpuStreams {
  const order = found.map((_, index) => index);
  order.sort((a, b) => found[a].device - found[b].device || found[a].stream - found[b].stream);
  const place = new Int32Array(found.length);
  order.forEach((index, position) => {
    place[index] = position;
  });
  return { streams: order.map((index) => found[index]), streamOf: streamOf.map((index) => place[index]) };
}

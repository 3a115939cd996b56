import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { type GpuTimeline, gpuTimeline } from '../trace/gpu-timeline.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { makeTable, number, text } from './make-table.ts';

interface Part {
  readonly label: string;
  readonly device: number;
  readonly stream: number;
  readonly timeline: GpuTimeline;
}

/** Where the time of the GPU goes: for the whole scope, each device and each stream. */
export function gpuTimelineTable(model: TraceModel, scope: Scope): Table {
  const parts = partsOf(model, scope).filter(({ timeline }) => timeline.events > 0);
  const duration = (id: string, title: string, description: string, of: (timeline: GpuTimeline) => number) =>
    number({ id, title, kind: 'duration', description }, (row) => of(parts[row].timeline));
  return makeTable(
    {
      id: 'gpuTimeline',
      title: 'GPU timeline',
      description:
        'Where the time of the GPU goes between its first start and last end. Work that overlaps counts once.',
    },
    parts.length,
    [
      text({ id: 'part', title: 'Part', kind: 'text', description: 'What the row covers.' }, (row) => parts[row].label),
      number(
        {
          id: 'device',
          title: 'Device',
          kind: 'integer',
          description: 'GPU as numbered in the trace.',
          missing: 'The row covers several devices.',
          hidden: true,
        },
        (row) => parts[row].device,
      ),
      number(
        {
          id: 'stream',
          title: 'Stream',
          kind: 'integer',
          description: 'Stream as numbered in the trace.',
          missing: 'The row covers several streams.',
          hidden: true,
        },
        (row) => parts[row].stream,
      ),
      number(
        { id: 'events', title: 'GPU events', kind: 'integer', description: 'Kernels, copies and memsets.' },
        (row) => parts[row].timeline.events,
      ),
      duration('computation', 'Computation', 'Time in which something computes.', (t) => t.computationNs),
      duration(
        'exposedComm',
        'Exposed communication',
        'Time in which collectives run and nothing computes.',
        (t) => t.exposedCommNs,
      ),
      duration(
        'exposedMemcpy',
        'Exposed copies',
        'Time in which copies run and nothing computes or communicates.',
        (t) => t.exposedMemcpyNs,
      ),
      duration('busy', 'Busy', 'Time in which anything runs: the sum of the three before.', (t) => t.busyNs),
      duration(
        'otherSteps',
        'Other steps',
        'Time in which only work of steps out of the scope runs.',
        (t) => t.otherStepsNs,
      ),
      duration(
        'idle',
        'Idle',
        'Time in which nothing runs: total less busy time and that of other steps.',
        (t) => t.idleNs,
      ),
      duration(
        'total',
        'Total',
        'From the first start to the last end, or the time of the steps of the scope.',
        (t) => t.totalNs,
      ),
      number(
        { id: 'busyShare', title: 'Busy share', kind: 'share', description: 'Busy time as a part of the total.' },
        (row) => parts[row].timeline.busyNs / parts[row].timeline.totalNs,
      ),
      duration('communication', 'Communication', 'Time in which collectives run, hidden or not.', (t) => t.commNs),
      duration('memcpy', 'Copies', 'Time in which copies run, hidden or not.', (t) => t.memcpyNs),
    ],
  );
}

function partsOf(model: TraceModel, scope: Scope): Part[] {
  const timeline = (part: Scope) => gpuTimeline(model, { ...scope, ...part }, { includeUnlinked: true });
  const streams = model.streams.filter(
    ({ device, stream }) => (scope.device ?? device) === device && (scope.stream ?? stream) === stream,
  );
  const devices = [...new Set(streams.map(({ device }) => device))].sort((a, b) => a - b);
  return [
    { label: 'whole scope', device: Number.NaN, stream: Number.NaN, timeline: timeline({}) },
    ...devices.map((device) => ({
      label: `GPU ${device}`,
      device,
      stream: Number.NaN,
      timeline: timeline({ device }),
    })),
    ...streams.map(({ device, stream }) => ({
      label: `GPU ${device} stream ${stream}`,
      device,
      stream,
      timeline: timeline({ device, stream }),
    })),
  ];
}

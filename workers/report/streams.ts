import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { GpuBucket } from '../trace/gpu-buckets.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { longestEventColumn } from './duration-columns.ts';
import { groupBy, statisticsByGroup, sumByGroup } from './groups.ts';
import { makeTable, number } from './make-table.ts';

/** What each hardware queue did. */
export function streamsTable(model: TraceModel, scope: Scope): Table {
  const { columns, gpuEvents, streams, streamOf, bucket, launchDelay } = model;
  const { ts, dur } = columns;
  const rows = gpuRowsInScope(model, scope);
  const groups = groupBy(rows.length, (item) => streamOf[rows[item]]);
  const duration = statisticsByGroup(groups, (item) => dur[gpuEvents[rows[item]]]);
  const delay = statisticsByGroup(groups, (item) => launchDelay[rows[item]]);
  const ofBucket = (wanted: number) =>
    sumByGroup(groups, (item) => (bucket[rows[item]] === wanted ? dur[gpuEvents[rows[item]]] : 0));
  const communication = ofBucket(GpuBucket.communication);
  const memcpy = ofBucket(GpuBucket.memcpy);
  const start = new Float64Array(groups.count).fill(Number.NaN);
  const end = new Float64Array(groups.count).fill(Number.NEGATIVE_INFINITY);
  const busy = new Float64Array(groups.count);
  for (let item = 0; item < rows.length; item++) {
    const group = groups.groupOf[item];
    const from = ts[gpuEvents[rows[item]]];
    const to = from + dur[gpuEvents[rows[item]]];
    if (Number.isNaN(start[group])) start[group] = from;
    busy[group] += Math.max(0, to - Math.max(from, end[group]));
    end[group] = Math.max(end[group], to);
  }
  const sum = duration.sum.reduce((total, ns) => total + ns, 0);
  const stream = (group: number) => streams[streamOf[rows[groups.first[group]]]];

  return makeTable(
    {
      id: 'streams',
      title: 'Streams',
      description: 'GPU work by device and stream.',
      sort: { column: 'sum', descending: true },
    },
    groups.count,
    [
      number(
        { id: 'device', title: 'Device', kind: 'integer', description: 'GPU as numbered in the trace.' },
        (group) => stream(group).device,
      ),
      number(
        { id: 'stream', title: 'Stream', kind: 'integer', description: 'Stream as numbered in the trace.' },
        (group) => stream(group).stream,
      ),
      number(
        {
          id: 'count',
          title: 'GPU events',
          kind: 'integer',
          description: 'Kernels, copies and memsets.',
          isAdditive: true,
        },
        (group) => duration.count[group],
      ),
      number(
        { id: 'sum', title: 'GPU time', kind: 'duration', description: 'Sum of the durations.', isAdditive: true },
        (group) => duration.sum[group],
      ),
      number(
        {
          id: 'share',
          title: 'Share',
          kind: 'share',
          description: 'Its GPU time as a part of the kernel sum of the scope.',
          isAdditive: true,
        },
        (group) => duration.sum[group] / sum,
      ),
      number(
        {
          id: 'busy',
          title: 'Busy',
          kind: 'duration',
          description: 'Time in which at least one event runs on the stream.',
        },
        (group) => busy[group],
      ),
      number(
        {
          id: 'span',
          title: 'Span',
          kind: 'duration',
          description: 'From the first start to the last end on the stream.',
        },
        (group) => end[group] - start[group],
      ),
      number(
        {
          id: 'busyShare',
          title: 'Busy share',
          kind: 'share',
          description: 'Busy time as a part of the span of the stream.',
        },
        (group) => busy[group] / (end[group] - start[group]),
      ),
      number(
        {
          id: 'communication',
          title: 'Communication',
          kind: 'duration',
          description: 'Sum of the durations of collectives.',
          isAdditive: true,
        },
        (group) => communication[group],
      ),
      number(
        {
          id: 'memcpy',
          title: 'Copies',
          kind: 'duration',
          description: 'Sum of the durations of copies.',
          isAdditive: true,
        },
        (group) => memcpy[group],
      ),
      number(
        {
          id: 'launchDelay',
          title: 'Median launch delay',
          kind: 'duration',
          description: 'Median time from the start of the launch call to the start on the GPU.',
          missing: 'No launch is recorded on this stream.',
        },
        (group) => delay.median[group],
      ),
      longestEventColumn(groups, (item) => gpuEvents[rows[item]], dur),
    ],
  );
}

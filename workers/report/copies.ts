import { shortKernelName } from '../attribution/kernel-names.ts';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { GpuBucket } from '../trace/gpu-buckets.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { DURATION, longestEventColumn } from './duration-columns.ts';
import { type GpuGroups, groupBy, statisticsByGroup, sumByGroup } from './groups.ts';
import { ownerTexts } from './kernel-groups.ts';
import { makeTable, number, text } from './make-table.ts';
import { recordedSize } from './recorded-size.ts';

const NO_BYTES = 'The trace does not record how many bytes were moved.';

/** Whether a row of `gpuEvents` only moves or sets memory. */
export function isCopy({ kind, gpuEvents, bucket }: TraceModel, row: number): boolean {
  return bucket[row] === GpuBucket.memcpy || kind[gpuEvents[row]] === EventKind.memset;
}

/** Copies and memsets by kind. */
export function copyGroups(model: TraceModel, scope: Scope): GpuGroups {
  const { columns, gpuEvents } = model;
  const rows = gpuRowsInScope(model, scope).filter((row) => isCopy(model, row));
  return { rows, groups: groupBy(rows.length, (item) => columns.name[gpuEvents[rows[item]]]) };
}

/** Copies and memsets by kind. */
export function copiesTable(model: TraceModel, scope: Scope): Table {
  const { columns, gpuEvents, kind } = model;
  const { rows, groups } = copyGroups(model, scope);
  const eventAt = (item: number) => gpuEvents[rows[item]];
  const recorded = recordedSize(columns, 'args.bytes');
  const duration = statisticsByGroup(groups, (item) => columns.dur[eventAt(item)]);
  const bytes = statisticsByGroup(groups, (item) => recorded.at(eventAt(item)));
  const timeWithBytes = sumByGroup(groups, (item) =>
    Number.isNaN(recorded.at(eventAt(item))) ? 0 : columns.dur[eventAt(item)],
  );
  const withBytes = (group: number, value: number) => (bytes.count[group] === 0 ? Number.NaN : value);
  const first = (group: number) => eventAt(groups.first[group]);

  return makeTable(
    {
      id: 'copies',
      title: 'Copies',
      description: 'Copies and memsets by kind.',
      sort: { column: 'sum', descending: true },
    },
    groups.count,
    [
      text(
        { id: 'copy', title: 'Copy', kind: 'name', description: 'Kind of copy as the profiler names it.' },
        (group) => shortKernelName(columns.strings.get(columns.name[first(group)])),
      ),
      text(
        { id: 'operation', title: 'Operation', kind: 'text', description: 'Whether memory is copied or set.' },
        (group) => (kind[first(group)] === EventKind.memset ? 'memset' : 'copy'),
      ),
      number(
        { id: 'count', title: 'Count', kind: 'integer', description: 'How many.', isAdditive: true },
        (group) => duration.count[group],
      ),
      DURATION.sum(duration),
      DURATION.mean(duration),
      DURATION.max(duration),
      number(
        {
          id: 'bytes',
          title: 'Moved',
          kind: 'bytes',
          description: 'Sum of the bytes recorded.',
          missing: NO_BYTES,
          isAdditive: true,
        },
        (group) => withBytes(group, bytes.sum[group]),
      ),
      number(
        { id: 'meanBytes', title: 'Mean size', kind: 'bytes', description: 'Mean bytes of one.', missing: NO_BYTES },
        (group) => bytes.mean[group],
      ),
      number(
        {
          id: 'bandwidth',
          title: 'Bandwidth',
          kind: 'number',
          unit: 'GB/s',
          description: 'Bytes moved divided by the time of the events that record them, in 10⁹ bytes a second.',
          missing: NO_BYTES,
        },
        (group) => (timeWithBytes[group] > 0 ? bytes.sum[group] / timeWithBytes[group] : Number.NaN),
      ),
      text(
        {
          id: 'operator',
          title: 'Operator',
          kind: 'name',
          description: 'Operator or launch that owns most of their time, and how many others own the rest.',
          missing: 'No launch is recorded for it.',
        },
        ownerTexts(model, rows, groups),
      ),
      longestEventColumn(groups, eventAt, columns.dur),
    ],
  );
}

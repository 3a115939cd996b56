import { attributionOf } from '../attribution/attribution.ts';
import { CATEGORIES } from '../attribution/categories.ts';
import { kernelBackend } from '../attribution/kernel-backends.ts';
import { once } from '../base/memo.ts';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { type NumericKey, numericKey } from '../ingest/event-args.ts';
import { gpuTimes } from '../trace/gpu-times.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { sourceColumn } from './call-sources.ts';
import { DURATION, longestEventColumn } from './duration-columns.ts';
import { maxByGroup, statisticsByGroup } from './groups.ts';
import { kernelBlocks, kernelGrids, kernelGroups, kernelOwners, kernelSources, leadingIn } from './kernel-groups.ts';
import { makeTable, number, prepared, text } from './make-table.ts';
import { shortNames } from './unified/row-texts.ts';
import { textById } from './unified/text-by-id.ts';

const UNLINKED = 'No launch is recorded for it, or the clocks of host and GPU disagree.';

/** GPU events by name, category and stream. */
export function kernelsTable(model: TraceModel, scope: Scope): Table {
  const { columns, gpuEvents, streams, streamOf, launchDelay } = model;
  const { categoryOf } = attributionOf(model);
  const { rows, groups } = kernelGroups(model, scope);
  const { durationNs } = gpuTimes(model);
  const eventAt = (item: number) => gpuEvents[rows[item]];
  const duration = statisticsByGroup(groups, (item) => durationNs[rows[item]]);
  const recorded = launchArguments(model);
  const most = (key: NumericKey) =>
    prepared(() => {
      const values = maxByGroup(groups, (item) => key.at(eventAt(item)));
      return (group) => values[group];
    });
  const sum = duration.sum.reduce((total, ns) => total + ns, 0);
  const row = (group: number) => rows[groups.first[group]];
  const name = (group: number) => columns.name[gpuEvents[row(group)]];

  return makeTable(
    {
      id: 'kernels',
      title: 'Kernels',
      description: 'GPU events by name, kind of work and stream: kernels, copies and memsets.',
      sort: { column: 'sum', descending: true },
    },
    groups.count,
    [
      text(
        {
          id: 'kernel',
          title: 'Kernel',
          kind: 'name',
          description: 'Readable name: without namespaces, template arguments and parameters.',
        },
        (group) => shortNames(model)(name(group)),
      ),
      text(
        {
          id: 'category',
          title: 'Category',
          kind: 'category',
          description: 'Kind of work, by the operator that launched it, else by its name.',
        },
        (group) => CATEGORIES[categoryOf[row(group)]].id,
      ),
      text(
        { id: 'backend', title: 'Backend', kind: 'text', description: 'Library or compiler that its name gives away.' },
        (group) => backends(model)(name(group)),
      ),
      number(
        { id: 'count', title: 'Count', kind: 'integer', description: 'GPU events of this row.', isAdditive: true },
        (group) => duration.count[group],
      ),
      DURATION.sum(duration),
      number(
        {
          id: 'share',
          title: 'Share',
          kind: 'share',
          description: 'Their GPU time as a part of the kernel sum of the scope.',
          isAdditive: true,
        },
        (group) => duration.sum[group] / sum,
      ),
      DURATION.mean(duration),
      DURATION.median(duration),
      DURATION.min(duration),
      DURATION.max(duration),
      text(
        {
          id: 'operator',
          title: 'Operator',
          kind: 'name',
          description: 'Operator or launch that owns most of their time, and how many others own the rest.',
          missing: 'No launch is recorded for it.',
        },
        prepared(() => leadingIn(rows, groups, kernelOwners(model))),
      ),
      sourceColumn(
        model,
        prepared(() => leadingIn(rows, groups, kernelSources(model))),
      ),
      number(
        { id: 'device', title: 'Device', kind: 'integer', description: 'GPU as numbered in the trace.', hidden: true },
        (group) => streams[streamOf[row(group)]].device,
      ),
      number(
        { id: 'stream', title: 'Stream', kind: 'integer', description: 'Stream as numbered in the trace.' },
        (group) => streams[streamOf[row(group)]].stream,
      ),
      number(
        {
          id: 'launchDelay',
          title: 'Median launch delay',
          kind: 'duration',
          description: 'Median time from the start of the launch call to the start on the GPU.',
          missing: UNLINKED,
        },
        prepared(() => {
          const { median } = statisticsByGroup(groups, (item) => launchDelay[rows[item]]);
          return (group) => median[group];
        }),
      ),
      text(
        {
          id: 'grid',
          title: 'Grid',
          kind: 'text',
          description: 'Blocks; the most frequent by time.',
          missing: NOT_RECORDED,
          hidden: true,
        },
        prepared(() => leadingIn(rows, groups, kernelGrids(model))),
      ),
      text(
        {
          id: 'block',
          title: 'Block',
          kind: 'text',
          description: 'Threads of a block; the most frequent by time.',
          missing: NOT_RECORDED,
          hidden: true,
        },
        prepared(() => leadingIn(rows, groups, kernelBlocks(model))),
      ),
      number(
        {
          id: 'registers',
          title: 'Registers',
          kind: 'integer',
          description: 'Registers a thread, the most of any.',
          missing: NOT_RECORDED,
          hidden: true,
        },
        most(recorded.registers),
      ),
      number(
        {
          id: 'sharedMemory',
          title: 'Shared memory',
          kind: 'bytes',
          description: 'Shared memory of a block, the most of any.',
          missing: NOT_RECORDED,
          hidden: true,
        },
        most(recorded.sharedMemory),
      ),
      text(
        { id: 'fullName', title: 'Full name', kind: 'name', description: 'Name as recorded.', hidden: true },
        (group) => columns.strings.get(name(group)),
      ),
      longestEventColumn(groups, eventAt, columns.dur),
    ],
  );
}

const NOT_RECORDED = 'The trace does not record it for this kernel.';

const launchArguments = once(({ columns }: TraceModel) => ({
  registers: numericKey(columns, 'args.registers per thread'),
  sharedMemory: numericKey(columns, 'args.shared memory'),
}));

/** Library or compiler by string id. */
const backends = textById(kernelBackend);

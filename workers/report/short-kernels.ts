import { attributionOf } from '../attribution/attribution.ts';
import { CATEGORIES } from '../attribution/categories.ts';
import { shortKernelName } from '../attribution/kernel-names.ts';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { DURATION, longestEventColumn } from './duration-columns.ts';
import { type GpuGroups, groupBy, leadingIndex, statisticsByGroup } from './groups.ts';
import { makeTable, number, text } from './make-table.ts';
import { NO_LAUNCH } from './unified/row-texts.ts';

/** Kernels shorter than this cost about as much to launch as to run. */
export const SHORT_KERNEL_NS = 10_000;

/** The rows of `rows` that are kernels shorter than `SHORT_KERNEL_NS`. */
export function shortKernelRows({ columns, gpuEvents, kind }: TraceModel, rows: Int32Array): Int32Array {
  return rows.filter(
    (row) => kind[gpuEvents[row]] === EventKind.kernel && columns.dur[gpuEvents[row]] < SHORT_KERNEL_NS,
  );
}

/** Kernels under 10 µs by owning operator and kernel. */
export function shortKernelGroups(model: TraceModel, scope: Scope): GpuGroups {
  const { columns, gpuEvents } = model;
  const ownerName = ownerNames(model);
  const rows = shortKernelRows(model, gpuRowsInScope(model, scope));
  const kernelName = (row: number) => columns.name[gpuEvents[row]];
  const groups = groupBy(
    rows.length,
    (item) => ownerName(rows[item]) * columns.strings.length + kernelName(rows[item]),
  );
  return { rows, groups };
}

/** Name of the owner of each row of `gpuEvents`, -1 for none. */
function ownerNames(model: TraceModel): (row: number) => number {
  const { owners, ownerOf } = attributionOf(model);
  return (row) => (ownerOf[row] < 0 ? -1 : model.columns.name[owners[ownerOf[row]]]);
}

/** Kernels under 10 µs by owning operator and kernel. */
export function shortKernelsTable(model: TraceModel, scope: Scope): Table {
  const { columns, gpuEvents, launchDelay } = model;
  const { categoryOf } = attributionOf(model);
  const ownerName = ownerNames(model);
  const { rows, groups } = shortKernelGroups(model, scope);
  const eventAt = (item: number) => gpuEvents[rows[item]];
  const duration = statisticsByGroup(groups, (item) => columns.dur[eventAt(item)]);
  const delay = statisticsByGroup(groups, (item) => launchDelay[rows[item]]);
  const category = leadingIndex(
    groups,
    CATEGORIES.length,
    (item) => categoryOf[rows[item]],
    (item) => columns.dur[eventAt(item)],
  );
  let sum = 0;
  for (const row of gpuRowsInScope(model, scope)) sum += columns.dur[gpuEvents[row]];
  const kernel = (group: number) => columns.strings.get(columns.name[eventAt(groups.first[group])]);

  return makeTable(
    {
      id: 'shortKernels',
      title: 'Short kernels',
      description:
        'Kernels under 10 µs, which cost about as much to launch as to run: candidates for fusion or graph capture.',
      sort: { column: 'count', descending: true },
    },
    groups.count,
    [
      text(
        { id: 'operator', title: 'Operator', kind: 'name', description: 'Operator or launch that owns them.' },
        (group) => {
          const name = ownerName(rows[groups.first[group]]);
          return name < 0 ? NO_LAUNCH : columns.strings.get(name);
        },
      ),
      text({ id: 'kernel', title: 'Kernel', kind: 'name', description: 'Readable name of the kernel.' }, (group) =>
        shortKernelName(kernel(group)),
      ),
      text(
        { id: 'category', title: 'Category', kind: 'category', description: 'Kind of work.' },
        (group) => CATEGORIES[category[group]].id,
      ),
      number(
        { id: 'count', title: 'Count', kind: 'integer', description: 'Kernels under 10 µs.', isAdditive: true },
        (group) => duration.count[group],
      ),
      DURATION.sum(duration),
      number(
        {
          id: 'share',
          title: 'Share',
          kind: 'share',
          description: 'Their GPU time as a part of the kernel sum of the scope, long kernels included.',
          isAdditive: true,
        },
        (group) => duration.sum[group] / sum,
      ),
      DURATION.mean(duration),
      number(
        {
          id: 'launchDelay',
          title: 'Median launch delay',
          kind: 'duration',
          description: 'Median time from the start of the launch call to the start on the GPU.',
          missing: 'No launch is recorded for it, or the clocks of host and GPU disagree.',
        },
        (group) => delay.median[group],
      ),
      text(
        { id: 'fullName', title: 'Full name', kind: 'name', description: 'Name as recorded.', hidden: true },
        kernel,
      ),
      longestEventColumn(groups, eventAt, columns.dur),
    ],
  );
}

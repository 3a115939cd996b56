import { shortKernelName } from '../attribution/kernel-names.ts';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { GpuBucket } from '../trace/gpu-buckets.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { algorithmBytes, busFactor, collectiveKind, dtypeBytes } from './collective-kinds.ts';
import { longestEventColumn } from './duration-columns.ts';
import { type GpuGroups, groupBy, statisticsByGroup } from './groups.ts';
import { makeTable, number, text } from './make-table.ts';
import { recordedSize } from './recorded-size.ts';
import { plainText, TemplateText } from './template-text.ts';

const NOT_RECORDED = 'The trace records no message sizes for it; newer PyTorch versions do.';

/** What a collective says of itself, beside its groups. */
interface CollectiveGroups extends GpuGroups {
  readonly messages: ReturnType<typeof messageReader>;
  /** Of each item the event that says it, -1 for none. */
  readonly messageAt: Int32Array;
}

/** Collectives and point-to-point transfers by name, type, group and size. */
export function collectiveGroups(model: TraceModel, scope: Scope): CollectiveGroups {
  const { columns, gpuEvents, bucket } = model;
  const rows = gpuRowsInScope(model, scope).filter((row) => bucket[row] === GpuBucket.communication);
  const messages = messageReader(model);
  const messageAt = rows.map((row) => messages.eventOf(row));
  const { name, dtype, group, ranks, inElements, outElements, groupSize } = messages;
  const groups = groupBy(rows.length, (item) => {
    const event = messageAt[item];
    const kernel = columns.name[gpuEvents[rows[item]]];
    if (event < 0) return kernel;
    const texts = [name, dtype, group, ranks].map((column) => column.keyOf(event));
    const sizes = [inElements, outElements, groupSize].map((column) => column.at(event));
    return [name.keyOf(event) < 0 ? `k${kernel}` : '', ...texts, ...sizes].join(' ');
  });
  return { rows, groups, messages, messageAt };
}

/** Collectives and point-to-point transfers by name, type, group and size. */
export function collectivesTable(model: TraceModel, scope: Scope): Table {
  const { columns, gpuEvents } = model;
  const { rows, groups, messages, messageAt } = collectiveGroups(model, scope);
  const { name, dtype, group, ranks, inElements, outElements, groupSize } = messages;
  const duration = statisticsByGroup(groups, (item) => columns.dur[gpuEvents[rows[item]]]);
  let sum = 0;
  for (const ns of duration.sum) sum += ns;

  const kernel = (row: number) => columns.strings.get(columns.name[gpuEvents[rows[groups.first[row]]]]);
  const textOf = (column: TemplateText) => (row: number) => {
    const event = messageAt[groups.first[row]];
    return event < 0 ? undefined : column.of(event);
  };
  const numberOf = (column: { at(event: number): number }) => (row: number) => {
    const event = messageAt[groups.first[row]];
    return event < 0 ? Number.NaN : column.at(event);
  };
  const title = (row: number) => textOf(name)(row) ?? inferredName(kernel(row));
  const elementBytes = (row: number) => dtypeBytes(textOf(dtype)(row) ?? '') ?? Number.NaN;
  const inBytes = (row: number) => numberOf(inElements)(row) * elementBytes(row);
  const outBytes = (row: number) => numberOf(outElements)(row) * elementBytes(row);
  const bandwidth = (row: number) =>
    duration.mean[row] > 0
      ? algorithmBytes(collectiveKind(title(row)), inBytes(row), outBytes(row)) / duration.mean[row]
      : Number.NaN;

  return makeTable(
    {
      id: 'collectives',
      title: 'Collectives',
      description:
        'Collectives and point-to-point transfers by name, type, group and size. Times include waiting for other ranks.',
      sort: { column: 'sum', descending: true },
    },
    groups.count,
    [
      text(
        {
          id: 'name',
          title: 'Collective',
          kind: 'name',
          description: 'Name as recorded; read off the kernel where none is.',
        },
        title,
      ),
      text(
        { id: 'dtype', title: 'Type', kind: 'text', description: 'Type of an element.', missing: NOT_RECORDED },
        textOf(dtype),
      ),
      text(
        { id: 'group', title: 'Group', kind: 'text', description: 'Process group.', missing: NOT_RECORDED },
        textOf(group),
      ),
      number(
        { id: 'groupSize', title: 'Ranks', kind: 'integer', description: 'Ranks in the group.', missing: NOT_RECORDED },
        numberOf(groupSize),
      ),
      number(
        { id: 'count', title: 'Count', kind: 'integer', description: 'Kernels of this row.', isAdditive: true },
        (row) => duration.count[row],
      ),
      number(
        {
          id: 'sum',
          title: 'GPU time',
          kind: 'duration',
          description: 'Sum of the durations, waiting included.',
          isAdditive: true,
        },
        (row) => duration.sum[row],
      ),
      number(
        {
          id: 'share',
          title: 'Share',
          kind: 'share',
          description: 'Part of the time of all collectives in the scope.',
          isAdditive: true,
        },
        (row) => duration.sum[row] / sum,
      ),
      number(
        { id: 'mean', title: 'Mean', kind: 'duration', description: 'Mean duration.' },
        (row) => duration.mean[row],
      ),
      number(
        { id: 'min', title: 'Min', kind: 'duration', description: 'Shortest duration: the one that waited least.' },
        (row) => duration.min[row],
      ),
      number(
        { id: 'max', title: 'Max', kind: 'duration', description: 'Longest duration.' },
        (row) => duration.max[row],
      ),
      number(
        {
          id: 'inElements',
          title: 'In',
          kind: 'integer',
          unit: 'elements',
          description: 'Elements this rank gives.',
          missing: NOT_RECORDED,
          hidden: true,
        },
        numberOf(inElements),
      ),
      number(
        {
          id: 'outElements',
          title: 'Out',
          kind: 'integer',
          unit: 'elements',
          description: 'Elements this rank gets.',
          missing: NOT_RECORDED,
          hidden: true,
        },
        numberOf(outElements),
      ),
      number(
        { id: 'inBytes', title: 'In', kind: 'bytes', description: 'Bytes this rank gives.', missing: NOT_RECORDED },
        inBytes,
      ),
      number(
        { id: 'outBytes', title: 'Out', kind: 'bytes', description: 'Bytes this rank gets.', missing: NOT_RECORDED },
        outBytes,
      ),
      number(
        {
          id: 'algorithmBandwidth',
          title: 'Algorithm bandwidth',
          kind: 'number',
          unit: 'GB/s',
          description:
            'Bytes of the whole message divided by the mean duration, in 10⁹ bytes a second; waiting makes it smaller.',
          missing: NOT_RECORDED,
        },
        bandwidth,
      ),
      number(
        {
          id: 'busBandwidth',
          title: 'Bus bandwidth',
          kind: 'number',
          unit: 'GB/s',
          description:
            'Algorithm bandwidth times the part of the message that crosses each link: 2(n-1)/n for allreduce, (n-1)/n for gathers and scatters.',
          missing: NOT_RECORDED,
        },
        (row) => bandwidth(row) * busFactor(collectiveKind(title(row)), numberOf(groupSize)(row)),
      ),
      text(
        { id: 'kernel', title: 'Kernel', kind: 'name', description: 'Kernel of the first one.', hidden: true },
        (row) => shortKernelName(kernel(row)),
      ),
      text(
        {
          id: 'ranks',
          title: 'Group members',
          kind: 'text',
          description: 'Ranks of the group.',
          missing: NOT_RECORDED,
          hidden: true,
        },
        textOf(ranks),
      ),
      longestEventColumn(groups, (item) => gpuEvents[rows[item]], columns.dur),
    ],
  );
}

/** Custom all-reduce kernels carry no metadata; others are named as their kernel. */
export function inferredName(kernel: string): string {
  const kind = collectiveKind(kernel);
  return kind === 'unknown' ? shortKernelName(kernel) : kind;
}

/** Reads what a collective says of itself: the kernel, or the operator that recorded it. */
export function messageReader(model: TraceModel) {
  const { columns, gpuEvents, caller, operatorOf, parent } = model;
  const textOf = (...keys: string[]) => TemplateText.ofArgument(columns, keys, plainText);
  const name = textOf('Collective name');
  const eventOf = (row: number): number => {
    if (name.keyOf(gpuEvents[row]) >= 0) return gpuEvents[row];
    let at = caller[row] < 0 ? -1 : operatorOf[caller[row]];
    while (at >= 0 && name.keyOf(at) < 0) at = parent[at] < 0 ? -1 : operatorOf[parent[at]];
    return at;
  };
  return {
    eventOf,
    name,
    dtype: textOf('dtype'),
    group: textOf('Process Group Name', 'Process Group Description'),
    ranks: textOf('Process Group Ranks'),
    inSplit: textOf('In split size'),
    outSplit: textOf('Out split size'),
    inElements: recordedSize(columns, 'args.In msg nelems'),
    outElements: recordedSize(columns, 'args.Out msg nelems'),
    groupSize: recordedSize(columns, 'args.Group size'),
  };
}

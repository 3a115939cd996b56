import { objectIn } from '../../base/json.ts';
import type { Table } from '../../base/table.ts';
import { GpuBucket } from '../../trace/gpu-buckets.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import { dtypeBytes } from '../collective-kinds.ts';
import { inferredName, messageReader } from '../collectives.ts';
import { groupBy, statisticsByGroup } from '../groups.ts';
import { MEGABYTE } from './perf-columns.ts';
import { floats, integers, sheet, words } from './sheet.ts';

/**
 * `coll_analysis`: collectives by group, kind, type, size and stream (section H.3, long summary). Where the conventions leave GPU work out,
 * so are collectives that lack some of these.
 */
export function collectiveSheet(model: TraceModel): Table {
  const { columns, gpuEvents, bucket, kind, streams, streamOf, conventions } = model;
  const { eventOf, name, dtype, group, ranks, inSplit, outSplit, ...sizes } = messageReader(model);
  const { inElements, outElements, groupSize } = sizes;
  const of = (event: number) => ({
    texts: [group, ranks, name, dtype, inSplit, outSplit].map((text) => (event < 0 ? -1 : text.keyOf(event))),
    numbers: [groupSize, inElements, outElements].map((size) => (event < 0 ? Number.NaN : size.at(event))),
  });
  const isComplete = (row: number) => {
    const { texts, numbers } = of(eventOf(row));
    return !texts.includes(-1) && !numbers.some(Number.isNaN);
  };
  const byFile = Int32Array.from(gpuEvents.keys()).sort((a, b) => gpuEvents[a] - gpuEvents[b]);
  const rows = byFile
    .filter((row) => bucket[row] === GpuBucket.communication && kind[gpuEvents[row]] === EventKind.kernel)
    .filter((row) => conventions.unifiedWork === 'all' || isComplete(row));
  const kernelName = (row: number) => columns.strings.get(columns.name[gpuEvents[row]]);
  const nameOf = (row: number) =>
    (eventOf(row) < 0 ? undefined : name.of(eventOf(row))) ?? inferredName(kernelName(row));
  const stream = (row: number) => streams[streamOf[row]].stream;
  const groups = groupBy(rows.length, (item) => {
    const { texts, numbers } = of(eventOf(rows[item]));
    return JSON.stringify([...texts, ...numbers, nameOf(rows[item]), stream(rows[item])]);
  });
  const duration = statisticsByGroup(groups, (item) => columns.dur[gpuEvents[rows[item]]] / 1e3);
  const order = Array.from(duration.sum.keys()).sort((a, b) => duration.sum[b] - duration.sum[a]);
  const first = (row: number) => rows[groups.first[order[row]]];
  const text = (reader: typeof group) => (row: number) =>
    eventOf(first(row)) < 0 ? undefined : reader.of(eventOf(first(row)));
  const size = (reader: typeof groupSize) => (row: number) =>
    eventOf(first(row)) < 0 ? Number.NaN : reader.at(eventOf(first(row)));
  const megabytes = (elements: typeof groupSize) => (row: number) =>
    (size(elements)(row) * (dtypeBytes(text(dtype)(row) ?? '') ?? Number.NaN)) / MEGABYTE;
  return sheet('coll_analysis', groups.count, [
    integers('rank', () => rankOf(model)),
    words('Process Group Name', text(group)),
    words('Process Group Ranks', text(ranks)),
    words('Collective name', (row) => nameOf(first(row))),
    integers('Group size', size(groupSize)),
    words('dtype', text(dtype)),
    integers('In msg nelems', size(inElements)),
    integers('Out msg nelems', size(outElements)),
    words('In split size', text(inSplit)),
    words('Out split size', text(outSplit)),
    integers('stream', (row) => stream(first(row))),
    floats('In msg size (MB)_first', megabytes(inElements)),
    floats('Out msg size (MB)_first', megabytes(outElements)),
    ...(['sum', 'mean', 'std', 'min', 'max'] as const).map((figure) =>
      floats(`dur_${figure}`, (row) => duration[figure][order[row]]),
    ),
    integers('operation_count', (row) => duration.count[order[row]]),
  ]);
}

/** The rank that a trace says it is of; 0 where it says none. */
function rankOf({ columns: { header } }: TraceModel): number {
  const { rank } = objectIn(header.distributedInfo);
  return typeof rank === 'number' ? rank : 0;
}

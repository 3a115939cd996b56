import type { ColumnData, Table } from '../../base/table.ts';
import type { EventId } from '../../ingest/trace-columns.ts';
import { stepsOf } from '../../steps/stepped-model.ts';
import { placeOf } from '../../timeline/places.ts';
import type { TimelinePlace } from '../../timeline/timeline-types.ts';
import { gpuRowsInScope } from '../../trace/gpu-scope.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { type RowCalls, rowCalls } from '../details/row-calls.ts';
import type { Basis, TableId } from '../report-types.ts';
import { timesInScope } from '../unified/parts.ts';

/**
 * Where a row of a table shows in the timeline: the kernels of its longest call, its step, its gap, or the longest of its events. Null
 * for a row that stands for no event.
 */
export function placeOfRow(
  model: TraceModel,
  basis: Basis,
  id: TableId,
  table: Table,
  row: number,
): TimelinePlace | null {
  const calls = rowCalls(id, model, basis.scope, row);
  if (calls) return placeOfCall(model, basis, calls);
  const numberAt = (column: string) => numbersOf(table, column)?.[row] ?? Number.NaN;
  if (id === 'steps') return placeOfStep(model, numberAt('step'));
  if (id === 'gaps') {
    const startNs = numberAt('gap');
    return { event: numberAt('event'), startNs, endNs: startNs + numberAt('duration') };
  }
  const event = numberAt('longestEvent');
  return event >= 0 ? placeOfEvent(model, event) : null;
}

/** Where an event is, for one that was added to the trace what it was added to; null for one that is not drawn. */
export function placeOfEvent(model: TraceModel, event: EventId): TimelinePlace | null {
  let recorded = event;
  while (recorded >= model.recorded) recorded = model.parent[recorded];
  const place = placeOf(model, recorded);
  return place && { event: recorded, startNs: place.startNs, endNs: place.endNs };
}

/** Where a step is on the host; null for one that is not there. */
export function placeOfStep(model: TraceModel, step: number): TimelinePlace | null {
  const found = stepsOf(model).steps[step];
  return found ? { event: found.event, startNs: found.startNs, endNs: found.endNs } : null;
}

/** The GPU events in scope of the part with the largest kernel sum, the first of equals. */
function placeOfCall(model: TraceModel, { scope }: Basis, { grouping, parts }: RowCalls): TimelinePlace {
  const { columns, gpuEvents } = model;
  const { kernelNs } = timesInScope(grouping.parts, scope);
  const longest = parts.reduce((best, part) => (kernelNs[part] > kernelNs[best] ? part : best));
  const own = gpuRowsInScope(model, scope).filter((gpuRow) => grouping.parts.partOf[gpuRow] === longest);
  const first = gpuEvents[own[0]];
  const endNs = own.reduce(
    (end, gpuRow) => Math.max(end, columns.ts[gpuEvents[gpuRow]] + columns.dur[gpuEvents[gpuRow]]),
    0,
  );
  return { event: first, startNs: columns.ts[first], endNs };
}

function numbersOf(table: Table, id: string): Float64Array | null {
  const data: ColumnData | undefined = table.columns[table.schema.columns.findIndex((column) => column.id === id)];
  return data?.type === 'number' ? data.values : null;
}

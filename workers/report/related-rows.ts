import { unifiedRows } from '../attribution/unified.ts';
import { rowOfKey } from '../base/row-key.ts';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import { eventKeys } from '../timeline/event-keys.ts';
import { gpuRowOf } from '../timeline/layout.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { collectiveGroups } from './collectives.ts';
import { copyGroups } from './copies.ts';
import { groupingOf, rowCalls } from './details/row-calls.ts';
import type { GpuGroups } from './groups.ts';
import { kernelGroups } from './kernel-groups.ts';
import { moduleRows } from './module-rows.ts';
import type { Selection, TableId } from './report-types.ts';
import { shortKernelGroups } from './short-kernels.ts';
import { stepsShown } from './steps-table.ts';
import { groupsInScope } from './unified/grouping.ts';

/** Tables whose rows are GPU events by some key. */
const GPU_GROUPS: Partial<Record<TableId, (model: TraceModel, scope: Scope) => GpuGroups>> = {
  kernels: kernelGroups,
  collectives: collectiveGroups,
  copies: copyGroups,
  shortKernels: shortKernelGroups,
};

/**
 * The rows of a table that hold GPU work of what is selected: the kernels of an operator, the operators of a kernel; of the steps that of
 * an event. Ascending; none where nothing is shared in the scope. Of modules those that launched the work, not those above.
 */
export function relatedRows(
  model: TraceModel,
  scope: Scope,
  id: TableId,
  selected: Selection,
  tableOf: (id: TableId) => Table,
): Uint32Array {
  if (id === 'steps') return selected.kind === 'event' ? stepRows(model, scope, selected.event) : NO_ROWS;
  const rowOf = rowsOfWork(model, scope, id);
  if (!rowOf) return NO_ROWS;
  const rows = new Set<number>();
  for (const gpuRow of workOf(model, scope, selected, tableOf)) {
    const row = rowOf(gpuRow);
    if (row >= 0) rows.add(row);
  }
  return Uint32Array.from(rows).sort();
}

const NO_ROWS = new Uint32Array(0);
const NO_WORK = new Int32Array(0);

/** The row of the step that an event belongs to. */
function stepRows(model: TraceModel, scope: Scope, event: EventId): Uint32Array {
  const row = stepsShown(model, scope).indexOf(eventKeys(model).stepOf(event));
  return row < 0 ? NO_ROWS : Uint32Array.of(row);
}

/** The row of a table that holds each row of `gpuEvents`, -1 for none; null where the table holds no GPU work. */
function rowsOfWork(model: TraceModel, scope: Scope, table: TableId): ((gpuRow: number) => number) | null {
  const grouping = groupingOf(table, model);
  if (grouping) {
    const rowOf = table === 'modules' ? moduleRowOf(model, scope) : groupsInScope(grouping, scope).rowOf;
    return (gpuRow) => rowOf[grouping.groupOf[grouping.parts.partOf[gpuRow]]] ?? -1;
  }
  const found = GPU_GROUPS[table]?.(model, scope);
  if (!found) return null;
  const rowOf = new Int32Array(model.gpuEvents.length).fill(-1);
  for (let item = 0; item < found.rows.length; item++) rowOf[found.rows[item]] = found.groups.groupOf[item];
  return (gpuRow) => rowOf[gpuRow];
}

/** The row of each group of the modules, by group. */
function moduleRowOf(model: TraceModel, scope: Scope): readonly number[] {
  const rowOf: number[] = [];
  for (const [row, { group }] of moduleRows(model, scope).entries()) if (group >= 0) rowOf[group] = row;
  return rowOf;
}

/** The GPU work of what is selected as rows of `gpuEvents` in scope. That of a step is none: nearly every row shares it. */
function workOf(model: TraceModel, scope: Scope, selected: Selection, tableOf: (id: TableId) => Table): Int32Array {
  if (selected.kind === 'event') return workOfEvent(model, scope, selected.event);
  const row = selected.kind === 'row' ? rowOfKey(tableOf(selected.table), selected.key) : undefined;
  if (selected.kind === 'step' || row === undefined) return NO_WORK;
  const calls = rowCalls(selected.table, model, scope, row);
  if (calls) {
    const parts = new Set(calls.parts);
    return gpuRowsInScope(model, scope).filter((gpuRow) => parts.has(calls.grouping.parts.partOf[gpuRow]));
  }
  const found = GPU_GROUPS[selected.table]?.(model, scope);
  return found ? found.rows.filter((_, item) => found.groups.groupOf[item] === row) : NO_WORK;
}

/** A GPU event is its own work; a host event stands for that of the operator call that it is or is in. */
function workOfEvent(model: TraceModel, scope: Scope, event: EventId): Int32Array {
  const own = gpuRowOf(model)[event];
  if (own === undefined) return NO_WORK;
  const { operatorOf, rowOf } = eventKeys(model);
  const operator = operatorOf(event);
  const call = operator < 0 ? -1 : rowOf(operator);
  const work = own >= 0 ? Int32Array.of(own) : call < 0 ? NO_WORK : unifiedRows(model).kernels(call);
  const inScope = new Set(gpuRowsInScope(model, scope));
  return work.filter((gpuRow) => inScope.has(gpuRow));
}

import type { Scope } from '../../base/scope.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { groupsBelow, moduleRows } from '../module-rows.ts';
import type { TableId } from '../report-types.ts';
import { type Grouping, groupsInScope } from '../unified/grouping.ts';
import { byCall, byCategory, byKernel, byModule, byOperator } from '../unified/groupings.ts';
import { timesInScope } from '../unified/parts.ts';

/** What stands behind a row of a table of operator calls. */
export interface RowCalls {
  readonly grouping: Grouping;
  /** Its parts in the scope. */
  readonly parts: readonly number[];
}

const GROUPINGS: Partial<Record<TableId, (model: TraceModel) => Grouping>> = {
  operators: byOperator,
  operatorShapes: byCall,
  operatorCategories: byCategory,
  operatorKernels: byKernel,
  modules: byModule,
};

/** How a table of operator calls divides them; null for a table of other things. */
export function groupingOf(id: TableId, model: TraceModel): Grouping | null {
  return GROUPINGS[id]?.(model) ?? null;
}

/** The calls of a row; null where the table is none of operator calls, the row is not there, or holds none. */
export function rowCalls(id: TableId, model: TraceModel, scope: Scope, row: number): RowCalls | null {
  const grouping = groupingOf(id, model);
  if (!grouping) return null;
  const groups = new Set(
    id === 'modules' ? groupsOfModule(model, scope, row) : [groupsInScope(grouping, scope).groups[row]],
  );
  const { kernels } = timesInScope(grouping.parts, scope);
  const parts: number[] = [];
  for (let part = 0; part < grouping.parts.count; part++) {
    if (kernels[part] > 0 && grouping.parts.rowOf[part] >= 0 && groups.has(grouping.groupOf[part])) parts.push(part);
  }
  return parts.length === 0 ? null : { grouping, parts };
}

function groupsOfModule(model: TraceModel, scope: Scope, row: number): number[] {
  const rows = moduleRows(model, scope);
  return row < rows.length ? groupsBelow(rows, row) : [];
}

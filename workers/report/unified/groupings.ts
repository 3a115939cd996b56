import { CATEGORIES } from '../../attribution/categories.ts';
import { once } from '../../base/memo.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import { callKeys } from './call-keys.ts';
import { type Grouping, grouping } from './grouping.ts';
import { moduleTree } from './module-tree.ts';
import { type Parts, splitRows, wholeRows } from './parts.ts';

/** Keys of groups that are no operator of the trace. */
const LEFT_OUT = -2;
const NO_LAUNCH = -1;

/** By operator, and by launch where no operator encloses the work. */
export const byOperator = once((model: TraceModel): Grouping => {
  const { columns, kind } = model;
  const parts = wholeRows(model);
  const key = (row: number) => {
    const event = parts.rows.event[row];
    return event < 0 ? NO_LAUNCH : columns.name[event] * 2 + Number(kind[event] === EventKind.cpuOp);
  };
  return grouping(parts, heldBy(parts, key), true);
});

/** By what a call is and does: operator, category, arguments, and all that changes its estimate. */
export const byCall = once((model: TraceModel): Grouping => {
  const parts = wholeRows(model);
  const { callOf, categoryOf } = parts.rows;
  const keys = callKeys(model);
  return grouping(
    parts,
    heldBy(parts, (row) => keys[callOf[row]] * CATEGORIES.length + categoryOf[row]),
    false,
  );
});

/** By category. */
export const byCategory = once((model: TraceModel): Grouping => {
  const parts = wholeRows(model);
  return grouping(
    parts,
    heldBy(parts, (row) => parts.rows.categoryOf[row]),
    true,
  );
});

/** By name of the GPU event, what a call's kernels do apart. */
export const byKernel = once((model: TraceModel): Grouping => {
  const { columns, gpuEvents } = model;
  const parts = splitRows(model, columns.strings.length, (gpuRow) => columns.name[gpuEvents[gpuRow]]);
  const name = partKeys(parts, (gpuRow) => columns.name[gpuEvents[gpuRow]]);
  return grouping(parts, (part) => (parts.rowOf[part] < 0 ? LEFT_OUT : name[part]), false);
});

/** A grouping by module: the module of each group, -1 for work outside modules, -2 for what the conventions leave out. */
export interface ModuleGrouping extends Grouping {
  readonly nodeOf: Int32Array;
}

/** By nn.Module of the launch, what one call launches in several modules apart. */
export const byModule = once((model: TraceModel): ModuleGrouping => {
  const tree = moduleTree(model);
  const nodeAt = (gpuRow: number) => tree.nodeOf(model.moduleOf[model.gpuEvents[gpuRow]]);
  const parts = splitRows(model, tree.count + 1, (gpuRow) => nodeAt(gpuRow) + 1);
  const node = partKeys(parts, nodeAt);
  const groups = grouping(parts, (part) => (parts.rowOf[part] < 0 ? LEFT_OUT : node[part]), false);
  return { ...groups, nodeOf: groups.first.map((part) => (parts.rowOf[part] < 0 ? LEFT_OUT : node[part])) };
});

/** The unified row behind a group's first part, -1 for what the conventions leave out. */
export function firstRow({ parts, first }: Grouping, group: number): number {
  return parts.rowOf[first[group]];
}

/** A key of whole rows as one of parts. */
function heldBy(parts: Parts, keyOf: (row: number) => number): (part: number) => number {
  return (part) => (parts.rowOf[part] < 0 ? LEFT_OUT : keyOf(parts.rowOf[part]));
}

/** A key of GPU events as one of the parts, whose events share it. */
function partKeys({ count, partOf }: Parts, keyOf: (gpuRow: number) => number): Int32Array {
  const keys = new Int32Array(count);
  for (let gpuRow = 0; gpuRow < partOf.length; gpuRow++) keys[partOf[gpuRow]] = keyOf(gpuRow);
  return keys;
}

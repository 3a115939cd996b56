import type { TraceModel } from '../trace/trace-model.ts';
import { gpuCategories } from './gpu-categories.ts';
import { type GpuOwners, gpuOwners } from './gpu-owners.ts';
import { type OperatorTree, operatorTree } from './operator-tree.ts';
import { type OperatorWork, operatorWork } from './operator-work.ts';

/** Who owns each GPU event and what kind of work it is. Depends on the trace alone, not on the scope. */
export interface Attribution extends GpuOwners {
  /** Index into `CATEGORIES` of each row of `gpuEvents`. */
  readonly categoryOf: Uint8Array;
  readonly operators: OperatorTree;
  readonly work: OperatorWork;
}

/** By the callers, which models that differ in other conventions share. */
const known = new WeakMap<TraceModel['caller'], Attribution>();

/** The attribution of a trace, worked out once for each way to link it. */
export function attributionOf(model: TraceModel): Attribution {
  const before = known.get(model.caller);
  if (before) return before;
  const operators = operatorTree(model);
  const attribution = {
    ...gpuOwners(model),
    categoryOf: gpuCategories(model),
    operators,
    work: operatorWork(model, operators),
  };
  known.set(model.caller, attribution);
  return attribution;
}

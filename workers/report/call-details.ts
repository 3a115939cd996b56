import type { Estimate } from '../roofline/perf-model.ts';
import type { Roof } from '../roofline/roof.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { Basis, Fact, TableId } from './report-types.ts';

/** One row of a table of operator calls, opened. Times in ns. */
export interface CallDetails {
  readonly name: string;
  /** Id of the category. */
  readonly category: string;
  /** Said where the row stands for calls that differ: which of them the arguments and the estimate are of. */
  readonly example: string | null;
  /** What the call does, or null with `whyNot`. */
  readonly estimate: Estimate | null;
  /** Why there is no estimate, and what would give one. */
  readonly whyNot: Reason | null;
  /** Null without an estimate or without hardware. */
  readonly roof: Roof | null;
  /** Why the row lies above the roof, where it does: likely causes, most likely first. */
  readonly suspicions: readonly string[];
  readonly arguments: readonly CallArgument[];
  /** Other recorded arguments: label and value. */
  readonly otherArguments: readonly Fact[];
  /** Outermost first; empty where no stacks were recorded. */
  readonly callStack: readonly string[];
  readonly modulePath: readonly string[];
  readonly kernels: readonly KernelUse[];
  /** The calls in scope, by start. */
  readonly calls: {
    /** Start of the first GPU event, since the trace's base. */
    readonly startNs: Float64Array;
    /** Kernel sum. */
    readonly kernelNs: Float64Array;
    /** The operator's event, or the GPU event's where there is none. */
    readonly event: Int32Array;
  };
}

interface Reason {
  readonly text: string;
  readonly remedy: string;
}

/** One positional argument as recorded; empty where nothing is. */
export interface CallArgument {
  readonly position: number;
  readonly shape: string;
  readonly type: string;
  readonly strides: string;
  readonly value: string;
}

/** One kernel of the calls, launches of one configuration together. */
export interface KernelUse {
  readonly name: string;
  readonly count: number;
  readonly kernelNs: number;
  readonly meanNs: number;
  readonly stream: number;
  /** Grid, block, registers, shared memory, blocks and waves per SM, occupancy: what the trace and the device tell. */
  readonly launch: readonly Fact[];
}

/** Opens a row of a table of operator calls. */
export function callDetails(_id: TableId, _model: TraceModel, _basis: Basis, _row: number): CallDetails | null {
  return null;
}

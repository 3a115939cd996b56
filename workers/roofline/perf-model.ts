import type { Conventions } from '../base/conventions.ts';
import type { OpCall } from './op-call.ts';

/** Precisions a roof may have. */
export type Precision = 'fp64' | 'fp32' | 'tf32' | 'fp16' | 'bf16' | 'fp8' | 'fp6' | 'fp4' | 'int8';
/** Which unit of the GPU does the arithmetic. */
export type Engine = 'matrix' | 'vector';

/** One labelled part of a derivation, shown as it is: `2·M·N·K`, `2·141·512·512`, 73 924 608. */
export interface Term {
  readonly of: 'flops' | 'bytes';
  readonly label: string;
  /** The formula in symbols. */
  readonly formula: string;
  /** The same with numbers filled in. */
  readonly filled: string;
  readonly value: number;
}

/** What a call does, by its model. FLOPs and bytes are the sums of their terms; 0 FLOPs for pure data movement. */
export interface Estimate {
  readonly flops: number;
  /** Null where the bytes cannot be known (dtype without a width). */
  readonly bytes: number | null;
  readonly terms: readonly Term[];
  /** Null where nothing is computed. */
  readonly engine: Engine | null;
  /** Null where the dtype has no compute roof of its own. */
  readonly precision: Precision | null;
  /** `Compute Spec` as the reference prints it, where it is not engine and precision. */
  readonly computeSpec?: string;
  /** The model's parameters by name, in the order and with the names and values of the reference's `param: …` columns. */
  readonly params: Readonly<Record<string, ParamValue>>;
  /** For work that depends on data the trace does not hold (experts touched): lower and upper bounds beside the expected values. */
  readonly interval?: { readonly flops: readonly [number, number]; readonly bytes: readonly [number, number] };
  /** Attention that may have a sliding window which nothing tells; then it does less. */
  readonly mayBeWindowed?: true;
}

/** A value of a parameter: what the reference prints as a Python literal. An array is a tuple. */
export type ParamValue = null | boolean | number | string | PythonFloat | PythonList | readonly ParamValue[];

/** A number that Python prints with a point even where it is whole: `4.0`. */
interface PythonFloat {
  readonly float: number;
}

/** A list, where the reference has one: `[True, False]`. */
interface PythonList {
  readonly list: readonly ParamValue[];
}

/** Why a call has no estimate. `REASONS` words each and says what would give it. */
export type WhyNot =
  | 'no-shapes' // no shapes recorded: record_shapes=True
  | 'graph-kernel' // kernel of a replayed graph: open the capture traces
  | 'inconsistent-shapes'
  | 'unknown-dtype'
  | 'no-model'
  | 'needs-step' // needs a step annotation
  | 'needs-context' // the annotation tells tokens, not how far they look back: the detailed form
  | 'no-requests' // the step has no requests for it
  | 'not-in-trace'; // a pseudo-operator or capture that this trace does not hold

/** An estimate, or why there is none and, where that much is certain, what the call does at least. */
export type Verdict = { readonly estimate: Estimate } | { readonly whyNot: WhyNot; readonly atLeast?: Estimate };

/**
 * Which of a step's requests an operator serves that attends over a cache: `rest` are those that no operator of the step serves that
 * serves generation alone.
 */
export type Serves = 'all' | 'rest' | 'context' | 'generation';

/** A pure function of the call; never throws. Conventions are read field by field. */
export type PerfModel = (call: OpCall, conventions: Conventions) => Verdict;

/** What the registry knows of an operator name. */
export interface RegisteredModel {
  /** Category as the published reports name it. */
  readonly category: string;
  /** Sheet family of the published report that shows it, where there is one. */
  readonly sheet?: string;
  /** Forward estimate; absent for category-only names. */
  readonly model?: PerfModel;
  /** Backward estimate of a forward call, where the reference has one. */
  readonly backward?: PerfModel;
  /** Category of its linked backward. */
  readonly backwardCategory?: string;
  /** Attention over a cache: the label of a step is part of its calls. */
  readonly serves?: Serves;
  /** A wrapper around attention over a cache: it stands aside where an operator below it is that attention. */
  readonly wrapsAttention?: true;
  /** A composite that other operators usually carry out: the model counts only for kernels that it launches itself. */
  readonly ownKernelsOnly?: true;
}

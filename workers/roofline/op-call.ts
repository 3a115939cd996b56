import type { JsonValue } from '../base/json.ts';
import type { StepRequests } from '../base/step-sums.ts';

/** One call of an operator as the trace recorded it, all that a performance model may know. Arrays run over positional arguments. */
export interface OpCall {
  readonly name: string;
  /** `Input Dims`: a shape, a list of shapes, or `[]` for what is no tensor. Undefined when shapes were not recorded. */
  readonly dims: readonly JsonValue[] | undefined;
  /** `Input type` per argument, `""` for none. */
  readonly types: readonly JsonValue[] | undefined;
  readonly strides: readonly JsonValue[] | undefined;
  /** `Concrete Inputs`: printed scalars and lists, `""` for tensors. */
  readonly concrete: readonly JsonValue[] | undefined;
  readonly context: CallContext;
}

/** What surrounds a call. */
export interface CallContext {
  /** Names of the call's GPU kernels, by start. */
  readonly kernels: readonly string[];
  /** Other keys of the call's `args` (a pseudo-operator's parameters, a collective's fields). */
  readonly args: Readonly<Record<string, JsonValue>>;
  /** Of attention over a cache, where known: what the label of its step tells. */
  readonly step?: StepRequests;
  /** Whether another operator serves the generating requests of that step. */
  readonly generationElsewhere?: boolean;
  /** Dtype of the cache, as the operator that fills it records it. */
  readonly cacheDtype?: string;
  /** Keys that a query sees, itself included, as the user states it. */
  readonly window?: number;
}

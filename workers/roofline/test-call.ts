import type { JsonValue } from '../base/json.ts';
import type { StepRequests, StepSums } from '../base/step-sums.ts';
import type { CallContext, OpCall } from './op-call.ts';
import type { Estimate, Verdict } from './perf-model.ts';

/** A call for tests: dtypes for the leading arguments that are given, printed values by index. */
export function opCall(
  name: string,
  dims: readonly JsonValue[],
  types: readonly string[],
  { concrete = {}, kernels = [], args = {}, around = {} }: CallParts = {},
): OpCall {
  const length = Math.max(dims.length, types.length, ...Object.keys(concrete).map((index) => Number(index) + 1));
  const at = <T>(list: readonly T[], otherwise: T) => Array.from({ length }, (_, i) => list[i] ?? otherwise);
  return {
    name,
    dims: at<JsonValue>(dims, []),
    types: at(types, ''),
    strides: undefined,
    concrete: Array.from({ length }, (_, i) => concrete[i] ?? ''),
    context: { kernels, args, ...around },
  };
}

interface CallParts {
  readonly concrete?: Readonly<Record<number, string>>;
  readonly kernels?: readonly string[];
  readonly args?: Readonly<Record<string, JsonValue>>;
  readonly around?: Partial<CallContext>;
}

/** Requests by their query tokens and keys, of both sides of a step; what its detailed label tells of them. */
export function stepOf({ context = [], generation = [] }: StepParts): StepRequests {
  const sum = (requests: readonly Request[], of: (queries: number, keys: number) => number) =>
    requests.reduce((total, [queries, keys]) => total + of(queries, keys), 0);
  const tokens = (requests: readonly Request[]) => sum(requests, (queries) => queries);
  const sums: StepSums = {
    cSq: tokens(context),
    cSk: sum(context, (_, keys) => keys),
    cSqSq: sum(context, (queries) => queries ** 2),
    cSqSk: sum(context, (queries, keys) => queries * keys),
    gSq: tokens(generation),
    gSk: sum(generation, (_, keys) => keys),
    gSqSq: sum(generation, (queries) => queries ** 2),
    gSqSk: sum(generation, (queries, keys) => queries * keys),
  };
  return {
    contextRequests: context.length,
    generationRequests: generation.length,
    requests: context.length + generation.length,
    contextTokens: sums.cSq,
    generationTokens: sums.gSq,
    tokens: sums.cSq + sums.gSq,
    sums,
    sumsBySide: true,
  };
}

/** Query tokens, and keys: those before and the queries' own. */
export type Request = readonly [queries: number, keys: number];

interface StepParts {
  readonly context?: readonly Request[];
  readonly generation?: readonly Request[];
}

/** The estimate of a verdict; fails the test where there is none. */
export function estimateOf(verdict: Verdict | undefined): Estimate {
  if (verdict === undefined || 'whyNot' in verdict) throw new Error(`no estimate: ${verdict?.whyNot ?? 'no model'}`);
  return verdict.estimate;
}

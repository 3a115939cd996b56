import type { JsonValue } from '../base/json.ts';
import type { OpCall } from './op-call.ts';
import type { Estimate, Verdict } from './perf-model.ts';

/** A call for tests: dtypes for the leading arguments that are given, printed values by index. */
export function opCall(
  name: string,
  dims: readonly JsonValue[],
  types: readonly string[],
  { concrete = {}, kernels = [], args = {} }: CallParts = {},
): OpCall {
  const length = Math.max(dims.length, types.length, ...Object.keys(concrete).map((index) => Number(index) + 1));
  const at = <T>(list: readonly T[], otherwise: T) => Array.from({ length }, (_, i) => list[i] ?? otherwise);
  return {
    name,
    dims: at<JsonValue>(dims, []),
    types: at(types, ''),
    strides: undefined,
    concrete: Array.from({ length }, (_, i) => concrete[i] ?? ''),
    context: { kernels, args },
  };
}

interface CallParts {
  readonly concrete?: Readonly<Record<number, string>>;
  readonly kernels?: readonly string[];
  readonly args?: Readonly<Record<string, JsonValue>>;
}

/** The estimate of a verdict; fails the test where there is none. */
export function estimateOf(verdict: Verdict | undefined): Estimate {
  if (verdict === undefined || 'whyNot' in verdict) throw new Error(`no estimate: ${verdict?.whyNot ?? 'no model'}`);
  return verdict.estimate;
}

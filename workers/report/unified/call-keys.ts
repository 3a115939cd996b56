import type { DistinctCall } from '../../attribution/op-calls.ts';
import { unifiedRows } from '../../attribution/unified.ts';
import { once } from '../../base/memo.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { groupBy } from '../groups.ts';
import { runsAsTf32 } from './call-work.ts';

/** For each distinct call of a model the number of its signature. */
export const callKeys = once((model: TraceModel): Int32Array => {
  const tf32 = runsAsTf32(model);
  const { calls } = unifiedRows(model);
  return groupBy(calls.length, (call) => keyOf(calls[call], tf32[call])).groupOf;
});

/** Name, shapes and types; strides, other arguments and kernels only as far as the estimate or its roof changes with them. */
function keyOf({ form, call, category, verdict }: DistinctCall, tf32: boolean): string {
  const { name, dims, types } = call;
  if (!('estimate' in verdict)) return JSON.stringify([form, name, category, dims, types, verdict.whyNot]);
  const { flops, bytes, engine, precision, interval } = verdict.estimate;
  const work = [flops, bytes, engine, precision, interval, precision === 'fp32' && tf32];
  return JSON.stringify([form, name, category, dims, types, ...work]);
}

import { attributionOf } from '../attribution/attribution.ts';
import type { Scope } from '../base/scope.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { gpuTimes } from '../trace/gpu-times.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import type { KernelSums } from './report-types.ts';

/** What the GPU events of a scope add up to, and the part of it that no operator answers for. */
export function kernelSums(model: TraceModel, scope: Scope): KernelSums {
  const { durationNs } = gpuTimes(model);
  const { owners, ownerOf } = attributionOf(model);
  let kernelSumNs = 0;
  let unattributedNs = 0;
  const rows = gpuRowsInScope(model, scope);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const ns = durationNs[row];
    kernelSumNs += ns;
    const owner = ownerOf[row];
    if (owner < 0 || model.kind[owners[owner]] !== EventKind.cpuOp) unattributedNs += ns;
  }
  return { kernelSumNs, unattributedNs };
}

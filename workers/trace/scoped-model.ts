import { isWhole, type Scope } from '../base/scope.ts';
import { gpuRowsInScope } from './gpu-scope.ts';
import type { TraceModel } from './trace-model.ts';

/**
 * A model of the GPU events in a scope alone, for tables that know no scope; the host's side stays whole. The time between its events is not
 * all idle: other work may run in it.
 */
export function scopedModel(model: TraceModel, scope: Scope): TraceModel {
  if (isWhole(scope)) return model;
  const rows = gpuRowsInScope(model, scope);
  return {
    ...model,
    gpuEvents: rows.map((row) => model.gpuEvents[row]),
    launch: rows.map((row) => model.launch[row]),
    streamOf: rows.map((row) => model.streamOf[row]),
    caller: rows.map((row) => model.caller[row]),
    callSource: Uint8Array.from(rows, (row) => model.callSource[row]),
    linkSource: Uint8Array.from(rows, (row) => model.linkSource[row]),
    bucket: Uint8Array.from(rows, (row) => model.bucket[row]),
    launchDelay: Float64Array.from(rows, (row) => model.launchDelay[row]),
    tiles: () => null,
  };
}

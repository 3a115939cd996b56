import { unifiedRows } from '../../attribution/unified.ts';
import { unifiedTimes } from '../../attribution/unified-times.ts';
import { lately, once } from '../../base/memo.ts';
import type { CallColours } from '../../timeline/event-keys.ts';
import { NONE } from '../../timeline/timeline-types.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import type { Basis } from '../report-types.ts';
import { callWork } from '../unified/call-work.ts';

/** How each call of a trace stands to the roofs of a basis; a call is measured whole, whatever the scope. */
export function callColours(model: TraceModel, { hardware, roof }: Pick<Basis, 'hardware' | 'roof'>): CallColours {
  return coloursOn(model, { hardware, roof });
}

const busyByRow = once(
  (model: TraceModel): Float64Array =>
    unifiedTimes(model, unifiedRows(model), Int32Array.from(model.gpuEvents.keys())).busyNs,
);

const coloursOn = lately((model: TraceModel, basis: Pick<Basis, 'hardware' | 'roof'>): CallColours => {
  const { callOf } = unifiedRows(model);
  const { bound, roofNs } = callWork(model, basis);
  const busyNs = busyByRow(model);
  return {
    bound: Uint8Array.from(callOf, (call) => (bound[call] < 0 ? NONE : bound[call])),
    overRoof: Float32Array.from(callOf, (call, row) => (roofNs[call] > 0 ? busyNs[row] / roofNs[call] : Number.NaN)),
  };
});

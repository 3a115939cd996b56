import { shortKernelName } from '../attribution/kernel-names.ts';
import { type UnifiedRows, unifiedRows } from '../attribution/unified.ts';
import { once } from '../base/memo.ts';
import { PHASES } from '../base/scope.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import { isGpuKind } from '../trace/event-kinds.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { gpuRowOf } from './layout.ts';
import { NONE } from './timeline-types.ts';

/** How the calls of a trace stand to the roofs, by unified row. */
export interface CallColours {
  /** 0 memory, 1 compute, `NONE`. */
  readonly bound: Uint8Array;
  /** Time over roof time, NaN where there is none. */
  readonly overRoof: Float32Array;
}

/** The unified row that an event is of: a GPU event, or an operator collected with all below it. -1 for others. */
export const unifiedRowOf = once((model: TraceModel): ((event: EventId) => number) => {
  const rows = unifiedRows(model);
  const gpuRow = gpuRowOf(model);
  const ofOperator = new Int32Array(model.columns.length).fill(-1);
  for (let row = 0; row < rows.count; row++) if (isCollected(rows, row)) ofOperator[rows.event[row]] = row;
  return (event) => (gpuRow[event] < 0 ? ofOperator[event] : rows.rowOf[gpuRow[event]]);
});

function isCollected({ event, calls, callOf }: UnifiedRows, row: number): boolean {
  return event[row] >= 0 && calls[callOf[row]].form !== 'kernel';
}

/** The operator (or launch) that an event counts under, -1 for none: of GPU work that of its row, of the host the nearest at or above. */
export function operatorAt(model: TraceModel, event: EventId): EventId {
  const row = isGpuKind(model.kind[event]) ? unifiedRowOf(model)(event) : -1;
  return row >= 0 ? unifiedRows(model).event[row] : model.operatorOf[event];
}

/** The step that launched a GPU event, or in whose tile a host event starts; below 0 for none. */
export function stepOfEvent(model: TraceModel, event: EventId): number {
  const tiles = model.tiles();
  if (!tiles) return -1;
  const gpuRow = gpuRowOf(model)[event];
  return gpuRow >= 0 ? tiles.stepOf[gpuRow] : tiles.stepAt(model.columns.track[event], model.columns.ts[event]);
}

/** Place of a step's phase in `PHASES`, `NONE` for no step. */
export function phaseOfStep(model: TraceModel, step: number): number {
  const tiles = step < 0 ? null : model.tiles();
  return tiles ? PHASES.indexOf(tiles.phases[step]) : NONE;
}

/** The name of an event as it is shown: of GPU work without namespaces and template arguments. */
export const shownName = once(({ columns, kind }: TraceModel): ((event: EventId) => string) => {
  const short: (string | undefined)[] = [];
  return (event) => {
    const id = columns.name[event];
    if (!isGpuKind(kind[event])) return columns.strings.get(id);
    short[id] ??= shortKernelName(columns.strings.get(id));
    return short[id];
  };
});

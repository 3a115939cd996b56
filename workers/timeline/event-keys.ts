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

/** What is known of an event beside its columns. */
export interface EventKeys {
  /** The unified row that it is of: a GPU event, or an operator collected with all below it. -1 for others. */
  rowOf(event: EventId): number;
  /** The operator (or launch) that it counts under, -1 for none: of GPU work that of its row, of the host the nearest at or above. */
  operatorOf(event: EventId): EventId;
  /** The step that launched a GPU event, or in whose tile a host event starts; below 0 for none. */
  stepOf(event: EventId): number;
  /** Place of a step's phase in `PHASES`, `NONE` for no step. */
  phaseOf(step: number): number;
  /** Its name as it is shown: of GPU work without namespaces and template arguments. */
  nameOf(event: EventId): string;
}

/** The keys of a trace's events. */
export const eventKeys = once((model: TraceModel): EventKeys => {
  const { columns, kind, operatorOf } = model;
  const rows = unifiedRows(model);
  const gpuRow = gpuRowOf(model);
  const ofOperator = new Int32Array(columns.length).fill(-1);
  for (let row = 0; row < rows.count; row++) if (isCollected(rows, row)) ofOperator[rows.event[row]] = row;
  const tiles = model.tiles();
  const phases = Uint8Array.from(tiles?.phases ?? [], (phase) => PHASES.indexOf(phase));
  const short: (string | undefined)[] = [];

  const rowOf = (event: EventId) => (gpuRow[event] < 0 ? ofOperator[event] : rows.rowOf[gpuRow[event]]);
  return {
    rowOf,
    operatorOf(event) {
      const row = gpuRow[event] < 0 ? -1 : rowOf(event);
      return row < 0 ? operatorOf[event] : rows.event[row];
    },
    stepOf(event) {
      if (!tiles) return -1;
      if (gpuRow[event] >= 0) return tiles.stepOf[gpuRow[event]];
      return tiles.stepAt(columns.track[event], columns.ts[event]);
    },
    phaseOf: (step) => (step < 0 ? NONE : phases[step]),
    nameOf(event) {
      const id = columns.name[event];
      if (!isGpuKind(kind[event])) return columns.strings.get(id);
      short[id] ??= shortKernelName(columns.strings.get(id));
      return short[id];
    },
  };
});

function isCollected({ event, calls, callOf }: UnifiedRows, row: number): boolean {
  return event[row] >= 0 && calls[callOf[row]].form !== 'kernel';
}

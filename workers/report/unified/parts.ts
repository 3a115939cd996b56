import { type UnifiedRows, unifiedRows } from '../../attribution/unified.ts';
import { type UnifiedTimes, unifiedTimes } from '../../attribution/unified-times.ts';
import { lately, once } from '../../base/memo.ts';
import type { Scope } from '../../base/scope.ts';
import { gpuRowsInScope } from '../../trace/gpu-scope.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { groupBy } from '../groups.ts';

/**
 * The GPU events of a trace divided into whole unified rows, or into those parts of them that differ in a key. The last part holds
 * what the conventions leave out of the unified rows, so that nothing is lost.
 */
export interface Parts {
  readonly model: TraceModel;
  readonly rows: UnifiedRows;
  readonly count: number;
  /** Part of each row of `gpuEvents`. */
  readonly partOf: Int32Array;
  /** Unified row of each part, -1 for the last. */
  readonly rowOf: Int32Array;
  /** 1 for the part whose time is measured against the work of its row: the longest. */
  readonly carries: Uint8Array;
  /** GPU events of each part in the whole trace. */
  readonly events: Int32Array;
}

/** Whole rows. */
export const wholeRows = once((model: TraceModel): Parts => {
  const rows = unifiedRows(model);
  const partOf = rows.rowOf.map((row) => (row < 0 ? rows.count : row));
  const rowOf = Int32Array.from({ length: rows.count + 1 }, (_, row) => (row < rows.count ? row : -1));
  return {
    model,
    rows,
    count: rowOf.length,
    partOf,
    rowOf,
    carries: new Uint8Array(rowOf.length).fill(1),
    events: eventsByPart(partOf, rowOf.length),
  };
});

/** The parts of rows whose GPU events differ in a key, a whole number below `keys`. */
export function splitRows(model: TraceModel, keys: number, keyOf: (gpuRow: number) => number): Parts {
  const { columns, gpuEvents } = model;
  const rows = unifiedRows(model);
  const held = gpuEvents.map((_, gpuRow) => gpuRow).filter((gpuRow) => rows.rowOf[gpuRow] >= 0);
  const pieces = groupBy(held.length, (item) => rows.rowOf[held[item]] * keys + keyOf(held[item]));
  const partOf = new Int32Array(gpuEvents.length).fill(pieces.count);
  const ns = new Float64Array(pieces.count);
  for (let item = 0; item < held.length; item++) {
    partOf[held[item]] = pieces.groupOf[item];
    ns[pieces.groupOf[item]] += columns.dur[gpuEvents[held[item]]];
  }
  const rowOf = Int32Array.from({ length: pieces.count + 1 }, (_, part) =>
    part < pieces.count ? rows.rowOf[held[pieces.first[part]]] : -1,
  );
  const longest = new Int32Array(rows.count).fill(-1);
  for (let part = 0; part < pieces.count; part++) {
    const best = longest[rowOf[part]];
    if (best < 0 || ns[part] > ns[best]) longest[rowOf[part]] = part;
  }
  return {
    model,
    rows,
    count: rowOf.length,
    partOf,
    rowOf,
    carries: Uint8Array.from(rowOf, (row, part) => Number(row >= 0 && longest[row] === part)),
    events: eventsByPart(partOf, rowOf.length),
  };
}

/** The times of each part in a scope; one without GPU events there is not in it. */
export const timesInScope = lately(
  ({ model, count, partOf }: Parts, scope: Scope): UnifiedTimes =>
    unifiedTimes(model, { count, rowOf: partOf }, gpuRowsInScope(model, scope)),
);

function eventsByPart(partOf: Int32Array, count: number): Int32Array {
  const events = new Int32Array(count);
  for (const part of partOf) events[part]++;
  return events;
}

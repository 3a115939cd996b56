import { sortEvents } from '../trace/sort-events.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** The linked GPU events of a trace in the order in which the host launched them. */
export interface LaunchOrder {
  /** Rows of `gpuEvents`. */
  readonly rows: Int32Array;
  /** By row of `gpuEvents`: when it was launched, in ns; NaN unlinked. */
  readonly at: Float64Array;
  /** Sum of the durations of all GPU events, unlinked ones too, in ns. */
  readonly totalNs: number;
}

/** Sorts a trace's GPU events by launch; a GPU event that an operator only is known to have launched goes by its operator's start. */
export function launchOrder({ columns, gpuEvents, launch }: TraceModel): LaunchOrder {
  const { ts, dur } = columns;
  const at = new Float64Array(gpuEvents.length).fill(Number.NaN);
  const rows = new Int32Array(gpuEvents.length);
  let linked = 0;
  let totalNs = 0;
  for (let row = 0; row < gpuEvents.length; row++) {
    totalNs += dur[gpuEvents[row]];
    if (launch[row] === -1) continue;
    at[row] = ts[launch[row]];
    rows[linked++] = row;
  }
  const ordered = rows.slice(0, linked);
  sortEvents(ordered, (a, b) => at[a] < at[b] || (at[a] === at[b] && a < b));
  return { rows: ordered, at, totalNs };
}

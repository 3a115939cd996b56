import { isApiKind } from '../trace/event-kinds.ts';
import { graphLaunches } from '../trace/graph-launches.ts';
import { sortByStart } from '../trace/sort-events.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** The launches of graphs in a trace, by start, and what each replayed. */
export interface Replays {
  readonly launches: Int32Array;
  /** Rows of `gpuEvents` of a launch, by start. */
  rows(launch: number): Int32Array;
}

/** The graph launches of a trace, those without GPU work on record too. */
export function replaysOf({ columns, kind, gpuEvents, launch }: TraceModel): Replays {
  const isGraph = graphLaunches(columns);
  const found: number[] = [];
  for (let event = 0; event < kind.length; event++) if (isApiKind(kind[event]) && isGraph(event)) found.push(event);
  const launches = Int32Array.from(found);
  sortByStart(launches, columns.ts);

  const placeOf = new Map<number, number>();
  for (const [place, event] of launches.entries()) placeOf.set(event, place);
  const place = (row: number) => (launch[row] < 0 ? -1 : (placeOf.get(launch[row]) ?? -1));
  const start = new Int32Array(launches.length + 1);
  for (let row = 0; row < gpuEvents.length; row++) if (place(row) >= 0) start[place(row) + 1]++;
  for (let i = 0; i < launches.length; i++) start[i + 1] += start[i];
  const rows = new Int32Array(start[launches.length]);
  const next = start.slice();
  for (let row = 0; row < gpuEvents.length; row++) if (place(row) >= 0) rows[next[place(row)]++] = row;
  return { launches, rows: (i) => rows.subarray(start[i], start[i + 1]) };
}

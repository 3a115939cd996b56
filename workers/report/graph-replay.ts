import { graphLaunches } from '../trace/graph-launches.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** GPU work launched as a whole graph. */
export interface GraphReplay {
  readonly launches: number;
  readonly gpuEvents: number;
  readonly ns: number;
}

/** The GPU work among `rows` that graph launches brought . */
export function graphReplay({ columns, gpuEvents, launch }: TraceModel, rows: Int32Array): GraphReplay {
  const isGraph = graphLaunches(columns);
  const launches = new Set<number>();
  let events = 0;
  let ns = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (launch[row] < 0 || !isGraph(launch[row])) continue;
    launches.add(launch[row]);
    events++;
    ns += columns.dur[gpuEvents[row]];
  }
  return { launches: launches.size, gpuEvents: events, ns };
}

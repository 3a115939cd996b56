import type { TraceModel } from '../trace/trace-model.ts';

/** GPU work launched as a whole graph. */
export interface GraphReplay {
  readonly launches: number;
  readonly gpuEvents: number;
  readonly ns: number;
}

/** The GPU work among `rows` that graph launches brought (CUDA and HIP, in any spelling). */
export function graphReplay({ columns, gpuEvents, launch }: TraceModel, rows: Int32Array): GraphReplay {
  const isGraph = new Int8Array(columns.strings.length).fill(-1);
  const launches = new Set<number>();
  let events = 0;
  let ns = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (launch[row] < 0) continue;
    const name = columns.name[launch[row]];
    if (isGraph[name] < 0) isGraph[name] = Number(/GraphLaunch/i.test(columns.strings.get(name)));
    if (isGraph[name] === 0) continue;
    launches.add(launch[row]);
    events++;
    ns += columns.dur[gpuEvents[row]];
  }
  return { launches: launches.size, gpuEvents: events, ns };
}

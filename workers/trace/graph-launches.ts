import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';

/** A test for launches of whole graphs (CUDA and HIP, in any spelling); decodes each distinct name once. */
export function graphLaunches({ name, strings }: TraceColumns): (event: EventId) => boolean {
  const known = new Int8Array(strings.length).fill(-1);
  return (event) => {
    const id = name[event];
    if (known[id] === -1) known[id] = Number(/graphlaunch/i.test(strings.get(id)));
    return known[id] === 1;
  };
}

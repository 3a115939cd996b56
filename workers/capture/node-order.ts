import type { TraceColumns } from '../ingest/trace-columns.ts';

/**
 * A sorter of the kernels of one graph launch by their node's number in the graph (`graph node id`, whose low word counts the nodes of
 * a graph in the order of capture). Null where an event has none, or two have the same.
 */
export function nodeOrder(
  columns: TraceColumns,
): (rows: Int32Array, eventOf: (row: number) => number) => Int32Array | null {
  const { templates, template, valueStart, values } = columns;
  const slot = new Int32Array(templates.length).fill(-1);
  let isRecorded = false;
  for (let t = 0; t < templates.length; t++) {
    const found = templates.slots(t).find(({ path }) => path === 'args.graph node id');
    if (found === undefined) continue;
    slot[t] = found.index;
    isRecorded = true;
  }
  return (rows, eventOf) => {
    if (!isRecorded) return null;
    const numbers = new Map<number, number>();
    for (const row of rows) {
      const event = eventOf(row);
      const at = slot[template[event]];
      if (at >= 0) numbers.set(values[valueStart[event] + at], row);
    }
    if (numbers.size !== rows.length) return null;
    return Int32Array.from(
      [...numbers].sort(([a], [b]) => a - b),
      ([, row]) => row,
    );
  };
}

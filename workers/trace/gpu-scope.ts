import type { Scope } from '../base/scope.ts';
import type { TraceModel } from './trace-model.ts';

/** The rows of `gpuEvents` in a scope, ascending (so by start): on its device and stream, and starting inside its window. */
export function gpuRowsInScope({ columns, gpuEvents, streamOf, streams }: TraceModel, scope: Scope): Int32Array {
  const { ts } = columns;
  const isWanted = streams.map(
    ({ device, stream }) =>
      (scope.device === undefined || device === scope.device) &&
      (scope.stream === undefined || stream === scope.stream),
  );
  const [start, end] = scope.window ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const rows = new Int32Array(gpuEvents.length);
  let count = 0;
  for (let row = 0; row < gpuEvents.length; row++) {
    const at = ts[gpuEvents[row]];
    if (at >= start && at < end && isWanted[streamOf[row]]) rows[count++] = row;
  }
  return rows.slice(0, count);
}

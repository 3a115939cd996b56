import { numericKey } from '../ingest/event-args.ts';
import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { type CallTree, sliceAt } from './call-tree.ts';
import { EventsById } from './events-by-id.ts';
import type { EventsByKind } from './events-by-kind.ts';
import { flowArrows } from './flow-arrows.ts';
import { EventKind } from './trace-model.ts';

/**
 * The forward operator of each backward operator, -1 if none: by `fwdbwd` arrow, else by sequence number, which backward operators
 * (those with a `Fwd thread id`) share with the forward operator that created their node: of those before it, the last to start.
 */
export function forwardOperators(
  columns: TraceColumns,
  kind: Uint8Array,
  byKind: EventsByKind,
  tree: CallTree,
): Int32Array {
  const forwardOf = new Int32Array(columns.length).fill(-1);
  linkByArrow(columns, kind, byKind, tree, forwardOf);
  linkBySequence(columns, byKind, forwardOf);
  return forwardOf;
}

function linkByArrow(
  columns: TraceColumns,
  kind: Uint8Array,
  byKind: EventsByKind,
  tree: CallTree,
  forwardOf: Int32Array,
) {
  const arrows = flowArrows(columns, byKind, (category) => category === 'fwdbwd');
  const operatorAt = (flow: EventId): EventId => {
    let slice = sliceAt(tree, columns, columns.track[flow], columns.ts[flow]);
    while (slice !== -1 && kind[slice] !== EventKind.cpuOp) slice = tree.parent[slice];
    return slice;
  };
  for (const head of arrows.heads) {
    const tail = arrows.tailOf(head);
    if (tail === -1) continue;
    const backward = operatorAt(head);
    const forward = operatorAt(tail);
    if (backward !== -1 && forward !== -1 && forward !== backward) forwardOf[backward] = forward;
  }
}

function linkBySequence(columns: TraceColumns, byKind: EventsByKind, forwardOf: Int32Array) {
  const sequence = numericKey(columns, 'args.Sequence number');
  const forwardThread = numericKey(columns, 'args.Fwd thread id');
  const isBackward = (event: EventId) => forwardThread.at(event) > 0;
  const isNumbered = (event: EventId) => sequence.at(event) >= 0;
  const backward = byKind
    .of(EventKind.cpuOp)
    .filter((event) => forwardOf[event] === -1 && isBackward(event) && isNumbered(event));
  if (backward.length === 0) return;
  const candidates = byKind.byStart([EventKind.cpuOp], (event) => isNumbered(event) && !isBackward(event));
  const forward = new EventsById(candidates, columns.ts, sequence.at);
  for (const event of backward) {
    const found = forward.latest(sequence.at(event), columns.ts[event]);
    if (found !== -1 && columns.ts[found] <= columns.ts[event]) forwardOf[event] = found;
  }
}

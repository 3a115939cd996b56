import type { TraceModel } from '../trace/trace-model.ts';
import type { OpCalls } from './op-calls.ts';
import type { OperatorTree } from './operator-tree.ts';

/** Autograd names the node that it runs after this prefix. */
export const NODE = 'autograd::engine::evaluate_function: ';
/** How far above an operator its node may be. */
const REACH = 5;

/**
 * A lookup of the forward operator whose gradients an operator alone computes, -1 if none: the operator bears the name of the autograd
 * node above it, no other with GPU work below the node does, and the forward operator has a backward model (section G.3, rule 2).
 */
export function backwardOperators(
  { columns, forwardOf }: TraceModel,
  { events, above }: OperatorTree,
  calls: OpCalls,
  hasWork: (place: number) => boolean,
): (place: number) => number {
  const nameOf = (place: number) => columns.strings.get(columns.name[events[place]]);
  const namesakes = new Map<number, number>();
  const found = new Int32Array(events.length).fill(-1);
  const nodeOf = new Int32Array(events.length).fill(-1);
  for (let place = 0; place < events.length; place++) {
    const linked = hasWork(place) ? linkedNode(place) : null;
    if (linked === null) continue;
    nodeOf[place] = linked.node;
    found[place] = linked.forward;
    namesakes.set(linked.node, (namesakes.get(linked.node) ?? 0) + 1);
  }
  return (place) => (namesakes.get(nodeOf[place]) === 1 ? found[place] : -1);

  /** The autograd node that an operator carries out, and the forward operator of the two. */
  function linkedNode(place: number): { node: number; forward: number } | null {
    let forward = forwardOf[events[place]];
    let node = above[place];
    for (let step = 0; node >= 0 && step < REACH; step++) {
      if (forward < 0) forward = forwardOf[events[node]];
      const name = nameOf(node);
      if (name.startsWith(NODE)) {
        const isNamesake = name.slice(NODE.length) === nameOf(place);
        return isNamesake && forward >= 0 && calls.registered(forward)?.backward !== undefined
          ? { node, forward }
          : null;
      }
      node = above[node];
    }
    return null;
  }
}

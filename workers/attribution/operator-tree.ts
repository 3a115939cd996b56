import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/** The operators of a trace in an order in which each stands after the operator above it. */
export interface OperatorTree {
  /** EventIds. */
  readonly events: Int32Array;
  /** Index into `events` of the operator above, -1 for none. */
  readonly above: Int32Array;
  /** 1 where no operator above has the same name: sums over a name take these, so that nested calls count once. */
  readonly outermost: Uint8Array;
  /** Host time inside the operator and in no operator below it, ns; none where the operator was added to the trace. */
  readonly selfNs: Float64Array;
  /** Index into `events` of an operator event. */
  indexOf(event: number): number;
}

/** The operators, by one walk over the call tree. */
export function operatorTree(model: TraceModel): OperatorTree {
  const { columns, operatorOf, parent } = model;
  const events = operatorsInPreorder(model);
  const index = new Int32Array(columns.length).fill(-1);
  for (let i = 0; i < events.length; i++) index[events[i]] = i;
  const above = new Int32Array(events.length).fill(-1);
  for (let i = 0; i < events.length; i++) {
    const over = parent[events[i]];
    if (over >= 0 && operatorOf[over] >= 0) above[i] = index[operatorOf[over]];
  }
  return {
    events,
    above,
    outermost: outermost(model, events, above),
    selfNs: selfTimes(model, events, above),
    indexOf: (event) => index[event],
  };
}

function operatorsInPreorder({ kind, firstChild, nextSibling, roots, parent }: TraceModel): Int32Array {
  const found: number[] = [];
  for (const root of roots) {
    let at = root;
    for (;;) {
      if (kind[at] === EventKind.cpuOp) found.push(at);
      if (firstChild[at] >= 0) {
        at = firstChild[at];
        continue;
      }
      while (at !== root && nextSibling[at] < 0) at = parent[at];
      if (at === root) break;
      at = nextSibling[at];
    }
  }
  return Int32Array.from(found);
}

/** Follows the path of open operators with a count of open calls a name. */
function outermost({ columns }: TraceModel, events: Int32Array, above: Int32Array): Uint8Array {
  const result = new Uint8Array(events.length);
  const open = new Int32Array(columns.strings.length);
  const path: number[] = [];
  for (let i = 0; i < events.length; i++) {
    for (let top = path.at(-1); top !== undefined && top !== above[i]; top = path.at(-1)) {
      open[columns.name[events[top]]]--;
      path.pop();
    }
    const name = columns.name[events[i]];
    if (open[name] === 0) result[i] = 1;
    open[name]++;
    path.push(i);
  }
  return result;
}

function selfTimes(
  { columns: { ts, dur }, recorded }: TraceModel,
  events: Int32Array,
  above: Int32Array,
): Float64Array {
  const self = new Float64Array(events.length);
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    if (event >= recorded) continue;
    self[i] += dur[event];
    let caller = above[i];
    while (caller >= 0 && events[caller] >= recorded) caller = above[caller];
    if (caller < 0) continue;
    const over = events[caller];
    // An operator may end a little after the one that called it.
    self[caller] -= Math.max(0, Math.min(ts[event] + dur[event], ts[over] + dur[over]) - ts[event]);
  }
  return self;
}

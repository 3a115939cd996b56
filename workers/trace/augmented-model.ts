import type { TraceColumns } from '../ingest/trace-columns.ts';
import { type AddedNodes, type Moves, resolvedParent } from './added-nodes.ts';
import { isGpuKind } from './event-kinds.ts';
import { followed, joinedColumns } from './joined-columns.ts';
import { moduleFrames } from './modules.ts';
import { sortByStart, sortEvents } from './sort-events.ts';
import { EventKind, type TraceModel } from './trace-model.ts';

/**
 * The trace with nodes added and events hung under other parents. Events of the trace keep their ids; the i-th node is event
 * `model.columns.length + i`. A GPU event keeps its launch, hence its launch delay and its step; its caller, operator and module are
 * those of where it was hung. No node may end up below itself.
 */
export function augmentedModel(model: TraceModel, added: AddedNodes, moves: Moves): TraceModel {
  const columns = joinedColumns(model.columns, added);
  const kind = followed(Uint8Array, model.kind, added.kind);
  const parent = parentsOf(model, added, moves);
  const links = relinked(model, { columns, kind, parent, moves });
  const nearest = nearestAbove(model, { columns, kind, parent, ...links });
  const { gpuEvents } = model;
  return {
    ...model,
    columns,
    kind,
    parent,
    ...links,
    ...nearest,
    forwardOf: followed(Int32Array, model.forwardOf, new Int32Array(added.rows.length).fill(-1)),
    caller: gpuEvents.map((event) => parent[event]),
  };
}

function parentsOf({ parent }: TraceModel, added: AddedNodes, moves: Moves): Int32Array {
  const resolved = (under: number) => resolvedParent(under, parent.length);
  const parents = followed(Int32Array, parent, added.parent.map(resolved));
  for (let i = 0; i < moves.event.length; i++) parents[moves.event[i]] = resolved(moves.under[i]);
  return parents;
}

interface Tree extends Pick<TraceModel, 'columns' | 'kind' | 'parent'> {
  readonly moves: Moves;
}

/** Sibling lists and roots. Only the children of events that lost or got some are put in order again. */
function relinked(
  model: TraceModel,
  { columns, kind, parent, moves }: Tree,
): Pick<TraceModel, 'firstChild' | 'nextSibling' | 'roots'> {
  const recorded = model.parent.length;
  const isChanged = new Uint8Array(columns.length);
  const note = (event: number) => {
    if (event >= 0) isChanged[event] = 1;
  };
  const isMoved = new Uint8Array(recorded);
  for (const event of moves.event) {
    isMoved[event] = 1;
    note(model.parent[event]);
    note(parent[event]);
  }
  for (let event = recorded; event < columns.length; event++) note(parent[event]);

  const none = new Int32Array(columns.length - recorded).fill(-1);
  const firstChild = followed(Int32Array, model.firstChild, none);
  const nextSibling = followed(Int32Array, model.nextSibling, none);
  const children: number[] = [];
  for (let event = 0; event < columns.length; event++) {
    const isNew = event >= recorded || isMoved[event] === 1;
    if (parent[event] >= 0 && (isNew || isChanged[parent[event]] === 1)) children.push(event);
  }
  const ordered = Int32Array.from(children);
  sortEvents(ordered, siblingOrder(columns, kind, parent));
  for (let i = 0; i < ordered.length; i++) {
    const event = ordered[i];
    const before = i > 0 && parent[ordered[i - 1]] === parent[event] ? ordered[i - 1] : -1;
    if (before < 0) firstChild[parent[event]] = event;
    else nextSibling[before] = event;
    nextSibling[event] = -1;
  }
  for (let event = 0; event < columns.length; event++) {
    const child = firstChild[event];
    if (isChanged[event] === 1 && child >= 0 && parent[child] !== event) firstChild[event] = -1;
  }
  return { firstChild, nextSibling, roots: rootsOf(model, columns, kind, parent, isMoved) };
}

/** By parent, GPU events before host slices, then as in the call tree: start, longest first, file order. */
function siblingOrder({ ts, dur }: TraceColumns, kind: Uint8Array, parent: Int32Array) {
  return (a: number, b: number): boolean => {
    if (parent[a] !== parent[b]) return parent[a] < parent[b];
    const aIsHost = !isGpuKind(kind[a]);
    if (aIsHost !== !isGpuKind(kind[b])) return !aIsHost;
    if (ts[a] !== ts[b]) return ts[a] < ts[b];
    return aIsHost && dur[a] !== dur[b] ? dur[a] > dur[b] : a < b;
  };
}

function rootsOf(
  model: TraceModel,
  columns: TraceColumns,
  kind: Uint8Array,
  parent: Int32Array,
  isMoved: Uint8Array,
): Int32Array {
  const recorded = model.parent.length;
  const roots = [...model.roots].filter((root) => parent[root] < 0);
  const isNewRoot = (event: number) => parent[event] < 0 && !isGpuKind(kind[event]);
  for (let event = 0; event < recorded; event++) {
    if (isMoved[event] === 1 && model.parent[event] >= 0 && isNewRoot(event)) roots.push(event);
  }
  for (let event = recorded; event < columns.length; event++) if (isNewRoot(event)) roots.push(event);
  const events = Int32Array.from(roots);
  sortByStart(events, columns.ts);
  return events;
}

type LinkedTree = Pick<TraceModel, 'columns' | 'kind' | 'parent' | 'firstChild' | 'nextSibling' | 'roots'>;

/** The nearest operator and module at or above every event, by one walk over the tree. */
function nearestAbove(model: TraceModel, tree: LinkedTree): Pick<TraceModel, 'operatorOf' | 'moduleOf'> {
  const { columns, kind, parent, firstChild, nextSibling, roots } = tree;
  const isModule = moduleFrames(columns, kind);
  const none = new Int32Array(columns.length - model.parent.length).fill(-1);
  const operatorOf = followed(Int32Array, model.operatorOf, none);
  const moduleOf = followed(Int32Array, model.moduleOf, none);
  const enter = (event: number) => {
    const above = parent[event];
    operatorOf[event] = kind[event] === EventKind.cpuOp ? event : above < 0 ? -1 : operatorOf[above];
    moduleOf[event] = isModule(event) ? event : above < 0 ? -1 : moduleOf[above];
  };
  for (const root of roots) {
    let at = root;
    for (;;) {
      enter(at);
      if (firstChild[at] >= 0) {
        at = firstChild[at];
        continue;
      }
      while (at !== root && nextSibling[at] < 0) at = parent[at];
      if (at === root) break;
      at = nextSibling[at];
    }
  }
  return { operatorOf, moduleOf };
}

import type { EventId } from '../../ingest/trace-columns.ts';
import { isApiKind, isGpuKind } from '../../trace/event-kinds.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';

export function nameOf({ columns }: TraceModel, event: EventId): string {
  return columns.strings.get(columns.name[event]);
}

/** The operators of a name, in file order. */
export function operatorsNamed(model: TraceModel, name: string): EventId[] {
  return eventsNamed(model, EventKind.cpuOp, (text) => text === name);
}

/** The events of a kind whose name `matches`, in file order; looks at each distinct name once. */
export function eventsNamed(
  { columns, kind }: TraceModel,
  wanted: EventKind,
  matches: (name: string) => boolean,
): EventId[] {
  const known = new Int8Array(columns.strings.length).fill(-1);
  const found: EventId[] = [];
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] !== wanted) continue;
    const name = columns.name[event];
    if (known[name] === -1) known[name] = Number(matches(columns.strings.get(name)));
    if (known[name] === 1) found.push(event);
  }
  return found;
}

/** The nearest operator of a name above an event, -1 if none. */
export function operatorAbove(model: TraceModel, event: EventId, name: string): EventId {
  const { kind, parent } = model;
  let at = parent[event];
  while (at >= 0 && (kind[at] !== EventKind.cpuOp || nameOf(model, at) !== name)) at = parent[at];
  return at;
}

/** The first operator below an event whose name `matches`, -1 if none. */
export function operatorBelow(model: TraceModel, top: EventId, matches: (name: string) => boolean): EventId {
  for (const event of below(model, top)) {
    if (model.kind[event] === EventKind.cpuOp && matches(nameOf(model, event))) return event;
  }
  return -1;
}

/** GPU events below an event, by start. */
export function workBelow(model: TraceModel, top: EventId): EventId[] {
  const { ts } = model.columns;
  const work = [...below(model, top)].filter((event) => isGpuKind(model.kind[event]));
  return work.sort((a, b) => ts[a] - ts[b] || a - b);
}

/** The children of an event. */
export function childrenOf({ firstChild, nextSibling }: TraceModel, event: EventId): EventId[] {
  const children: EventId[] = [];
  for (let child = firstChild[event]; child >= 0; child = nextSibling[child]) children.push(child);
  return children;
}

/** What carries a GPU event alone: its call where nothing else hangs under that, else the event itself. */
export function branchOf({ kind, parent, firstChild, nextSibling }: TraceModel, work: EventId): EventId {
  const call = parent[work];
  const isAlone = call >= 0 && firstChild[call] === work && nextSibling[work] < 0;
  return isAlone && isApiKind(kind[call]) ? call : work;
}

/** All events below one, each before those below it. */
function* below({ parent, firstChild, nextSibling }: TraceModel, top: EventId): Generator<EventId> {
  let at = firstChild[top];
  while (at >= 0) {
    yield at;
    if (firstChild[at] >= 0) {
      at = firstChild[at];
      continue;
    }
    while (at !== top && nextSibling[at] < 0) at = parent[at];
    if (at === top) return;
    at = nextSibling[at];
  }
}

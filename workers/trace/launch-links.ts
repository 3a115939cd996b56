import { numericKey } from '../ingest/event-args.ts';
import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { type CallTree, sliceAt } from './call-tree.ts';
import { API_KINDS, isApiKind } from './event-kinds.ts';
import { EventsById, isLinkId } from './events-by-id.ts';
import type { EventsByKind } from './events-by-kind.ts';
import { type FlowArrows, flowArrows } from './flow-arrows.ts';
import { EventKind, LinkSource } from './trace-model.ts';

/** The launch of each row of `gpuEvents`, -1 unlinked, and what linked it. */
export interface LaunchLinks {
  readonly launch: Int32Array;
  readonly linkSource: Uint8Array;
}

/**
 * Links GPU events to their launches: by correlation id with any runtime or driver call (a graph launch owns many), then by external
 * id, then by flow arrow. What none of them explains stays unlinked.
 */
export function linkLaunches(
  columns: TraceColumns,
  kind: Uint8Array,
  byKind: EventsByKind,
  tree: CallTree,
  gpuEvents: Int32Array,
): LaunchLinks {
  const links: LaunchLinks = {
    launch: new Int32Array(gpuEvents.length).fill(-1),
    linkSource: new Uint8Array(gpuEvents.length),
  };
  const apiCalls = byKind.byStart(API_KINDS);
  linkByCorrelation(columns, gpuEvents, apiCalls, links);
  linkByExternalId(columns, byKind, gpuEvents, apiCalls, links);
  linkByFlow(columns, kind, byKind, tree, gpuEvents, links);
  return links;
}

function linkByCorrelation(columns: TraceColumns, gpuEvents: Int32Array, apiCalls: Int32Array, links: LaunchLinks) {
  const correlation = linkKey(columns, ['args.correlation']);
  const calls = new EventsById(apiCalls, columns.ts, correlation);
  linkRest(columns, gpuEvents, links, LinkSource.correlation, (event) =>
    calls.latest(correlation(event), columns.ts[event]),
  );
}

/**
 * By external id the operator is the surest: its runtime calls all share it. Where the GPU event's external id is but a copy of its
 * correlation id, as Kineto wrote it until 2023, it names no operator.
 */
function linkByExternalId(
  columns: TraceColumns,
  byKind: EventsByKind,
  gpuEvents: Int32Array,
  apiCalls: Int32Array,
  links: LaunchLinks,
) {
  if (!links.linkSource.includes(LinkSource.none)) return;
  const correlation = linkKey(columns, ['args.correlation']);
  const externalId = linkKey(columns, ['args.External id', 'args.external id']);
  const operators = byKind.byStart([EventKind.cpuOp]);
  const operatorsById = new EventsById(operators, columns.ts, externalId);
  const callsById = new EventsById(apiCalls, columns.ts, externalId);
  linkRest(columns, gpuEvents, links, LinkSource.externalId, (event) => {
    const id = externalId(event);
    if (id === correlation(event)) return -1;
    const operator = operatorsById.latest(id, columns.ts[event]);
    return operator === -1 ? callsById.latest(id, columns.ts[event]) : operator;
  });
}

/** By the arrow that ends at the start of a GPU event: to the call, else the operator, at its tail. */
function linkByFlow(
  columns: TraceColumns,
  kind: Uint8Array,
  byKind: EventsByKind,
  tree: CallTree,
  gpuEvents: Int32Array,
  links: LaunchLinks,
) {
  if (!links.linkSource.includes(LinkSource.none)) return;
  const flows = flowArrows(columns, byKind, (category) => category !== 'fwdbwd');
  const headsByTrack = new EventsById(flows.heads, columns.ts, (event) => columns.track[event]);
  linkRest(columns, gpuEvents, links, LinkSource.flow, (event) => {
    const head = headsByTrack.latest(columns.track[event], columns.ts[event]);
    if (head === -1 || columns.ts[head] !== columns.ts[event]) return -1;
    return launchAtTail(columns, kind, tree, flows, head);
  });
}

function launchAtTail(columns: TraceColumns, kind: Uint8Array, tree: CallTree, flows: FlowArrows, head: EventId) {
  const tail = flows.tailOf(head);
  if (tail === -1) return -1;
  let slice = sliceAt(tree, columns, columns.track[tail], columns.ts[tail]);
  while (slice !== -1 && !isApiKind(kind[slice]) && kind[slice] !== EventKind.cpuOp) slice = tree.parent[slice];
  return slice;
}

/** Applies `find` to every GPU event that has no launch yet. */
function linkRest(
  columns: TraceColumns,
  gpuEvents: Int32Array,
  { launch, linkSource }: LaunchLinks,
  source: LinkSource,
  find: (event: EventId) => EventId,
) {
  for (let row = 0; row < gpuEvents.length; row++) {
    if (launch[row] !== -1) continue;
    const found = find(gpuEvents[row]);
    if (found === -1 || Number.isNaN(columns.ts[found])) continue;
    launch[row] = found;
    linkSource[row] = source;
  }
}

/** The first of several spellings of a key that an event has, NaN where that is no id that links. */
function linkKey(columns: TraceColumns, paths: readonly string[]): (event: EventId) => number {
  const keys = paths.map((path) => numericKey(columns, path));
  return (event) => {
    for (const key of keys) {
      const id = key.idAt(event);
      if (!Number.isNaN(id)) return isLinkId(id) ? id : Number.NaN;
    }
    return Number.NaN;
  };
}

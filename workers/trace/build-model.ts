import type { Conventions } from '../base/conventions.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';
import { buildCallTree, type CallTree, nearestAtOrAbove } from './call-tree.ts';
import { eventKinds, GPU_KINDS, isApiKind, isSlice } from './event-kinds.ts';
import { EventsByKind } from './events-by-kind.ts';
import { linkFlowPairs } from './flow-pairs.ts';
import { forwardOperators } from './forward-backward.ts';
import { gpuBuckets } from './gpu-buckets.ts';
import { countStreamOverlaps, gpuStreams } from './gpu-streams.ts';
import { graphLaunches } from './graph-launches.ts';
import { type LaunchLinks, linkLaunches } from './launch-links.ts';
import { moduleFrames } from './modules.ts';
import { CallSource, EventKind, type ModelOddities, type TraceModel } from './trace-model.ts';

/** Makes a trace navigable. Linear in its events but for sorting; holds no object an event. */
export function buildModel(columns: TraceColumns, conventions: Conventions): TraceModel {
  const kind = eventKinds(columns);
  const byKind = new EventsByKind(columns, kind);
  const tree = buildCallTree(columns, byKind);
  const gpuEvents = byKind.byStart(GPU_KINDS);
  const links =
    conventions.linking === 'correlation'
      ? linkLaunches(columns, kind, byKind, tree, gpuEvents)
      : linkFlowPairs(columns, kind, gpuEvents);
  const queues = gpuStreams(columns, gpuEvents);
  const operatorOf = nearestAtOrAbove(tree, columns.length, (event) => kind[event] === EventKind.cpuOp);
  const moduleOf = nearestAtOrAbove(tree, columns.length, moduleFrames(columns, kind));
  const forwardOf = forwardOperators(columns, kind, byKind, tree);
  attachGpuEvents(tree, gpuEvents, links, [operatorOf, moduleOf]);
  const { launchDelay, clockSkews } = launchDelays(columns, kind, gpuEvents, links);
  return {
    columns,
    conventions,
    attentionWindows: [],
    kind,
    recorded: columns.length,
    parent: tree.parent,
    firstChild: tree.firstChild,
    nextSibling: tree.nextSibling,
    roots: tree.roots,
    gpuEvents,
    ...links,
    caller: links.launch,
    callSource: callSources(columns, links),
    ...queues,
    bucket: gpuBuckets(columns, kind, gpuEvents),
    launchDelay,
    operatorOf,
    moduleOf,
    forwardOf,
    span: spanOf(columns),
    oddities: {
      partialOverlaps: tree.partialOverlaps,
      streamOverlaps: countStreamOverlaps(columns, gpuEvents, queues),
      clockSkews,
    },
    tiles: () => null,
  };
}

/** Hangs each linked GPU event under its launch, before the launch's host children, by start; it inherits what is above the launch. */
function attachGpuEvents(
  { parent, firstChild, nextSibling }: CallTree,
  gpuEvents: Int32Array,
  { launch }: LaunchLinks,
  inherited: readonly Int32Array[],
) {
  for (let row = gpuEvents.length - 1; row >= 0; row--) {
    const owner = launch[row];
    if (owner === -1) continue;
    const event = gpuEvents[row];
    parent[event] = owner;
    nextSibling[event] = firstChild[owner];
    firstChild[owner] = event;
    for (const nearest of inherited) nearest[event] = nearest[owner];
  }
}

/** Without captures the launch of a graph tells nothing about what was launched. */
function callSources(columns: TraceColumns, { launch }: LaunchLinks): Uint8Array {
  const isGraph = graphLaunches(columns);
  return Uint8Array.from(launch, (event) => (event === -1 || isGraph(event) ? CallSource.none : CallSource.launch));
}

/** The launch delay of each GPU event; a negative one tells that the clocks of host and device disagree, and is no delay. */
function launchDelays(
  { ts }: TraceColumns,
  kind: Uint8Array,
  gpuEvents: Int32Array,
  { launch }: LaunchLinks,
): { launchDelay: Float64Array; clockSkews: ModelOddities['clockSkews'] } {
  const launchDelay = new Float64Array(gpuEvents.length).fill(Number.NaN);
  let count = 0;
  let first = -1;
  let largestNs = 0;
  for (let row = 0; row < gpuEvents.length; row++) {
    if (launch[row] === -1 || !isApiKind(kind[launch[row]])) continue;
    const delay = ts[gpuEvents[row]] - ts[launch[row]];
    if (delay >= 0) launchDelay[row] = delay;
    else if (delay < 0) {
      if (count++ === 0) first = gpuEvents[row];
      largestNs = Math.max(largestNs, -delay);
    }
  }
  return { launchDelay, clockSkews: { count, first, largestNs } };
}

function spanOf(columns: TraceColumns): readonly [number, number] {
  const { length, ts, dur } = columns;
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (let event = 0; event < length; event++) {
    if (Number.isNaN(ts[event]) || !isSlice(columns, event)) continue;
    if (ts[event] < start) start = ts[event];
    if (ts[event] + dur[event] > end) end = ts[event] + dur[event];
  }
  return start <= end ? [start, end] : [0, 0];
}

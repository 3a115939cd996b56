import { type AddedNodes, addedParent, type Moves } from '../trace/added-nodes.ts';
import { augmentedModel } from '../trace/augmented-model.ts';
import { CallSource, type TraceModel } from '../trace/trace-model.ts';
import { newCaptureStore } from './captures.ts';
import type { Outcome } from './choose-graph.ts';
import type { LaunchMatch } from './launch-match.ts';
import { type CallSources, type MatchedLaunch, matchLaunches } from './match-launches.ts';

/** By what each row of `gpuEvents` is known: models made of a merged one share it. */
const known = new WeakMap<TraceModel['callSource'], readonly MatchedLaunch[]>();

/** The graph launches of a model and what was merged for each; without captures none has a match. */
export function matchedLaunchesOf(model: TraceModel): readonly MatchedLaunch[] {
  const before = known.get(model.callSource);
  if (before) return before;
  const launches = matchLaunches(model, { ...newCaptureStore(), captures: [], eager: [] });
  known.set(model.callSource, launches);
  return launches;
}

/**
 * The model with the captured calls hung under the launches that replay them, and each kernel under the call that it is a replay of.
 * What is not matched stays as it is.
 */
export function mergeCaptures(model: TraceModel, sources: CallSources): TraceModel {
  const launches = matchLaunches(model, sources);
  const merged = withCalls(model, sources, launches);
  known.set(merged.callSource, launches);
  return merged;
}

const SOURCE_OF: Readonly<Partial<Record<LaunchMatch, CallSource>>> = {
  names: CallSource.captureName,
  nodes: CallSource.captureNode,
  count: CallSource.captureCount,
  eager: CallSource.eager,
};

function withCalls(model: TraceModel, { copies }: CallSources, launches: readonly MatchedLaunch[]): TraceModel {
  const matched = launches.filter(({ outcome }) => outcome.graph !== null);
  const nodes = matched.reduce((sum, { outcome }) => sum + (outcome.graph?.rows.length ?? 0), 0);
  const kernels = matched.reduce((sum, { outcome }) => sum + (outcome.alignment?.aligned ?? 0), 0);
  const added = newNodes(nodes, copies.contents());
  const moves = { event: new Int32Array(kernels), under: new Int32Array(kernels) };
  const callSource = model.callSource.slice();
  let firstNode = 0;
  let moved = 0;
  for (const { event, rows, outcome } of matched) {
    addCalls(model, added, event, outcome, firstNode);
    moved = moveKernels(model, moves, rows, outcome, { firstNode, moved, callSource });
    firstNode += outcome.graph?.rows.length ?? 0;
  }
  return { ...augmentedModel(model, added, moves), callSource };
}

function newNodes(count: number, contents: AddedNodes['contents']): AddedNodes {
  return {
    contents,
    rows: new Int32Array(count),
    kind: new Uint8Array(count),
    ts: new Float64Array(count),
    dur: new Float64Array(count),
    track: new Uint32Array(count),
    parent: new Int32Array(count),
  };
}

/** Copies of a graph's calls below its launch. They have the launch's times: when each of them would have run is not known. */
function addCalls({ columns }: TraceModel, added: AddedNodes, launch: number, { graph }: Outcome, first: number): void {
  if (graph === null) return;
  const end = first + graph.rows.length;
  added.rows.set(graph.rows, first);
  added.kind.set(graph.kind, first);
  added.ts.fill(columns.ts[launch], first, end);
  added.dur.fill(columns.dur[launch], first, end);
  added.track.fill(columns.track[launch], first, end);
  graph.parent.forEach((parent, node) => {
    added.parent[first + node] = parent < 0 ? launch : addedParent(first + parent);
  });
}

interface Filled {
  readonly firstNode: number;
  readonly moved: number;
  readonly callSource: Uint8Array;
}

/** Hangs the aligned kernels of a launch under their calls; returns how many moves there are now. */
function moveKernels(
  { gpuEvents }: TraceModel,
  moves: Moves,
  rows: Int32Array,
  { match, graph, alignment }: Outcome,
  { firstNode, moved, callSource }: Filled,
): number {
  if (graph === null || alignment === null) return moved;
  let next = moved;
  rows.forEach((row, kernel) => {
    const dispatch = alignment.dispatchOf[kernel];
    if (dispatch < 0) return;
    moves.event[next] = gpuEvents[row];
    moves.under[next] = addedParent(firstNode + graph.dispatches[dispatch]);
    callSource[row] = SOURCE_OF[match] ?? CallSource.none;
    next++;
  });
  return next;
}

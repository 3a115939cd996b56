import type { EventId } from '../ingest/trace-columns.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { byCoreCalls } from './core-calls.ts';
import { forHostChildren, type GpuWeights } from './gpu-weights.ts';
import { byFrames, byPattern, byPauses, byReplays, byResults, byTurns, type Iterations } from './iterations.ts';
import { FEWEST_STEPS } from './proposal.ts';
import { launching, NameCodes, type Siblings } from './siblings.ts';

/** Iterations below one slice of the call tree, or among slices without a parent (`under` -1). */
export interface Repetition {
  readonly under: EventId;
  readonly iterations: Iterations;
}

/** Share of the GPU time of a process that ends the search. */
const ENOUGH = 0.95;
/** Slices with less of it are not looked at. */
const WORTH_A_LOOK = 0.1;
const MOST_SLICES = 200_000;

/** What a process is searched by. */
interface Search {
  readonly model: TraceModel;
  readonly weights: GpuWeights;
  readonly names: NameCodes;
  /** GPU time that the process launches. */
  readonly totalNs: number;
}

/**
 * Searches the call tree of a process from the top for the slice whose calls repeat and launch the largest share of the GPU time;
 * of equals the highest. GPU events are no calls. Where that is not all, further slices of its name in which the same repeats are of the
 * loop too: an epoch each. The heaviest first; empty where nothing repeats.
 */
export function descend(model: TraceModel, weights: GpuWeights, pid: string): Repetition[] {
  const search = { model, weights, names: new NameCodes(model), totalNs: weights.ofProcess.get(pid) ?? 0 };
  const best = heaviest(search, rootsOf(model, weights, pid));
  return best === null ? [] : [best, ...repeatedAgain(search, best)];
}

function heaviest(search: Search, roots: Int32Array): Repetition | null {
  const { model, weights, totalNs } = search;
  const queue = Array.from(roots);
  let best: Repetition | null = null;
  // What launches less than the best so far cannot be better, nor can anything below it.
  let toBeatNs = WORTH_A_LOOK * totalNs;
  for (let i = 0; i < queue.length && i < MOST_SLICES; i++) {
    const under = queue[i];
    if (weights.ns[under] <= toBeatNs) continue;
    const children = hostChildren(model, under);
    const found = amongReadings(search, children).reduce(better, null);
    if (found && found.gpuNs > toBeatNs) {
      best = { under, iterations: found };
      toBeatNs = found.gpuNs;
      if (toBeatNs >= ENOUGH * totalNs) break;
    }
    for (const child of children) if (weights.ns[child] > toBeatNs) queue.push(child);
  }
  return best;
}

/** Other slices on the thread of the best that are named like it and in which the same repeats. */
function repeatedAgain(search: Search, best: Repetition): Repetition[] {
  const { model, weights, names, totalNs } = search;
  if (best.iterations.gpuNs >= ENOUGH * totalNs) return [];
  const { track, ts, dur } = model.columns;
  const name = names.normalName(best.under);
  const overlap = (a: EventId, b: EventId) => ts[a] < ts[b] + dur[b] && ts[b] < ts[a] + dur[a];
  const again: Repetition[] = [];
  for (const slice of weights.slices) {
    if (weights.ns[slice] === 0 || track[slice] !== track[best.under] || names.normalName(slice) !== name) continue;
    // Slices of a thread come by start: those before the last one taken have ended.
    if ([best, ...again.slice(-1)].some(({ under }) => overlap(slice, under))) continue;
    const found = amongReadings(search, hostChildren(model, slice));
    const same = found.find((iterations) => iterations?.family === best.iterations.family);
    if (same) again.push({ under: slice, iterations: same });
  }
  return again;
}

function hostChildren(model: TraceModel, slice: EventId): EventId[] {
  const children: EventId[] = [];
  forHostChildren(model, slice, (child) => children.push(child));
  return children;
}

function amongReadings(search: Search, calls: readonly EventId[]): (Iterations | null)[] {
  return readings(search.model, calls).map((reading) => amongCalls(search, reading));
}

function amongCalls({ model, weights, names, totalNs }: Search, calls: readonly EventId[]): Iterations | null {
  const live = launching(Int32Array.from(calls), weights);
  if (live.length < FEWEST_STEPS) return null;
  const siblings = names.siblings(live);
  const found = repeatedCalls(model, siblings, weights, byFrames(model, siblings, weights));
  if (found && found.gpuNs >= ENOUGH * totalNs) return found;
  return better(found, byTurns(names.siblings(Int32Array.from(calls)), weights));
}

/**
 * Calls in turn, or those of one name (`called`). The calls that every step makes tell better where they give another number of steps, or
 * as many that begin no later and hold more of what comes between.
 */
function repeatedCalls(
  { columns }: TraceModel,
  siblings: Siblings,
  weights: GpuWeights,
  called: Iterations | null,
): Iterations | null {
  const found = better(byPattern(columns, siblings, weights), called);
  const core = byCoreCalls(siblings, weights);
  if (core === null) return found;
  if (found?.by !== 'pattern' || found.stretches.length !== core.stretches.length) return core;
  return core.stretches[0][0] > found.stretches[0][0] ? found : better(found, core);
}

/**
 * Slices beside each other as they are and, where there are annotations, with what is in these in their place: an annotation around part
 * of what repeats must not hide it.
 */
function readings(model: TraceModel, slices: readonly EventId[]): (readonly EventId[])[] {
  const isAnnotation = (slice: EventId) => model.kind[slice] === EventKind.userAnnotation;
  if (!slices.some(isAnnotation)) return [slices];
  const opened: EventId[] = [];
  const pending = slices.toReversed();
  for (let slice = pending.pop(); slice !== undefined; slice = pending.pop()) {
    if (!isAnnotation(slice)) {
      opened.push(slice);
      continue;
    }
    pending.push(...hostChildren(model, slice).reverse());
  }
  return [slices, opened];
}

/** Iterations among the slices of a process that have no parent, by thread and over all threads. */
export function amongRoots(model: TraceModel, weights: GpuWeights, pid: string): Repetition[] {
  const names = new NameCodes(model);
  const roots = rootsOf(model, weights, pid);
  const { track } = model.columns;
  const lists = [roots];
  const tracks = new Set(Array.from(roots, (root) => track[root]));
  if (tracks.size > 1) {
    for (const one of busiest(tracks, roots, model, weights)) lists.push(roots.filter((root) => track[root] === one));
  }
  const enoughNs = ENOUGH * (weights.ofProcess.get(pid) ?? 0);
  let best: Iterations | null = null;
  for (const reading of lists.flatMap((list) => readings(model, Array.from(list)))) {
    const siblings = names.siblings(launching(Int32Array.from(reading), weights));
    best = better(best, amongCallsWithoutParent(model, weights, siblings, enoughNs));
  }
  return best === null ? [] : [{ under: -1, iterations: best }];
}

/** Where nothing encloses iterations, a pattern that does not hold from the first slice on may begin anywhere; other signs tell better. */
function amongCallsWithoutParent(
  model: TraceModel,
  weights: GpuWeights,
  siblings: Siblings,
  enoughNs: number,
): Iterations | null {
  const paused = byPauses(model.columns, siblings, weights);
  const called = byReplays(model.columns, siblings, weights) ?? byFrames(model, siblings, weights);
  const repeated = repeatedCalls(model, siblings, weights, called);
  const isClear = repeated !== null && repeated.stretches[0][0] === 0 && repeated.gpuNs >= enoughNs;
  return better(paused, isClear ? repeated : better(byResults(siblings, weights), repeated));
}

const MOST_THREADS = 3;

function busiest(
  tracks: ReadonlySet<number>,
  roots: Int32Array,
  { columns }: TraceModel,
  { ns }: GpuWeights,
): number[] {
  const sums = new Map<number, number>(Array.from(tracks, (track) => [track, 0]));
  for (const root of roots) sums.set(columns.track[root], (sums.get(columns.track[root]) ?? 0) + ns[root]);
  const order = [...sums].sort((a, b) => b[1] - a[1]);
  return order.slice(0, MOST_THREADS).map(([track]) => track);
}

/** A hundredth of the GPU time more is no reason to prefer the second. */
const CLOSE = 1.01;

function better(first: Iterations | null, second: Iterations | null): Iterations | null {
  if (first === null || second === null) return first ?? second;
  return second.gpuNs > CLOSE * first.gpuNs ? second : first;
}

function rootsOf(model: TraceModel, weights: GpuWeights, pid: string): Int32Array {
  const { columns, roots } = model;
  return launching(roots, weights).filter((root) => columns.tracks[columns.track[root]].pid === pid);
}

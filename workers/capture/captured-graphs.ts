import { constantAt } from '../ingest/event-args.ts';
import type { EventCopies } from '../trace/event-copies.ts';
import { isApiKind } from '../trace/event-kinds.ts';
import { graphLaunches } from '../trace/graph-launches.ts';
import { sortByStart } from '../trace/sort-events.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import type { KernelTokens } from './kernel-tokens.ts';

/** The calls that stand behind the kernels of a graph: as captured, or as an eager run made them. */
export interface KnownGraph {
  /** Each call and all above it, parents before children, in order: row in the copies, kind, place of the parent (-1 for none). */
  readonly rows: Int32Array;
  readonly kind: Uint8Array;
  readonly parent: Int32Array;
  /** Places of the calls that dispatch GPU work, one a kernel, copy or memset, in order. */
  readonly dispatches: Int32Array;
  /** What each dispatches (`KernelTokens`). */
  readonly tokens: Int32Array;
  /** Where a kernel is not named: how its name begins, as the operator around it tells; "" where nothing does. */
  readonly hints: readonly string[];
  /** Grid and block of each as text, "" where they are not recorded. */
  readonly extents: readonly string[];
}

/** A graph that was captured, and when on the host: from the end of the begin call to the start of the end call, ns. */
export interface CapturedGraph extends KnownGraph {
  readonly startNs: number;
  readonly endNs: number;
  readonly track: number;
}

/** A begin of a capture, in CUDA's and HIP's spelling. */
export function isBeginCapture(name: string): boolean {
  return name.includes('StreamBeginCapture');
}

/** The graphs that a trace shows being captured, in order of time. The calls are copied. */
export function capturedGraphs(model: TraceModel, copies: EventCopies, tokens: KernelTokens): CapturedGraph[] {
  const intervals = captureIntervals(model);
  if (intervals.length === 0) return [];
  const collected = intervals.map((interval) => ({ interval, calls: [] as number[] }));
  const pidOf = (track: number) => model.columns.tracks[track].pid;
  for (const call of dispatchCalls(model)) {
    const at = model.columns.ts[call];
    const pid = pidOf(model.columns.track[call]);
    const within = collected.find(
      ({ interval }) => at >= interval.startNs && at < interval.endNs && pidOf(interval.track) === pid,
    );
    within?.calls.push(call);
  }
  const describe = dispatchReader(model, tokens);
  return collected
    .filter(({ calls }) => calls.length > 0)
    .map(({ interval, calls }) => {
      const isInside = (event: number) => model.columns.ts[event] >= interval.startNs;
      return { ...interval, ...knownGraph(model, copies, calls, isInside, describe) };
    });
}

type Interval = Pick<CapturedGraph, 'startNs' | 'endNs' | 'track'>;

/** Each begin of a capture to the first end of one after it on its thread. */
function captureIntervals({ columns, kind }: TraceModel): Interval[] {
  const { ts, dur, track, name, strings } = columns;
  const isApi = (event: number) => isApiKind(kind[event]);
  const begins: number[] = [];
  const ends: number[] = [];
  for (let event = 0; event < columns.length; event++) {
    if (!isApi(event)) continue;
    const text = strings.get(name[event]);
    if (isBeginCapture(text)) begins.push(event);
    else if (text.includes('StreamEndCapture')) ends.push(event);
  }
  return begins
    .map((begin) => {
      const startNs = ts[begin] + dur[begin];
      const after = ends.filter((end) => track[end] === track[begin] && ts[end] >= startNs);
      const endNs = after.reduce((first, end) => Math.min(first, ts[end]), Number.POSITIVE_INFINITY);
      return { startNs, endNs, track: track[begin] };
    })
    .sort((a, b) => a.startNs - b.startNs);
}

/** Calls that put work into a graph, by start: launches of kernels, copies and memsets. */
function dispatchCalls({ columns, kind }: TraceModel): Int32Array {
  const isGraph = graphLaunches(columns);
  const isDispatch = new Int8Array(columns.strings.length).fill(-1);
  const calls: number[] = [];
  for (let event = 0; event < columns.length; event++) {
    if (!isApiKind(kind[event])) continue;
    const id = columns.name[event];
    if (isDispatch[id] < 0) isDispatch[id] = Number(/launch(?!hostfunc)|memcpy|memset/i.test(columns.strings.get(id)));
    if (isDispatch[id] === 1 && !isGraph(event)) calls.push(event);
  }
  const ordered = Int32Array.from(calls);
  sortByStart(ordered, columns.ts);
  return ordered;
}

/** What is known of a dispatched kernel. */
export interface Dispatched {
  readonly token: number;
  readonly hint: string;
  readonly extents: string;
}

/** A reader of what captured calls dispatch; ROCm writes the kernel's name beside the call, CUDA leaves it out. */
function dispatchReader(model: TraceModel, tokens: KernelTokens): (call: number) => Dispatched {
  const { columns, operatorOf } = model;
  const extentsOf = extentsReader(model);
  return (call) => {
    const kernel = constantAt(columns, columns.template[call], 'args.kernel');
    const operator = operatorOf[call] < 0 ? '' : columns.strings.get(columns.name[operatorOf[call]]);
    return {
      token: tokens.ofDispatch(columns.strings.get(columns.name[call]), typeof kernel === 'string' ? kernel : ''),
      hint: operator.startsWith('triton_') ? operator : '',
      extents: extentsOf(call),
    };
  };
}

/** A reader of the grid and block that events record, as text; "" where they do not. */
export function extentsReader({ columns }: TraceModel): (event: number) => string {
  const known: (string | undefined)[] = [];
  return (event) => {
    const template = columns.template[event];
    known[template] ??= extentsText(
      constantAt(columns, template, 'args.grid'),
      constantAt(columns, template, 'args.block'),
    );
    return known[template];
  };
}

function extentsText(grid: unknown, block: unknown): string {
  return grid === undefined || block === undefined ? '' : JSON.stringify([grid, block]);
}

/**
 * The calls `calls` (in order; one may stand several times) with all slices above them that `isInside` holds for. Annotations are left
 * out: those of a capture would be taken for the step's.
 */
export function knownGraph(
  { columns, kind, parent }: TraceModel,
  copies: EventCopies,
  calls: ArrayLike<number>,
  isInside: (event: number) => boolean,
  describe: (call: number, item: number) => Dispatched,
): KnownGraph {
  const placeOf = new Map<number, number>();
  const rows: number[] = [];
  const kinds: number[] = [];
  const parents: number[] = [];
  const enter = (call: number): number => {
    const path: number[] = [];
    let at = call;
    while (at >= 0 && isInside(at) && !placeOf.has(at)) {
      if (kind[at] !== EventKind.userAnnotation) path.push(at);
      at = parent[at];
    }
    let place = placeOf.get(at) ?? -1;
    for (const event of path.reverse()) {
      rows.push(copies.copy(columns, event));
      kinds.push(kind[event]);
      parents.push(place);
      place = rows.length - 1;
      placeOf.set(event, place);
    }
    return placeOf.get(call) ?? -1;
  };
  const dispatches = Int32Array.from(calls, enter);
  const dispatched = Array.from(calls, describe);
  return {
    rows: Int32Array.from(rows),
    kind: Uint8Array.from(kinds),
    parent: Int32Array.from(parents),
    dispatches,
    tokens: Int32Array.from(dispatched, ({ token }) => token),
    hints: dispatched.map(({ hint }) => hint),
    extents: dispatched.map(({ extents }) => extents),
  };
}

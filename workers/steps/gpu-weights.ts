import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { isGpuKind } from '../trace/event-kinds.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { lastNotAfter } from './last-not-after.ts';

/** What host slices stand for on the GPU. Arrays over events. */
export interface GpuWeights {
  /** GPU time launched by a slice and all below it, in ns; with what other threads launch while a slice of the main thread waits. */
  readonly ns: Float64Array;
  /** Bits of `HostContact`: what a slice or one below it does between host and device. */
  readonly contact: Uint8Array;
  /** 1 where a slice or one below it is `STEP_WORK`. */
  readonly stepWork: Uint8Array;
  /** All host slices, parents before children, each track by start. */
  readonly slices: Int32Array;
  /** GPU time launched by each process, by pid. */
  readonly ofProcess: ReadonlyMap<string, number>;
}

/** Copies to the host and waits for the device, copies to the device. */
export const HostContact = { reads: 1, waits: 2, writes: 4 } as const;

/** What happens once in a step and never in a layer, beside copies from and to the host. */
export const STEP_WORK = /(?<![a-z])sampl(?:e|er|ing)\b|multinomial|argmax|optimizer|zero_grad|_foreach_|fused_adam/i;

const TO_HOST = /\bDtoH\b|DEVICE_TO_HOST|CopyDeviceToHost/i;
const TO_DEVICE = /\bHtoD\b|HOST_TO_DEVICE|CopyHostToDevice/i;
const HOST_WAIT = /^(cuda|hip|cu)(Stream|Device|Event|Ctx)Synchronize/;

/** Sums GPU time up the call tree. Linear in the events; the tree is walked, not recursed into. */
export function gpuWeights(model: TraceModel): GpuWeights {
  const { columns, gpuEvents, launch } = model;
  const slices = slicesInPreorder(model);
  const ns = new Float64Array(columns.length);
  const contact = new Uint8Array(columns.length);
  const stepWork = new Uint8Array(columns.length);
  const isStepWork = namesMatching(model, STEP_WORK);
  const isRead = namesMatching(model, TO_HOST);
  const isWrite = namesMatching(model, TO_DEVICE);
  const isWait = namesMatching(model, HOST_WAIT);
  const ofProcess = new Map<string, number>();
  for (let row = 0; row < gpuEvents.length; row++) {
    if (launch[row] === -1) continue;
    ns[launch[row]] += columns.dur[gpuEvents[row]];
    const { pid } = columns.tracks[columns.track[launch[row]]];
    ofProcess.set(pid, (ofProcess.get(pid) ?? 0) + columns.dur[gpuEvents[row]]);
    if (isRead(gpuEvents[row])) contact[launch[row]] |= HostContact.reads;
    else if (isWrite(gpuEvents[row])) contact[launch[row]] |= HostContact.writes;
  }
  for (const slice of slices) {
    if (model.kind[slice] === EventKind.runtime && isWait(slice)) contact[slice] |= HostContact.waits;
    if (isStepWork(slice)) stepWork[slice] = 1;
  }
  sumUp(model, slices, ns, [contact, stepWork]);
  attachWorkers(model, slices, ns, contact);
  return { ns, contact, stepWork, slices, ofProcess };
}

/** Calls `visit` for the host slices directly below one. */
export function forHostChildren(
  { firstChild, nextSibling, kind }: TraceModel,
  slice: EventId,
  visit: (child: EventId) => void,
) {
  for (let child = firstChild[slice]; child !== -1; child = nextSibling[child])
    if (!isGpuKind(kind[child])) visit(child);
}

function slicesInPreorder(model: TraceModel): Int32Array {
  const { columns, kind, parent, firstChild, nextSibling, roots } = model;
  const slices = new Int32Array(columns.length);
  let count = 0;
  for (const root of roots) {
    let at = root;
    for (;;) {
      if (!isGpuKind(kind[at])) slices[count++] = at;
      let next = firstChild[at];
      while (next === -1) {
        if (at === root) break;
        next = nextSibling[at];
        if (next === -1) at = parent[at];
      }
      if (next === -1) break;
      at = next;
    }
  }
  return slices.slice(0, count);
}

function sumUp({ parent }: TraceModel, slices: Int32Array, ns: Float64Array, bits: readonly Uint8Array[]): void {
  for (let i = slices.length - 1; i >= 0; i--) {
    const above = parent[slices[i]];
    if (above === -1) continue;
    ns[above] += ns[slices[i]];
    for (const own of bits) own[above] |= own[slices[i]];
  }
}

/**
 * What worker threads launch (the backward pass) is also the work of the slice of the process's main thread that encloses it in time.
 * The main thread is the one with most python frames; it must launch work itself, so that no thread that only polls gets any.
 */
function attachWorkers(model: TraceModel, slices: Int32Array, ns: Float64Array, contact: Uint8Array): void {
  const { columns, parent, roots } = model;
  const { ts, dur, track, tracks } = columns;
  const mainTracks = mainTrackOfProcess(model, slices, ns);
  const mainSlices = slicesOfTracks(columns, slices, new Set(mainTracks.values()));
  const attach: [host: EventId, worker: EventId][] = [];
  for (const root of roots) {
    const main = mainTracks.get(tracks[track[root]].pid);
    if (ns[root] === 0 || main === undefined || main === track[root]) continue;
    const candidates = mainSlices.get(main) ?? new Int32Array(0);
    const before = lastNotAfter(candidates.length, (place) => ts[candidates[place]], ts[root]);
    let host = before === -1 ? -1 : candidates[before];
    while (host !== -1 && ts[host] + dur[host] < ts[root] + dur[root]) host = parent[host];
    if (host !== -1) attach.push([host, root]);
  }
  const weights = attach.map(([, worker]) => ns[worker]);
  attach.forEach(([host, worker], i) => {
    for (let above = host; above !== -1; above = parent[above]) {
      ns[above] += weights[i];
      contact[above] |= contact[worker];
    }
  });
}

function mainTrackOfProcess({ columns, kind }: TraceModel, slices: Int32Array, ns: Float64Array): Map<string, number> {
  const frames = new Float64Array(columns.tracks.length);
  const launches = new Uint8Array(columns.tracks.length);
  for (const slice of slices) {
    if (kind[slice] === EventKind.pythonFunction) frames[columns.track[slice]]++;
    if (ns[slice] > 0) launches[columns.track[slice]] = 1;
  }
  const main = new Map<string, number>();
  columns.tracks.forEach(({ pid }, track) => {
    if (frames[track] === 0 || launches[track] === 0) return;
    const best = main.get(pid);
    if (best === undefined || frames[track] > frames[best]) main.set(pid, track);
  });
  return main;
}

function slicesOfTracks(
  { track, tracks }: TraceColumns,
  slices: Int32Array,
  wanted: ReadonlySet<number>,
): Map<number, Int32Array> {
  const counts = new Uint32Array(tracks.length);
  for (const slice of slices) counts[track[slice]]++;
  const lists = new Map<number, Int32Array>();
  for (const one of wanted) lists.set(one, new Int32Array(counts[one]));
  const filled = new Uint32Array(tracks.length);
  for (const slice of slices) {
    const list = lists.get(track[slice]);
    if (list) list[filled[track[slice]]++] = slice;
  }
  return lists;
}

/** A test of events' names that looks at each distinct name once. */
export function namesMatching({ columns }: TraceModel, pattern: RegExp): (event: EventId) => boolean {
  const known = new Int8Array(columns.strings.length).fill(-1);
  return (event) => {
    const id = columns.name[event];
    if (known[id] === -1) known[id] = Number(pattern.test(columns.strings.get(id)));
    return known[id] === 1;
  };
}

import type { JsonValue } from '../base/json.ts';
import { constantAt } from '../ingest/event-args.ts';
import { EventFlag, type EventId, type TraceColumns } from '../ingest/trace-columns.ts';
import { EventKind } from './trace-model.ts';

/** Kineto's categories, in lower case; the capitalised ones of 2021 read the same. */
const SLICE_KINDS: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ['cpu_op', EventKind.cpuOp],
  ['operator', EventKind.cpuOp],
  ['python_function', EventKind.pythonFunction],
  ['cuda_runtime', EventKind.runtime],
  ['hip_runtime', EventKind.runtime],
  ['xpu_runtime', EventKind.runtime],
  ['mtia_runtime', EventKind.runtime],
  ['privateuse1_runtime', EventKind.runtime],
  ['runtime', EventKind.runtime],
  ['cuda_driver', EventKind.driver],
  ['hip_driver', EventKind.driver],
  ['xpu_driver', EventKind.driver],
  ['privateuse1_driver', EventKind.driver],
  ['kernel', EventKind.kernel],
  ['concurrent_kernel', EventKind.kernel],
  ['gpu_memcpy', EventKind.memcpy],
  ['memcpy', EventKind.memcpy],
  ['gpu_memset', EventKind.memset],
  ['memset', EventKind.memset],
  ['user_annotation', EventKind.userAnnotation],
  ['gpu_user_annotation', EventKind.gpuAnnotation],
  ['overhead', EventKind.overhead],
]);

const PHASE_KINDS: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ['i', EventKind.instant],
  ['I', EventKind.instant],
  ['R', EventKind.instant],
  ['C', EventKind.counter],
  ['M', EventKind.metadata],
  ['s', EventKind.flow],
  ['t', EventKind.flow],
  ['f', EventKind.flow],
  ['b', EventKind.async],
  ['n', EventKind.async],
  ['e', EventKind.async],
]);

const PHASE_X = 'X'.charCodeAt(0);
const PHASE_M = 'M'.charCodeAt(0);

/** Whether an event is a slice: a complete event, or a begin whose end was found. */
export function isSlice(columns: TraceColumns, event: EventId): boolean {
  return columns.ph[event] === PHASE_X || (columns.flags[event] & EventFlag.pairedBegin) !== 0;
}

/** Kernels, copies and memsets. */
export const GPU_KINDS = [EventKind.kernel, EventKind.memcpy, EventKind.memset] as const;

/** Runtime and driver calls. */
export const API_KINDS = [EventKind.runtime, EventKind.driver] as const;

/** Slices that form the host's call tree. */
export const HOST_KINDS = [
  EventKind.userAnnotation,
  EventKind.cpuOp,
  EventKind.pythonFunction,
  EventKind.runtime,
  EventKind.driver,
] as const;

/** Whether a kind is one of `GPU_KINDS`. */
export function isGpuKind(kind: number): boolean {
  return kind >= EventKind.kernel && kind <= EventKind.memset;
}

/** Whether a kind is one of `API_KINDS`. */
export function isApiKind(kind: number): boolean {
  return kind === EventKind.runtime || kind === EventKind.driver;
}

/** The kind of every event. Looks at each distinct category once; only slices without a category look at their process. */
export function eventKinds(columns: TraceColumns): Uint8Array {
  const { length, ph, cat, name, track, strings } = columns;
  const byPhase = new Uint8Array(256);
  for (const [phase, kind] of PHASE_KINDS) byPhase[phase.charCodeAt(0)] = kind;
  const sliceKindOf = cachedByString(strings.length, (id) => SLICE_KINDS.get(strings.get(id).toLowerCase()));
  const sides = trackSides(columns);
  const gpuKindOf = cachedByString(strings.length, (id) => gpuKindByName(strings.get(id)));

  const kinds = new Uint8Array(length);
  for (let event = 0; event < length; event++) {
    if (!isSlice(columns, event)) kinds[event] = byPhase[ph[event]];
    else if (cat[event] !== 0) kinds[event] = sliceKindOf(cat[event]);
    else if (sides[track[event]] === Side.gpu) kinds[event] = gpuKindOf(name[event]);
    else if (sides[track[event]] === Side.host) kinds[event] = EventKind.cpuOp;
  }
  return kinds;
}

/** Device work that bears no category, as the profilers before Kineto wrote it, told apart by its name. */
function gpuKindByName(name: string): EventKind {
  if (/^memcpy/i.test(name)) return EventKind.memcpy;
  return /^memset/i.test(name) ? EventKind.memset : EventKind.kernel;
}

const UNKNOWN = 255;

/** A function of a string id that is evaluated once for each distinct id; `other` where it finds nothing. */
function cachedByString(strings: number, find: (id: number) => EventKind | undefined): (id: number) => number {
  const known = new Uint8Array(strings).fill(UNKNOWN);
  return (id) => {
    if (known[id] === UNKNOWN) known[id] = find(id) ?? EventKind.other;
    return known[id];
  };
}

/** Which side a process stands for, as far as its name tells. */
const Side = { unknown: 0, host: 1, gpu: 2 } as const;

/** The side of each track, from its pid (`CUDA functions`) or its process's name and labels (`GPU 0`). */
function trackSides(columns: TraceColumns): Uint8Array {
  const { length, ph, name, track, template, tracks, strings } = columns;
  const names = new Map<string, Set<number>>();
  const tell = (pid: string, text: JsonValue | undefined) => {
    const side = sideOf(text);
    if (side === Side.unknown) return;
    const sides = names.get(pid) ?? new Set<number>();
    names.set(pid, sides.add(side));
  };
  for (const { pid } of tracks) tell(pid, pid);
  for (let event = 0; event < length; event++) {
    if (ph[event] !== PHASE_M) continue;
    const what = strings.get(name[event]);
    if (what !== 'process_name' && what !== 'process_labels') continue;
    const { pid } = tracks[track[event]];
    tell(pid, constantAt(columns, template[event], what === 'process_name' ? 'args.name' : 'args.labels'));
  }
  // A process in a container may have the pid of a device: what two labels contradict stays unknown.
  return Uint8Array.from(tracks, ({ pid }) => {
    const sides = names.get(pid);
    return sides?.size === 1 ? [...sides][0] : Side.unknown;
  });
}

function sideOf(text: JsonValue | undefined): number {
  if (typeof text !== 'string') return Side.unknown;
  if (/^(cuda|hip|gpu|xpu|device) functions$|^gpu\b/i.test(text)) return Side.gpu;
  return /^cpu functions$|^cpu\b/i.test(text) ? Side.host : Side.unknown;
}

import { reportCategory } from '../../attribution/operator-categories.ts';
import { PSEUDO_OPERATOR } from '../../attribution/pseudo-ops/pseudo-rule.ts';
import { registeredModel } from '../../roofline/registry.ts';
import { GpuBucket } from '../../trace/gpu-buckets.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import { BusyTime, RoundedBusyTime } from './busy-time.ts';

/** An operator, or a runtime call without one, that launches GPU work itself. */
export interface Launcher {
  readonly event: number;
  /** Rows of `gpuEvents` that it launches, by start. */
  readonly rows: readonly number[];
  /** Union of their intervals, ns. */
  readonly directNs: number;
  /** Sum of their durations, ns. */
  readonly kernelSumNs: number;
  /** Union of the intervals of all GPU events below it, ns. */
  readonly subtreeNs: number;
  readonly category: string;
}

/**
 * The operator that answers for a caller in the published reports: the first above it, Python frames, annotations and the wrapper
 * `execute` passed over; the caller itself where something else, or nothing, is above.
 */
function launcherOf(model: TraceModel, caller: number): number {
  const { columns, kind, parent } = model;
  let at = parent[caller];
  while (at >= 0) {
    if (kind[at] === EventKind.cpuOp) {
      if (columns.strings.get(columns.name[at]) !== 'execute' && !isPassedOver(model, at)) return at;
    } else if (kind[at] !== EventKind.pythonFunction && kind[at] !== EventKind.userAnnotation) return caller;
    at = parent[at];
  }
  return caller;
}

/** The operator, or where pseudo-operators do not answer for launches the one that it was put below; -1 where there is none. */
export function launchingOperator(model: TraceModel, operator: number): number {
  const { operatorOf, parent } = model;
  let at = operator;
  while (at >= 0 && isPassedOver(model, at)) at = parent[at] < 0 ? -1 : operatorOf[parent[at]];
  return at;
}

function isPassedOver({ columns, conventions }: TraceModel, operator: number): boolean {
  if (conventions.pseudoLaunchers === 'own') return false;
  return columns.strings.get(columns.name[operator]).startsWith(PSEUDO_OPERATOR);
}

/** The launchers of all linked GPU events, by start. */
export function launchers(model: TraceModel): Launcher[] {
  const { columns, gpuEvents, caller, bucket, conventions } = model;
  const isHeld = (row: number) => conventions.unifiedWork === 'all' || bucket[row] !== GpuBucket.communication;
  const rowsOf = new Map<number, number[]>();
  for (let row = 0; row < gpuEvents.length; row++) {
    if (caller[row] < 0 || !isHeld(row)) continue;
    const launcher = launcherOf(model, caller[row]);
    const rows = rowsOf.get(launcher);
    if (rows) rows.push(row);
    else rowsOf.set(launcher, [row]);
  }
  const subtree = subtreeBusy(model, rowsOf);
  return [...rowsOf]
    .map(([event, rows]) => {
      const direct = busyTime(model);
      let kernelSumNs = 0;
      for (const row of rows) {
        direct.add(columns.ts[gpuEvents[row]], columns.dur[gpuEvents[row]]);
        kernelSumNs += columns.dur[gpuEvents[row]];
      }
      const category = launcherCategory(model, event, columns.strings.get(columns.name[gpuEvents[rows[0]]]));
      return { event, rows, directNs: direct.ns, kernelSumNs, subtreeNs: subtree.get(event) ?? 0, category };
    })
    .sort((a, b) => columns.ts[a.event] - columns.ts[b.event] || a.event - b.event);
}

/** Category of a launcher whose first GPU event is named `firstKernel`, "" where it has none. */
export function launcherCategory(model: TraceModel, launcher: number, firstKernel: string): string {
  const { columns, conventions, kind, parent } = model;
  const nameOf = (event: number) => columns.strings.get(columns.name[event]);
  if (conventions.launcherCategory === 'nearestRegistered') {
    for (let at = launcher; at >= 0; at = parent[at]) {
      const registered = kind[at] === EventKind.cpuOp ? registeredModel(nameOf(at), conventions) : undefined;
      if (registered !== undefined) return registered.category;
    }
  }
  return reportCategory(nameOf(launcher), firstKernel);
}

function busyTime({ columns, conventions }: TraceModel): BusyTime | RoundedBusyTime {
  return conventions.launcherTimes === 'exact' ? new BusyTime() : new RoundedBusyTime(columns.base);
}

/** Busy time of all GPU events below each launcher. */
function subtreeBusy(model: TraceModel, isLauncher: { has(event: number): boolean }): Map<number, number> {
  const { columns, gpuEvents, caller, parent } = model;
  const busy = new Map<number, ReturnType<typeof busyTime>>();
  for (let row = 0; row < gpuEvents.length; row++) {
    for (let at = caller[row]; at >= 0; at = parent[at]) {
      if (!isLauncher.has(at)) continue;
      let own = busy.get(at);
      if (!own) {
        own = busyTime(model);
        busy.set(at, own);
      }
      own.add(columns.ts[gpuEvents[row]], columns.dur[gpuEvents[row]]);
    }
  }
  return new Map([...busy].map(([event, { ns }]) => [event, ns]));
}

import type { TraceColumns } from '../ingest/trace-columns.ts';
import { readAnnotation } from '../steps/annotations.ts';
import { isApiKind } from '../trace/event-kinds.ts';
import { graphLaunches } from '../trace/graph-launches.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { isBeginCapture } from './captured-graphs.ts';
import { captureFileName } from './file-names.ts';
import { rankOf } from './run-facts.ts';

/**
 * What a file is to the open trace: a workload of its own, graphs as they were captured, an eager run of the same model, the list of
 * captured graphs that a tool left in their folder, or nothing that is known.
 */
export type FileRole = 'workload' | 'capture' | 'eager' | 'details' | 'unknown';

/** A role and what it was recognised by, in words. */
export interface RoleFound {
  readonly role: FileRole;
  readonly evidence: string;
}

/** The role of a trace, and whether it replays graphs. */
export interface TraceRole extends RoleFound {
  readonly isReplay: boolean;
}

/** The role of a trace by what it holds; `name` is looked at only where it holds no sign of a capture. */
export function roleOfTrace(model: TraceModel, name: string): TraceRole {
  const replays = countReplays(model);
  return { ...found(model, name, replays), isReplay: replays > 0 };
}

function found(model: TraceModel, name: string, replays: number): RoleFound {
  const { columns, kind, gpuEvents } = model;
  const captures = countBeginCaptures(columns, kind);
  if (captures > 0) return { role: 'capture', evidence: counted(captures, 'captured graph') };
  const label = captureLabel(model);
  if (label !== null) return { role: 'capture', evidence: `annotation ${label}` };
  if (replays > 0)
    return { role: 'workload', evidence: `${counted(replays, 'graph launch', 'graph launches')}${rankText(columns)}` };
  if (captureFileName(name).isCapture) return { role: 'capture', evidence: 'its name' };
  if (gpuEvents.length === 0) return { role: 'unknown', evidence: 'no GPU work' };
  const isLaunched = kind.includes(EventKind.cpuOp);
  return isLaunched
    ? {
        role: 'workload',
        evidence: `operators that launch ${counted(gpuEvents.length, 'GPU event')}${rankText(columns)}`,
      }
    : { role: 'workload', evidence: `${counted(gpuEvents.length, 'GPU event')}, no operators${rankText(columns)}` };
}

function countBeginCaptures({ length, name, strings }: TraceColumns, kind: Uint8Array): number {
  const isBegin = new Int8Array(strings.length).fill(-1);
  let count = 0;
  for (let event = 0; event < length; event++) {
    if (!isApiKind(kind[event])) continue;
    const id = name[event];
    if (isBegin[id] < 0) isBegin[id] = Number(isBeginCapture(strings.get(id)));
    count += isBegin[id];
  }
  return count;
}

function captureLabel({ columns, kind }: TraceModel): string | null {
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] !== EventKind.userAnnotation) continue;
    const name = columns.strings.get(columns.name[event]);
    if (readAnnotation(name)?.framework === 'capture') return name;
  }
  return null;
}

function countReplays({ columns, launch }: TraceModel): number {
  const isGraph = graphLaunches(columns);
  return new Set(launch.filter((event) => event >= 0 && isGraph(event))).size;
}

function rankText({ header }: TraceColumns): string {
  const rank = rankOf(header);
  return rank === null ? '' : `, rank ${rank}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

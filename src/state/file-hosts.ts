import type { FileRole } from '../../workers/engine/engine.ts';
import type { TraceFile } from './trace-file.ts';

/** What an open trace was recognised as; null where that is not known yet. */
export function roleOf({ status }: TraceFile): FileRole | null {
  return status.kind === 'open' ? (status.known[0]?.role ?? null) : null;
}

/** Open traces that captures can be put beside. */
export function openTraces(files: readonly TraceFile[]): readonly TraceFile[] {
  return files.filter((file) => {
    const role = roleOf(file);
    return role !== null && role !== 'capture';
  });
}

/**
 * Traces that a capture which was opened as one may be of: those given with it, else those given with the trace that was looked at
 * when it came, else those that came later. None while what was given with it is still being opened.
 */
export function hostsOf({ drop, before }: TraceFile, files: readonly TraceFile[]): readonly TraceFile[] {
  const isWaiting = ({ status }: TraceFile) => status.kind === 'queued' || status.kind === 'loading';
  if (files.some((file) => file.drop === drop && isWaiting(file))) return [];
  const traces = openTraces(files);
  const pools = [
    traces.filter((file) => file.drop === drop),
    traces.filter((file) => file.drop === before),
    traces.filter((file) => file.drop > drop),
  ];
  return pools.find((pool) => pool.length > 0) ?? [];
}

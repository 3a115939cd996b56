import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { WorkerAnswer, WorkerRequest } from './worker-request.ts';

/** Stands beside this module once both are built. */
const WORKER = new URL('./engine-worker.js', import.meta.url);

/**
 * Runs the engine on a trace in a worker thread. Whatever ends the thread early (out of memory included) becomes a refusal, as the
 * page does it: the caller always has an answer to print.
 */
export function askWorker(request: WorkerRequest): Promise<WorkerAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, { workerData: request });
    worker.once('message', resolve);
    worker.once('error', (error) => resolve(refusedFor(error)));
  });
}

function refusedFor(error: Error): WorkerAnswer {
  const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const reason = outOfMemory
    ? 'ran out of memory while reading this trace'
    : `a fault while reading this trace: ${error.message}`;
  const advice = outOfMemory ? 'Record fewer steps, or give the process more memory.' : '';
  return {
    outcome: { kind: 'refused', refusal: { reason, offset: null, excerpt: '', readable: '', advice } },
    files: {},
  };
}

/** What keeps a path from being read as a file or a folder, or null. */
export function pathProblem(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false }) ? null : `${path}: no such file or folder`;
}

/** What keeps a path from being read as a file, or null. */
export function fileProblem(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return `${path}: no such file`;
  return found.isFile() ? null : `${path}: not a file`;
}

import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { ok } from '../workers/base/result.ts';
import { openTrace } from '../workers/engine/open-trace.ts';
import { withCaptures } from './capture-files.ts';
import { reportFiles } from './report-files.ts';
import { splitTrace } from './split-trace.ts';
import type { WorkerAnswer, WorkerRequest } from './worker-request.ts';

parentPort?.postMessage(await answer(workerData));

async function answer({ trace, options, report, split }: WorkerRequest): Promise<WorkerAnswer> {
  const kernel = await WebAssembly.compile(await readFile(new URL('./kernel.wasm', import.meta.url)));
  const outcome = await openTrace(await openAsBlob(trace), path.basename(trace), kernel, options, () => {});
  if (outcome.kind !== 'opened') return { outcome, files: {} };
  const { summary, model } = outcome;
  if (split) {
    const { files, ...answer } = await splitTrace(summary, model, split);
    return { outcome: { kind: 'opened', summary }, files, split: answer };
  }
  const { capture } = report ?? {};
  const merged = capture === undefined ? { model, notes: [] } : await withCaptures(model, kernel, capture);
  const files = report ? await reportFiles(model, merged.model, summary, options, report) : ok({});
  const opened = { outcome: { kind: 'opened', summary }, notes: merged.notes } as const;
  return files.ok ? { ...opened, files: files.value } : { ...opened, files: {}, noSuchPart: files.error };
}

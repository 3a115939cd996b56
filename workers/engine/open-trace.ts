import { CONVENTIONS } from '../base/conventions.ts';
import type { RandomAccess } from '../ingest/containers/byte-source.ts';
import { readTrace } from '../ingest/read-trace.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { OpenOptions, OpenOutcome, Progress, Stage, TraceSummary } from './engine.ts';
import { measureIngest } from './measure-ingest.ts';
import { summarise } from './summary.ts';

/** A trace that was read and made navigable. */
interface OpenedTrace {
  readonly summary: TraceSummary;
  readonly model: TraceModel;
}

export type OpenedOutcome =
  | ({ readonly kind: 'opened' } & OpenedTrace)
  | Exclude<OpenOutcome, { readonly kind: 'opened' }>;

/**
 * Reads a file and makes it a model and a summary: the one way from bytes to answers, in a worker of the page or a thread of Node.
 * Rejects only when the file itself cannot be read, or memory runs out.
 * @param kernel The compiled ingest kernel.
 */
export async function openTrace(
  file: RandomAccess,
  name: string,
  kernel: WebAssembly.Module,
  options: OpenOptions,
  onProgress: (progress: Progress) => void,
): Promise<OpenedOutcome> {
  const start = performance.now();
  let reached = { readBytes: 0, totalBytes: file.size, textBytes: 0, events: 0 };
  const enter = (stage: Stage) => onProgress({ stage, ...reached });
  const read = await readTrace(file, name, kernel, options.member, (progress) => {
    reached = progress;
    enter('reading');
  });
  if (read.kind !== 'read') return read;
  measureIngest(start, read.trace.columns);
  enter('linking');
  const model = buildModel(read.trace.columns, CONVENTIONS[options.conventions]);
  enter('tables');
  return { kind: 'opened', model, summary: summarise(name, read.trace, model) };
}

import type { FileRole, FilesOutcome, TraceSummary } from '../../workers/engine/engine.ts';
import type { OpenTrace } from '../engine/engine-client.ts';
import { formatCount } from '../format/format.ts';
import { shownBasis } from './basis.ts';
import type { GivenFile } from './given-file.ts';
import { besideText } from './role-texts.ts';
import { appState, changeApp, changeOpen, notify } from './store.ts';
import type { TraceFile } from './trace-file.ts';

/** Reads files beside open traces, one after the other for each trace, and keeps the store's list of what they are. */
export class FilesBeside {
  /** Settles when all that was asked of a trace is done. */
  readonly #asked = new WeakMap<OpenTrace, Promise<void>>();
  /** Traces beside which no more files are to be read. */
  readonly #stopped = new WeakSet<OpenTrace>();

  /**
   * Reads files and learns what they are; without any, what the trace itself is. Resolves when the store knows, also where the trace
   * failed meanwhile.
   */
  add(id: number, trace: OpenTrace, files: readonly GivenFile[]): Promise<void> {
    return this.#inLine(id, trace, async () => {
      this.#stopped.delete(trace);
      let outcome = await trace.addFiles([], () => {});
      let done = 0;
      for (const file of files) {
        if (this.#stopped.has(trace)) break;
        const show = (name: string) => changeOpen(id, () => ({ adding: { done, files: files.length, name } }));
        show(file.name);
        const next = await trace.addFiles([file], ({ name }) => show(name));
        outcome = { files: next.files, summary: next.summary ?? outcome.summary };
        done++;
      }
      keepBeside(id, files.slice(0, done));
      take(id, outcome);
      if (done > 0) await renewAnswers(id, trace);
      if (files.length > 0) notify(readText(outcome, files.length - done));
    });
  }

  /** Takes a file for something else. */
  setRole(id: number, trace: OpenTrace, name: string, role: FileRole): Promise<void> {
    return this.#inLine(id, trace, async () => {
      take(id, await trace.setRole(name, role));
      await renewAnswers(id, trace);
    });
  }

  /** Leaves unread what is not read yet. */
  stop(trace: OpenTrace): void {
    this.#stopped.add(trace);
  }

  #inLine(id: number, trace: OpenTrace, work: () => Promise<void>): Promise<void> {
    const before = this.#asked.get(trace) ?? Promise.resolve();
    const done = before.then(work).catch((error: unknown) => {
      // Where the worker ended, the page of the trace says so too.
      changeOpen(id, () => ({ adding: null }));
      notify(`The files beside the trace could not be read: ${error instanceof Error ? error.message : String(error)}`);
    });
    this.#asked.set(trace, done);
    return done;
  }
}

function readText({ files }: FilesOutcome, unread: number): string {
  const left = unread > 0 ? `; ${formatCount(unread)} not read` : '';
  return `Beside the trace: ${besideText(files) || 'nothing'}${left}`;
}

/** Takes over what the files are, and the trace itself where another became it. */
function take(id: number, { files, summary }: FilesOutcome): void {
  changeOpen(id, (status) => ({ known: files, adding: null, summary: summary ?? status.summary }));
  if (summary) changeFile(id, (file) => withTrace(file, summary));
}

/** Has the views ask anew: what the trace answers is another. */
async function renewAnswers(id: number, trace: OpenTrace): Promise<void> {
  const tables = await trace.tables(shownBasis(appState()));
  changeOpen(id, ({ summary, revision }) => ({ summary: { ...summary, tables }, revision: revision + 1 }));
}

/** The file that was beside becomes the one that is open, and the other way round. A file of an archive has no place of its own. */
function withTrace(file: TraceFile, { file: name }: TraceSummary): TraceFile {
  const trace = file.beside.find((one) => one.name === name);
  if (!trace) return { ...file, name };
  const { member: _, ...rest } = file;
  return { ...rest, ...trace, beside: [...file.beside.filter((one) => one !== trace), givenOf(file)] };
}

/** A file as it was given. */
export function givenOf({ name, blob, member }: GivenFile): GivenFile {
  return { name, blob, ...(member !== undefined && { member }) };
}

function keepBeside(id: number, files: readonly GivenFile[]): void {
  const names = new Set(files.map(({ name }) => name));
  changeFile(id, (file) => ({ ...file, beside: [...file.beside.filter(({ name }) => !names.has(name)), ...files] }));
}

function changeFile(id: number, change: (file: TraceFile) => TraceFile): void {
  changeApp(({ files }) => ({ files: files.map((file) => (file.id === id ? change(file) : file)) }));
}

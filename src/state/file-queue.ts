import type { Progress } from '../../workers/engine/engine.ts';
import type { Opening, OpeningOutcome, OpenTrace, openTrace } from '../engine/engine-client.ts';
import type { EngineFailure } from '../engine/engine-failure.ts';
import type { Forecast } from '../engine/forecast.ts';
import { meetAwaited } from './apply-link.ts';
import { activate, appState, changeApp, deactivate, notify } from './store.ts';
import type { FileStatus, TraceFile } from './trace-file.ts';

/** How the queue opens files and looks ahead; the page gives the engine client's own. */
export interface FileQueueParts {
  readonly openTrace: typeof openTrace;
  /** What opening a file will likely take, or null when that is no cause for worry. */
  readonly worryingForecast: (file: Blob) => Promise<Forecast | null>;
}

/** Opens files one after the other, each in a worker of its own, and keeps the store's list of them. */
export class FileQueue {
  readonly #parts: FileQueueParts;
  readonly #openings = new Map<number, Opening>();
  readonly #traces = new Map<number, OpenTrace>();
  /** Files that the user opens although they need much memory. */
  readonly #accepted = new Set<number>();
  #lastId = 0;

  constructor(parts: FileQueueParts) {
    this.#parts = parts;
  }

  /** Adds files to the queue and looks at the first of them. */
  add(files: readonly { readonly name: string; readonly blob: Blob; readonly member?: string }[]): void {
    if (files.length === 0) return;
    const fresh = files.map((file): TraceFile => ({ ...file, id: ++this.#lastId, status: { kind: 'queued' } }));
    changeApp((state) => ({ files: [...state.files, ...fresh] }));
    activate(fresh[0].id);
    this.#next();
  }

  /** Opens a file that needs a great deal of memory all the same. */
  openLarge(id: number): void {
    const file = this.#file(id);
    if (file?.status.kind !== 'large') return;
    this.#accepted.add(id);
    this.#setStatus(id, { kind: 'queued' });
    this.#next();
  }

  /** Opens members of an archive: the first in the archive's place, the others after it. */
  choose(id: number, members: readonly string[]): void {
    const file = this.#file(id);
    if (file?.status.kind !== 'choosing' || members.length === 0) return;
    const [first, ...others] = members.map((member) => ({
      blob: file.blob,
      member,
      name: `${file.name} / ${member}`,
    }));
    const chosen: TraceFile = { ...file, ...first, status: { kind: 'queued' } };
    const rest = others.map((other): TraceFile => ({ ...other, id: ++this.#lastId, status: { kind: 'queued' } }));
    changeApp((state) => ({ files: state.files.flatMap((f) => (f.id === id ? [chosen, ...rest] : [f])) }));
    this.#next();
  }

  /** Takes a file off the list, whether it waits, loads or is open, and ends its worker. */
  close(id: number): void {
    this.#release(id);
    const { files, active } = appState();
    const place = files.findIndex((file) => file.id === id);
    const left = files.filter((file) => file.id !== id);
    changeApp({ files: left });
    if (active === id) {
      const neighbour = left[Math.min(place, left.length - 1)];
      if (neighbour) activate(neighbour.id);
      else deactivate();
    }
    this.#next();
  }

  /** Reads a file again that was refused or whose worker ended. */
  retry(id: number): void {
    this.#release(id);
    this.#setStatus(id, { kind: 'queued' });
    this.#next();
  }

  /** Starts the first file in the queue unless one is being read: two at once would only slow each other. */
  #next(): void {
    const { files } = appState();
    if (files.some((file) => file.status.kind === 'loading')) return;
    const next = files.find((file) => file.status.kind === 'queued');
    if (next) void this.#start(next);
  }

  async #start(file: TraceFile): Promise<void> {
    this.#setStatus(file.id, { kind: 'loading', startedAt: performance.now(), progress: null });
    // A blob that cannot be read has no forecast; reading it will say why.
    const forecast = this.#accepted.has(file.id)
      ? null
      : await this.#parts.worryingForecast(file.blob).catch(() => null);
    if (!this.#file(file.id)) return;
    if (!forecast) return this.#read(file);
    this.#setStatus(file.id, { kind: 'large', forecast });
    this.#next();
  }

  async #read({ id, name, blob, member }: TraceFile): Promise<void> {
    const startedAt = performance.now();
    const onProgress = (progress: Progress) => this.#setStatus(id, { kind: 'loading', startedAt, progress });
    this.#setStatus(id, { kind: 'loading', startedAt, progress: null });
    const options = { conventions: 'corrected', ...(member !== undefined && { member }) } as const;
    const opening = this.#parts.openTrace(blob, name, options, onProgress);
    this.#openings.set(id, opening);
    const outcome = await opening.outcome;
    if (this.#openings.get(id) !== opening) return;
    this.#openings.delete(id);
    this.#settle(id, name, outcome);
  }

  #settle(id: number, name: string, outcome: OpeningOutcome): void {
    if (outcome.kind === 'cancelled') return;
    if (outcome.kind === 'opened') {
      const { summary, trace } = outcome;
      this.#traces.set(id, trace);
      void trace.ended.then((failure) => failure && this.#lose(id, trace, failure));
      this.#setStatus(id, { kind: 'open', summary, trace });
      meetAwaited(id);
      if (appState().active !== id) notify(`${name} is open; choose it in the file menu.`);
    } else {
      this.#setStatus(id, outcome.kind === 'choose' ? { kind: 'choosing', members: outcome.members } : outcome);
      if (appState().active !== id) notify(`${name} needs your attention; see the file menu.`);
    }
    this.#next();
  }

  /** The worker of an open trace ended by itself. */
  #lose(id: number, trace: OpenTrace, failure: EngineFailure): void {
    if (this.#traces.get(id) !== trace) return;
    this.#traces.delete(id);
    this.#setStatus(id, { kind: 'failed', failure });
  }

  #release(id: number): void {
    this.#openings.get(id)?.cancel();
    this.#openings.delete(id);
    this.#traces.get(id)?.close();
    this.#traces.delete(id);
  }

  #file(id: number): TraceFile | undefined {
    return appState().files.find((file) => file.id === id);
  }

  #setStatus(id: number, status: FileStatus): void {
    changeApp(({ files }) => ({ files: files.map((file) => (file.id === id ? { ...file, status } : file)) }));
  }
}

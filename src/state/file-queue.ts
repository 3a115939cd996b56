import type { FileRole, Progress } from '../../workers/engine/engine.ts';
import type { Opening, OpeningOutcome, OpenTrace, openTrace } from '../engine/engine-client.ts';
import type { EngineFailure } from '../engine/engine-failure.ts';
import type { Forecast } from '../engine/forecast.ts';
import { meetAwaited } from './apply-link.ts';
import { hostsOf, openTraces, roleOf } from './file-hosts.ts';
import { FilesBeside, givenOf } from './files-beside.ts';
import { type GivenFile, type OwnFile, ownFiles, sortGiven, tracesBeside } from './given-file.ts';
import { activate, activeFile, appState, changeApp, deactivate, notify } from './store.ts';
import type { FileStatus, TraceFile } from './trace-file.ts';

/** How the queue opens files and looks ahead; the page gives the engine client's own. */
export interface FileQueueParts {
  readonly openTrace: typeof openTrace;
  /** What opening a file will likely take, or null when that is no cause for worry. */
  readonly worryingForecast: (file: Blob) => Promise<Forecast | null>;
}

/**
 * Opens files one after the other, each in a worker of its own, and keeps the store's list of them. Files that belong to a trace are
 * put beside it: those named as captures as soon as it is open, others when it is known what they are.
 */
export class FileQueue {
  readonly #parts: FileQueueParts;
  readonly #openings = new Map<number, Opening>();
  readonly #traces = new Map<number, OpenTrace>();
  readonly #beside = new FilesBeside();
  /** Files that the user opens although they need much memory. */
  readonly #accepted = new Set<number>();
  #lastId = 0;
  #lastDrop = 0;

  constructor(parts: FileQueueParts) {
    this.#parts = parts;
  }

  /** Opens files that were given at once, and looks at the first; captures without a trace go to the one that is looked at. */
  add(given: readonly GivenFile[]): void {
    const shown = activeFile(appState());
    const hosts = shown ? openTraces(appState().files).filter(({ drop }) => drop === shown.drop) : [];
    if (hosts.length > 0 && sortGiven(given).traces.length === 0) this.#putBeside(given, hosts);
    else if (given.length > 0) this.#open(given, shown);
  }

  /** Puts files beside a trace, whatever they are. */
  addBeside(id: number, given: readonly GivenFile[]): void {
    const trace = this.#traces.get(id);
    if (trace && given.length > 0) void this.#beside.add(id, trace, given);
  }

  /** Leaves unread the files beside a trace that are not read yet. */
  stopAdding(id: number): void {
    const trace = this.#traces.get(id);
    if (trace) this.#beside.stop(trace);
  }

  /** Takes a file beside a trace, or the trace, for something else. */
  setRole(id: number, name: string, role: FileRole): void {
    const trace = this.#traces.get(id);
    if (trace) void this.#beside.setRole(id, trace, name, role);
  }

  /** Opens a file that needs a great deal of memory all the same. */
  openLarge(id: number): void {
    const file = this.#file(id);
    if (file?.status.kind !== 'large') return;
    this.#accepted.add(id);
    this.#setStatus(id, { kind: 'queued' });
    this.#next();
  }

  /** Opens members of an archive in its place, as files that were given at once. */
  choose(id: number, members: readonly string[]): void {
    const file = this.#file(id);
    if (file?.status.kind !== 'choosing' || members.length === 0) return;
    const given = members.map((member) => ({ blob: file.blob, member, name: `${file.name}/${member}` }));
    const [first, ...rest] = this.#queued(file.drop, file.before, ownFiles(given));
    const chosen: TraceFile = { ...first, id, beside: [...first.beside, ...file.beside] };
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
      this.#setStatus(id, { kind: 'open', summary, trace, known: [], adding: null, revision: 0 });
      meetAwaited(id);
      void this.#recognise(id, trace);
      if (appState().active !== id) notify(`${name} is open; choose it in the file menu.`);
    } else {
      this.#setStatus(id, outcome.kind === 'choose' ? { kind: 'choosing', members: outcome.members } : outcome);
      if (outcome.kind === 'refused') this.#openRest(id);
      if (appState().active !== id) notify(`${name} needs your attention; see the file menu.`);
    }
    this.#next();
  }

  /** Learns what a trace is and reads what lies beside it; then every file can find its place. */
  async #recognise(id: number, trace: OpenTrace): Promise<void> {
    const given = this.#file(id)?.beside ?? [];
    await this.#beside.add(id, trace, given);
    this.#openWorkloads(id, given);
    this.#placeCaptures();
  }

  #open(given: readonly GivenFile[], shown: TraceFile | undefined): void {
    const fresh = this.#queued(++this.#lastDrop, shown?.drop ?? null, ownFiles(given));
    changeApp((state) => ({ files: [...state.files, ...fresh] }));
    activate(fresh[0].id);
    this.#next();
  }

  /** Opens what lay beside a file that is no trace. */
  #openRest(id: number): void {
    const file = this.#file(id);
    if (!file || file.beside.length === 0) return;
    const fresh = this.#queued(file.drop, file.before, ownFiles(file.beside));
    changeApp(({ files }) => ({ files: [...files.map((f) => (f === file ? { ...f, beside: [] } : f)), ...fresh] }));
  }

  #queued(drop: number, before: number | null, files: readonly OwnFile[]): readonly TraceFile[] {
    return files.map((file) => ({ ...file, id: ++this.#lastId, drop, before, status: { kind: 'queued' } }));
  }

  /** Reads files beside the traces that they belong to by their names. */
  #putBeside(files: readonly GivenFile[], hosts: readonly TraceFile[]): void {
    for (const { id } of hosts) {
      const trace = this.#traces.get(id);
      const own = files.filter(({ name }) => tracesBeside(name, hosts).some((host) => host.id === id));
      if (trace && own.length > 0) void this.#beside.add(id, trace, own).then(() => this.#openWorkloads(id, own));
    }
  }

  /** Opens what was read beside a trace and is a workload of its own. */
  #openWorkloads(id: number, given: readonly GivenFile[]): void {
    const host = this.#file(id);
    if (host?.status.kind !== 'open') return;
    const [, ...known] = host.status.known;
    const workloads = given.filter(({ name }) => known.some((file) => file.name === name && file.role === 'workload'));
    if (workloads.length === 0) return;
    const own = workloads.map((file) => ({ ...file, beside: [] }));
    changeApp((state) => ({ files: [...state.files, ...this.#queued(host.drop, host.before, own)] }));
    this.#next();
  }

  /** Puts captures that were opened as traces beside the traces that they are of. */
  #placeCaptures(): void {
    for (const capture of appState().files.filter((file) => roleOf(file) === 'capture')) {
      const hosts = tracesBeside(capture.name, hostsOf(capture, appState().files));
      if (hosts.length === 0) continue;
      const wasShown = appState().active === capture.id;
      this.close(capture.id);
      if (wasShown) activate(hosts[0].id);
      this.#putBeside([givenOf(capture), ...capture.beside], hosts);
    }
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

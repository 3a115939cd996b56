import { CORRECTED } from '../base/conventions.ts';
import type { KnownGraph } from '../capture/captured-graphs.ts';
import { type Capture, type CaptureStore, newCaptureStore, readCaptures } from '../capture/captures.ts';
import { eagerSteps } from '../capture/eager-steps.ts';
import {
  type DetailsEntry,
  detailsContradictions,
  readExecutionDetails,
  withListedSizes,
} from '../capture/execution-details.ts';
import { type FileRole, type RoleFound, roleOfTrace } from '../capture/file-role.ts';
import type { CallSources } from '../capture/match-launches.ts';
import { type ReadTrace, readTrace } from '../ingest/read-trace.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { KnownFile, OpenFile } from './engine.ts';

/** What was read from a file; empty lists for what it is not. */
interface Contents extends RoleFound {
  readonly captures: readonly Capture[];
  readonly eager: readonly KnownGraph[];
  readonly details: readonly DetailsEntry[];
  readonly refusal: string | null;
  /** What was damaged about it, worst first: sentences. */
  readonly damage: readonly string[];
}

const NOTHING: Omit<Contents, 'role' | 'evidence'> = {
  captures: [],
  eager: [],
  details: [],
  refusal: null,
  damage: [],
};

/** Files beside the open trace, in the order in which they came. Of what they hold only the captured calls are kept. */
export class FilesBeside {
  readonly #kernel: WebAssembly.Module;
  readonly #store: CaptureStore = newCaptureStore();
  readonly #files = new Map<string, { readonly file: OpenFile; readonly contents: Contents }>();
  #captures: readonly Capture[] | null = null;

  /** @param kernel The compiled ingest kernel. */
  constructor(kernel: WebAssembly.Module) {
    this.#kernel = kernel;
  }

  get known(): KnownFile[] {
    return Array.from(this.#files, ([name, { contents }]) => {
      const { role, evidence, refusal } = contents;
      return { name, role, evidence, refusal, faults: faultsOf(contents) };
    });
  }

  /** The same objects until files come, go or change roles. */
  get captures(): readonly Capture[] {
    const all = this.#all();
    this.#captures ??= withListedSizes(
      all.flatMap(({ captures }) => captures),
      all.flatMap(({ details }) => details),
    );
    return this.#captures;
  }

  /** What is wrong with files, and where lists of captures say something else than the captures. */
  get notes(): readonly string[] {
    const faults = this.known.flatMap((file) => file.faults.map((fault) => `${file.name}: ${fault}`));
    const contradictions = this.#all().flatMap(({ details }) =>
      details.length > 0 ? detailsContradictions(details, this.captures) : [],
    );
    return [...faults, ...contradictions];
  }

  /** What tells of replays what they consist of; null if nothing here does. */
  sources(): CallSources | null {
    const captures = this.captures;
    const eager = this.#all().flatMap((contents) => contents.eager);
    return captures.length + eager.length === 0 ? null : { ...this.#store, captures, eager };
  }

  /** Reads a file, or all files of an archive. `isReplayed` tells whether an eager trace has something to tell of the open one. */
  async add(file: OpenFile, isReplayed: boolean): Promise<void> {
    const read = await readTrace(file.blob, file.name, this.#kernel, file.member, () => {});
    if (read.kind === 'choose') {
      for (const { name } of read.members) {
        await this.add({ name: `${file.name}/${name}`, blob: file.blob, member: name }, isReplayed);
      }
      return;
    }
    const contents =
      read.kind === 'refused'
        ? { ...NOTHING, role: 'unknown' as const, evidence: 'no trace', refusal: read.refusal.reason }
        : { ...this.#contentsOf(read.trace.columns, file.name, isReplayed), damage: damageOf(read.trace) };
    this.#hold(file.name, file, contents);
  }

  /** Takes a file for something else. */
  async setRole(name: string, role: FileRole): Promise<void> {
    const held = this.#files.get(name);
    if (held === undefined) return;
    const { file } = held;
    const read = await readTrace(file.blob, file.name, this.#kernel, file.member, () => {});
    const evidence = 'your choice';
    if (read.kind !== 'read' || role === 'unknown' || role === 'workload') {
      this.#hold(name, file, { ...NOTHING, refusal: held.contents.refusal, role, evidence });
      return;
    }
    const { columns } = read.trace;
    this.#hold(name, file, { ...this.#as(role, columns, name), damage: damageOf(read.trace), role, evidence });
  }

  /** The file of a name, which is no longer beside the open trace. */
  take(name: string): OpenFile | null {
    const held = this.#files.get(name);
    this.#files.delete(name);
    this.#captures = null;
    return held?.file ?? null;
  }

  /** The name of a workload that the open trace should give way to: the first, if there is one. */
  workload(): string | null {
    return this.known.find(({ role }) => role === 'workload')?.name ?? null;
  }

  #hold(name: string, file: OpenFile, contents: Contents): void {
    this.#files.set(name, { file, contents });
    this.#captures = null;
  }

  #contentsOf(columns: TraceColumns, name: string, isReplayed: boolean): Contents {
    const details = readExecutionDetails(columns);
    if (details !== null) {
      return {
        ...NOTHING,
        role: 'details',
        evidence: `lists ${details.length} ${details.length === 1 ? 'capture' : 'captures'}`,
        details,
      };
    }
    const model = buildModel(columns, CORRECTED);
    const found = roleOfTrace(model, name);
    const isEager = found.role === 'workload' && isReplayed && !found.isReplay;
    const role = isEager ? 'eager' : found.role;
    return { ...this.#as(role, columns, name, model), role, evidence: found.evidence };
  }

  #as(role: FileRole, columns: TraceColumns, name: string, model?: TraceModel): Omit<Contents, 'role' | 'evidence'> {
    switch (role) {
      case 'capture':
        return { ...NOTHING, captures: readCaptures(model ?? buildModel(columns, CORRECTED), name, this.#store) };
      case 'eager':
        return { ...NOTHING, eager: eagerSteps(model ?? buildModel(columns, CORRECTED), this.#store) };
      case 'details':
        return { ...NOTHING, details: readExecutionDetails(columns) ?? [] };
      case 'workload':
      case 'unknown':
        return NOTHING;
    }
  }

  #all(): readonly Contents[] {
    return Array.from(this.#files.values(), ({ contents }) => contents);
  }
}

/** What was damaged about a file that was read: the warnings and errors of its ledger. */
function damageOf({ ledger }: ReadTrace): string[] {
  return ledger.entries().flatMap(({ severity, message }) => (severity === 'information' ? [] : [message]));
}

const MISSED: Readonly<Partial<Record<FileRole, string>>> = {
  capture: 'No captured graph is in it.',
  eager: 'No operators that launch kernels are in it.',
  details: 'No list of captures is in it.',
};

/** Why a file that is taken for something of use is of less use than that, or of none. */
function faultsOf({ role, captures, eager, details, damage }: Contents): string[] {
  const missed = MISSED[role];
  if (missed === undefined) return [];
  return captures.length + eager.length + details.length === 0 ? [...damage, missed] : [...damage];
}

import type { Conventions, ConventionsName } from '../base/conventions.ts';
import type { Table } from '../base/table.ts';
import type { FileRole } from '../capture/file-role.ts';
import type { LedgerEntry } from '../ingest/ledger.ts';
import type { ArchiveMember, Refusal } from '../ingest/refusal.ts';
import type { CallDetails } from '../report/call-details.ts';
import type { CaptureReport } from '../report/capture-report.ts';
import type { ConventionTotals } from '../report/convention-totals.ts';
import type { PhaseDistribution } from '../report/phase-distributions.ts';
import type {
  Basis,
  Fact,
  GpuTimes,
  KernelSums,
  Overview,
  Selection,
  TableId,
  TableQuery,
} from '../report/report-types.ts';
import type { RooflineTotals } from '../report/roofline-totals.ts';
import type { StepDetection } from '../report/step-detection.ts';
import type { StepStrip } from '../report/step-strip.ts';
import type { Choice } from '../roofline/choose-hardware.ts';
import type { SaveProgress } from '../steps/slices/save-slices.ts';
import type { SteadyOptions, SteadyState } from '../steps/steady-state.ts';
import type { StepRange } from '../steps/steady-state-regions.ts';
import type { TimelineEngine } from './timeline-engine.ts';

export type { FileRole } from '../capture/file-role.ts';
export type { ArchiveMember, Refusal } from '../ingest/refusal.ts';
export type { CallDetails } from '../report/call-details.ts';
export type { CaptureReport, CaptureUse, ExecutionMode, MatchCount, SourceShare } from '../report/capture-report.ts';
export type { ConventionTotals } from '../report/convention-totals.ts';
export type { PhaseDistribution, Quantiles } from '../report/phase-distributions.ts';
export type {
  Basis,
  Finding,
  GpuTimes,
  KernelSums,
  Overview,
  Selection,
  TableId,
  TableQuery,
  TimeShare,
} from '../report/report-types.ts';
export type { RooflineTotals } from '../report/roofline-totals.ts';
export type { OutsideWork, StepDetection } from '../report/step-detection.ts';
export type { StepStrip, StripStream } from '../report/step-strip.ts';
export type { SaveProgress } from '../steps/slices/save-slices.ts';
export type { SteadyOptions, SteadyState } from '../steps/steady-state.ts';
export type { StepRange } from '../steps/steady-state-regions.ts';
export type * from './timeline-engine.ts';

/** The surface between the page and one worker that holds one open trace. Everything that crosses is plain data or typed arrays. */
export interface Engine extends TimelineEngine {
  /**
   * Reads a file. Resolves to the summary, a refusal, or the members of an archive to choose from (call again with `member`).
   * Never rejects for what a file holds.
   */
  open(file: Blob, name: string, options: OpenOptions, onProgress: (p: Progress) => void): Promise<OpenOutcome>;
  /**
   * Adds files to the open trace: captured graphs, an eager trace of the same model, the list of a capture folder; archives with all they
   * hold. What each is comes from its content; models and tables are the merged ones from then on. Never rejects for what a file holds.
   */
  addFiles(files: readonly OpenFile[], onProgress: (p: FilesProgress) => void): Promise<FilesOutcome>;
  /** Takes a file for something else; as 'workload' it becomes the open trace, and what was open one of the files. */
  setRole(name: string, role: FileRole): Promise<FilesOutcome>;
  /** How the trace was executed, and what captured graphs add to it. */
  captures(basis: Basis): Promise<CaptureReport>;
  /** The tables that hold rows, which files beside the trace may change: captures bring modules. */
  tables(basis: Basis): Promise<readonly TableId[]>;
  /** The captures as the list that capture folders hold (`execution_details.json`). */
  executionDetails(): Promise<SavedFile>;
  /** Figures that stand above the tables. */
  overview(basis: Basis): Promise<Overview>;
  /** The sums alone, for views that show no more of the Overview. */
  kernelSums(basis: Basis): Promise<KernelSums>;
  /** All rows of a table, with the columns named (those of them that it has; else all); its typed arrays are transferred. */
  table(id: TableId, basis: Basis, columns?: readonly string[]): Promise<Table>;
  /** The first rows of a table in the order it has at first, with the columns named. */
  firstRows(id: TableId, basis: Basis, count: number, columns: readonly string[]): Promise<FirstRows>;
  /** Row order of a table after filter and sort. */
  order(id: TableId, basis: Basis, query: TableQuery): Promise<Uint32Array>;
  /** CSV bytes of a table: the rows of `query` in their order, or all. */
  csv(id: TableId, basis: Basis, query?: TableQuery): Promise<Uint8Array>;
  /** A row of a table of operator calls, opened: formula, roof, arguments, kernels, calls. Null where no operator call stands behind it. */
  details(id: TableId, basis: Basis, row: number): Promise<CallDetails | null>;
  /**
   * The rows of a table that share GPU work with what is selected: the kernels of an operator, the operators of a kernel. Of the steps that
   * of an event. Ascending.
   */
  relatedRows(basis: Basis, id: TableId, selected: Selection): Promise<Uint32Array>;
  /** How the operators of the scope stand to the roofs, in all. */
  roofline(basis: Basis): Promise<RooflineTotals>;
  /** The trace's totals under the conventions of `basis`, or with one choice of them taken from the other set. */
  conventionTotals(basis: Basis, swapped: keyof Conventions | null): Promise<ConventionTotals>;
  /** How the steps of the trace were found. */
  stepDetection(basis: Basis): Promise<StepDetection>;
  /** Where the steps of a range (null: all) are steady, and the windows that stand for them. */
  steadyState(basis: Basis, options: Partial<SteadyOptions>, range: StepRange | null): Promise<SteadyState>;
  /** How the times of the steps in scope are spread, by phase. */
  phaseDistributions(basis: Basis): Promise<readonly PhaseDistribution[]>;
  /** The GPU work of one step by stream, for a drawing of so many pixels; null where it has none in the scope's devices and streams. */
  stepStrip(basis: Basis, step: number, width: number): Promise<StepStrip | null>;
  /** Parts of the trace as traces of their own; a later call, or `stopSlices`, ends an earlier one, which then rejects. */
  slices(basis: Basis, request: SliceRequest, onProgress: (p: SaveProgress) => void): Promise<SavedFile>;
  stopSlices(): Promise<void>;
  /** All tables in one file: CSV files in a zip, or a workbook. */
  report(basis: Basis, format: ReportFormat): Promise<Uint8Array>;
  /** One event whole, as JSON text with its exact digits. */
  eventText(event: number, basis: Basis): Promise<EventText>;
}

/** The first rows of a table. */
export interface FirstRows {
  readonly table: Table;
  /** How many rows the whole table has. */
  readonly total: number;
}

/** A file beside the open trace. */
export interface OpenFile {
  /** With the folders and the archive before it. */
  readonly name: string;
  readonly blob: Blob;
  /** Which file of the archive it is. */
  readonly member?: string;
}

/** A file, and what it was taken for. */
export interface KnownFile {
  readonly name: string;
  readonly role: FileRole;
  /** What it was recognised by, or that the user chose it. */
  readonly evidence: string;
  /** Why nothing could be read from it. */
  readonly refusal: string | null;
  /** Why it is of less use than what it is taken for: damage, or nothing of the kind in it. Sentences. */
  readonly faults: readonly string[];
}

export interface FilesProgress {
  /** Files read, of how many, and the one that is being read. */
  readonly done: number;
  readonly files: number;
  readonly name: string;
}

export interface FilesOutcome {
  /** All files, the open trace first. */
  readonly files: readonly KnownFile[];
  /** Given where another file became the open trace. */
  readonly summary: TraceSummary | null;
}

export interface OpenOptions {
  readonly conventions: ConventionsName;
  /** Name of the archive member to open. */
  readonly member?: string;
}

/** Which steps to save: a range in one trace, all of them and what is outside in a trace each, or runs of one phase within regions. */
export type SliceRequest =
  | { readonly kind: 'range'; readonly range: StepRange }
  | { readonly kind: 'single' }
  | { readonly kind: 'phases'; readonly regions: readonly StepRange[] };

/** An event as JSON. */
export interface EventText {
  readonly text: string;
  /** Whether the trace holds it; else a capture or a rule for pseudo-operators added it. */
  readonly isRecorded: boolean;
}

export interface SavedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type ReportFormat = 'zip' | 'xlsx';

export type Stage = 'reading' | 'linking' | 'tables';

export interface Progress {
  readonly stage: Stage;
  /** Bytes of the file read, and its size. */
  readonly readBytes: number;
  readonly totalBytes: number;
  /** Inflated bytes so far. */
  readonly textBytes: number;
  readonly events: number;
}

export type OpenOutcome =
  | { readonly kind: 'opened'; readonly summary: TraceSummary }
  | { readonly kind: 'choose'; readonly archive: 'zip' | 'tar'; readonly members: readonly ArchiveMember[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What tells one trace's text from another, whatever the file is called and however it is packed. */
export interface TextIdentity {
  /** CRC-32 of the inflated text. */
  readonly crc32: number;
  readonly textBytes: number;
}

/** What does not depend on the scope. */
export interface TraceSummary {
  readonly file: string;
  readonly identity: TextIdentity;
  readonly format: 'kineto' | 'trace-event' | 'unknown';
  /** Nanoseconds, decimal. */
  readonly base: string;
  readonly events: number;
  readonly kept: number;
  readonly dropped: number;
  readonly repaired: number;
  /** Count of events by category; without one under "". */
  readonly categories: Readonly<Record<string, number>>;
  readonly kernels: number;
  readonly gpuEvents: number;
  readonly unlinkedGpuEvents: number;
  /** Distinct devices with GPU events. */
  readonly devices: number;
  /** Distinct (pid, tid) with slices. */
  readonly tracks: number;
  /** First start of a slice since the base, and from there to the last end. */
  readonly startNs: number;
  readonly spanNs: number;
  /** GPU times of linked events, and of all. */
  readonly gpu: GpuTimes;
  readonly gpuAll: GpuTimes;
  readonly ledger: readonly LedgerEntry[];
  /** Producer, versions, ranks, devices, options: label and value, in reading order. */
  readonly facts: readonly Fact[];
  /** One line: "vLLM serving · graph replay · 1 of 8 ranks · MI300X · …". */
  readonly headline: readonly string[];
  /** (device, stream) pairs with GPU events, for the scope menus. */
  readonly streams: readonly { readonly device: number; readonly stream: number; readonly gpuEvents: number }[];
  /** The preset that the trace's device is, where it says. */
  readonly hardware: Choice;
  /** Tables that hold rows. */
  readonly tables: readonly TableId[];
  readonly cpuOnly: boolean;
}

import { transfer } from 'comlink';
import type { Conventions, ConventionsName } from '../base/conventions.ts';
import type { Table } from '../base/table.ts';
import { executionDetailsOf } from '../capture/execution-details.ts';
import { type FileRole, roleOfTrace, type TraceRole } from '../capture/file-role.ts';
import { eventText } from '../ingest/event-text.ts';
import { callDetails } from '../report/call-details.ts';
import { captureReport } from '../report/capture-report.ts';
import { conventionTotals } from '../report/convention-totals.ts';
import { kernelSums } from '../report/kernel-sums.ts';
import { makeOverview } from '../report/overview.ts';
import { type PhaseDistribution, phaseDistributions } from '../report/phase-distributions.ts';
import { relatedRows } from '../report/related-rows.ts';
import { reportArchive } from '../report/report-archive.ts';
import { rooflineTotals } from '../report/roofline-totals.ts';
import { type StepDetection, stepDetection } from '../report/step-detection.ts';
import { type StepStrip, stepStrip } from '../report/step-strip.ts';
import { buildTable, tablesWithRows } from '../report/tables.ts';
import { steadyState } from '../steps/steady-state.ts';
import { stepFacts } from '../steps/steady-state-facts.ts';
import type { StepRange } from '../steps/steady-state-regions.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type {
  Basis,
  CallDetails,
  CaptureReport,
  ConventionTotals,
  Engine,
  EventText,
  FilesOutcome,
  FilesProgress,
  FirstRows,
  KernelSums,
  OpenFile,
  OpenOptions,
  OpenOutcome,
  Overview,
  Progress,
  ReportFormat,
  RooflineTotals,
  SavedFile,
  SaveProgress,
  Selection,
  SliceRequest,
  SteadyOptions,
  SteadyState,
  TableId,
  TableQuery,
  TraceSummary,
} from './engine.ts';
import { FilesBeside } from './files-beside.ts';
import { openTrace } from './open-trace.ts';
import { paced } from './paced.ts';
import { sentCsv, sentFirstRows, sentOrder, sentTable, withColumns } from './sent-table.ts';
import { sliceFiles } from './slice-files.ts';
import { TableCache } from './table-cache.ts';
import { TimelineAnswers } from './timeline-answers.ts';
import { TraceModels } from './trace-models.ts';

/** The open trace's file, and what it was taken for. */
interface HeldTrace {
  readonly file: OpenFile;
  readonly conventions: ConventionsName;
  readonly role: TraceRole;
}

/** The engine of one trace. What it keeps stays here: arrays leave as copies that are transferred. */
export class TraceEngine extends TimelineAnswers implements Engine {
  readonly #kernel: WebAssembly.Module;
  readonly #tables = new TableCache();
  #opened: TraceModels | null = null;
  #held: HeldTrace | null = null;
  #beside: FilesBeside;
  #saving = new AbortController();

  /** @param kernel The compiled ingest kernel. */
  constructor(kernel: WebAssembly.Module) {
    super();
    this.#kernel = kernel;
    this.#beside = new FilesBeside(kernel);
  }

  async open(
    file: Blob,
    name: string,
    options: OpenOptions,
    onProgress: (progress: Progress) => void,
  ): Promise<OpenOutcome> {
    const outcome = await openTrace(file, name, this.#kernel, options, paced(onProgress));
    if (outcome.kind !== 'opened') return outcome;
    const { conventions, member } = options;
    this.#opened = new TraceModels(conventions, outcome.model);
    this.#beside = new FilesBeside(this.#kernel);
    this.#tables.clear();
    this.#held = {
      file: { name, blob: file, ...(member === undefined ? {} : { member }) },
      conventions,
      role: roleOfTrace(outcome.model, name),
    };
    return { kind: 'opened', summary: outcome.summary };
  }

  async addFiles(files: readonly OpenFile[], onProgress: (progress: FilesProgress) => void): Promise<FilesOutcome> {
    const { role } = this.#heldTrace();
    for (const [done, file] of files.entries()) {
      onProgress({ done, files: files.length, name: file.name });
      await this.#beside.add(file, role.isReplay);
    }
    const workload = role.role === 'workload' ? null : this.#beside.workload();
    return this.#takeTogether(workload);
  }

  async setRole(name: string, role: FileRole): Promise<FilesOutcome> {
    if (role === 'workload') return this.#takeTogether(name);
    await this.#beside.setRole(name, role);
    return this.#takeTogether(null);
  }

  async captures(basis: Basis): Promise<CaptureReport> {
    const { captures, notes } = this.#beside;
    return captureReport(this.modelOf(basis), basis, captures, notes);
  }

  async tables(basis: Basis): Promise<readonly TableId[]> {
    return tablesWithRows(this.modelOf(basis));
  }

  async executionDetails(): Promise<SavedFile> {
    const text = `${JSON.stringify(executionDetailsOf(this.#beside.captures), null, 2)}\n`;
    return { name: 'execution_details.json', bytes: new TextEncoder().encode(text) };
  }

  async overview(basis: Basis): Promise<Overview> {
    return makeOverview(this.modelOf(basis), basis);
  }

  async kernelSums(basis: Basis): Promise<KernelSums> {
    return kernelSums(this.modelOf(basis), basis.scope);
  }

  async table(id: TableId, basis: Basis, columns?: readonly string[]): Promise<Table> {
    const table = this.tableOf(id, basis);
    return sentTable(columns ? withColumns(table, columns) : table);
  }

  async firstRows(id: TableId, basis: Basis, count: number, columns: readonly string[]): Promise<FirstRows> {
    return sentFirstRows(this.tableOf(id, basis), count, columns);
  }

  async order(id: TableId, basis: Basis, query: TableQuery): Promise<Uint32Array> {
    return sentOrder(this.tableOf(id, basis), query);
  }

  async csv(id: TableId, basis: Basis, query?: TableQuery): Promise<Uint8Array> {
    return sentCsv(this.tableOf(id, basis), query);
  }

  async details(id: TableId, basis: Basis, row: number): Promise<CallDetails | null> {
    return callDetails(id, this.modelOf(basis), basis, row);
  }

  async relatedRows(basis: Basis, id: TableId, selected: Selection): Promise<Uint32Array> {
    const rows = relatedRows(this.modelOf(basis), basis.scope, id, selected, (of) => this.tableOf(of, basis));
    return transfer(rows, [rows.buffer]);
  }

  async roofline(basis: Basis): Promise<RooflineTotals> {
    return rooflineTotals(this.modelOf(basis), basis);
  }

  async conventionTotals(basis: Basis, swapped: keyof Conventions | null): Promise<ConventionTotals> {
    const models = this.#models();
    const model = swapped ? models.swapped(basis, swapped) : models.of(basis);
    return conventionTotals(model, basis);
  }

  async stepDetection(basis: Basis): Promise<StepDetection> {
    return stepDetection(this.modelOf(basis));
  }

  async steadyState(basis: Basis, options: Partial<SteadyOptions>, range: StepRange | null): Promise<SteadyState> {
    const model = this.modelOf(basis);
    return steadyState(stepFacts(stepsOf(model), model), options, range ?? undefined);
  }

  async phaseDistributions(basis: Basis): Promise<readonly PhaseDistribution[]> {
    return phaseDistributions(this.modelOf(basis), basis);
  }

  async stepStrip(basis: Basis, step: number, width: number): Promise<StepStrip | null> {
    return stepStrip(this.modelOf(basis), basis, step, width);
  }

  async slices(basis: Basis, request: SliceRequest, onProgress: (progress: SaveProgress) => void): Promise<SavedFile> {
    await this.stopSlices();
    this.#saving = new AbortController();
    const { signal } = this.#saving;
    const saved = await sliceFiles(
      this.#models().recorded(basis),
      this.#heldTrace().file.name,
      request,
      onProgress,
      signal,
    );
    return transfer(saved, [saved.bytes.buffer]);
  }

  async stopSlices(): Promise<void> {
    this.#saving.abort(new Error('stopped'));
  }

  async report(basis: Basis, format: ReportFormat): Promise<Uint8Array> {
    const bytes = await reportArchive(this.modelOf(basis), basis, format);
    return transfer(bytes, [bytes.buffer]);
  }

  async eventText(event: number, basis: Basis): Promise<EventText> {
    const { columns } = this.#models().any;
    const isRecorded = event < columns.length;
    return { text: eventText(isRecorded ? columns : this.modelOf(basis).columns, event), isRecorded };
  }

  /** Merges what lies beside the open trace into it; `workload` names the file there that becomes the open trace. */
  async #takeTogether(workload: string | null): Promise<FilesOutcome> {
    const file = workload === null ? null : this.#beside.take(workload);
    const summary = file === null ? null : await this.#exchange(file);
    const models = this.#models();
    models.mergeWith(this.#beside.sources());
    this.#tables.clear();
    const { file: open, role } = this.#heldTrace();
    const first = { name: open.name, role: role.role, evidence: role.evidence, refusal: null, faults: [] };
    return { files: [first, ...this.#beside.known], summary };
  }

  /** Opens a file instead of the open trace, which is put beside it; null if it cannot be read, and then it stays there. */
  async #exchange(file: OpenFile): Promise<TraceSummary | null> {
    const { file: before, conventions, role: roleBefore } = this.#heldTrace();
    const options = { conventions, ...(file.member === undefined ? {} : { member: file.member }) };
    const outcome = await openTrace(file.blob, file.name, this.#kernel, options, () => {});
    if (outcome.kind !== 'opened') {
      await this.#beside.add(file, roleBefore.isReplay);
      return null;
    }
    const role = roleOfTrace(outcome.model, file.name);
    this.#opened = new TraceModels(conventions, outcome.model);
    this.#held = { file, conventions, role };
    await this.#beside.add(before, role.isReplay);
    return outcome.summary;
  }

  #heldTrace(): HeldTrace {
    if (!this.#held) throw new Error('no trace is open');
    return this.#held;
  }

  protected override tableOf(id: TableId, basis: Basis): Table {
    return this.#tables.get(id, basis, () => buildTable(id, this.modelOf(basis), basis));
  }

  protected override modelOf(basis: Basis): TraceModel {
    return this.#models().of(basis);
  }

  #models(): TraceModels {
    if (!this.#opened) throw new Error('no trace is open');
    return this.#opened;
  }
}

import { transfer } from 'comlink';
import type { Conventions } from '../base/conventions.ts';
import type { Table } from '../base/table.ts';
import { eventText } from '../ingest/event-text.ts';
import { callDetails } from '../report/call-details.ts';
import { conventionTotals } from '../report/convention-totals.ts';
import { kernelSums } from '../report/kernel-sums.ts';
import { makeOverview } from '../report/overview.ts';
import { type PhaseDistribution, phaseDistributions } from '../report/phase-distributions.ts';
import { relatedRows } from '../report/related-rows.ts';
import { reportArchive } from '../report/report-archive.ts';
import { rooflineTotals } from '../report/roofline-totals.ts';
import { type StepDetection, stepDetection } from '../report/step-detection.ts';
import { type StepStrip, stepStrip } from '../report/step-strip.ts';
import { buildTable } from '../report/tables.ts';
import { steadyState } from '../steps/steady-state.ts';
import { stepFacts } from '../steps/steady-state-facts.ts';
import type { StepRange } from '../steps/steady-state-regions.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type {
  Basis,
  CallDetails,
  ConventionTotals,
  Engine,
  KernelSums,
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
} from './engine.ts';
import { openTrace } from './open-trace.ts';
import { paced } from './paced.ts';
import { sentCsv, sentOrder, sentTable } from './sent-table.ts';
import { sliceFiles } from './slice-files.ts';
import { TableCache } from './table-cache.ts';
import { TimelineAnswers } from './timeline-answers.ts';
import { TraceModels } from './trace-models.ts';

/** The engine of one trace. What it keeps stays here: arrays leave as copies that are transferred. */
export class TraceEngine extends TimelineAnswers implements Engine {
  readonly #kernel: WebAssembly.Module;
  readonly #tables = new TableCache();
  #opened: TraceModels | null = null;
  #file = '';
  #saving = new AbortController();

  /** @param kernel The compiled ingest kernel. */
  constructor(kernel: WebAssembly.Module) {
    super();
    this.#kernel = kernel;
  }

  async open(
    file: Blob,
    name: string,
    options: OpenOptions,
    onProgress: (progress: Progress) => void,
  ): Promise<OpenOutcome> {
    const outcome = await openTrace(file, name, this.#kernel, options, paced(onProgress));
    if (outcome.kind !== 'opened') return outcome;
    this.#opened = new TraceModels(options.conventions, outcome.model);
    this.#file = name;
    return { kind: 'opened', summary: outcome.summary };
  }

  async overview(basis: Basis): Promise<Overview> {
    return makeOverview(this.modelOf(basis), basis);
  }

  async kernelSums(basis: Basis): Promise<KernelSums> {
    return kernelSums(this.modelOf(basis), basis.scope);
  }

  async table(id: TableId, basis: Basis): Promise<Table> {
    return sentTable(this.tableOf(id, basis));
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
    const { conventions, stepsBy } = basis;
    const model = swapped ? models.swapped(conventions, stepsBy, swapped) : models.of(conventions, stepsBy);
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
    const saved = await sliceFiles(this.modelOf(basis), this.#file, request, onProgress, signal);
    return transfer(saved, [saved.bytes.buffer]);
  }

  async stopSlices(): Promise<void> {
    this.#saving.abort(new Error('stopped'));
  }

  async report(basis: Basis, format: ReportFormat): Promise<Uint8Array> {
    const bytes = await reportArchive(this.modelOf(basis), basis, format);
    return transfer(bytes, [bytes.buffer]);
  }

  async eventText(event: number): Promise<string> {
    return eventText(this.#models().any.columns, event);
  }

  protected override tableOf(id: TableId, basis: Basis): Table {
    return this.#tables.get(id, basis, () => buildTable(id, this.modelOf(basis), basis));
  }

  protected override modelOf({ conventions, stepsBy }: Basis): TraceModel {
    return this.#models().of(conventions, stepsBy);
  }

  #models(): TraceModels {
    if (!this.#opened) throw new Error('no trace is open');
    return this.#opened;
  }
}

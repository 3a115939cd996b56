import { proxy } from 'comlink';
import type {
  ArchiveMember,
  Engine,
  OpenOptions,
  OpenOutcome,
  Progress,
  Refusal,
  TraceSummary,
} from '../../workers/engine/engine.ts';
import { type EngineFailure, failureOf } from './engine-failure.ts';
import { type EngineParts, engineParts } from './engine-parts.ts';
import { EngineWorker } from './engine-worker.ts';

/** A file that is being opened in a worker of its own. */
export interface Opening {
  /** Never rejects. */
  readonly outcome: Promise<OpeningOutcome>;
  /** Ends the worker at once; `outcome` becomes `cancelled` unless it is settled already. Other open traces are not touched. */
  cancel(): void;
}

export type OpeningOutcome =
  | { readonly kind: 'opened'; readonly summary: TraceSummary; readonly trace: OpenTrace }
  | { readonly kind: 'choose'; readonly members: readonly ArchiveMember[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: EngineFailure };

/** An open trace. Its questions reject with an `EngineFailure` when its worker fails or is gone. */
export interface OpenTrace extends Omit<Engine, 'open'> {
  /** Settles when the trace's worker ends: with the failure, or with null after `close`. */
  readonly ended: Promise<EngineFailure | null>;
  /** Ends the worker and frees all that the trace holds. */
  close(): void;
}

/** Fetches the worker's code and the kernel, so that opening a file needs no request. Call once when the page starts. */
export function prepareEngine(): void {
  engineParts().catch(() => {
    // Said when a file is opened: that asks again.
  });
}

/** Opens a file in a new worker. */
export function openTrace(
  file: Blob,
  name: string,
  options: OpenOptions,
  onProgress: (progress: Progress) => void,
): Opening {
  const cancellation = new AbortController();
  const { signal } = cancellation;
  // Progress and outcome come over different ports, in any order: what comes after the outcome is stale.
  let settled = false;
  const report = (progress: Progress) => {
    if (!settled) onProgress(progress);
  };
  const work = engineParts().then((parts) => open(parts, file, name, options, report, signal));
  const outcome = Promise.race([work, aborted(signal)])
    .catch((error: unknown): OpeningOutcome => ({ kind: 'failed', failure: failureOf(error) }))
    .finally(() => {
      settled = true;
    });
  return { outcome, cancel: () => cancellation.abort() };
}

const CANCELLED: OpeningOutcome = { kind: 'cancelled' };

function aborted(signal: AbortSignal): Promise<OpeningOutcome> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(CANCELLED), { once: true });
  });
}

async function open(
  parts: EngineParts,
  file: Blob,
  name: string,
  options: OpenOptions,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<OpeningOutcome> {
  if (signal.aborted) return CANCELLED;
  const worker = new EngineWorker(parts);
  const terminate = () => worker.terminate();
  signal.addEventListener('abort', terminate, { once: true });
  try {
    const outcome = await worker.ask<OpenOutcome>((engine) => engine.open(file, name, options, proxy(onProgress)));
    if (outcome.kind === 'opened') return { ...outcome, trace: openTraceOf(worker) };
    worker.terminate();
    return outcome;
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    signal.removeEventListener('abort', terminate);
  }
}

function openTraceOf(worker: EngineWorker): OpenTrace {
  return {
    ended: worker.ended,
    close: () => worker.terminate(),
    addFiles: (files, onProgress) => worker.ask((engine) => engine.addFiles(files, proxy(onProgress))),
    setRole: (name, role) => worker.ask((engine) => engine.setRole(name, role)),
    captures: (basis) => worker.ask((engine) => engine.captures(basis)),
    tables: (basis) => worker.ask((engine) => engine.tables(basis)),
    executionDetails: () => worker.ask((engine) => engine.executionDetails()),
    overview: (basis) => worker.ask((engine) => engine.overview(basis)),
    kernelSums: (basis) => worker.ask((engine) => engine.kernelSums(basis)),
    table: (id, basis, columns) => worker.ask((engine) => engine.table(id, basis, columns)),
    firstRows: (id, basis, count, columns) => worker.ask((engine) => engine.firstRows(id, basis, count, columns)),
    order: (id, basis, query) => worker.ask((engine) => engine.order(id, basis, query)),
    csv: (id, basis, query) => worker.ask((engine) => engine.csv(id, basis, query)),
    details: (id, basis, row) => worker.ask((engine) => engine.details(id, basis, row)),
    relatedRows: (basis, id, selected) => worker.ask((engine) => engine.relatedRows(basis, id, selected)),
    roofline: (basis) => worker.ask((engine) => engine.roofline(basis)),
    conventionTotals: (basis, swapped) => worker.ask((engine) => engine.conventionTotals(basis, swapped)),
    stepDetection: (basis) => worker.ask((engine) => engine.stepDetection(basis)),
    steadyState: (basis, options, range) => worker.ask((engine) => engine.steadyState(basis, options, range)),
    phaseDistributions: (basis) => worker.ask((engine) => engine.phaseDistributions(basis)),
    stepStrip: (basis, step, width) => worker.ask((engine) => engine.stepStrip(basis, step, width)),
    slices: (basis, request, onProgress) => worker.ask((engine) => engine.slices(basis, request, proxy(onProgress))),
    stopSlices: () => worker.ask((engine) => engine.stopSlices()),
    report: (basis, format) => worker.ask((engine) => engine.report(basis, format)),
    eventText: (event, basis) => worker.ask((engine) => engine.eventText(event, basis)),
    timelineTracks: (basis) => worker.ask((engine) => engine.timelineTracks(basis)),
    timelineSlices: (basis, request) => worker.ask((engine) => engine.timelineSlices(basis, request)),
    timelineCounters: (basis, request) => worker.ask((engine) => engine.timelineCounters(basis, request)),
    timelineEvent: (basis, event) => worker.ask((engine) => engine.timelineEvent(basis, event)),
    timelineArrows: (basis, event) => worker.ask((engine) => engine.timelineArrows(basis, event)),
    timelineSearch: (basis, query) => worker.ask((engine) => engine.timelineSearch(basis, query)),
    timelineHits: (basis, search) => worker.ask((engine) => engine.timelineHits(basis, search)),
    timelineHitsOrder: (basis, search, query) => worker.ask((engine) => engine.timelineHitsOrder(basis, search, query)),
    timelineHitsCsv: (basis, search, query) => worker.ask((engine) => engine.timelineHitsCsv(basis, search, query)),
    timelineSpan: (basis, startNs, endNs) => worker.ask((engine) => engine.timelineSpan(basis, startNs, endNs)),
    timelineGaps: (basis, limit) => worker.ask((engine) => engine.timelineGaps(basis, limit)),
    timelineSteps: (basis, request) => worker.ask((engine) => engine.timelineSteps(basis, request)),
    timelinePlace: (basis, selected) => worker.ask((engine) => engine.timelinePlace(basis, selected)),
  };
}

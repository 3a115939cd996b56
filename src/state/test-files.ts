// Files for tests of the page's state: what the store holds of an open trace, without a worker behind it.
import { vi } from 'vitest';
import type {
  FileRole,
  FilesOutcome,
  KnownFile,
  OpenFile,
  TextIdentity,
  TraceSummary,
} from '../../workers/engine/engine.ts';
import type { OpenTrace } from '../engine/engine-client.ts';
import type { EngineFailure } from '../engine/engine-failure.ts';
import type { TraceFile } from './trace-file.ts';

const NO_TIME = {
  busyNs: 0,
  computationNs: 0,
  exposedCommNs: 0,
  exposedMemcpyNs: 0,
  otherStepsNs: 0,
  idleNs: 0,
  totalNs: 0,
};
/** The summary of a trace with one kernel on GPU 0, stream 7. */
export function summaryOf(identity: TextIdentity): TraceSummary {
  return {
    file: 'a.json',
    identity,
    format: 'kineto',
    base: '0',
    events: 1,
    kept: 1,
    dropped: 0,
    repaired: 0,
    categories: {},
    kernels: 1,
    gpuEvents: 1,
    unlinkedGpuEvents: 0,
    devices: 1,
    tracks: 1,
    startNs: 0,
    spanNs: 1,
    gpu: NO_TIME,
    gpuAll: NO_TIME,
    ledger: [],
    facts: [],
    headline: [],
    streams: [{ device: 0, stream: 7, gpuEvents: 1 }],
    hardware: { state: 'unknown', why: 'no-device', candidates: [] },
    tables: [],
    cpuOnly: false,
  };
}

/** An open file, as the store lists it. */
export function openFile(id: number, summary: TraceSummary): TraceFile {
  const status = { kind: 'open', summary, trace: openTraceOf().trace, known: [], adding: null, revision: 0 } as const;
  return { id, name: `${id}.json`, blob: new Blob(['{}']), drop: id, before: null, beside: [], status };
}

/** An open trace that takes itself and the files beside it for what `roles` says, by name; a workload where it says nothing. */
export function openTraceOf(name = 'a.json', roles: Readonly<Record<string, FileRole>> = {}) {
  const { promise: ended, resolve: end } = deferred<EngineFailure | null>();
  const known = (file: string): KnownFile => ({
    name: file,
    role: roles[file] ?? 'workload',
    evidence: '',
    refusal: null,
    faults: [],
  });
  let files = [known(name)];
  const addFiles = vi.fn(async (added: readonly OpenFile[]): Promise<FilesOutcome> => {
    files = [...files, ...added.map((file) => known(file.name))];
    return { files, summary: null };
  });
  const unused = () => Promise.reject(new Error('not asked here'));
  const close = vi.fn(() => end(null));
  const trace: OpenTrace = {
    ended,
    close,
    addFiles,
    setRole: unused,
    tables: async () => ['modules'],
    captures: unused,
    executionDetails: unused,
    overview: unused,
    kernelSums: unused,
    table: unused,
    firstRows: unused,
    order: unused,
    csv: unused,
    details: unused,
    roofline: unused,
    conventionTotals: unused,
    stepDetection: unused,
    steadyState: unused,
    phaseDistributions: unused,
    stepStrip: unused,
    slices: unused,
    stopSlices: unused,
    report: unused,
    eventText: unused,
    relatedRows: unused,
    timelineTracks: unused,
    timelineSlices: unused,
    timelineCounters: unused,
    timelineEvent: unused,
    timelineArrows: unused,
    timelineSearch: unused,
    timelineHits: unused,
    timelineHitsOrder: unused,
    timelineHitsCsv: unused,
    timelineSpan: unused,
    timelineGaps: unused,
    timelineSteps: unused,
    timelinePlace: unused,
  };
  return { trace, close, end, addFiles };
}

/** A promise to be settled by the test. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

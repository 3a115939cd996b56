import type { GpuTimes, OpenOutcome, TraceSummary } from '../workers/engine/engine.ts';

/** What `inspect --json` says as the engine does. */
type Same =
  | 'file'
  | 'format'
  | 'base'
  | 'events'
  | 'kept'
  | 'dropped'
  | 'repaired'
  | 'categories'
  | 'kernels'
  | 'gpuEvents'
  | 'unlinkedGpuEvents'
  | 'devices'
  | 'tracks';

/** What `inspect --json` prints. Field names are a promise to scripts. */
export interface Inspection extends Pick<TraceSummary, Same> {
  readonly spanUs: number;
  readonly gpu: InspectedGpu;
  readonly gpuAll: InspectedGpu;
  readonly ledger: readonly InspectedEntry[];
  /** What the file is, how much was readable and what to do; where it stopped, in inflated bytes. */
  readonly refused?: { readonly reason: string; readonly offset: number | null };
}

interface InspectedGpu {
  readonly busyUs: number;
  readonly computationUs: number;
  readonly exposedCommUs: number;
  readonly exposedMemcpyUs: number;
  readonly idleUs: number;
}

type InspectedEntry = Pick<TraceSummary['ledger'][number], 'kind' | 'severity' | 'count' | 'firstOffset' | 'example'>;

/** The inspection of an outcome; a refusal reads as a file without events. */
export function inspection(file: string, outcome: OpenOutcome): Inspection {
  switch (outcome.kind) {
    case 'opened':
      return inspected(outcome.summary);
    case 'refused': {
      const { reason, readable, advice, offset } = outcome.refusal;
      return { ...nothing(file), refused: { reason: [reason, readable, advice].filter(Boolean).join(' '), offset } };
    }
    case 'choose': {
      const traces = outcome.members.filter((member) => member.likelyTrace).map((member) => member.name);
      const reason = `This is a ${outcome.archive} archive; it holds ${traces.length} traces: ${traces.join(', ')}; choose one with --member NAME.`;
      return { ...nothing(file), refused: { reason, offset: null } };
    }
  }
}

function inspected(summary: TraceSummary): Inspection {
  const { file, format, base, events, kept, dropped, repaired, categories } = summary;
  const { kernels, gpuEvents, unlinkedGpuEvents, devices, tracks } = summary;
  return {
    file,
    format,
    base,
    events,
    kept,
    dropped,
    repaired,
    categories,
    kernels,
    gpuEvents,
    unlinkedGpuEvents,
    devices,
    tracks,
    spanUs: microseconds(summary.spanNs),
    gpu: inspectedGpu(summary.gpu),
    gpuAll: inspectedGpu(summary.gpuAll),
    ledger: summary.ledger.map(({ kind, severity, count, firstOffset, example }) => ({
      kind,
      severity,
      count,
      firstOffset,
      example,
    })),
  };
}

function inspectedGpu(times: GpuTimes): InspectedGpu {
  return {
    busyUs: microseconds(times.busyNs),
    computationUs: microseconds(times.computationNs),
    exposedCommUs: microseconds(times.exposedCommNs),
    exposedMemcpyUs: microseconds(times.exposedMemcpyNs),
    idleUs: microseconds(times.idleNs),
  };
}

function nothing(file: string): Inspection {
  const none = { busyUs: 0, computationUs: 0, exposedCommUs: 0, exposedMemcpyUs: 0, idleUs: 0 };
  return {
    file,
    format: 'unknown',
    base: '0',
    events: 0,
    kept: 0,
    dropped: 0,
    repaired: 0,
    categories: {},
    kernels: 0,
    gpuEvents: 0,
    unlinkedGpuEvents: 0,
    devices: 0,
    tracks: 0,
    spanUs: 0,
    gpu: none,
    gpuAll: none,
    ledger: [],
  };
}

const microseconds = (ns: number): number => ns / 1000;

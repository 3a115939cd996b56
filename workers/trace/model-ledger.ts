import { constantAt, numericKey } from '../ingest/event-args.ts';
import type { LedgerEntry } from '../ingest/ledger.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import { isApiKind, isSlice } from './event-kinds.ts';
import { EventKind, LinkSource, type TraceModel } from './trace-model.ts';

/**
 * What the data-quality ledger says about a trace's structure. All of it occurs in healthy traces, so all is information, but for a
 * file that recorded nothing.
 */
export function modelLedger(model: TraceModel): LedgerEntry[] {
  const entries = [
    recordedNothing(model),
    noGpuEvents(model),
    noCorrelationIds(model),
    unlinkedGpuWork(model),
    clockSkew(model),
    streamOverlap(model),
    partialOverlap(model),
  ];
  return entries.filter((entry) => entry !== undefined);
}

function recordedNothing({ columns, kind }: TraceModel): LedgerEntry | undefined {
  for (let event = 0; event < columns.length; event++) if (isSlice(columns, event)) return undefined;
  const effect = "There is nothing to measure. Did the profiler's schedule ever reach its active phase?";
  if (columns.length === 0) {
    return {
      kind: 'no-events',
      severity: 'warning',
      count: 1,
      firstOffset: null,
      example: '',
      message: '0 events: the profiler recorded nothing.',
      effect,
    };
  }
  const onlyMetadata = kind.every((k) => k === EventKind.metadata);
  const processes = processNames(columns, kind);
  const named = processes.length > 0 ? `; processes: ${processes.slice(0, 8).join(', ')}` : '';
  return {
    kind: onlyMetadata ? 'only-metadata' : 'no-slices',
    severity: 'warning',
    count: columns.length,
    firstOffset: null,
    example: processes[0] ?? '',
    message: `0 slices among ${counted(columns.length, onlyMetadata ? 'metadata event' : 'event')}${named}.`,
    effect,
  };
}

/** Distinct names and labels of processes, in file order. */
function processNames(columns: TraceModel['columns'], kind: Uint8Array): string[] {
  const names = new Set<string>();
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] !== EventKind.metadata || !/^process_/.test(columns.strings.get(columns.name[event]))) continue;
    for (const path of ['args.name', 'args.labels']) {
      const name = constantAt(columns, columns.template[event], path);
      if (typeof name === 'string' && name !== '') names.add(name);
    }
  }
  return [...names];
}

function noGpuEvents({ columns, kind, gpuEvents, roots }: TraceModel): LedgerEntry | undefined {
  if (gpuEvents.length > 0 || roots.length === 0) return undefined;
  let launches = 0;
  let first: EventId = -1;
  for (let event = 0; event < columns.length; event++) {
    if (!isApiKind(kind[event]) || !/launch(?!hostfunc)/i.test(nameOf(columns, event))) continue;
    if (launches++ === 0) first = event;
  }
  if (launches === 0) {
    return information(
      columns,
      'no-gpu-events',
      { count: 1, first: -1 },
      {
        message: 'No GPU events and no launches: a trace of the CPU alone.',
        effect: 'Only CPU operators have times. Record with ProfilerActivity.CUDA to see GPU work.',
      },
    );
  }
  return information(
    columns,
    'launches-without-gpu',
    { count: launches, first },
    {
      message: `${counted(launches, 'launch', 'launches')} but no GPU activity was recorded.`,
      effect:
        'GPU times are unknown, not zero. Likely causes: ProfilerActivity.CUDA off, no permission for GPU counters, another ' +
        'profiler attached, WSL, or a window that closed before the GPU ran.',
    },
  );
}

function noCorrelationIds({ columns, gpuEvents, linkSource }: TraceModel): LedgerEntry | undefined {
  if (gpuEvents.length === 0) return undefined;
  const correlation = numericKey(columns, 'args.correlation');
  if (gpuEvents.some((event) => !Number.isNaN(correlation.at(event)))) return undefined;
  const linked = linkSource.reduce((sum, source) => sum + Number(source !== LinkSource.none), 0);
  return information(
    columns,
    'no-correlation-ids',
    { count: gpuEvents.length, first: gpuEvents[0] },
    {
      message: `No correlation ids; ${linked} of ${counted(gpuEvents.length, 'GPU event')} linked through external ids or flow arrows.`,
      effect: 'Launch delays are missing or inexact. Newer profiler versions record correlation ids.',
    },
  );
}

function unlinkedGpuWork({ columns, gpuEvents, linkSource }: TraceModel): LedgerEntry | undefined {
  let count = 0;
  let first: EventId = -1;
  let unlinkedNs = 0;
  let totalNs = 0;
  for (let row = 0; row < gpuEvents.length; row++) {
    const event = gpuEvents[row];
    totalNs += columns.dur[event];
    if (linkSource[row] !== LinkSource.none) continue;
    if (count++ === 0) first = event;
    unlinkedNs += columns.dur[event];
  }
  if (count === 0) return undefined;
  const share = totalNs > 0 ? ` (${((100 * unlinkedNs) / totalNs).toFixed(1)} % of GPU time)` : '';
  return information(
    columns,
    'unlinked-gpu-work',
    { count, first },
    {
      message: `${counted(count, 'GPU event')} without a recorded launch${share}.`,
      effect: 'Kept and shown as unlinked; no operator can be named. Usually launched before the recording began.',
    },
  );
}

function clockSkew({ columns, oddities: { clockSkews } }: TraceModel): LedgerEntry | undefined {
  if (clockSkews.count === 0) return undefined;
  const lead = `up to ${Number((clockSkews.largestNs / 1000).toFixed(3))} µs before ${clockSkews.count === 1 ? 'its' : 'their'} launch`;
  return information(columns, 'clock-skew', clockSkews, {
    message: `${counted(clockSkews.count, 'GPU event')} ${clockSkews.count === 1 ? 'starts' : 'start'} ${lead}.`,
    effect: 'The clocks of host and GPU disagree; launch delay is unknown for these. Durations are not affected.',
  });
}

function streamOverlap({ columns, oddities: { streamOverlaps } }: TraceModel): LedgerEntry | undefined {
  if (streamOverlaps.count === 0) return undefined;
  return information(columns, 'stream-overlap', streamOverlaps, {
    message: `${counted(streamOverlaps.count, 'GPU event')} ${streamOverlaps.count === 1 ? 'starts' : 'start'} before an earlier one on the same stream has ended.`,
    effect: 'Busy time counts the overlap once, kernel sums count it twice.',
  });
}

function partialOverlap({ columns, oddities: { partialOverlaps } }: TraceModel): LedgerEntry | undefined {
  if (partialOverlaps.count === 0) return undefined;
  return information(columns, 'partial-overlap', partialOverlaps, {
    message: `${counted(partialOverlaps.count, 'host slice')} ${partialOverlaps.count === 1 ? 'outlives' : 'outlive'} a slice in which ${partialOverlaps.count === 1 ? 'it' : 'they'} started.`,
    effect: 'Hung under the lowest slice that encloses the whole; nothing is dropped.',
  });
}

function information(
  columns: TraceModel['columns'],
  kind: string,
  { count, first }: TraceModel['oddities']['streamOverlaps'],
  words: Pick<LedgerEntry, 'message' | 'effect'>,
): LedgerEntry {
  const example = first === -1 ? '' : nameOf(columns, first).slice(0, 120);
  return { kind, severity: 'information', count, firstOffset: null, example, ...words };
}

function nameOf(columns: TraceModel['columns'], event: EventId): string {
  return columns.strings.get(columns.name[event]);
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

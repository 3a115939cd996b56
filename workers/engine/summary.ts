import { WHOLE_TRACE } from '../base/scope.ts';
import type { ReadTrace } from '../ingest/read-trace.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';
import { fileFacts, headline, usedDevices } from '../report/facts.ts';
import { tablesWithRows } from '../report/tables.ts';
import { chooseHardware } from '../roofline/choose-hardware.ts';
import { isGpuKind, isSlice } from '../trace/event-kinds.ts';
import { gpuTimeline } from '../trace/gpu-timeline.ts';
import { modelLedger } from '../trace/model-ledger.ts';
import { EventKind, LinkSource, type TraceModel } from '../trace/trace-model.ts';
import type { GpuTimes, TraceSummary } from './engine.ts';

/** What a trace is, as far as it does not depend on the scope. */
export function summarise(file: string, read: ReadTrace, model: TraceModel): TraceSummary {
  const { columns, ledger, events, kept, dropped, repaired, crc32, textBytes } = read;
  for (const entry of modelLedger(model)) ledger.add(entry);
  const categories = countCategories(columns);
  const gpuEvents = model.kind.reduce((count, kind) => count + Number(isGpuKind(kind)), 0);
  return {
    file,
    identity: { crc32, textBytes },
    format: formatOf(model),
    base: String(columns.base),
    events,
    kept,
    dropped,
    repaired,
    // Unlike assignment, this makes a key of `__proto__` as of any other.
    categories: Object.fromEntries(categories),
    kernels: countNamed(categories, 'kernel'),
    gpuEvents,
    unlinkedGpuEvents: model.linkSource.reduce((count, source) => count + Number(source === LinkSource.none), 0),
    devices: new Set(model.streams.map(({ device }) => device)).size,
    tracks: countTracks(columns),
    startNs: model.span[0],
    spanNs: model.span[1] - model.span[0],
    gpu: gpuTimes(model, false),
    gpuAll: gpuTimes(model, true),
    ledger: ledger.entries(),
    facts: fileFacts(model),
    headline: headline(model),
    streams: countStreams(model),
    hardware: chooseHardware(usedDevices(model)[0]),
    tables: tablesWithRows(model),
    cpuOnly: gpuEvents === 0,
  };
}

/** Counts of events by category, without one under "". Several string ids may spell one category. */
export function countCategories({
  length,
  cat,
  strings,
}: Pick<TraceColumns, 'length' | 'cat' | 'strings'>): ReadonlyMap<string, number> {
  const counts = new Float64Array(strings.length);
  for (let event = 0; event < length; event++) counts[cat[event]]++;
  const categories = new Map<string, number>();
  counts.forEach((count, id) => {
    if (count === 0) return;
    const category = strings.get(id);
    categories.set(category, (categories.get(category) ?? 0) + count);
  });
  return categories;
}

/** The oldest Kineto wrote its categories with capitals. */
export function countNamed(categories: ReadonlyMap<string, number>, name: string): number {
  return [...categories].reduce((sum, [key, count]) => sum + (key.toLowerCase() === name ? count : 0), 0);
}

/** Distinct (pid, tid) with slices. */
function countTracks(columns: TraceColumns): number {
  const tracks = new Set<string>();
  const seen = new Uint8Array(columns.tracks.length);
  for (let event = 0; event < columns.length; event++) {
    const track = columns.track[event];
    if (seen[track] !== 0 || !isSlice(columns, event)) continue;
    seen[track] = 1;
    const { pid, tid } = columns.tracks[track];
    tracks.add(`${pid}\n${tid}`);
  }
  return tracks.size;
}

function countStreams({ streams, streamOf }: TraceModel): TraceSummary['streams'] {
  const counts = new Uint32Array(streams.length);
  for (const stream of streamOf) counts[stream]++;
  return streams.map(({ device, stream }, i) => ({ device, stream, gpuEvents: counts[i] }));
}

function gpuTimes(model: TraceModel, includeUnlinked: boolean): GpuTimes {
  const { busyNs, computationNs, exposedCommNs, exposedMemcpyNs, otherStepsNs, idleNs, totalNs } = gpuTimeline(
    model,
    WHOLE_TRACE,
    { includeUnlinked },
  );
  return { busyNs, computationNs, exposedCommNs, exposedMemcpyNs, otherStepsNs, idleNs, totalNs };
}

/** Top-level keys that Kineto writes and other writers of the Trace Event Format do not. */
const KINETO_KEYS = ['schemaVersion', 'deviceProperties', 'distributedInfo', 'baseTimeNanoseconds'];

/** Kineto is known by its header, or where that is missing by its categories. */
function formatOf({ columns, kind }: TraceModel): TraceSummary['format'] {
  if (KINETO_KEYS.some((key) => key in columns.header)) return 'kineto';
  for (let event = 0; event < columns.length; event++) {
    if (columns.cat[event] !== 0 && kind[event] >= EventKind.cpuOp && kind[event] <= EventKind.overhead)
      return 'kineto';
  }
  return 'trace-event';
}

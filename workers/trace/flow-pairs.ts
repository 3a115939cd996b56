import { type NumericKey, numericKey } from '../ingest/event-args.ts';
import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { isApiKind, isGpuKind } from './event-kinds.ts';
import type { LaunchLinks } from './launch-links.ts';
import { EventKind, LinkSource } from './trace-model.ts';

const PHASE_S = 's'.charCodeAt(0);
const PHASE_F = 'f'.charCodeAt(0);

/**
 * Links GPU events as TraceLens does: a call owns the GPU event at the head of a complete `ac2g` flow pair with its key, found by
 * (pid, tid, key) where the last event written wins; a call named exactly `cudaGraphLaunch` or `hipGraphLaunch` owns every GPU event
 * with its key. The key is `correlation` if the first launch has one, else `External id`.
 */
export function linkFlowPairs(columns: TraceColumns, kind: Uint8Array, gpuEvents: Int32Array): LaunchLinks {
  const byCorrelation = firstLaunchHasCorrelation(columns, kind);
  const key = numericKey(columns, byCorrelation ? 'args.correlation' : 'args.External id');
  const index = indexFlowPairs(columns, kind, key);
  const launchOf = new Int32Array(columns.length).fill(-1);
  const viaGraph = new Uint8Array(columns.length);
  for (let event = 0; event < columns.length; event++) {
    if (!isApiKind(kind[event])) continue;
    const id = key.idAt(event);
    if (Number.isNaN(id)) continue;
    const name = columns.strings.get(columns.name[event]);
    if (name === 'cudaGraphLaunch' || name === 'hipGraphLaunch') {
      for (const gpuEvent of index.gpuByKey.get(id) ?? []) {
        launchOf[gpuEvent] = event;
        viaGraph[gpuEvent] = 1;
      }
    } else {
      const gpuEvent = index.pairedGpuEvent(id);
      if (gpuEvent === -1) continue;
      launchOf[gpuEvent] = event;
      viaGraph[gpuEvent] = 0;
    }
  }
  const graphSource = byCorrelation ? LinkSource.correlation : LinkSource.externalId;
  return {
    launch: gpuEvents.map((event) => launchOf[event]),
    linkSource: Uint8Array.from(gpuEvents, (event) => {
      if (launchOf[event] === -1) return LinkSource.none;
      return viaGraph[event] === 1 ? graphSource : LinkSource.flow;
    }),
  };
}

function firstLaunchHasCorrelation(columns: TraceColumns, kind: Uint8Array): boolean {
  const correlation = numericKey(columns, 'args.correlation');
  for (let event = 0; event < columns.length; event++) {
    if (!isApiKind(kind[event])) continue;
    if (!columns.strings.get(columns.name[event]).toLowerCase().includes('launch')) continue;
    return !Number.isNaN(correlation.at(event));
  }
  return false;
}

interface FlowPairIndex {
  readonly gpuByKey: ReadonlyMap<number, readonly EventId[]>;
  /** The GPU event at the head of the flow pair with this key, -1 if the pair or the event is missing. */
  pairedGpuEvent(id: number): EventId;
}

function indexFlowPairs(columns: TraceColumns, kind: Uint8Array, key: NumericKey): FlowPairIndex {
  const { length, ph, cat, track, strings } = columns;
  const flowId = numericKey(columns, 'id');
  const tails = new Map<number, EventId>();
  const heads = new Map<number, EventId>();
  const gpuByKey = new Map<number, EventId[]>();
  const lastByTrack = columns.tracks.map(() => new Map<number, EventId>());
  for (let event = 0; event < length; event++) {
    if (kind[event] === EventKind.flow && strings.get(cat[event]) === 'ac2g') {
      const id = flowId.idAt(event);
      if (ph[event] === PHASE_S) tails.set(id, event);
      if (ph[event] === PHASE_F) heads.set(id, event);
    }
    const id = key.idAt(event);
    if (Number.isNaN(id)) continue;
    lastByTrack[track[event]].set(id, event);
    if (!isGpuKind(kind[event])) continue;
    const sameKey = gpuByKey.get(id);
    if (sameKey) sameKey.push(event);
    else gpuByKey.set(id, [event]);
  }
  const pairedGpuEvent = (id: number): EventId => {
    const head = heads.get(id);
    if (head === undefined || !tails.has(id)) return -1;
    const found = lastByTrack[track[head]].get(id) ?? -1;
    return found !== -1 && isGpuKind(kind[found]) ? found : -1;
  };
  return { gpuByKey, pairedGpuEvent };
}

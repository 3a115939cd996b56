import { objectIn } from '../base/json.ts';
import { numericKey } from '../ingest/event-args.ts';
import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { sortByStart } from '../trace/sort-events.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { type Counter, type CounterSeries, SeriesBuilder } from './counter-series.ts';
import { deviceGroup, processGroup } from './groups.ts';
import { trackNames } from './track-names.ts';

/** The counters that a trace holds: counter events, and what the profiler writes at each allocation. */
export function recordedCounters(model: TraceModel): Counter[] {
  return [...counterEvents(model), ...memoryCounters(model)];
}

/** A series for each number in the arguments of counter events of one name in one process. */
function counterEvents({ columns, kind }: TraceModel): Counter[] {
  const byName = eventsBy(
    columns,
    kind,
    EventKind.counter,
    (event) => `${pidOf(columns, event)} ${columns.name[event]}`,
  );
  return [...byName.values()].flatMap((events) => {
    const title = columns.strings.get(columns.name[events[0]]);
    const pid = pidOf(columns, events[0]);
    const { process } = trackNames(columns)[columns.track[events[0]]];
    return [...numericArguments(columns, events)].map((key) => ({
      id: `counter:${pid}:${title}:${key}`,
      group: processGroup(process, pid),
      title,
      subtitle: key,
      unit: '',
      ...seriesOf(columns, events, numericKey(columns, `args.${key}`).at),
    }));
  });
}

/** Names of arguments that are a number in some event. */
function numericArguments({ template, templates }: TraceColumns, events: Int32Array): Set<string> {
  const keys = new Set<string>();
  for (const of of new Set(events.map((event) => template[event]))) {
    for (const { path } of templates.slots(of)) if (path.startsWith('args.')) keys.add(path.slice('args.'.length));
    for (const [key, value] of Object.entries(objectIn(templates.constants(of).args))) {
      if (typeof value === 'number') keys.add(key);
    }
  }
  return keys;
}

/** Device types of PyTorch: the host is 0. */
const HOST = 0;
const MEMORY = [
  ['Total Allocated', 'Memory allocated'],
  ['Total Reserved', 'Memory reserved'],
] as const;

/** The allocator's totals by device, where `profile_memory` was on. */
function memoryCounters({ columns, kind }: TraceModel): Counter[] {
  const type = numericKey(columns, 'args.Device Type');
  const device = numericKey(columns, 'args.Device Id');
  const totals = MEMORY.map(([key, title]) => ({ title, of: numericKey(columns, `args.${key}`) }));
  const byDevice = eventsBy(columns, kind, EventKind.instant, (event) =>
    totals.some(({ of }) => !Number.isNaN(of.at(event))) ? `${type.at(event)} ${device.at(event)}` : null,
  );
  return [...byDevice.values()].flatMap((events) => {
    const isHost = type.at(events[0]) === HOST;
    const pid = pidOf(columns, events[0]);
    const { process } = trackNames(columns)[columns.track[events[0]]];
    return totals.map(({ title, of }, i) => ({
      id: `counter:memory:${type.at(events[0])}:${device.at(events[0])}:${i}`,
      group: isHost ? processGroup(process, pid) : deviceGroup(device.at(events[0])),
      title,
      subtitle: isHost ? 'host' : '',
      unit: 'B',
      ...seriesOf(columns, events, of.at),
    }));
  });
}

/** Events of a kind by a key, each key's by start; null leaves one out. */
function eventsBy(
  { length, ts }: TraceColumns,
  kind: Uint8Array,
  wanted: EventKind,
  keyOf: (event: EventId) => string | null,
): Map<string, Int32Array> {
  const lists = new Map<string, number[]>();
  for (let event = 0; event < length; event++) {
    if (kind[event] !== wanted || Number.isNaN(ts[event])) continue;
    const key = keyOf(event);
    if (key === null) continue;
    const list = lists.get(key) ?? [];
    lists.set(key, list);
    list.push(event);
  }
  return new Map([...lists].map(([key, list]) => [key, byStart(list, ts)]));
}

function byStart(list: readonly number[], ts: Float64Array): Int32Array {
  const events = Int32Array.from(list);
  sortByStart(events, ts);
  return events;
}

function seriesOf({ ts }: TraceColumns, events: Int32Array, valueAt: (event: EventId) => number): CounterSeries {
  const series = new SeriesBuilder();
  for (const event of events) {
    const value = valueAt(event);
    if (!Number.isNaN(value)) series.set(ts[event], value);
  }
  return series.finish();
}

function pidOf({ tracks, track }: TraceColumns, event: EventId): string {
  return tracks[track[event]].pid;
}

import { UnionBuilder } from '../base/intervals.ts';
import { once } from '../base/memo.ts';
import { runningRequests, stepFacts } from '../steps/steady-state-facts.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import { isApiKind } from '../trace/event-kinds.ts';
import { sortByStart } from '../trace/sort-events.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { type Counter, type CounterSeries, counterPixels, SeriesBuilder } from './counter-series.ts';
import { deviceGroup, STEPS_GROUP } from './groups.ts';
import { recordedCounters } from './recorded-counters.ts';
import type { CounterPixels, CountersRequest } from './timeline-types.ts';

/** All counters of a trace that ever change. */
export const counters = once((model: TraceModel): readonly Counter[] =>
  [...stepCounters(model), ...deviceCounters(model), ...recordedCounters(model)].filter(
    ({ times }) => times.length > 0,
  ),
);

/** The counters asked for, by pixel; an unknown one has no values. */
export function timelineCounters(model: TraceModel, request: CountersRequest): CounterPixels[] {
  const { tracks, startNs, endNs, pixels } = request;
  const byId = new Map(counters(model).map((counter) => [counter.id, counter]));
  const none: CounterSeries = { times: new Float64Array(0), values: new Float64Array(0) };
  return tracks.map((id) => counterPixels(byId.get(id) ?? none, startNs, endNs, Math.max(1, Math.floor(pixels))));
}

/** What the steps tell, from each step's start to the next. */
function stepCounters(model: TraceModel): Counter[] {
  const found = stepsOf(model);
  const { steps } = found;
  const running = runningRequests(stepFacts(found, model));
  const series = (valueAt: (step: number) => number) => {
    const builder = new SeriesBuilder();
    steps.forEach(({ tileStartNs, tileEndNs }, step) => {
      builder.set(tileStartNs, valueAt(step));
      const next = steps[step + 1];
      if (!next || next.tileStartNs > tileEndNs) builder.set(tileEndNs, Number.NaN);
    });
    const made = builder.finish();
    return made.values.every(Number.isNaN) ? { times: new Float64Array(0), values: new Float64Array(0) } : made;
  };
  const tokens = (step: number) => steps[step].label?.tokens ?? steps[step].shapeBatch ?? Number.NaN;
  const of = { group: STEPS_GROUP, unit: '' };
  return [
    {
      id: 'counter:concurrency',
      title: 'Concurrency',
      subtitle: 'requests',
      ...of,
      ...series((step) => running[step]),
    },
    { id: 'counter:tokens', title: 'Scheduled tokens', subtitle: 'tokens', ...of, ...series(tokens) },
  ];
}

function deviceCounters(model: TraceModel): Counter[] {
  const { gpuEvents, streams, streamOf } = model;
  const devices = [...new Set(streams.map(({ device }) => device))];
  return devices.flatMap((device) => {
    const rows = gpuEvents.map((_, row) => row).filter((row) => streams[streamOf[row]].device === device);
    const group = deviceGroup(device);
    return [
      { id: `counter:gpuBusy:${device}`, group, title: 'GPU busy', subtitle: '', unit: 'share', ...busy(model, rows) },
      {
        id: `counter:queue:${device}`,
        group,
        title: 'Queue depth',
        subtitle: 'launched, not started',
        unit: '',
        ...queueDepth(model, rows),
      },
    ];
  });
}

/** 1 while something runs, 0 between; its mean over time is the busy share. */
function busy({ columns: { ts, dur }, gpuEvents }: TraceModel, rows: Int32Array): CounterSeries {
  const union = new UnionBuilder();
  for (const row of rows) union.add(ts[gpuEvents[row]], ts[gpuEvents[row]] + dur[gpuEvents[row]]);
  const times = union.intervals();
  return { times, values: times.map((_, i) => 1 - (i % 2)) };
}

/** GPU events whose launch has begun and that have not. */
function queueDepth({ columns: { ts }, gpuEvents, launch, kind }: TraceModel, rows: Int32Array): CounterSeries {
  const linked = rows.filter(
    (row) => launch[row] >= 0 && isApiKind(kind[launch[row]]) && ts[launch[row]] <= ts[gpuEvents[row]],
  );
  const starts = linked.map((row) => gpuEvents[row]);
  const launches = linked.map((row) => launch[row]);
  sortByStart(starts, ts);
  sortByStart(launches, ts);
  const depth = new SeriesBuilder();
  let launched = 0;
  let started = 0;
  while (started < starts.length) {
    const isLaunch = launched < launches.length && ts[launches[launched]] <= ts[starts[started]];
    const at = isLaunch ? ts[launches[launched++]] : ts[starts[started++]];
    depth.set(at, launched - started);
  }
  return depth.finish();
}

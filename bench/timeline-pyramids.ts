// What the timeline's tracks cost to lay out, hold and ask, on a recorded trace repeated to several sizes. Wall time and processor time.
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { quantileOf } from '../workers/base/statistics.ts';
import { openTrace } from '../workers/engine/open-trace.ts';
import { FIRST_BASIS } from '../workers/report/report-types.ts';
import { callColours } from '../workers/report/timeline/call-colours.ts';
import { timelineGaps } from '../workers/report/timeline/gaps.ts';
import { withSteps } from '../workers/steps/stepped-model.ts';
import { timelineCounters } from '../workers/timeline/counters.ts';
import { eventLayout } from '../workers/timeline/layout.ts';
import { timelineSearch } from '../workers/timeline/search.ts';
import { pyramidBytes } from '../workers/timeline/slice-tracks.ts';
import { timelineSlices } from '../workers/timeline/slices.ts';
import { timelineSpan } from '../workers/timeline/span.ts';
import type { SearchQuery } from '../workers/timeline/timeline-types.ts';
import { timelineTracks } from '../workers/timeline/tracks.ts';
import type { TraceModel } from '../workers/trace/trace-model.ts';
import { repeatedTrace } from './repeated-trace.ts';
import { inProject, SOURCE } from './tools.ts';

const { values } = parseArgs({
  options: { source: { type: 'string', default: SOURCE }, sizes: { type: 'string', default: '0.25,0.8' } },
});
const PIXELS = 1500;
/** Spans asked for at each zoom. */
const SPANS = 20;
/** Parts of the trace that fill the view. */
const ZOOMS = [1, 0.3, 0.1, 0.01, 0.001, 0.0001];
const QUERIES: readonly Pick<SearchQuery, 'text' | 'regex' | 'inArguments'>[] = [
  { text: 'gemm', regex: false, inArguments: false },
  { text: 'aten add', regex: false, inArguments: true },
  { text: '^(aten|c10d)::.*(mm|linear)$', regex: true, inArguments: false },
];

const kernel = await WebAssembly.compile(await readFile(inProject('workers/ingest/kernel/build/kernel.wasm')));
for (const gigabytes of values.sizes.split(',').map(Number)) {
  const { file } = await repeatedTrace(values.source, gigabytes);
  const opened = await openTrace(await openAsBlob(file), 'repeated', kernel, { conventions: 'corrected' }, () => {});
  if (opened.kind !== 'opened') throw new Error('the repeated trace was not opened');
  report(withSteps(opened.model, null));
}

function report(model: TraceModel): void {
  console.log(`\n${model.columns.length} events`);
  const colours = timed('calls and their roofs', () => callColours(model, FIRST_BASIS));
  const layout = timed('layout', () => eventLayout(model));
  const { tracks, startNs, endNs } = timed('tracks and counters', () => timelineTracks(model));
  const ids = tracks.map(({ id }) => id);
  const ask = (from: number, to: number) =>
    timelineSlices(model, { tracks: ids, startNs: from, endNs: to, pixels: PIXELS, pythonCollapsed: false }, colours);
  timed('pyramids, all tracks, and a first picture', () => ask(startNs, endNs));
  const perEvent = layout.trackOf.byteLength + layout.laneOf.byteLength + layout.collapsedLaneOf.byteLength;
  console.log(`pyramids ${megabytes(pyramidBytes(model))}, places of events ${megabytes(perEvent)}`);
  console.log('| part in view | rectangles | p50 | p95 | counters p95 |\n| ---: | ---: | ---: | ---: | ---: |');
  for (const zoom of ZOOMS) {
    const width = (endNs - startNs) * zoom;
    const starts = Array.from({ length: SPANS }, (_, i) => startNs + ((endNs - startNs - width) * i) / (SPANS - 1));
    let rectangles = 0;
    const slices = starts.map((from) =>
      cpuMs(() => {
        rectangles = Math.max(rectangles, ask(from, from + width).length);
      }),
    );
    const counted = starts.map((from) =>
      cpuMs(() => timelineCounters(model, { tracks: ids, startNs: from, endNs: from + width, pixels: PIXELS })),
    );
    const row = [zoom, rectangles, ...[quantile(slices, 0.5), quantile(slices, 0.95), quantile(counted, 0.95)].map(ms)];
    console.log(`| ${row.join(' | ')} |`);
  }
  for (const query of QUERIES) {
    const hits = timed(`search ${query.text}${query.inArguments ? ' in arguments' : ''}`, () =>
      timelineSearch(model, { ...query, minNs: null, maxNs: null }),
    );
    console.log(`  ${hits.event.length} hits`);
  }
  timed('span', () => timelineSpan(model, {}, startNs, endNs));
  const gaps = timed('gaps', () => timelineGaps(model, {}, 100));
  console.log(`  ${gaps.total} gaps`);
}

function timed<T>(what: string, run: () => T): T {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  console.log(`${what}: ${ms(performance.now() - start)} (${ms((user + system) / 1e3)} of processor)`);
  return result;
}

/** Processor time, which other work on the machine disturbs least. */
function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

function quantile(times: readonly number[], share: number): number {
  return quantileOf(Float64Array.from(times).sort(), share);
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { findChromium } from '../e2e/chromium.mjs';
import { serveSite } from '../e2e/static-server.ts';
import { type PageRun, runPage } from './page-run.ts';
import { repeatedTrace } from './repeated-trace.ts';
import { fail, gzipMs, inProject, median, SOURCE, saveResults } from './tools.ts';

/** A file to measure. */
interface Subject {
  readonly label: string;
  readonly file: string;
  readonly gzipBytes: number;
  readonly jsonBytes: number;
}

/** One turn: the reference, then the page. */
interface Turn extends PageRun {
  readonly gzipMs: number;
}

const { sizes, runs } = readArguments();
if (!existsSync(SOURCE)) fail(`${SOURCE} is missing: the benchmark repeats this trace`);
const chromium = findChromium() ?? fail('no Chromium found: name one in CHROMIUM_PATH');
if (!existsSync(inProject('dist/index.html'))) fail('no built page: npm run build');

const subjects = [original()];
for (const gigabytes of sizes) {
  console.error(`making or finding ${gigabytes} GB`);
  subjects.push({ label: `${gigabytes} GB`, ...(await repeatedTrace(SOURCE, gigabytes)) });
}
const site = await serveSite('/');
const results: { subject: Subject; turns: Turn[] }[] = [];
for (const subject of subjects) {
  const turns: Turn[] = [];
  for (let run = 1; run <= runs; run++) {
    console.error(`${subject.label}: run ${run} of ${runs}`);
    turns.push({ gzipMs: gzipMs(subject.file), ...(await runPage(site.url, chromium, subject.file)) });
  }
  results.push({ subject, turns });
}
await site.close();
console.log(tableText(results.map(({ subject, turns }) => row(subject, turns))));
saveResults('ingest', results);

function readArguments(): { sizes: readonly number[]; runs: number } {
  const { values } = parseArgs({
    options: { sizes: { type: 'string', default: '0.1,0.5,1,2.2' }, runs: { type: 'string', default: '5' } },
  });
  const numbers = values.sizes.split(',').filter(Boolean).map(Number);
  const count = Number(values.runs);
  if (!numbers.every((n) => n > 0) || !(count >= 1))
    fail('--sizes takes gigabytes, as in 0.1,1; --runs a number from 1');
  return { sizes: numbers, runs: count };
}

function original(): Subject {
  const jsonBytes = gunzipSync(readFileSync(SOURCE)).length;
  return { label: 'original', file: SOURCE, gzipBytes: statSync(SOURCE).size, jsonBytes };
}

/** Medians of a subject's turns. */
function row(subject: Subject, turns: readonly Turn[]): Record<string, string> {
  const medianOf = (pick: (turn: Turn) => number) => median(turns.map(pick));
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const ingestMs = medianOf((t) => t.ingestMs);
  const gzip = medianOf((t) => t.gzipMs);
  const { events, columnBytes, memoryBytes } = turns[0].ingest;
  return {
    file: subject.label,
    'JSON MB': (subject.jsonBytes / 1e6).toFixed(1),
    'gzip MB': (subject.gzipBytes / 1e6).toFixed(1),
    events: String(events),
    'gzip -dc s': seconds(gzip),
    'ingest s': seconds(ingestMs),
    'ingest / gzip': (ingestMs / gzip).toFixed(2),
    'MB/s': (subject.jsonBytes / 1e3 / ingestMs).toFixed(0),
    'events/s': `${(events / 1e3 / ingestMs).toFixed(2)} M`,
    'to Overview s': seconds(medianOf((t) => t.overviewMs)),
    'drop to Overview s': seconds(medianOf((t) => t.totalMs)),
    'drop to Overview / gzip': (medianOf((t) => t.totalMs) / gzip).toFixed(2),
    'column bytes/event': (columnBytes / events).toFixed(1),
    'memory bytes/event': (memoryBytes / events).toFixed(1),
    'peak RSS MB, ingest': (medianOf((t) => t.ingestPeakRssBytes) / 1e6).toFixed(0),
    'peak RSS MB': (medianOf((t) => t.peakRssBytes) / 1e6).toFixed(0),
    'longest task ms': Math.max(0, ...turns.flatMap((t) => t.longTasksMs)).toFixed(0),
  };
}

/** One line a figure, one column a file: the figures are many and the files few. */
function tableText(rows: readonly Record<string, string>[]): string {
  const labels = Object.keys(rows[0]);
  const labelWidth = Math.max(...labels.map((label) => label.length));
  const widths = rows.map((cells) => Math.max(...Object.values(cells).map((cell) => cell.length)));
  return labels
    .map((label) => [label.padEnd(labelWidth), ...rows.map((cells, i) => cells[label].padStart(widths[i]))].join('  '))
    .join('\n');
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { repeatedTrace } from './repeated-trace.ts';
import type { Run } from './report-run.ts';
import { CHANGES, fail, gzipMs, inProject, median, SOURCE, saveResults } from './tools.ts';

/** What must hold: times of `gzip -dc FILE | wc -c`, and ms. */
const MOST_GZIPS = 4;
const MOST_CHANGE_MS = 100;

const { runs, copies } = readArguments();
if (!existsSync(SOURCE)) fail(`${SOURCE} is missing: the benchmark measures this trace`);

const report = alternating();
const changes = CHANGES.map((change) => ({ change, runs: repeated(() => once(change, SOURCE)) }));
const growth = await growing();
console.log([reportText(), ...changes.map(changeText), growthText()].join('\n'));
saveResults('report', { report, changes, growth });

function readArguments(): { runs: number; copies: readonly number[] } {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '5' }, copies: { type: 'string', default: '1,2,4,8,16' } },
  });
  const counts = values.copies.split(',').filter(Boolean).map(Number);
  const count = Number(values.runs);
  if (!counts.every((n) => Number.isInteger(n) && n > 0) || !(count >= 1))
    fail('--copies takes whole numbers, as in 1,16; --runs a number from 1');
  return { runs: count, copies: counts };
}

/** The report and what it is compared with, in turns. */
function alternating(): { readonly gzip: number; readonly run: Run }[] {
  return repeated(() => ({ gzip: gzipMs(SOURCE), run: once('report', SOURCE) }));
}

async function growing(): Promise<{ readonly copies: number; readonly runs: readonly Run[] }[]> {
  const gigabytes = gunzipSync(readFileSync(SOURCE)).length / 1e9;
  const measured: { copies: number; runs: Run[] }[] = [];
  for (const count of copies) {
    console.error(`${count} x the events`);
    const file = count === 1 ? SOURCE : (await repeatedTrace(SOURCE, Number((count * gigabytes).toFixed(3)))).file;
    measured.push({ copies: count, runs: repeated(() => once('report', file)) });
  }
  return measured;
}

/** One measurement in a process of its own. */
function once(what: string, file: string): Run {
  const arguments_ = ['--max-old-space-size=8192', inProject('bench/report.mjs'), 'once', what, file];
  return JSON.parse(
    execFileSync(process.execPath, arguments_, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  );
}

function repeated<T>(measure: () => T): T[] {
  return Array.from({ length: runs }, measure);
}

function reportText(): string {
  const gzip = median(report.map((turn) => turn.gzip));
  const cold = median(report.map(({ run }) => run.cold));
  const warm = median(report.flatMap(({ run }) => run.warm));
  const times = (ms: number) => `${ms.toFixed(0)} ms, ${(ms / gzip).toFixed(2)} x gzip`;
  return `report: ${times(cold)} in a fresh process, ${times(warm)} warm; gzip -dc ${gzip.toFixed(0)} ms (at most ${MOST_GZIPS} x)`;
}

function changeText({ change, runs: all }: (typeof changes)[number]): string {
  const cold = median(all.map((run) => run.cold));
  const warm = median(all.flatMap((run) => run.warm));
  return `${change}: ${cold.toFixed(0)} ms the first time, ${warm.toFixed(0)} ms then (at most ${MOST_CHANGE_MS} ms)`;
}

/** The exponent is that of the events: 1 is proportional; n log n is a little above it. */
function growthText(): string {
  const points = growth.map(({ copies: count, runs: all }) => ({
    count,
    events: all[0].events,
    ms: median(all.flatMap((run) => run.warm)),
  }));
  const [first] = points;
  const lines = points.map(({ count, events, ms }) => {
    const allowed = (first.ms * events * Math.log2(events)) / (first.events * Math.log2(first.events));
    return `${count} x, ${events} events: ${ms.toFixed(0)} ms; n log n would be ${allowed.toFixed(0)} ms`;
  });
  return lines.join('\n');
}

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { repeatedTrace } from './repeated-trace.ts';
import type { Run, Times } from './report-run.ts';
import { CHANGES, fail, inProject, median, SOURCE, saveResults } from './tools.ts';

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
function alternating(): { readonly gzip: Times; readonly run: Run }[] {
  return repeated(() => ({ gzip: gzipTimes(), run: once('report', SOURCE) }));
}

function gzipTimes(): Times {
  const script = 'TIMEFORMAT="%R %U %S"; time (gzip -dc "$1" | wc -c > /dev/null)';
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', SOURCE], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [wall, user, system] = stderr
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds) * 1e3);
  return { wall, cpu: user + system };
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

function medians(times: readonly Times[]): Times {
  return { wall: median(times.map(({ wall }) => wall)), cpu: median(times.map(({ cpu }) => cpu)) };
}

/** Both times, as ms and as parts of what they are compared with. */
function timesText({ wall, cpu }: Times, unit?: Times): string {
  if (unit === undefined) return `${wall.toFixed(0)} ms (${cpu.toFixed(0)} ms of CPU)`;
  return `${timesText({ wall, cpu })} = ${(wall / unit.wall).toFixed(2)} x gzip (${(cpu / unit.cpu).toFixed(2)} x of CPU)`;
}

function reportText(): string {
  const gzip = medians(report.map((turn) => turn.gzip));
  return [
    `gzip -dc: ${timesText(gzip)}; the report may take ${MOST_GZIPS} x`,
    `report in a fresh process: ${timesText(medians(report.map(({ run }) => run.cold)), gzip)}`,
    `report, warm: ${timesText(medians(report.flatMap(({ run }) => run.warm)), gzip)}`,
  ].join('\n');
}

function changeText({ change, runs: all }: (typeof changes)[number]): string {
  const cold = timesText(medians(all.map((run) => run.cold)));
  const warm = timesText(medians(all.flatMap((run) => run.warm)));
  return `${change}: ${cold} the first time, ${warm} then; at most ${MOST_CHANGE_MS} ms`;
}

function growthText(): string {
  const points = growth.map(({ copies: count, runs: all }) => ({
    count,
    events: all[0].events,
    times: medians(all.flatMap((run) => run.warm)),
  }));
  const [first] = points;
  return points
    .map(({ count, events, times }) => {
      const allowed = (events * Math.log2(events)) / (first.events * Math.log2(first.events));
      const grown = times.cpu / first.times.cpu;
      return `${count} x, ${events} events: ${timesText(times)}, ${grown.toFixed(1)} x the CPU time; n log n is ${allowed.toFixed(1)} x`;
    })
    .join('\n');
}

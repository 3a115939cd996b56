import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/chromium.mjs';
import { serveSite } from '../e2e/static-server.ts';
import { callTrace } from './call-trace.ts';
import { openOnPage } from './open-on-page.ts';
import { fail, inProject, saveResults } from './tools.ts';

/** Times between frames of one run, ms. */
interface Frames {
  readonly frames: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
  /** Processor time of the page's thread a frame, ms: what the machine's other work does not change. */
  readonly thread: number;
}

/** Of one size of trace. */
interface Result {
  readonly events: number;
  /** From the key to a picture with slices in it, the worker's part included, ms. */
  readonly firstPictureMs: number;
  readonly best: Frames;
  readonly runs: readonly Frames[];
}

/** Kept by `observe-frames.mjs` and `drive-timeline.mjs`. */
declare global {
  interface Window {
    startFrames(): void;
    stopFrames(): number[];
    driveTimeline(selector: string): Promise<void>;
  }
}

const SCRIPTS = ['observe-frames.mjs', 'drive-timeline.mjs'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
const SHEET = '[role=application][aria-label^=Timeline]';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000,100000,1000000,3000000' },
    runs: { type: 'string', default: '3' },
  },
});
const sizes = values.events.split(',').map(Number);
const runs = Number(values.runs);
if (sizes.some((size) => !(size >= 10)) || !(runs >= 1)) fail('--events takes numbers from 10, --runs one from 1');
const executablePath = findChromium() ?? fail('no Chromium found: name one in CHROMIUM_PATH');
if (!existsSync(inProject('dist/index.html'))) fail('no built page: npm run build');

const site = await serveSite('/');
const results: Result[] = [];
try {
  for (const events of sizes) results.push(await measured(events));
  console.log(tableText(results));
  saveResults('timeline', results);
} finally {
  await site.close();
}

/** Opens a trace of a size in a browser of its own and drives its timeline. */
async function measured(events: number): Promise<Result> {
  const file = await callTrace(events);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    for (const script of SCRIPTS) await page.addInitScript({ path: script });
    await openOnPage(page, site.url, file);
    const startedAt = performance.now();
    await page.keyboard.press('3');
    await page.getByRole('list', { name: 'Colours' }).getByRole('listitem').first().waitFor({ timeout: 180_000 });
    const firstPictureMs = performance.now() - startedAt;
    // Loading leaves work behind that is no part of a gesture.
    await page.waitForTimeout(2000);
    const all: Frames[] = [];
    for (let run = 0; run < runs; run++) all.push(await drive(page));
    const best = all.reduce((least, one) => (one.p95 < least.p95 ? one : least));
    return { events, firstPictureMs, best, runs: all };
  } finally {
    await browser.close();
  }
}

async function drive(page: Page): Promise<Frames> {
  await page.keyboard.press('0');
  await page.waitForTimeout(1000);
  const threadMs = await threadClock(page);
  await page.evaluate(() => window.startFrames());
  const before = await threadMs();
  await page.evaluate((selector) => window.driveTimeline(selector), SHEET);
  const spent = (await threadMs()) - before;
  const times = await page.evaluate(() => window.stopFrames());
  const frames = times
    .slice(1)
    .map((time, i) => time - times[i])
    .sort((a, b) => a - b);
  const at = (part: number) => frames[Math.min(frames.length - 1, Math.floor(frames.length * part))];
  const thread = spent / Math.max(1, frames.length);
  return { frames: frames.length, median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1), thread };
}

/** Reads how much processor time the page's thread took so far, ms. */
async function threadClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1e3;
  };
}

function tableText(all: readonly Result[]): string {
  const figure = (value: number) => value.toFixed(1).padStart(9);
  const rows = all.map(
    ({ events, firstPictureMs, best: { frames, median, p95, p99, longest, thread } }) =>
      `${String(events).padStart(8)}${String(frames).padStart(8)}${[median, p95, p99, longest, thread].map(figure).join('')}${firstPictureMs.toFixed(0).padStart(8)}`,
  );
  return [
    '  events  frames   median      p95      p99  longest   thread   first   (ms a frame; first: ms to a picture)',
    ...rows,
  ].join('\n');
}

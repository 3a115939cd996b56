import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { IngestDetail } from '../workers/engine/measure-ingest.ts';

/** Kept by `observe-page.mjs`. */
declare global {
  interface Window {
    readonly longTasks: readonly PerformanceEntry[];
  }
}

/** What one opening of a file in a fresh browser took. */
export interface PageRun {
  /** `File` to columns, checksum included. */
  readonly ingestMs: number;
  /** Columns to a readable Overview. */
  readonly overviewMs: number;
  /** Drop to a readable Overview. */
  readonly totalMs: number;
  readonly ingest: IngestDetail;
  /** Highest resident memory of the page's process, so far as the kernel of the system counts it. */
  readonly peakRssBytes: number;
  /** The same at the last reading before ingest ended. */
  readonly ingestPeakRssBytes: number;
  /** Main-thread tasks over 50 ms between drop and Overview. */
  readonly longTasksMs: readonly number[];
}

/** Plain JavaScript, which goes to the page as it is. */
const OBSERVER = fileURLToPath(new URL('observe-page.mjs', import.meta.url));
const OPEN_TIMEOUT_MS = 180_000;

/** Opens the built page in a browser of its own, drops the file on it as a user would, and waits for the Overview. */
export async function runPage(url: string, executablePath: string, file: string): Promise<PageRun> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.addInitScript({ path: OBSERVER });
    await page.goto(url);
    // The engine's parts are fetched when the page starts; a user takes longer than this to find a file.
    await page.waitForLoadState('networkidle');
    await drop(page, file);
    const pids = await rendererPids(browser);
    const readings: { at: number; bytes: number }[] = [];
    const shown = await overviewShown(page, () => readings.push({ at: Date.now(), bytes: peakRss(pids) }));
    const ingest = await ingestMeasure(page);
    return {
      ingestMs: ingest.durationMs,
      overviewMs: shown.overviewAt - ingest.endsAt,
      totalMs: shown.overviewAt - shown.droppedAt,
      ingest: ingest.detail,
      peakRssBytes: peakRss(pids),
      ingestPeakRssBytes: readings.findLast(({ at }) => at <= ingest.endsAt)?.bytes ?? Number.NaN,
      longTasksMs: shown.longTasksMs,
    };
  } finally {
    await browser.close();
  }
}

/** The browser's own drag and drop, with a path: the page gets a `File` on disk. */
async function drop(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  }
}

interface IngestMeasure {
  readonly durationMs: number;
  readonly endsAt: number;
  readonly detail: IngestDetail;
}

interface Shown {
  readonly droppedAt: number;
  readonly overviewAt: number;
  readonly longTasksMs: readonly number[];
}

/** Waits until the Overview is readable; times in ms since the epoch. */
async function overviewShown(page: Page, onPoll: () => void): Promise<Shown> {
  const deadline = Date.now() + OPEN_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const shown = await page.evaluate((): Shown | null => {
      const [dropped] = performance.getEntriesByName('dropped');
      const [overview] = performance.getEntriesByName('overview');
      if (!overview) return null;
      return {
        droppedAt: performance.timeOrigin + dropped.startTime,
        overviewAt: performance.timeOrigin + overview.startTime,
        longTasksMs: window.longTasks.filter((task) => task.startTime > dropped.startTime).map((task) => task.duration),
      };
    });
    if (shown) return shown;
    onPoll();
    await page.waitForTimeout(100);
  }
  throw new Error(
    `no Overview after ${OPEN_TIMEOUT_MS / 1000} s: ${(await page.locator('body').textContent())?.slice(0, 400)}`,
  );
}

/** The `ingest` measure of the engine's worker; `endsAt` in ms since the epoch. */
async function ingestMeasure(page: Page): Promise<IngestMeasure> {
  const [worker] = page.workers();
  return worker.evaluate(() => {
    const [entry] = performance.getEntriesByName('ingest') as PerformanceMeasure[];
    return {
      durationMs: entry.duration,
      endsAt: performance.timeOrigin + entry.startTime + entry.duration,
      detail: entry.detail,
    };
  });
}

async function rendererPids(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter((process) => process.type === 'renderer').map((process) => process.id);
}

function peakRss(pids: readonly number[]): number {
  return Math.max(...pids.map(highWaterBytes));
}

function highWaterBytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

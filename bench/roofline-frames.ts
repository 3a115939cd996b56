import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/chromium.mjs';
import { callEvents, type MadeCall, ON_H100, traceOf } from '../e2e/made-traces.ts';
import { serveSite } from '../e2e/static-server.ts';
import { openOnPage } from './open-on-page.ts';
import { fail, inProject, saveResults } from './tools.ts';

/** What was measured of one gesture, in ms. */
interface Gesture {
  readonly gesture: string;
  readonly frames: number;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
  /** Processor time of the page's thread a step of the pointer. */
  readonly threadStep: number;
}

/** Kept by `observe-frames.mjs`. */
declare global {
  interface Window {
    startFrames(): void;
    /** When each frame since then began. */
    stopFrames(): number[];
  }
}

/** Plain JavaScript, which goes to the page as it is. */
const OBSERVER = fileURLToPath(new URL('observe-frames.mjs', import.meta.url));
const STEPS = 120;

const { values } = parseArgs({ options: { points: { type: 'string', default: '20000' } } });
const points = Number(values.points);
if (!(points >= 1)) fail('--points takes a number from 1');
const executablePath = findChromium() ?? fail('no Chromium found: name one in CHROMIUM_PATH');
if (!existsSync(inProject('dist/index.html'))) fail('no built page: npm run build');

const site = await serveSite('/');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.addInitScript({ path: OBSERVER });
  await openPoints(page, points);
  const results = [
    await measured(page, 'hover', hover),
    await measured(page, 'pan', pan),
    await measured(page, 'zoom', zoom),
  ];
  console.log(tableText(results));
  saveResults('roofline', { points, results });
} finally {
  await browser.close();
  await site.close();
}

async function openPoints(page: Page, count: number): Promise<void> {
  const file = path.join(tmpdir(), `roofscope-bench-${count}-points.json.gz`);
  writeFileSync(file, traceOf(calls(count).flatMap(callEvents), ON_H100).buffer);
  await openOnPage(page, site.url, file);
  await page.keyboard.press('4');
  await page.getByRole('application', { name: ` ${count} points` }).waitFor({ timeout: 120_000 });
  // Loading leaves work behind that is no part of a gesture.
  await page.waitForTimeout(2000);
}

/** Products and sums of distinct shapes, spread over the chart: in each category and size. */
function calls(count: number): MadeCall[] {
  return Array.from({ length: count }, (_, i) => {
    const size = 16 + i;
    const dur = 1 + ((i * 7919) % 900);
    const isProduct = i % 2 === 0;
    return isProduct
      ? {
          name: 'aten::mm',
          dims: [
            [size, 64 + (i % 97) * 32],
            [64 + (i % 97) * 32, 512],
          ],
          type: 'c10::BFloat16',
          kernel: 'gemm',
          dur,
        }
      : {
          name: 'aten::add',
          dims: [
            [size, 1 + (i % 211) * 16],
            [size, 1 + (i % 211) * 16],
          ],
          type: 'float',
          kernel: 'add',
          dur,
        };
  });
}

/** Notes the time of every frame while `act` goes on. */
async function measured(page: Page, gesture: string, act: (page: Page) => Promise<void>): Promise<Gesture> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const scriptMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1e3;
  };
  await page.evaluate(() => window.startFrames());
  const before = await scriptMs();
  await act(page);
  const spent = (await scriptMs()) - before;
  const times = await page.evaluate(() => window.stopFrames());
  const frames = times
    .slice(1)
    .map((time, i) => time - times[i])
    .sort((a, b) => a - b);
  const at = (part: number) => frames[Math.min(frames.length - 1, Math.floor(frames.length * part))];
  return {
    gesture,
    frames: frames.length,
    median: at(0.5),
    p95: at(0.95),
    longest: at(1),
    threadStep: spent / STEPS,
  };
}

async function centre(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('no chart');
  return { x: box.x + box.width * 0.55, y: box.y + box.height * 0.5 };
}

async function hover(page: Page): Promise<void> {
  const { x, y } = await centre(page);
  for (let i = 0; i < STEPS; i++) await page.mouse.move(x + i * 2 - STEPS, y + Math.sin(i / 10) * 60);
}

async function pan(page: Page): Promise<void> {
  const { x, y } = await centre(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 0; i < STEPS; i++) await page.mouse.move(x + Math.sin(i / 12) * 200, y + Math.cos(i / 12) * 80);
  await page.mouse.up();
}

async function zoom(page: Page): Promise<void> {
  const { x, y } = await centre(page);
  await page.mouse.move(x, y);
  for (let i = 0; i < STEPS; i++) await page.mouse.wheel(0, i % 40 < 20 ? -60 : 60);
}

function tableText(results: readonly Gesture[]): string {
  const figure = (value: number) => value.toFixed(1).padStart(9);
  const rows = results.map(
    ({ gesture, frames, median, p95, longest, threadStep }) =>
      `${gesture.padEnd(8)}${String(frames).padStart(7)}${figure(median)}${figure(p95)}${figure(longest)}${figure(threadStep)}`,
  );
  return ['gesture  frames   median      p95  longest   thread   (ms a frame; thread: ms a step)', ...rows].join('\n');
}

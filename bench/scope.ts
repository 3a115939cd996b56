// How long the page takes from a change of scope to the last frame that shows it, on a generated trace of 2 000 steps and a million events.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/chromium.mjs';
import { serveSite } from '../e2e/static-server.ts';
import { openOnPage } from './open-on-page.ts';
import { STEPS, scopeTrace } from './scope-trace.ts';
import { fail, inProject, median, saveResults } from './tools.ts';

/** Kept by `observe-scope.mjs`. */
declare global {
  interface Window {
    followLink(hash: string): Promise<number>;
  }
}

/** Plain JavaScript, which goes to the page as it is. */
const OBSERVER = fileURLToPath(new URL('observe-scope.mjs', import.meta.url));
const VIEWS = ['overview', 'roofline', 'operators', 'kernels'];
/** What the address says of a scope; `by` makes one that was not asked for before. */
const SCOPES: Readonly<Record<string, (by: number) => string>> = {
  'a range': (by) => `steps=${200 + by}~${1500 + by}`,
  'all but a few steps': (by) => `steps=${by}~${STEPS}`,
  'half the trace': (by) => `steps=${by}~${1000 + by}`,
  'a phase of a range': (by) => `steps=${200 + by}~${1500 + by}&phase=mixed`,
  'one step': (by) => `steps=${777 + by}~${778 + by}`,
  'a window': (by) => `window=${by}~${1e9 + by}`,
};
const RUNS = 5;

const executablePath = findChromium() ?? fail('no Chromium found: name one in CHROMIUM_PATH');
if (!existsSync(inProject('dist/index.html'))) fail('no built page: npm run build');
const site = await serveSite('/');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.addInitScript({ path: OBSERVER });
  await openOnPage(page, site.url, scopeTrace());
  const results = [];
  for (const view of VIEWS) results.push({ view, times: await timesOf(page, view) });
  console.log(`| change to | ${VIEWS.join(' | ')} |\n| --- |${' ---: |'.repeat(VIEWS.length)}`);
  for (const scope of Object.keys(SCOPES)) {
    console.log(`| ${scope} | ${results.map(({ times }) => `${Math.round(median(times[scope]))} ms`).join(' | ')} |`);
  }
  saveResults('scope', results);
} finally {
  await browser.close();
  await site.close();
}

/** Times of all runs by scope; those of the first, which warm up, are left out. */
async function timesOf(page: Page, view: string): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  for (let run = 0; run <= RUNS; run++) {
    for (const [name, scope] of Object.entries(SCOPES)) {
      const link = `#v=1&view=${view}&hardware=${encodeURIComponent('H100 SXM 80 GB')}&${scope(run * 4 + VIEWS.indexOf(view))}`;
      const ms = await page.evaluate((hash) => window.followLink(hash), link);
      if (run > 0) times[name] = [...(times[name] ?? []), ms];
    }
  }
  return times;
}

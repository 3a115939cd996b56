import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseFile, engineWorkerOf, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import { smallTrace, writeLargeTrace } from './traces.ts';

test('cancel ends the worker; another open trace stays usable', async ({ page, site }, testInfo) => {
  mkdirSync(testInfo.outputDir, { recursive: true });
  const large = testInfo.outputPath('large.json.gz');
  writeLargeTrace(large, 600);
  await openPage(page, site);
  await chooseFile(page, smallTrace());
  await waitForOverview(page);

  const kept = await heldLocks(page);
  expect(kept).toHaveLength(1);
  await chooseFile(page, large);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /[1-9]/);
  const [loading, ...others] = (await heldLocks(page)).filter((lock) => !kept.includes(lock));
  expect(others).toEqual([]);
  // How long it took is a figure for people: what else the machine does would decide a test.
  const ms = await page.evaluate(cancelAndWaitFor, loading);
  testInfo.annotations.push({ type: 'cancel', description: `the worker was gone after ${Math.round(ms)} ms` });
  await waitForOverview(page);
  await expect(page.getByText('large.json.gz')).toHaveCount(0);
  expect(await heldLocks(page)).toEqual(kept);

  await page.keyboard.press('6');
  await expect(page.getByRole('grid')).toBeVisible();
});

test('a worker that the browser ends leaves a message and a page that works', async ({ page, site }) => {
  await openPage(page, site);
  await chooseFile(page, smallTrace('kept.json.gz'));
  await waitForOverview(page);
  const second = engineWorkerOf(page);
  await chooseFile(page, smallTrace('lost.json.gz'));
  const worker = await second;
  await waitForOverview(page);

  await worker.evaluate(() => self.close());
  await expect(page.getByRole('heading', { name: 'lost.json.gz stopped' })).toBeVisible();
  await page.getByRole('button', { name: 'Open it again' }).click();
  await waitForOverview(page);
});

for (const { fault, cause, words } of [
  {
    fault: 'an error',
    cause: () => {
      throw new Error('made by a test');
    },
    words: 'A fault in Roofscope stopped the work on this trace.',
  },
  {
    fault: 'a refused allocation',
    cause: () => new ArrayBuffer(2 ** 45),
    words: 'The browser ran out of memory for this trace.',
  },
]) {
  test(`${fault} in a worker leaves a message and a page that works`, async ({ page, site }) => {
    await openPage(page, site);
    const started = engineWorkerOf(page);
    await chooseFile(page, smallTrace('faulty.json.gz'));
    const worker = await started;
    await waitForOverview(page);

    // From a timer: an error inside `evaluate` would come back to the test instead.
    await worker.evaluate(`void setTimeout(${cause})`);
    await expect(page.getByRole('heading', { name: 'faulty.json.gz stopped' })).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
    await chooseFile(page, smallTrace());
    await waitForOverview(page);
  });
}

/** Each open trace's worker holds one lock as long as it lives. */
function heldLocks(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await navigator.locks.query()).held?.flatMap(({ name }) => name ?? []) ?? []);
}

/**
 * Runs in the page: presses Cancel, and resolves to the milliseconds until a worker's lock is free. A worker of the test waits for
 * the lock, since the page's own thread is busy showing another trace meanwhile.
 */
async function cancelAndWaitFor(lock: string): Promise<number> {
  const now = () => performance.timeOrigin + performance.now();
  const code = `onmessage = ({ data }) => {
    navigator.locks.request(data, () => postMessage(performance.timeOrigin + performance.now()));
    postMessage(0);
  }`;
  const watcher = new Worker(URL.createObjectURL(new Blob([code])));
  const message = () =>
    new Promise<number>((resolve) => watcher.addEventListener('message', ({ data }) => resolve(data), { once: true }));
  watcher.postMessage(lock);
  await message();
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
  if (!button) throw new Error('no button Cancel');
  const freed = message();
  const start = now();
  button.click();
  const end = await freed;
  watcher.terminate();
  return end - start;
}

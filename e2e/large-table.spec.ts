import type { Page } from '@playwright/test';
import { kernel, traceOf } from './made-traces.ts';
import { chooseFile, openPage } from './page.ts';
import { expect, test } from './site.ts';
import { expectRowCount, firstName } from './table-page.ts';

// Recording what happens takes processor time of the page, which is counted here.
test.use({ trace: 'off' });

const MANY = 100_000;
const SORTS = 5;

test('100 000 rows sort in the worker; the page only draws the rows in sight', async ({ page, site }, testInfo) => {
  test.slow();
  // 7919 and 100 000 have no common factor: every duration from 0.001 to 100 µs once.
  const nsOf = (i: number) => ((i * 7919) % MANY) + 1;
  const events = Array.from({ length: MANY }, (_, i) => kernel(i, `kernel_${i}`, i * 200, nsOf(i) / 1e3));
  const nameOf = (ns: number) => `kernel_${events.findIndex((_, i) => nsOf(i) === ns)}`;
  await openPage(page, site);
  await chooseFile(page, traceOf(events));
  await expect(page.getByRole('heading', { name: 'This file' })).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('6');
  await expect(page.getByRole('grid')).toBeVisible({ timeout: 60_000 });
  await expectRowCount(page, MANY);
  await expect(firstName(page)).toHaveText(nameOf(MANY));

  const cpuMs = await threadTime(page);
  const before = await cpuMs();
  const names = await page.evaluate(sortByTime, SORTS);
  const spent = (await cpuMs()) - before;
  expect(names).toEqual(names.map((_, sort) => nameOf(sort % 2 === 0 ? 1 : MANY)));
  testInfo.annotations.push({
    type: 'sort',
    description: `${(spent / SORTS).toFixed(0)} ms of the page's thread a sort`,
  });

  await firstName(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await expect(page.locator(':focus')).toHaveText(nameOf(MANY));
  expect(await page.getByRole('row').count()).toBeLessThan(120);
});

/** Runs in the page: clicks the head of the times again and again and gives the first name after each. */
async function sortByTime(times: number): Promise<string[]> {
  const heads = document.querySelectorAll<HTMLElement>('[role=columnheader]');
  const head = [...heads].find((cell) => cell.textContent?.startsWith('GPU time'));
  const first = () => document.querySelector('[data-place="0"][data-column="0"]')?.textContent ?? '';
  const names: string[] = [];
  for (let time = 0; time < times; time++) {
    const before = first();
    head?.click();
    while (first() === before) await new Promise((resolve) => setTimeout(resolve, 5));
    names.push(first());
  }
  return names;
}

/** Reads the processor time that the page's own thread has taken so far, in ms. */
async function threadTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1e3;
  };
}

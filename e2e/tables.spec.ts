import { gzipSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { generateTrace } from '../fixtures/generate-trace.ts';
import { chooseFile, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import type { StaticServer } from './static-server.ts';
import { downloadCsv, expectRowCount, expectSame, headOf, screenHeads, screenRows } from './table-page.ts';
import { type FilePayload, smallTrace } from './traces.ts';

const NARROW = '\u202f';

async function openTrace(page: Page, site: StaticServer, file: FilePayload, viewKey: string): Promise<void> {
  await openPage(page, site);
  await chooseFile(page, file);
  await waitForOverview(page);
  await page.keyboard.press(viewKey);
  await expect(page.getByRole('grid')).toBeVisible();
}

function traceOf(traceEvents: readonly object[]): FilePayload {
  const buffer = gzipSync(JSON.stringify({ schemaVersion: 1, traceEvents }), { level: 1 });
  return { name: 'made.json.gz', mimeType: 'application/gzip', buffer };
}

function kernel(index: number, name: string, ts: number, dur: number): object {
  const args = { device: 0, stream: 7, correlation: index + 1 };
  return { ph: 'X', cat: 'kernel', name, pid: 0, tid: 7, ts, dur, args };
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('operators add up to the kernel sum that the trace was generated with', async ({ page, site }) => {
  const { truth } = generateTrace();
  const sumUs = truth.all.sumNs / 1e3;
  await openTrace(page, site, smallTrace(), '5');
  const sum = sumUs < 10_000 ? `${sumUs.toFixed(3)}${NARROW}µs` : `${(sumUs / 1e3).toFixed(3)}${NARROW}ms`;
  const grouped = sum.replace(/^\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, NARROW));
  await expect(page.getByRole('grid')).toContainText(`= ${grouped}, the kernel sum of the scope`);
});

test('a click on a head sorts, another turns it round, and the link keeps it', async ({ page, site }) => {
  await openTrace(page, site, smallTrace(), '5');
  const calls = headOf(page, 'Calls');
  await calls.click();
  await expect(calls).toHaveAttribute('aria-sort', 'descending');
  const descending = await callsColumn(page);
  expect(descending).toEqual(descending.toSorted((a, b) => b - a));
  await calls.click();
  await expect(calls).toHaveAttribute('aria-sort', 'ascending');
  const ascending = await callsColumn(page);
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
  expect(new Set(ascending).size).toBeGreaterThan(1);
  expect(page.url()).toContain('operators.sort=calls');
});

async function callsColumn(page: Page): Promise<number[]> {
  const at = (await screenHeads(page)).indexOf('Calls');
  const cells = (await screenRows(page)).map((row) => row[at].replaceAll(NARROW, ''));
  return cells.filter((text) => text !== '–').map(Number);
}

test('every word of the filter must occur; chips keep one category', async ({ page, site }) => {
  await openTrace(page, site, smallTrace(), '5');
  const all = await screenRows(page);
  const wanted = all.filter(([name]) => name.includes('aten') && name.includes('mm'));
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.length).toBeLessThan(all.length);
  await page.keyboard.press('/');
  await page.keyboard.type('MM aten');
  await expectRowCount(page, wanted.length);
  expect(await screenRows(page)).toEqual(wanted);
  await page.keyboard.press('Escape');
  await expectRowCount(page, all.length);

  const chip = page.getByRole('group', { name: 'Categories' }).getByRole('button').first();
  const count = Number(/\d+$/.exec((await chip.textContent()) ?? '')?.[0]);
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expectRowCount(page, count);

  await page.getByRole('searchbox').fill('no such operator');
  await expect(page.getByText('No operator matches “no such operator”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expectRowCount(page, all.length);
});

test('columns are chosen, resized by pointer and key, and reset', async ({ page, site }) => {
  await openTrace(page, site, smallTrace(), '5');
  const usual = await screenHeads(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Calls' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Category' }).click();
  await page.keyboard.press('Escape');
  const chosen = await screenHeads(page);
  expect(chosen).not.toContain('Calls');
  expect(chosen).toContain('Category');

  const head = headOf(page, 'Share');
  const before = await head.evaluate((cell) => cell.getBoundingClientRect());
  await page.mouse.move(before.right, before.top + 10);
  await page.mouse.down();
  await page.mouse.move(before.right + 60, before.top + 10, { steps: 4 });
  await page.mouse.up();
  const width = () => head.evaluate((cell) => cell.getBoundingClientRect().width);
  await expect.poll(width).toBeCloseTo(before.width + 60, 0);
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(width).toBeCloseTo(before.width + 52, 0);

  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await chooseFile(page, smallTrace());
  await expect(page.getByRole('grid')).toBeVisible();
  expect(await screenHeads(page)).toEqual(chosen);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'The usual columns' }).click();
  await page.keyboard.press('Escape');
  expect(await screenHeads(page)).toEqual(usual);
});

test('the CSV holds the numbers on screen in their order, or all rows', async ({ page, site }) => {
  await openTrace(page, site, smallTrace(), '5');
  const all = (await screenRows(page)).length;
  await page.getByRole('searchbox').fill('aten');
  await headOf(page, 'Calls').click();
  await expect(headOf(page, 'Calls')).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('grid')).toContainText(` of ${all} operators`);
  const heads = await screenHeads(page);
  const onScreen = await screenRows(page);
  const { name, rows } = await downloadCsv(page, 'Download the rows shown');
  expect(name).toBe('small.operators.csv');
  const [csvHeads, ...csvRows] = rows;
  const columns = heads.map((head) =>
    csvHeads.findIndex((h) => h.replace(/ \(.*\)$/, '') === head.replace(/, \S+$/, '')),
  );
  expect(columns).not.toContain(-1);
  expect(csvRows.length).toBe(onScreen.length);
  expect(csvRows.length).toBeLessThan(all);
  for (const [row, csv] of csvRows.entries()) {
    for (const [i, at] of columns.entries()) expectSame(onScreen[row][i], csv[at], heads[i]);
  }
  expect((await downloadCsv(page, 'Download all rows')).rows.length).toBe(all + 1);
});

test('everything is reached by keyboard alone', async ({ page, site }) => {
  await openTrace(page, site, smallTrace(), '5');
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  const focused = page.locator(':focus');
  await expect(focused).toHaveRole('gridcell');
  const [first, second] = await screenRows(page);
  await expect(focused).toHaveText(first[0]);

  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(first[0]);
  await page.keyboard.press('ArrowDown');
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(second[0]);

  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.locator('[role=row][aria-selected=true]')).toHaveCount(2);
  await page.keyboard.press('Control+c');
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split('\n');
  expect(lines[0].split('\t')).toEqual(await screenHeads(page));
  expect(lines.length).toBe(3);
  expect(lines[1].split('\t')[0]).toBe(second[0]);
  await page.keyboard.press('Escape');
  await expect(page.locator('[role=row][aria-selected=true]')).toHaveCount(0);

  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveRole('columnheader');
  await page.keyboard.press('Enter');
  await expect(headOf(page, 'Operator')).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Space');
  await expect(page.getByRole('tooltip')).toContainText('Operator');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);

  await page.keyboard.press('/');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Columns');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Operator' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('6');
  await expect(page.getByRole('tab', { name: 'Kernels', exact: true })).toHaveAttribute('aria-selected', 'true');
});

test('a name with markup is text wherever it is shown', async ({ page, site }) => {
  const name = '<img src=x onerror="globalThis.ran = true"><b>kernel</b>&amp;_with_a_tail_that_is_long';
  await openTrace(page, site, traceOf([kernel(0, name, 10, 5), kernel(1, 'plain', 20, 5)]), '6');
  await page.getByRole('gridcell', { name: 'onerror' }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(name);
  await page.getByRole('gridcell', { name: 'onerror' }).hover();
  await page.keyboard.press('Space');
  expect(await page.locator('img[src=x], b').count()).toBe(0);
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
});

test('a tab without rows says why', async ({ page, site }) => {
  await openTrace(page, site, traceOf([kernel(0, 'only', 10, 5)]), '6');
  await expectRowCount(page, 1);
  await page.getByRole('tab', { name: 'Collectives' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('No communication kernel');
});

const MANY = 100_000;
const SORTS = 5;
/** Work of the page's thread for one sort. Processor time, for other work on the machine stretches any other. */
const SORT_CPU_MS = 100;

test('100 000 rows sort in the worker; the page only draws the rows in sight', async ({ page, site }) => {
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
  expect(spent / SORTS).toBeLessThan(SORT_CPU_MS);

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

function firstName(page: Page) {
  return page.locator('[role=gridcell][data-place="0"][data-column="0"]');
}

test('both views pass axe in light and dark', async ({ page, site }) => {
  test.slow();
  await openTrace(page, site, smallTrace(), '5');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const key of ['5', '6']) {
      await page.keyboard.press(key);
      await firstName(page).click();
      await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    }
  }
});

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { generateTrace } from '../fixtures/generate-trace.ts';
import { kernel, traceOf } from './made-traces.ts';
import { chooseFile, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import type { StaticServer } from './static-server.ts';
import {
  downloadCsv,
  expectRowCount,
  expectScreenIsCsv,
  firstName,
  headOf,
  screenHeads,
  screenRows,
} from './table-page.ts';
import { type FilePayload, smallTrace } from './traces.ts';

const NARROW = '\u202f';

async function openTrace(page: Page, site: StaticServer, file: FilePayload, viewKey: string): Promise<void> {
  await openPage(page, site);
  await chooseFile(page, file);
  await waitForOverview(page);
  await page.keyboard.press(viewKey);
  await expect(page.getByRole('grid')).toBeVisible();
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('operators add up to the kernel sum that the trace was generated with', async ({ page, site }) => {
  const { truth } = generateTrace();
  const sumUs = truth.all.sumNs / 1e3;
  await openTrace(page, site, smallTrace(), '5');
  const sum = sumUs < 10_000 ? `${sumUs.toFixed(3)}${NARROW}µs` : `${(sumUs / 1e3).toFixed(3)}${NARROW}ms`;
  const grouped = sum.replace(/^\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, NARROW));
  await expect(page.getByText(`= ${grouped}, the kernel sum of the scope`)).toBeVisible();
});

test('a click on a head sorts, another turns it round, and the link keeps it', async ({ page, site }) => {
  await openTrace(page, site, smallTrace(), '5');
  await page.getByRole('tab', { name: 'By name' }).click();
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
  await page.getByRole('tab', { name: 'By name' }).click();
  const all = await screenRows(page);
  const wanted = all.filter(([name]) => name.includes('aten::mm'));
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.length).toBeLessThan(all.length);
  await page.keyboard.press('/');
  await page.keyboard.type('N::MM aten');
  await expectRowCount(page, wanted.length);
  expect(await screenRows(page)).toEqual(wanted);
  await page.keyboard.press('Escape');
  await expectRowCount(page, all.length);

  const chip = page.getByRole('group', { name: 'Category' }).getByRole('button').first();
  const count = Number(/\d+$/.exec((await chip.textContent()) ?? '')?.[0]);
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expectRowCount(page, count);

  await page.getByRole('searchbox').fill('no such operator');
  await expect(page.getByText('No operator or launch matches “no such operator”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expectRowCount(page, all.length);
  // The button went with the focus in it.
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1);
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
  await page.getByRole('tab', { name: 'By name' }).click();
  const all = (await screenRows(page)).length;
  await page.getByRole('searchbox').fill('aten');
  await headOf(page, 'Calls').click();
  await expect(headOf(page, 'Calls')).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('grid')).toContainText(` of ${all} operators and launches`);
  const heads = await screenHeads(page);
  const onScreen = await screenRows(page);
  const { name, rows } = await downloadCsv(page, 'Download the rows shown');
  expect(name).toBe('small.operators.csv');
  expectScreenIsCsv(heads, onScreen, rows);
  expect(onScreen.length).toBeLessThan(all);
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

import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './accessibility.ts';
import { kernel, traceOf } from './made-traces.ts';
import { chooseFile, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import type { StaticServer } from './static-server.ts';
import { jsonFile, smallTrace } from './traces.ts';

const OTHER = traceOf([kernel(0, 'gemm_other', 0, 100), kernel(1, 'copy_other', 200, 100)]);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const strip = (page: Page) => page.getByRole('note', { name: 'The link is of another trace' });
const selectedRow = (page: Page) => page.getByRole('row', { selected: true });
const scope = (page: Page) => page.getByRole('group', { name: 'Scope', exact: true });
const params = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));

test.beforeEach(async ({ page, site }) => {
  await openPage(page, site);
});

/** Opens the small trace, shows Operators narrowed to a step, and selects its second row; the name of the row. */
async function arrange(page: Page): Promise<string> {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await page.keyboard.press('2');
  await page.getByRole('grid').getByRole('row').nth(2).getByRole('gridcell').first().click();
  await page.getByRole('button', { name: 'Use as scope' }).click();
  await expect(page).toHaveURL(/steps=/);
  await page.keyboard.press('5');
  await page.getByRole('grid').getByRole('row').nth(2).getByRole('gridcell').first().click();
  await expect(page).toHaveURL(/row=/);
  return (await selectedRow(page).getByRole('gridcell').first().getAttribute('aria-label')) ?? '-';
}

/** Leaves the page and comes back by a link, with nothing open. */
async function follow(page: Page, site: StaticServer, hash: string) {
  await page.goto('about:blank');
  await page.goto(new URL(hash, site.url).href);
  await expect(page.getByRole('button', { name: 'Open a trace' })).toBeVisible();
}

test('Back and Forward go through views, scopes and selections and restore each', async ({ page }) => {
  const name = await arrange(page);
  const link = page.url();
  await page.keyboard.press('6');
  await expect(heading(page)).toHaveText('Kernels');
  await page.goBack();
  await expect(heading(page)).toHaveText('Operators');
  expect(page.url()).toBe(link);
  await expect(selectedRow(page).getByRole('gridcell').first()).toHaveAttribute('aria-label', name);
  await page.goBack();
  await expect(selectedRow(page)).toHaveCount(0);
  await expect(page).toHaveURL(/view=operators.*steps=/);
  await page.goBack();
  await expect(heading(page)).toHaveText('Steps');
  await expect(page).toHaveURL(/steps=/);
  await page.goBack();
  await expect(page).not.toHaveURL(/steps=/);
  await expect(scope(page)).toContainText('whole trace');
  for (let i = 0; i < 4; i++) await page.goForward();
  await expect(heading(page)).toHaveText('Kernels');
});

test('typing and moving through rows make no flood of entries', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await page.keyboard.press('6');
  await expect(heading(page)).toHaveText('Kernels');
  await page.getByRole('gridcell').first().click();
  await expect(selectedRow(page)).toHaveCount(1);
  const before = await page.evaluate(() => history.length);
  await page.evaluate(moveDown, 5);
  await expect(selectedRow(page)).toHaveAttribute('aria-rowindex', '7');
  await page.keyboard.press('/');
  await page.keyboard.type('kernel');
  await expect(page).toHaveURL(/kernels\.filter=kernel/);
  const added = (await page.evaluate(() => history.length)) - before;
  expect(added, 'the moves are one entry at most, the letters none').toBeLessThanOrEqual(1);
});

/** Moves down as a key that is held does, sooner than presses from outside come. */
async function moveDown(times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('Back keeps the theme that was chosen since', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await page.keyboard.press('5');
  await page.keyboard.press('t');
  await page.keyboard.press('t');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'This file' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a link restores everything on the same text, whatever the file is called and however it is packed', async ({
  page,
  site,
}) => {
  const name = await arrange(page);
  const hash = new URL(page.url()).hash;
  expect(hash, 'the name of the file').not.toContain('small');
  await follow(page, site, hash);
  await expect(strip(page)).toContainText('Open the trace that the link was made on');
  await chooseFile(page, jsonFile('renamed.json', gunzipSync(smallTrace().buffer).toString()));
  await expect(heading(page)).toHaveText('Operators');
  await expect(strip(page)).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe(hash);
  await expect(selectedRow(page).getByRole('gridcell').first()).toHaveAttribute('aria-label', name);
  await expect(scope(page)).toContainText('step 1');
});

test('on another trace a link says what it does not apply, until the right one is opened', async ({ page, site }) => {
  const name = await arrange(page);
  const hash = new URL(page.url()).hash;
  await follow(page, site, hash);
  await chooseFile(page, OTHER);
  await expect(heading(page), 'the view holds for any trace').toHaveText('Operators');
  await expect(strip(page)).toContainText('The link was made on another trace');
  await expect(strip(page)).toContainText('Not applied: the scope, the row that is selected.');
  await expect(scope(page)).toContainText('whole trace');
  expect(params(page).get('steps')).toBeNull();
  expect(params(page).get('file'), 'a link from here is of this trace').not.toBe(
    new URLSearchParams(hash.slice(1)).get('file'),
  );
  await expectNoViolations(page);
  await chooseFile(page, smallTrace());
  await expect(selectedRow(page).getByRole('gridcell').first()).toHaveAttribute('aria-label', name);
  await expect(strip(page)).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe(hash);
});

test('what a link says of another trace can be given up', async ({ page, site }) => {
  await arrange(page);
  await follow(page, site, new URL(page.url()).hash);
  await chooseFile(page, OTHER);
  await strip(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip(page)).toHaveCount(0);
});

test('going back from one open trace to another shows the other as it was', async ({ page }) => {
  const name = await arrange(page);
  await chooseFile(page, OTHER);
  await expect(page.getByRole('button', { name: 'Traces: made.json.gz' })).toBeVisible();
  await expect(page).not.toHaveURL(/row=/);
  await page.keyboard.press('6');
  await expect(heading(page)).toHaveText('Kernels');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Traces: small.json.gz' })).toBeVisible();
  await expect(selectedRow(page).getByRole('gridcell').first()).toHaveAttribute('aria-label', name);
});

test('what is selected in one view is marked in the others', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await page.keyboard.press('5');
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').first().click();
  await expect(selectedRow(page)).toHaveCount(1);
  await page.keyboard.press('6');
  await expect(heading(page)).toHaveText('Kernels');
  const marked = page.locator('[role=row][aria-current=true]');
  await expect(marked.first()).toBeVisible();
  const all = await page.getByRole('grid').getAttribute('aria-rowcount');
  expect(await marked.count()).toBeLessThan(Number(all) - 2);
  await marked.first().getByRole('gridcell').first().click();
  await page.keyboard.press('5');
  await expect(marked.first(), 'the operators of the kernel').toBeVisible();
});

test('a row leads to the timeline, and a step too', async ({ page }) => {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await page.keyboard.press('6');
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').first().click();
  await page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: 'Show in Timeline' })
    .first()
    .click();
  await expect(heading(page)).toHaveText('Timeline');
  expect(params(page).get('row')).toMatch(/^kernels:/);
  await page.goBack();
  await expect(heading(page)).toHaveText('Kernels');
  await page.keyboard.press('2');
  await page.getByRole('grid').getByRole('row').nth(2).getByRole('gridcell').first().click();
  await page.keyboard.press('g');
  await expect(heading(page)).toHaveText('Timeline');
  expect(params(page).get('step')).toBe('1');
});

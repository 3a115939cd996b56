import type { Page } from '@playwright/test';
import { expectNoViolations } from './accessibility.ts';
import { chooseFile, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import { smallTrace } from './traces.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Find a command' });
/** The view's button in the navigation: the Overview is headed by what the file is. */
const shownView = (page: Page) => page.getByRole('navigation').locator('[aria-current=page]');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test.beforeEach(async ({ page, site }) => {
  await openPage(page, site);
});

/** Finds a command by words and runs it, by keys alone. */
async function run(page: Page, words: string) {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

/** What the help overlay lists: titles with their keys. */
async function helpRows(page: Page): Promise<{ readonly title: string; readonly keys: readonly string[] }[]> {
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys and help' });
  await expect(help).toBeVisible();
  const rows = await help
    .locator('section:not(:has(section)):not(:has(h3:text-is("In a table"))) dl > div')
    .evaluateAll((elements) =>
      elements.map((row) => ({
        title: row.querySelector('dt')?.textContent ?? '',
        keys: [...row.querySelectorAll('kbd')].map((cap) => cap.textContent ?? ''),
      })),
    );
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  return rows;
}

async function open(page: Page) {
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
}

test('the palette finds a command by words in any order and runs it by keys alone', async ({ page }) => {
  await open(page);
  await run(page, 'streams kern');
  await expect(heading(page)).toHaveText('Kernels');
  await expect(page.getByRole('tab', { name: 'Streams' })).toHaveAttribute('aria-selected', 'true');
  await run(page, 'modu oper');
  await expect(page).toHaveURL(/view=operators&.*operators\.table=modules/);
});

test('arrow keys move in the list, and the field says where they are', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Control+k');
  const options = palette(page).getByRole('option');
  await expect(options.first()).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('data-highlighted', '');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '-');
  const title = await options.nth(1).locator('span').first().textContent();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(title ?? '-');
});

test('the palette closes by Escape, gives the focus back, and begins anew', async ({ page }) => {
  await open(page);
  await page.keyboard.press('5');
  const filter = page.getByRole('searchbox', { name: /^Filter/ });
  await expect(filter).toBeVisible();
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing like this');
  await expect(palette(page)).toContainText('No command that can be done now has these words.');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(filter).toBeFocused();
  await expect(filter).toHaveValue('');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toHaveValue('');
});

test('only what can be done is offered', async ({ page }) => {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('option', { name: /^Open traces/ })).toBeVisible();
  await expect(palette(page).getByRole('option', { name: /^Kernels/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('5');
  await expect(page, 'a key whose command cannot be done does nothing').not.toHaveURL(/operators/);
});

test('a command that moves the focus does so after the palette has given it back', async ({ page }) => {
  await open(page);
  await page.keyboard.press('6');
  const filter = page.getByRole('searchbox', { name: /^Filter/ });
  await expect(filter).toBeVisible();
  await run(page, 'filter rows');
  await expect(filter).toBeFocused();
});

test('the help lists every command that the palette offers, and the keys of views are those that work', async ({
  page,
}) => {
  await open(page);
  const rows = await helpRows(page);
  const titles = rows.map(({ title }) => title);
  for (const key of ['1', '5']) {
    await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('option').first()).toBeVisible();
    const offered = await palette(page)
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => option.querySelector('span')?.textContent ?? ''));
    expect(titles).toEqual(expect.arrayContaining(offered));
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
  }
  const views = rows.filter(({ keys }) => /^[1-9]$/.test(keys.join('')));
  expect(views.length).toBeGreaterThanOrEqual(6);
  for (const { title, keys } of views) {
    await page.keyboard.press(keys[0]);
    await expect(shownView(page)).toHaveAttribute('title', `${title} (${keys[0]})`);
  }
  for (const unused of ['7', '8']) {
    await page.keyboard.press(unused);
    await expect(shownView(page)).toHaveAttribute('title', /^Data quality/);
  }
});

test('keys do nothing while the help is open, and letters go to the field that has the focus', async ({ page }) => {
  await open(page);
  await page.keyboard.press('?');
  await page.keyboard.press('9');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/quality/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('6');
  const filter = page.getByRole('searchbox', { name: /^Filter/ });
  await expect(filter).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('5');
  await expect(heading(page)).toHaveText('Kernels');
  await expect(filter).toHaveValue('5');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`palette and help have no accessibility violations, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('op');
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await page.keyboard.press('?');
    await expectNoViolations(page);
  });
}

test('300 px wide, palette and help stay on the page', async ({ page }) => {
  await page.setViewportSize({ width: 300, height: 500 });
  await open(page);
  for (const [key, name] of [
    ['Control+k', 'Commands'],
    ['?', 'Keys and help'],
  ]) {
    await page.keyboard.press(key);
    const box = await page.getByRole('dialog', { name }).boundingBox();
    if (!box) throw new Error(`${name} is not shown`);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(300);
    expect(box.y + box.height).toBeLessThanOrEqual(500);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

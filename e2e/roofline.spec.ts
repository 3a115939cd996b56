import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { callEvents, kernel, type MadeCall, ON_H100, traceOf } from './made-traces.ts';
import { chooseFile, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import type { StaticServer } from './static-server.ts';
import { type FilePayload, smallTrace } from './traces.ts';

const BF16 = 'c10::BFloat16';
/** 2·1024³ FLOPs and 3·1024²·2 bytes in 20 µs: 341.33 FLOP/byte, 107.37 TFLOP/s. */
const PRODUCT: MadeCall = {
  name: 'aten::mm',
  dims: [
    [1024, 1024],
    [1024, 1024],
  ],
  type: BF16,
  kernel: 'gemm',
  dur: 20,
};
/** 2·64·4096² FLOPs and (2·64·4096 + 4096²)·2 bytes in 25 µs: 62.06 FLOP/byte. */
const THIN: MadeCall = {
  name: 'aten::mm',
  dims: [
    [64, 4096],
    [4096, 4096],
  ],
  type: BF16,
  kernel: 'gemm',
  dur: 25,
};
/** 4096² FLOPs and 3·4096²·2 bytes in 50 µs: 1/6 FLOP/byte. */
const SUM: MadeCall = {
  name: 'aten::add',
  dims: [
    [4096, 4096],
    [4096, 4096],
  ],
  type: BF16,
  kernel: 'add',
  dur: 50,
};
/** 2·4096²·2 bytes in 40 µs, no FLOPs: 1.68 TB/s. */
const COPY: MadeCall = {
  name: 'aten::copy_',
  dims: [
    [4096, 4096],
    [4096, 4096],
  ],
  type: BF16,
  kernel: 'copy',
  dur: 40,
};
/** 2·8192³ FLOPs in 500 µs: 2199 TFLOP/s, more than the device has. */
const IMPOSSIBLE: MadeCall = {
  name: 'aten::mm',
  dims: [
    [8192, 8192],
    [8192, 8192],
  ],
  type: BF16,
  kernel: 'gemm',
  dur: 500,
};

const CALLS = [PRODUCT, THIN, SUM, COPY, IMPOSSIBLE];
const TRACE = traceOf([...CALLS.flatMap(callEvents), kernel(90, 'of_nobody', 90_000, 30)], ON_H100);

const chartOf = (page: Page) => page.getByRole('application', { name: /^Roofline chart/ });

async function openRoofline(page: Page, site: StaticServer, file: FilePayload, points: number): Promise<Locator> {
  await openPage(page, site);
  await chooseFile(page, file);
  await waitForOverview(page);
  await page.keyboard.press('4');
  await expect(page.getByRole('application', { name: new RegExp(`, ${points} points?\\.`) })).toBeVisible();
  return chartOf(page);
}

/** Steps by key until the point with this name and text is reached. */
async function stepTo(page: Page, chart: Locator, text: string): Promise<Locator> {
  await chart.focus();
  await page.keyboard.press('Home');
  const point = page.locator('#roofline-point');
  for (let i = 0; i < CALLS.length; i++) {
    if ((await point.getAttribute('aria-label'))?.includes(text)) return point;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`no point ${text}`);
}

async function savedSvg(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Download the chart' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download SVG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('roofline.svg');
  return readFile(await download.path(), 'utf8');
}

/** What is wrong with a text as XML, null for nothing. */
function parseFault(page: Page, text: string): Promise<string | null> {
  return page.evaluate((svg) => {
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return parsed.querySelector('parsererror')?.textContent ?? null;
  }, text);
}

/** The drawing alone: ECharts numbers its charts and classes. */
function drawingOf(svg: string): string {
  return svg.replace(/zr\d+-(cls-|c)\d+/g, '');
}

/** Places of texts in an SVG of ECharts, by text. */
function textPlaces(svg: string): { text: string; x: number; y: number }[] {
  return [...svg.matchAll(/<text [^>]*?transform="translate\(([\d.]+) ([\d.]+)\)"[^>]*>([^<]*)<\/text>/g)].map(
    ([, x, y, text]) => ({ text, x: Number(x), y: Number(y) }),
  );
}

test('a point stands where its FLOPs, bytes and time say, by the labels of the axes', async ({ page, site }) => {
  const chart = await openRoofline(page, site, TRACE, CALLS.length);
  const point = await stepTo(page, chart, '341');
  await expect(point).toHaveAttribute('aria-label', /intensity 341.FLOP\/byte · throughput 107.TFLOP\/s/);
  const frame = await chart.boundingBox();
  const place = await point.boundingBox();
  if (!frame || !place) throw new Error('not on screen');
  const x = place.x + place.width / 2 - frame.x;
  const y = place.y + place.height / 2 - frame.y;

  const texts = textPlaces(await savedSvg(page));
  // Labels below the plot have the intensities, those beside it, left of the first of them, the throughputs.
  const bottom = Math.max(...texts.filter(({ text }) => text === '10').map((label) => label.y));
  const below = (text: string) =>
    texts.find((label) => label.text === text && Math.abs(label.y - bottom) < 1)?.x ?? Number.NaN;
  const left = Math.min(
    ...texts.filter(({ text, y: height }) => text === '100' && height < bottom - 1).map(({ x: at }) => at),
  );
  const beside = (text: string) =>
    texts.find((label) => label.text === text && Math.abs(label.x - left) < 1)?.y ?? Number.NaN;
  const intensity = (2 * 1024 ** 3) / (3 * 1024 ** 2 * 2);
  const tflops = (2 * 1024 ** 3) / 20e-6 / 1e12;
  expect(x).toBeCloseTo(below('10') + Math.log10(intensity / 10) * (below('100') - below('10')), 0);
  expect(y).toBeCloseTo(beside('10') + Math.log10(tflops / 10) * (beside('100') - beside('10')), 0);
});

test('hovering says the essentials beside the point and in the status bar', async ({ page, site }) => {
  const chart = await openRoofline(page, site, TRACE, CALLS.length);
  const point = await stepTo(page, chart, 'aten::add');
  const place = await point.boundingBox();
  if (!place) throw new Error('not on screen');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  const tip = page.getByRole('tooltip');
  await expect(tip).toContainText('aten::add');
  await expect(tip).toContainText(/Intensity0\.167.FLOP\/byte/);
  await expect(tip).toContainText(/Of roof\d+\.\d.%, memory bound/);
  await expect(page.getByRole('contentinfo')).toContainText('aten::add');
  const card = await tip.boundingBox();
  if (!card) throw new Error('no card');
  const covers =
    card.x < place.x + place.width / 2 &&
    card.x + card.width > place.x + place.width / 2 &&
    card.y < place.y + place.height / 2 &&
    card.y + card.height > place.y + place.height / 2;
  expect(covers).toBe(false);
});

test('a click opens the details, and the same row is selected in Operators', async ({ page, site }) => {
  const chart = await openRoofline(page, site, TRACE, CALLS.length);
  const place = await (await stepTo(page, chart, '62.1')).boundingBox();
  if (!place) throw new Error('not on screen');
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { level: 2 })).toHaveText('aten::mm');
  await expect(details).toContainText('2·M·N·K');
  const shown = await details.textContent();
  await details.getByRole('button', { name: 'Show in Operators' }).click();
  await expect(page.locator('[role=row][aria-selected=true]')).toContainText('(64,4096)');
  await expect(details.getByRole('heading', { level: 2 })).toHaveText('aten::mm');
  expect(shown).toContain((await details.textContent())?.slice(-200));
});

test('points are stepped through by key in the order of their times, and opened', async ({ page, site }) => {
  const chart = await openRoofline(page, site, TRACE, CALLS.length);
  await chart.focus();
  const point = page.locator('#roofline-point');
  const times: number[] = [];
  await page.keyboard.press('Home');
  for (let i = 0; i < CALLS.length; i++) {
    times.push(Number(/time ([\d.]+).µs/.exec((await point.getAttribute('aria-label')) ?? '')?.[1]));
    await page.keyboard.press('ArrowDown');
  }
  expect(times).toEqual(CALLS.map(({ dur }) => dur).toSorted((a, b) => b - a));
  await expect(chart).toHaveAttribute('aria-activedescendant', 'roofline-point');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  await expect(point).toHaveAttribute('aria-label', /selected$/);
});

test('a point above the datasheet roof is in sight, counted and explained', async ({ page, site }) => {
  const chart = await openRoofline(page, site, TRACE, CALLS.length);
  await expect(page.getByText("1 point above the datasheet's roof")).toBeVisible();
  const point = await stepTo(page, chart, 'above the roof');
  const frame = await chart.boundingBox();
  const place = await point.boundingBox();
  if (!frame || !place) throw new Error('not on screen');
  expect(place.y).toBeGreaterThan(frame.y);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Faster than the roof allows.');
});

test('filters by category, bound, share and name; a second click on the legend restores', async ({ page, site }) => {
  await openRoofline(page, site, TRACE, CALLS.length);
  const count = async (points: number) =>
    expect(chartOf(page)).toHaveAttribute('aria-label', new RegExp(`, ${points} points?\\.`));
  const gemm = page.getByRole('group', { name: 'Category' }).getByRole('button', { name: 'GEMM' });
  await gemm.click();
  await count(3);
  await expect(gemm).toHaveAttribute('aria-pressed', 'true');
  await gemm.focus();
  await page.keyboard.press('Space');
  await count(CALLS.length);
  await page.getByRole('group', { name: 'Bound' }).getByRole('button', { name: 'compute' }).click();
  await count(2);
  await page.getByRole('group', { name: 'Bound' }).getByRole('button', { name: 'compute' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('mm 64,4096');
  await count(1);
  await page.keyboard.press('Escape');
  await count(CALLS.length);
  // 500, 50 and 40 of 665 µs.
  await page.getByLabel('Least share of the time').selectOption({ label: '≥ 5 % of time' });
  await count(3);
});

test('the wheel zooms, a drag pans, and a double click, a key and a button show all again', async ({ page, site }) => {
  const chart = await openRoofline(page, site, TRACE, CALLS.length);
  const box = await chart.boundingBox();
  if (!box) throw new Error('not on screen');
  const centre = { x: box.x + box.width * 0.6, y: box.y + box.height * 0.5 };
  const all = drawingOf(await savedSvg(page));
  const reset = page.getByRole('button', { name: 'Show all' });
  await page.mouse.move(centre.x, centre.y);
  await page.mouse.wheel(0, -400);
  await expect(reset).toBeVisible();
  expect(drawingOf(await savedSvg(page))).not.toBe(all);
  await page.mouse.dblclick(centre.x, box.y + box.height * 0.8);
  await expect(reset).toHaveCount(0);
  expect(drawingOf(await savedSvg(page))).toBe(all);
  await page.mouse.move(centre.x, centre.y);
  await page.mouse.down();
  await page.mouse.move(centre.x + 80, centre.y + 20, { steps: 4 });
  await page.mouse.up();
  await chart.focus();
  await page.keyboard.press('0');
  await expect(reset).toHaveCount(0);
  await page.keyboard.press('+');
  await reset.click();
  await expect(reset).toHaveCount(0);
  await page.keyboard.down('Shift');
  await page.mouse.move(centre.x, centre.y);
  await page.mouse.down();
  await page.mouse.move(centre.x + 100, centre.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(reset).toBeVisible();
});

test('the chart leaves as PNG, SVG and CSV, and is shown as a table', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRoofline(page, site, TRACE, CALLS.length);
  const svg = await savedSvg(page);
  expect(await parseFault(page, svg)).toBeNull();
  expect(svg).toContain('bf16 matrix');
  expect(svg).not.toContain('var(--');
  expect(svg).not.toMatch(/NaN|Infinity/);
  await page.getByRole('button', { name: 'Download the chart' }).click();
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download PNG' }).click(),
  ]);
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG');
  await page.getByRole('button', { name: 'Download the chart' }).click();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download CSV' }).click(),
  ]);
  // The head, the calls, and the kernel of nobody.
  expect((await readFile(await csv.path(), 'utf8')).trim().split('\n').length).toBe(1 + CALLS.length + 1);
  await page.getByRole('button', { name: 'Copy as PNG' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Chart copied' })).toHaveText('Chart copied as PNG');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('grid')).toContainText('aten::mm');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(chartOf(page)).toBeVisible();
});

test('beside the chart stands what is to be won, ranked, and what has no roof', async ({ page, site }) => {
  await openRoofline(page, site, TRACE, CALLS.length);
  await expect(page.getByText('of the GPU time has no roof')).toContainText(/^4\.5.%/);
  await expect(page.getByText('Its launch was not recorded')).toBeVisible();
  await expect(page.getByText('MFU, bf16 matrix')).toBeVisible();
  const list = page.getByRole('table').filter({ hasText: 'Over roof' });
  const groups = list.getByRole('rowgroup');
  const overOf = async (group: Locator) =>
    (await group.locator('td:last-child:not([colspan])').allTextContents()).map((text) =>
      Number(text.replace('\u2212', '-')),
    );
  const above = await overOf(groups.filter({ hasText: 'Above the roof' }));
  const below = await overOf(groups.filter({ hasText: 'Below the roof' }));
  expect(above.length + below.length).toBe(CALLS.length);
  expect(below).toEqual(below.toSorted((a, b) => b - a));
  // 2·8192³ FLOPs at 989.4 TFLOP/s are 1111.3 µs, and took 500.
  expect(above).toEqual([-0.611]);
  await list.getByRole('button', { name: /aten::add/ }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('aten::add');
});

test('without a device there are points but no roofs, and a way to choose one', async ({ page, site }) => {
  await openRoofline(page, site, traceOf(CALLS.flatMap(callEvents)), CALLS.length);
  await expect(page.getByText('No device is chosen, so there are no roofs.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose a device' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a trace without estimates, and one with a single point', async ({ page, site }) => {
  await openRoofline(page, site, traceOf([kernel(1, 'of_nobody', 100, 30)], ON_H100), 0);
  await expect(page.getByText('there is no point to show')).toBeVisible();
  await chooseFile(page, traceOf(callEvents(PRODUCT, 0), ON_H100));
  await expect(chartOf(page)).toHaveAttribute('aria-label', /, 1 point\./);
  expect(await savedSvg(page)).not.toMatch(/NaN|Infinity/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    const chart = await openRoofline(page, site, TRACE, CALLS.length);
    await chart.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
}

test('the view opens on a serving trace with many operators', async ({ page, site }) => {
  await openPage(page, site);
  await chooseFile(page, smallTrace());
  await waitForOverview(page);
  await page.keyboard.press('4');
  await expect(chartOf(page)).toHaveAttribute('aria-label', /, [1-9]\d* points\./);
});

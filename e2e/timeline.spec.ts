import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { callEvents, kernel, type MadeCall, ON_H100, traceOf } from './made-traces.ts';
import { chooseFile, openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import type { StaticServer } from './static-server.ts';
import { downloadCsv, screenRows } from './table-page.ts';

const SQUARE = [
  [1024, 1024],
  [1024, 1024],
] as const;

function made(name: string, kernelName: string, dur: number): MadeCall {
  return { name, dims: SQUARE, type: 'c10::BFloat16', kernel: kernelName, dur };
}

/** A call each ms from 1 ms on: its kernel starts 30 µs after it, so the gaps between kernels are 1000 µs less their durations. */
const CALLS = [
  made('aten::mm', 'gemm_square', 20),
  made('aten::add', 'add_square', 50),
  made('aten::mm', 'gemm_square', 40),
  made('aten::copy_', 'copy_square', 300),
  made('aten::mm', 'gemm_square', 25),
];
/** Nobody launched it, 10 µs after the last kernel ends: at 5.030 + 0.025 ms. */
const ALONE = kernel(90, 'of_nobody', 5065, 30);
const TRACE = traceOf([...CALLS.flatMap(callEvents), ALONE], ON_H100);

const sheetOf = (page: Page) => page.getByRole('application', { name: /^Timeline/ });
const detailsOf = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const plain = (text: string | null) => (text ?? '').replaceAll('\u202f', ' ');

async function openTimeline(page: Page, site: StaticServer): Promise<Locator> {
  await openPage(page, site);
  await chooseFile(page, TRACE);
  await waitForOverview(page);
  await page.keyboard.press('3');
  await drawn(page);
  return sheetOf(page);
}

/** Waits for a picture with slices in it: the list of those in sight is made when it rests. */
async function drawn(page: Page): Promise<void> {
  await expect(
    page.getByRole('list', { name: 'Longest slices in sight' }).getByRole('listitem').first(),
  ).toBeAttached();
}

async function search(page: Page, text: string): Promise<Locator> {
  const box = page.getByRole('searchbox', { name: /^Search slices/ });
  await box.fill(text);
  return page.getByRole('search', { name: 'Slices' }).getByRole('status');
}

/** The span that the link says, ns; null where all is in sight. */
function linkedSpan(page: Page): [number, number] | null {
  const span = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('timeline.span');
  const [start, end] = span?.split('~').map(Number) ?? [];
  return span === null ? null : [start, end];
}

async function zoomedSpan(page: Page): Promise<[number, number]> {
  await expect.poll(() => linkedSpan(page)).not.toBeNull();
  return linkedSpan(page) ?? [0, 0];
}

test('the demo trace has steps, streams and threads on one axis', async ({ page, site }) => {
  await openPage(page, site);
  await page.getByRole('button', { name: 'Open the demo trace' }).click();
  await waitForOverview(page);
  await page.keyboard.press('3');
  await drawn(page);
  for (const group of ['Steps', 'GPU 0', /^VLLM::Worker/]) {
    await expect(page.getByRole('button', { name: group, expanded: true }).first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'GPU 0' }).click();
  await expect(page.getByText('Stream 7', { exact: true })).toBeHidden();
});

test('a slice says what the table of kernels says, and its row opens', async ({ page, site }) => {
  await openTimeline(page, site);
  await search(page, 'copy_square');
  await page.keyboard.press('Enter');
  const details = detailsOf(page);
  await expect(details.getByRole('heading', { name: 'copy_square' })).toBeVisible();
  await expect(details.getByRole('definition').first()).toHaveText('300.000\u202fµs');
  await expect(details).toContainText('GPU 0, Stream 7');
  await page.keyboard.press('Escape');
  await details.getByRole('button', { name: 'Open its row' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('6');
  await expect(page.getByRole('row', { name: /copy_square/ })).toContainText('300.00');
});

test('a search counts, steps and lists what the trace is known to hold', async ({ page, site }) => {
  await openTimeline(page, site);
  const count = await search(page, 'aten::mm');
  await expect(count).toHaveText('3 found');
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('1 of 3');
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('2 of 3');
  await page.keyboard.press('Shift+Enter');
  await expect(count).toHaveText('1 of 3');
  // The first call starts at the base of the trace, the others a millisecond apart.
  await expect(detailsOf(page)).toContainText('Starts at0.000\u202fµs');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await search(page, '^aten::(mm|add)$|of_nobody');
  await expect(count).toHaveText('5 found');
  await search(page, '(');
  await expect(page.getByRole('alert')).toBeVisible();
  await search(page, '');
  await page.getByRole('spinbutton', { name: 'At least, µs' }).fill('50');
  await expect(count).toHaveText('2 found');
  await page.getByRole('button', { name: 'Show as table' }).click();
  expect((await screenRows(page)).map(([name]) => name)).toEqual(['add_square', 'copy_square']);
  const { name, rows } = await downloadCsv(page, 'All rows');
  expect(name).toBe('made.slices.csv');
  expect(rows.slice(1).map(([slice, , , duration]) => [slice, Number(duration)])).toEqual([
    ['add_square', 50_000],
    ['copy_square', 300_000],
  ]);
});

test('idle gaps are ranked, and one that is chosen comes into sight', async ({ page, site }) => {
  await openTimeline(page, site);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const rows = page.getByRole('grid');
  await expect(rows).toContainText('980.00');
  const durations = (await screenRows(page)).map(([, duration]) => duration);
  // 980, 950, 960 and 700 µs between the five kernels, 10 before the one that nobody launched.
  expect(durations).toEqual(['980.00', '960.00', '950.00', '700.00', '10.00']);
  await page.locator('[role=gridcell][data-place="3"][data-column="1"]').click();
  await expect(detailsOf(page).getByRole('heading', { name: /Idle gap: 700/ })).toBeVisible();
  const [start, end] = await zoomedSpan(page);
  // From the end of the copy at 3.33 ms to the next kernel at 4.03 ms after the base.
  expect(start).toBeLessThan(3_330_000);
  expect(end).toBeGreaterThan(4_030_000);
  expect(end - start).toBeLessThan(1_500_000);
});

test('by keyboard alone: slice to slice, along the arrow, zoom, mark, row', async ({ page, site }) => {
  const sheet = await openTimeline(page, site);
  await search(page, 'aten::copy_');
  await page.keyboard.press('Enter');
  await expect(detailsOf(page).getByRole('heading', { name: 'aten::copy_' })).toBeVisible();
  await sheet.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#timeline-tracks-cursor')).toHaveAttribute('aria-label', /^cudaLaunchKernel · 5\.000.µs/);
  await page.keyboard.press(']');
  await expect(page.locator('#timeline-tracks-cursor')).toHaveAttribute('aria-label', /^copy_square · 300\.000.µs/);
  await page.keyboard.press('[');
  await expect(page.locator('#timeline-tracks-cursor')).toHaveAttribute('aria-label', /^cudaLaunchKernel/);
  await page.keyboard.press(']');
  await expect(page.locator('#timeline-tracks-cursor')).toHaveAttribute('aria-label', /^copy_square/);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#timeline-tracks-cursor')).toHaveAttribute('aria-label', /^gemm_square · 25\.000.µs/);
  await page.keyboard.press('f');
  // Fitted with a tenth of its length at both ends.
  await expect.poll(() => linkedSpan(page)).toEqual([4_027_500, 4_057_500]);
  await page.keyboard.press('m');
  await expect(detailsOf(page).getByRole('heading', { name: /^Marked: 25\.000/ })).toBeVisible();
  const busy = detailsOf(page).getByRole('row', { name: /^busy/ });
  await expect(busy).toContainText('25.000');
  await page.keyboard.press('m');
  await page.keyboard.press('0');
  await expect.poll(() => linkedSpan(page)).toBeNull();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=operators/);
});

test('the wheel zooms about the pointer, a drag pans, Shift and drag marks', async ({ page, site }) => {
  const sheet = await openTimeline(page, site);
  const box = await sheet.boundingBox();
  if (!box) throw new Error('no timeline');
  const y = box.y + 60;
  await page.mouse.move(box.x + box.width / 4, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  const zoomed = await zoomedSpan(page);
  const length = zoomed[1] - zoomed[0];
  // From the first call at 0 to the end of the last kernel at 4.095 ms; what was at a quarter still is.
  expect(length).toBeLessThan(2_500_000);
  expect(zoomed[0] + length / 4).toBeCloseTo(4_095_000 / 4, -4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4 - 100, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => linkedSpan(page)?.[0] ?? 0).toBeCloseTo(zoomed[0] + (100 / box.width) * length, -4);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(detailsOf(page).getByRole('heading', { name: /^Marked/ })).toBeVisible();
});

test('the picture of the view is saved as PNG and as SVG', async ({ page, site }) => {
  await openTimeline(page, site);
  const save = async (item: string) => {
    await page.getByRole('button', { name: 'Download the chart' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const svg = await save('Download SVG');
  expect(svg.name).toBe('timeline.svg');
  const text = svg.bytes.toString('utf8');
  // The longest slice has room for the start of its name.
  expect(text).toMatch(/>copy…?[a-z_]*…?<\/text>/);
  expect(text).toContain('>Stream 7</text>');
  expect(text).not.toMatch(/NaN|undefined/);
  const png = await save('Download PNG');
  expect(png.name).toBe('timeline.png');
  expect([...png.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  // Twice as wide as on the page.
  expect(png.bytes.readUInt32BE(16)).toBe(2 * Number(/width="(\d+)"/.exec(text)?.[1]));
});

test('a track is hidden, brought back, pinned and moved', async ({ page, site }) => {
  await openTimeline(page, site);
  const arrange = async (track: string, item: string) => {
    await page.getByRole('button', { name: `Arrange ${track}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await arrange('Stream 7', 'Hide');
  await expect(page.getByText('Stream 7', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: '1 hidden' }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  const stream = page.getByText('Stream 7', { exact: true });
  await expect(stream).toBeVisible();
  const before = (await stream.boundingBox())?.y ?? 0;
  await arrange('Stream 7', 'Move up');
  await expect.poll(async () => (await stream.boundingBox())?.y ?? before).toBeLessThan(before);
  await arrange('Stream 7', 'Pin to the top');
  await expect(page.getByRole('application', { name: /^Pinned tracks/ })).toBeVisible();
});

test('the longest slices in sight are a list', async ({ page, site }) => {
  await openTimeline(page, site);
  const list = page.getByRole('list', { name: 'Longest slices in sight' });
  const texts = (await list.getByRole('listitem').allTextContents()).map(plain);
  expect(texts[0]).toMatch(/^copy_square · 300\.000 µs · at 3 030\.000 µs · copy · GPU 0, Stream 7/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    await openTimeline(page, site);
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect(page.getByRole('grid')).toContainText('980.00');
    await search(page, 'gemm_square');
    await page.keyboard.press('Enter');
    await expect(detailsOf(page).getByRole('heading', { name: 'gemm_square' })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
}

test('in a window of 300 px the tracks are still there to be used', async ({ page, site }) => {
  await page.setViewportSize({ width: 300, height: 640 });
  const sheet = await openTimeline(page, site);
  const box = await sheet.boundingBox();
  expect(box?.width).toBeGreaterThan(120);
  await search(page, 'copy_square');
  await page.keyboard.press('Enter');
  await expect(page.locator('#timeline-tracks-cursor')).toHaveAttribute('aria-label', /^copy_square/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
});

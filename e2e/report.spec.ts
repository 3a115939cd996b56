import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { csvRows } from '../fixtures/csv-reader.ts';
import { generateTrace } from '../fixtures/generate-trace.ts';
import { readWorkbook } from '../fixtures/read-workbook.ts';
import { compactText, gzipped } from '../fixtures/write-trace.ts';
import { chooseFile, engineWorkerOf, openPage, requestsDuring, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import type { StaticServer } from './static-server.ts';
import { downloadCsv } from './table-page.ts';
import { type FilePayload, smallTrace } from './traces.ts';

/** Above this size the zip library compresses a part in a worker of its own, which the page's worker cannot start. */
const LARGE_PART = 160_000;

async function openTrace(page: Page, site: StaticServer, file: FilePayload): Promise<void> {
  await openPage(page, site);
  await chooseFile(page, file);
  await waitForOverview(page);
}

/** Chooses an item of the file menu and waits for what it downloads. */
async function reportByMenu(page: Page, item: string): Promise<Download> {
  await page.getByRole('button', { name: /^Traces/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  return download;
}

async function reportByKey(page: Page, key: string): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press(key)]);
  return download;
}

const bytesOf = async (download: Download): Promise<Uint8Array> => readFile(await download.path());

/** The rows of a report's CSV files by the names of the files. */
async function zipRows(download: Download): Promise<ReadonlyMap<string, string[][]>> {
  const files = Object.entries(unzipSync(await bytesOf(download)));
  return new Map(files.map(([name, bytes]) => [name, csvRows(strFromU8(bytes))]));
}

test('the zip holds the tables of the screen and those of the reference, and asks the network for nothing', async ({
  page,
  site,
}) => {
  await openTrace(page, site, smallTrace());
  let download: Download | undefined;
  const requests = await requestsDuring(page, site, async () => {
    download = await reportByMenu(page, 'Report as CSV files (zip)');
  });
  expect(requests).toEqual([]);
  if (!download) throw new Error('nothing was downloaded');
  expect(download.suggestedFilename()).toBe('small.report.zip');
  await expect(page.getByRole('status')).toHaveText('Report saved as small.report.zip');
  const files = await zipRows(download);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['gpu_timeline.csv', 'ops_summary.csv', 'unified_perf_summary.csv', 'operators.csv']),
  );
  await page.keyboard.press('6');
  const { rows } = await downloadCsv(page, 'Download all rows');
  expect(rows.length).toBeGreaterThan(5);
  expect(files.get('kernels.csv')).toEqual(rows);
});

test('the workbook comes from the locked-down worker, large sheets too, with the cells of the zip', async ({
  page,
  site,
}) => {
  const phases = Array.from({ length: 60 }, () => 'prefill' as const);
  const text = compactText(generateTrace({ phases }).trace);
  await openTrace(page, site, {
    name: 'many-shapes.json.gz',
    mimeType: 'application/gzip',
    buffer: Buffer.from(gzipped(text)),
  });
  const files = await zipRows(await reportByKey(page, 'Shift+E'));
  const download = await reportByKey(page, 'Shift+X');
  expect(download.suggestedFilename()).toBe('many-shapes.report.xlsx');
  const bytes = await bytesOf(download);
  expect(Object.values(unzipSync(bytes)).some(({ length }) => length > LARGE_PART)).toBe(true);
  const sheets = readWorkbook(bytes);
  expect([...sheets.keys()].map((name) => `${name}.csv`)).toEqual([...files.keys()]);
  for (const [name, rows] of files) {
    const cells = sheets.get(name.replace(/\.csv$/, '')) ?? [];
    const asNumbers = rows.map((row, i) =>
      row.map((csv, column) => (typeof cells[i]?.[column] === 'number' ? Number(csv) : csv)),
    );
    expect(rows.map((row, i) => row.map((_, column) => cells[i]?.[column] ?? ''))).toEqual(asNumbers);
  }
});

test('the report is of what the page shows: scope, conventions, device', async ({ page, site }) => {
  await openTrace(page, site, smallTrace());
  const basis = async () => {
    const files = await zipRows(await reportByKey(page, 'Shift+E'));
    return { files, said: new Map(files.get('report_basis.csv')?.map(([what, value]) => [what, value])) };
  };
  const whole = await basis();
  expect(whole.said.get('device')).toBe('H100 SXM 80 GB');
  expect(whole.said.get('conventions')).toBe('corrected');
  expect(whole.said.get('scope')).toBe('whole trace');

  await page.evaluate(() => {
    location.hash = '#v=1&view=overview&stream=7&device=0&conventions=tracelens&hardware=MI300X';
  });
  await expect(page.getByRole('group', { name: 'Scope' })).toContainText('stream 7');
  const narrowed = await basis();
  expect(narrowed.said.get('device')).toBe('MI300X');
  expect(narrowed.said.get('conventions')).toBe('tracelens');
  expect(narrowed.said.get('scope')).toBe('device 0, stream 7');
  await expect(page.getByRole('status')).toContainText('of the scope that is shown');
  const streams = narrowed.files.get('streams.csv') ?? [];
  expect(streams.length).toBe(2);
  expect(whole.files.get('streams.csv')?.length).toBeGreaterThan(2);
});

test('a report that fails ends in a notice, and the page goes on', async ({ page, site }) => {
  const engine = engineWorkerOf(page);
  await openTrace(page, site, smallTrace());
  await (await engine).evaluate(() => {
    TextEncoder.prototype.encode = () => {
      throw new Error('no room');
    };
  });
  await page.keyboard.press('Shift+E');
  await expect(page.getByRole('status')).toHaveText(/^The report could not be made: /);
  await page.keyboard.press('6');
  await expect(page.getByRole('grid')).toBeVisible();
});

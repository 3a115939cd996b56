import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { csvRows } from '../fixtures/csv-reader.ts';
import { expect } from './site.ts';

/** The rows of a table that are in the document, cell by cell as they read on screen. Short tables are there whole. */
export async function screenRows(page: Page): Promise<string[][]> {
  const rows = page.getByRole('grid').locator('[role=row]:has([role=gridcell][data-place])');
  return rows.evaluateAll((elements) =>
    elements.map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent ?? '')),
  );
}

/** The heads of the columns shown, without the arrow of the sort. */
export async function screenHeads(page: Page): Promise<string[]> {
  const heads = await page.getByRole('grid').getByRole('columnheader').allTextContents();
  return heads.map((head) => head.replace(/[↑↓]$/, ''));
}

/** The head of a column by its title. */
export function headOf(page: Page, title: string): Locator {
  return page.getByRole('columnheader', { name: new RegExp(`^${title}(,|$)`) });
}

/** Number of rows that the table on screen shows, those out of sight included. */
export async function expectRowCount(page: Page, rows: number): Promise<void> {
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows + 2));
}

/** Downloads a CSV by an item of the menu and parses it. */
export async function downloadCsv(
  page: Page,
  item: string,
): Promise<{ readonly name: string; readonly rows: string[][] }> {
  await page.getByRole('button', { name: 'CSV' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  return { name: download.suggestedFilename(), rows: csvRows(await readFile(await download.path(), 'utf8')) };
}

/** How many raw values of a CSV make one of the unit on screen. */
const SCALES: Readonly<Record<string, number>> = { µs: 1e3, ms: 1e6, s: 1e9, MB: 1024 ** 2, '%': 0.01 };

/** Checks that a cell on screen says what the CSV holds: rounded to the decimals shown, in the unit of the column's head. */
function expectSame(screen: string, raw: string, head: string): void {
  const unit = /, (\S+)$/.exec(head)?.[1] ?? '';
  const plain = screen.replaceAll('\u202f', '').replace('\u2212', '-');
  if (raw === '') expect(screen, head).toBe('–');
  else if (plain.startsWith('<')) {
    expect(Number(raw), head).toBeGreaterThan(0);
    expect(Number(raw) / (SCALES[unit] ?? 1), head).toBeLessThan(Number(plain.slice(1)));
  } else if (/^-?\d+(\.\d+)?$/.test(plain) && !Number.isNaN(Number(raw))) {
    const decimals = plain.split('.')[1]?.length ?? 0;
    expect(plain, head).toBe((Number(raw) / (SCALES[unit] ?? 1)).toFixed(decimals));
  } else expect(screen, head).toBe(raw);
}

/** Checks that a CSV holds what was on screen, row by row: each cell in the column of its head. */
export function expectScreenIsCsv(
  heads: readonly string[],
  onScreen: readonly (readonly string[])[],
  [titles, ...rows]: readonly (readonly string[])[],
): void {
  const columns = heads.map((head) =>
    titles.findIndex((title) => title.replace(/ \(.*\)$/, '') === head.replace(/, \S+$/, '')),
  );
  expect(columns).not.toContain(-1);
  expect(rows.length).toBe(onScreen.length);
  for (const [row, csv] of rows.entries()) {
    for (const [i, at] of columns.entries()) expectSame(onScreen[row][i], csv[at], heads[i]);
  }
}

/** The first cell of the first row. */
export function firstName(page: Page): Locator {
  return page.locator('[role=gridcell][data-place="0"][data-column="0"]');
}

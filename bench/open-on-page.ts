import type { Page } from '@playwright/test';

const OPEN_TIMEOUT_MS = 180_000;

/** Opens a file on the page and waits for the Overview. */
export async function openOnPage(page: Page, url: string, file: string): Promise<void> {
  await page.goto(url);
  // The engine's parts are fetched when the page starts; a user takes longer than this to find a file.
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Open traces').setInputFiles(file);
  await page.getByRole('heading', { name: 'This file' }).waitFor({ timeout: OPEN_TIMEOUT_MS });
}

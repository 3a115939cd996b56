import type { Page, Worker } from '@playwright/test';
import { expect } from './site.ts';
import type { StaticServer } from './static-server.ts';
import type { FilePayload } from './traces.ts';

/** Opens the site and waits until it needs nothing more from its server. */
export async function openPage(page: Page, site: StaticServer): Promise<void> {
  await page.goto(site.url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForLoadState('networkidle');
}

/** Gives the page a file, by content or by path, as the file dialog does. */
export async function chooseFile(page: Page, file: FilePayload | string): Promise<void> {
  await page.getByLabel('Open traces').setInputFiles(file);
}

/** Drops files of moderate size on the page. */
export async function dropFiles(page: Page, ...files: readonly FilePayload[]): Promise<void> {
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, mimeType, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, plain);
}

/** Drops files and folders of the disk on the page, by their paths, as the system does. */
export async function dropPaths(page: Page, ...files: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
  await session.detach();
}

/** Waits until the Overview of a trace has its figures. */
export async function waitForOverview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'This file' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What to look at first' })).toBeVisible();
}

/** The worker of the next trace that is opened. Call before opening it. */
export function engineWorkerOf(page: Page): Promise<Worker> {
  return page.waitForEvent('worker');
}

/** Does something and says which addresses were asked for meanwhile, by the page, its workers or its service worker. */
export async function requestsDuring(page: Page, site: StaticServer, action: () => Promise<void>): Promise<string[]> {
  const served = site.requests.length;
  const asked: string[] = [];
  const note = (request: { url(): string }) => asked.push(request.url());
  page.context().on('request', note);
  await action();
  page.context().off('request', note);
  return [...asked.filter((url) => !url.startsWith('blob:')), ...site.requests.slice(served)];
}

import { openPage, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import { type StaticServer, serveSite } from './static-server.ts';

test('the second visit works without a network', async ({ context, sitePath }) => {
  const site = await serveSite(sitePath);
  const first = await context.newPage();
  await openPage(first, site);
  await first.close();
  await site.close();

  const second = await context.newPage();
  await second.goto(site.url);
  await second.getByRole('button', { name: 'Open the demo trace' }).click();
  await waitForOverview(second);
});

test('a reload shows a new release; its files replace the old ones once no page of the old is open', async ({
  context,
  sitePath,
}) => {
  const site = await serveSite(sitePath);
  const page = await context.newPage();
  await openPage(page, site);
  const [oldCache] = await page.evaluate(() => caches.keys());

  await release(site, 'A new release');
  await page.reload();
  await expect(page).toHaveTitle('A new release');
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(2);
  await page.close();

  // The browser changes releases some time after the last page of the old one closed.
  await expect(async () => {
    const next = await context.newPage();
    await openPage(next, site);
    const releases = await next.evaluate(() => caches.keys());
    await next.close();
    expect(releases).toHaveLength(1);
    expect(releases).not.toContain(oldCache);
  }).toPass();

  await site.close();
  const offline = await context.newPage();
  await offline.goto(site.url);
  await expect(offline).toHaveTitle('A new release');
});

test('leaves everything outside the site alone', async ({ page, site }) => {
  await openPage(page, site);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const answer = await page.evaluate((url) => fetch(url).then((response) => response.text()), '/without-policy.html');
  expect(answer).toContain('no policy');
});

/** Changes what the server serves, as a new build would: the page's title, and the service worker's version. */
async function release(site: StaticServer, title: string): Promise<void> {
  await site.change('index.html', (text) => text.replace(/<title>.*<\/title>/, `<title>${title}</title>`));
  await site.change('service-worker.js', (text) => text.replace('VERSION = "', 'VERSION = "next-'));
}

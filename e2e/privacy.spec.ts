import {
  type Attempt,
  type Attempts,
  NAVIGATION_ATTEMPTS,
  PAGE_ATTEMPTS,
  WEBRTC_ATTEMPT,
  WORKER_ATTEMPTS,
} from './attempts.ts';
import { type Listener, listen } from './listener.ts';
import { chooseFile, dropFiles, engineWorkerOf, openPage, requestsDuring, waitForOverview } from './page.ts';
import { expect, test } from './site.ts';
import { smallTrace } from './traces.ts';

/** How long a request may take to arrive on a busy machine. */
const ARRIVAL_MS = 1500;

/** Reaches the listener from nowhere, since the tests' browser runs without QUIC; that the name is gone is tested all the same. */
const NEEDS_QUIC = 'web-transport';

let listener: Listener;

test.beforeEach(async () => {
  listener = await listen();
});

test.afterEach(async () => {
  await listener.close();
});

test.describe('without policy and lockdown', () => {
  test.beforeEach(async ({ page, site }) => {
    await page.goto(new URL('/without-policy.html', site.url).href);
  });

  test('every attempt of a page arrives', async ({ page }) => {
    await attemptAll(page, PAGE_ATTEMPTS);
    expect(silent(PAGE_ATTEMPTS)).toEqual([NEEDS_QUIC]);
  });

  test('every attempt of a worker arrives', async ({ page }) => {
    const started = page.waitForEvent('worker');
    await page.evaluate(() => new Worker(URL.createObjectURL(new Blob([]))));
    await attemptAll(await started, WORKER_ATTEMPTS);
    expect(silent(WORKER_ATTEMPTS)).toEqual([NEEDS_QUIC]);
  });

  for (const [name, attempt] of Object.entries(NAVIGATION_ATTEMPTS)) {
    test(`${name} arrives`, async ({ page }) => {
      await attemptAll(page, { [name]: attempt });
      expect(silent({ [name]: attempt })).toEqual([]);
    });
  }

  test('packets of WebRTC arrive', async ({ page }) => {
    await attemptAll(page, { webrtc: WEBRTC_ATTEMPT });
    expect(listener.packets()).toBeGreaterThan(0);
  });
});

test.describe('the built site', () => {
  test('sends nothing from the page', async ({ page, site }) => {
    await openPage(page, site);
    await attemptAll(page, { ...PAGE_ATTEMPTS, webrtc: WEBRTC_ATTEMPT });
    expect(received()).toEqual(NOTHING);
  });

  test('sends nothing from the worker of an open trace', async ({ page, site }) => {
    await openPage(page, site);
    const worker = engineWorkerOf(page);
    await chooseFile(page, smallTrace());
    await waitForOverview(page);
    await attemptAll(await worker, WORKER_ATTEMPTS);
    expect(received()).toEqual(NOTHING);
  });

  for (const [name, attempt] of Object.entries(NAVIGATION_ATTEMPTS)) {
    test(`does not leave by ${name}`, async ({ page, site }) => {
      await openPage(page, site);
      await attemptAll(page, { [name]: attempt });
      expect(received()).toEqual(NOTHING);
      expect(page.url()).toMatch(site.url);
    });
  }

  test('takes every network call from the worker', async ({ page, site }) => {
    await openPage(page, site);
    const worker = engineWorkerOf(page);
    await chooseFile(page, smallTrace());
    const left = await (await worker).evaluate(() =>
      [
        'fetch',
        'XMLHttpRequest',
        'WebSocket',
        'EventSource',
        'WebTransport',
        'importScripts',
        'caches',
        'FontFace',
        'Worker',
      ].filter((name) => Reflect.get(globalThis, name) !== undefined),
    );
    expect(left).toEqual([]);
  });

  test('asks for nothing when a file is dropped', async ({ page, site }) => {
    await openPage(page, site);
    const requests = await requestsDuring(page, site, async () => {
      await dropFiles(page, smallTrace());
      await waitForOverview(page);
    });
    expect(requests).toEqual([]);
  });
});

test('the page never runs into its own policy', async ({ page, site }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await openPage(page, site);
  await page.getByRole('button', { name: 'Open the demo trace' }).click();
  await waitForOverview(page);
  for (const view of ['Operators', 'Kernels', 'Data quality', 'Overview']) {
    await page.getByRole('navigation').getByRole('button', { name: view }).click();
    await expect(page.getByRole('navigation').getByRole('button', { name: view })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await page.getByRole('button', { name: 'Traces:' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(errors).toEqual([]);
});

/** Chromium may open a connection for a frame or form whose load the policy then stops; not one byte goes over it. */
const NOTHING = { requests: [], bytes: 0, packets: 0 };

function received() {
  return { requests: listener.requests, bytes: listener.bytes(), packets: listener.packets() };
}

/** Attempts of which no request arrived. */
function silent(attempts: Attempts): string[] {
  return Object.keys(attempts).filter((name) => !listener.requests.includes(name));
}

/** A page or a worker. */
interface Evaluator {
  evaluate(script: string): Promise<unknown>;
}

/** Makes every attempt, each to an address that names it, and waits until what got through has arrived. */
async function attemptAll(where: Evaluator, attempts: Attempts): Promise<void> {
  for (const [name, attempt] of Object.entries(attempts)) {
    await where.evaluate(sourceOf(attempt, `http://${listener.host}:${listener.port}/${name}`));
  }
  await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS));
}

/** Calls an attempt in the browser; that it throws there or its promise rejects is a way of not getting through. */
function sourceOf(attempt: Attempt, url: string): string {
  return `try { Promise.resolve((${attempt})(${JSON.stringify(url)})).catch(() => {}) } catch {} undefined`;
}

import { defineConfig } from '@playwright/test';
import type { SiteOptions } from './e2e/site.ts';

/** Set by `e2e/run.mjs`; without it Playwright uses its own browser. */
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig<object, SiteOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Times are asserted, and several browsers at once would distort them.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine stalls at times; what passes only then is counted as flaky in the summary, not hidden.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'root', use: { sitePath: '/' } },
    // What depends on where the site lies: its files' addresses, the policy, the worker, the service worker.
    {
      name: 'sub-path',
      testMatch: /(privacy|offline)\.spec\.ts/,
      grepInvert: /without policy|does not leave/,
      use: { sitePath: '/tools/roofscope v1/' },
    },
  ],
});

import { test as base } from '@playwright/test';
import { type StaticServer, serveSite } from './static-server.ts';

export interface SiteOptions {
  /** Path on the server under which the site lies, with a slash at both ends. */
  readonly sitePath: string;
}

interface SiteFixtures {
  /** The server of the built site; one for all tests of a worker. */
  readonly site: StaticServer;
}

/** Playwright's `test` with the built site served. */
export const test = base.extend<object, SiteOptions & SiteFixtures>({
  sitePath: ['/', { option: true, scope: 'worker' }],
  site: [
    async ({ sitePath }, use) => {
      const server = await serveSite(sitePath, {
        '/without-policy.html': '<!doctype html><title>no policy</title><body>',
      });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';

/** Path of the first Chromium that is there: named by the environment, the system's, Playwright's own. */
export function findChromium(): string | undefined;

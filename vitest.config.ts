import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './fixtures/build-kernel.ts',
    setupFiles: './fixtures/property-seed.ts',
    include: ['{src,workers,cli,fixtures,e2e}/**/*.test.{ts,tsx}'],
    // Property tests and traces of some size share two cores.
    testTimeout: 30_000,
  },
});

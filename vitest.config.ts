import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Suites that start servers or Chromium live in their own projects, so that the quick ones can run alone.
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/upgrade/**/*.test.ts',
            'test/chaos/**/*.unit.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.browser.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: ['test/support/postgres-global.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'twins',
          include: ['test/twins/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/postgres-global.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          globalSetup: ['test/support/postgres-global.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 300_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          globalSetup: ['test/support/postgres-global.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 900_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'foreign',
          include: ['test/foreign/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 900_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'peers',
          include: ['test/peers/**/*.test.ts'],
          globalSetup: ['test/support/postgres-global.ts'],
          testTimeout: 300_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});

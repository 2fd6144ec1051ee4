import { defineConfig } from 'vitest/config';

// One database server for the run, started by the first test file that opens a database.
const globalSetup = ['test/support/database-server.ts'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: ['test/soak/**'], globalSetup } },
      {
        test: {
          name: 'long',
          include: ['test/soak/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          globalSetup,
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

// One database server for the run, started by the first test file that opens a database.
const globalSetup = ['test/support/database-server.ts'];

// Generous, because a slow machine is no failure: nothing here asserts a time.
const patience = { testTimeout: 180_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    maxWorkers: '150%', // a test waits for the database a third of its time
    experimental: { fsModuleCache: true }, // CI runs the same files four times
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/soak/**'],
          isolate: false, // the modules are read once by each worker, not by each of the files
          globalSetup,
          ...patience,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/soak/**/*.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          globalSetup,
        },
      },
    ],
  },
});

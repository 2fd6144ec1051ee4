import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// One database server for the run, started by the first test file that opens a database.
const globalSetup = ['test/support/database-server.ts'];

// Generous, because a slow machine is no failure: nothing here asserts a time.
const patience = { testTimeout: 180_000, hookTimeout: 300_000 };

/** Files whose tests are short in the fast project and whole in the long run (test/support/length.ts). */
const ofTwoLengths = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name}`)
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('support/length.ts'));

export default defineConfig({
  test: {
    maxWorkers: '100%', // the database works where a test waits for it; each more reads all modules once more
    experimental: { fsModuleCache: true }, // CI runs the same files four times
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/soak/**', 'test/web/**'],
          isolate: false, // the modules are read once by each worker, not by each of the files
          globalSetup,
          provide: { isWhole: false },
          ...patience,
        },
      },
      {
        test: {
          name: 'whole',
          include: ofTwoLengths,
          isolate: false,
          globalSetup,
          provide: { isWhole: true },
          testTimeout: 1_800_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'web', // pages in a real browser
          include: ['test/web/**/*.test.ts'],
          isolate: false,
          globalSetup,
          provide: { isWhole: false },
          ...patience,
        },
      },
      {
        test: {
          name: 'long',
          provide: { isWhole: true },
          include: ['test/soak/**/*.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          globalSetup,
        },
      },
    ],
  },
});

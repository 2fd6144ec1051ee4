import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { compiledSources } from './test/support/compiled-sources.ts';

// One database server for the run, started by the first test file that opens a database.
const globalSetup = ['test/support/database-server.ts'];

// Half of what a test makes outlives a young generation of 16 MB, and is copied for nothing: an eighth of the run's time.
const execArgv = ['--max-semi-space-size=64'];

// Generous, because a slow machine is no failure: nothing here asserts a time.
const patience = { testTimeout: 180_000, hookTimeout: 300_000 };

// CONTRIBUTING.md says which test bears which, package.json that the long run has no other.
const sized = { name: 'sized', description: 'of two lengths: the whole one is of the long run' };
const long = { name: 'long', description: 'of the long run alone' };
const tags = [sized, long];

/** What starts servers, workers or partners, and draws pages, takes several times as long as other tests. */
const ofServers = [
  ...['test/serve/**', 'test/startup/**', 'test/jobs/**', 'test/commands/channel/**'],
  ...['db', 'channels', 'mail', 'banking/feeds/sources'].map((room) => `test/services/${room}/**`),
];

/** Files of which the long run has something. */
const ofTwoLengths = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name}`)
  .filter((path) => path.endsWith('.test.ts') && /tags|@module-tag|eachOf|proveArea/.test(readFileSync(path, 'utf8')));

const plugins = [compiledSources()];

/** Of tests of two lengths the short one, of those of the long run none. */
const short = (name: string, files: { readonly include: string[]; readonly exclude?: string[] }) => ({
  plugins,
  test: {
    name,
    ...files,
    execArgv,
    isolate: false, // the modules are read once by each worker, not by each of the files
    globalSetup,
    provide: { isWhole: false },
    tags: [sized, { ...long, skip: true }],
    ...patience,
  },
});

export default defineConfig({
  test: {
    maxWorkers: '100%', // the database works where a test waits for it; each more reads all modules once more
    experimental: { fsModuleCache: true }, // CI runs the same files four times
    projects: [
      short('fast', { include: ['test/**/*.test.ts'], exclude: ['test/soak/**', 'test/web/**', ...ofServers] }),
      short('live', { include: ofServers.map((folder) => `${folder}/*.test.ts`) }),
      {
        plugins,
        test: {
          name: 'whole',
          include: ofTwoLengths,
          execArgv,
          isolate: false,
          globalSetup,
          provide: { isWhole: true },
          tags,
          testTimeout: 1_800_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins,
        test: {
          name: 'web', // pages in a real browser
          include: ['test/web/**/*.test.ts'],
          isolate: false,
          globalSetup,
          provide: { isWhole: false },
          tags,
          ...patience,
        },
      },
      {
        plugins,
        test: {
          name: 'long',
          provide: { isWhole: true },
          tags,
          include: ['test/soak/**/*.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          globalSetup,
        },
      },
    ],
  },
});

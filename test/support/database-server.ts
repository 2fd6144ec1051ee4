/** vitest's global set-up: one database server for the whole run, started by the first test file that needs it. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { isAlive } from '../../src/services/db/embedded/processes.ts';
import { openEngine } from '../../src/services/db/engine.ts';
import { testServerSettings } from './database.ts';
import { leftBehind, scratchFolder, systemTemporary, temporaryFolder } from './scratch.ts';

export interface TestRun {
  /** Data folder of the run's private server. */
  readonly home: string;
  /** Prefix of every database the run makes. */
  readonly prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testRun: TestRun;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweep();
  const removeTemporary = ownTemporaryFolder(['fast', 'live'].includes(project.name) ? databaseOfNobody : () => []);
  ownSurroundings();
  const run = {
    home: mkdtempSync(join(scratchFolder(), `taxops-test-${process.pid}-`)),
    prefix: `taxops_test_${randomBytes(4).toString('hex')}`,
  };
  chmodSync(run.home, 0o755); // the server may run as another user
  project.provide('testRun', run);
  return async () => {
    await cleanUp(run);
    rmSync(run.home, { recursive: true, force: true });
    removeTemporary();
  };
}

/**
 * Whatever the run's processes call the system's temporary folder goes with the run, and what the program forgot there
 * fails it.
 */
function ownTemporaryFolder(others: () => readonly string[]): () => void {
  const before = process.env.TMPDIR === undefined ? undefined : systemTemporary();
  const folder = mkdtempSync(join(systemTemporary(), `taxops-test-${process.pid}-`));
  chmodSync(folder, 0o1777); // as the system's own: servers may run as another user
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    const left = [...leftBehind(folder), ...others()];
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 }); // the server of a demo may still be stopping
    if (left.length === 0) return;
    process.exitCode = 1; // vitest shows what a teardown throws, and ends well
    throw new Error(`the run left files in the temporary folder: ${left.join(', ')}`);
  };
}

/** A test that names no database starts a server of its own, which nobody stops: it writes while the folder is removed. */
function databaseOfNobody(): string[] {
  const folder = join(process.env.TAXOPS_HOME ?? '', 'db');
  return existsSync(folder) ? [folder] : [];
}

/**
 * Tests know nothing of who runs them: neither the taxops.toml of their home nor the settings of their shell, as a tour of
 * README leaves them. npm keeps its own files.
 */
function ownSurroundings(): void {
  const { env } = process;
  for (const name of Object.keys(env).filter((one) => /^TAXOPS_(?!TEST_)/.test(one))) delete env[name];
  env.npm_config_cache ??= join(homedir(), '.npm');
  env.npm_config_userconfig ??= join(homedir(), '.npmrc');
  env.HOME = temporaryFolder('home');
  env.XDG_CONFIG_HOME = join(env.HOME, '.config');
  env.TAXOPS_HOME = join(env.HOME, 'taxops'); // of what names none: never the data of this machine
  chmodSync(env.HOME, 0o755); // tests run programs as other users too
}

/** Stops the servers of runs that were killed, and removes their folders. */
async function sweep(): Promise<void> {
  for (const home of [systemTemporary(), scratchFolder()].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  )) {
    const pid = /^taxops-(?:test|home)-(\d+)-/.exec(basename(home))?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await stopPrivateServer({ home, migrations: '' }).catch(() => {}); // another run may be at it
    rmSync(home, { recursive: true, force: true });
  }
}

/** Drops what the run left on a server of its own choosing; stops the private one. */
async function cleanUp(run: TestRun): Promise<void> {
  const settings = { ...testServerSettings(run), keepAlive: false };
  if (settings.url === undefined) {
    await stopPrivateServer(settings);
    return;
  }
  const engine = openEngine(settings);
  const client = await engine.connect();
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [run.prefix]);
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
  await client.end();
  await engine.close();
}

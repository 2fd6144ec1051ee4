/**
 * A database of its own for a test file: `const db = await testDatabase();` at the top of the file.
 *
 * The run's server is private unless TAXOPS_TEST_DATABASE_URL names another (a superuser's URL). The schema is migrated
 * once per run into a template; each file gets a copy of it, dropped when the file ends.
 */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { singleUse, withAdvisoryLock } from '../../src/services/db/advisory-lock.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { type Engine, openEngine } from '../../src/services/db/engine.ts';
import type { DatabaseSettings } from '../../src/services/db/settings.ts';
import { asReader, type TestDatabase } from './context.ts';
import type { TestRun } from './database-server.ts';

export const MIGRATIONS = resolve(import.meta.dirname, '../../migrations');

/** Settings of the run's server itself. */
export const testServerSettings = (run: TestRun): DatabaseSettings => ({
  home: run.home,
  url: process.env.TAXOPS_TEST_DATABASE_URL || undefined,
  migrations: MIGRATIONS,
  keepAlive: true, // until the run's global tear-down
});

/** The same server, another database. */
export const withDatabase = (url: string, database: string): string =>
  url.replace(/^(\w+:\/\/[^/]*)\/[^?]*/, `$1/${database}`);

/** A migrated database for this test file, closed and dropped after it. */
export async function testDatabase(change: Partial<DatabaseSettings> = {}): Promise<TestDatabase> {
  const db = await openDatabase({ ...(await testDatabaseSettings(true)), schema: 'ignore', ...change });
  afterAll(() => db.close());
  return asReader(db);
}

/** Settings that open an empty, or migrated, database of this test file's own. */
export const testDatabaseSettings = (migrated: boolean): Promise<DatabaseSettings> =>
  newDatabase((server) => (migrated ? server.template() : 'template0'));

/** Settings of a copy of another database, to which nobody is connected. */
export const copyOfDatabase = ({ url = '' }: DatabaseSettings): Promise<DatabaseSettings> =>
  newDatabase(() => /^\w+:\/\/[^/]*\/([^?]*)/.exec(url)?.[1] ?? '');

async function newDatabase(from: (server: Server) => Promise<string> | string): Promise<DatabaseSettings> {
  const server = await serverOf(inject('testRun'));
  const { run, admin } = server;
  const name = `${run.prefix}_${randomBytes(6).toString('hex')}`;
  const [url, template] = [withDatabase(await server.engine.url(), name), await from(server)];
  const settings = { home: run.home, url, migrations: MIGRATIONS };
  if (template !== 'template0') migrated.set(url, settings);
  afterAll(async () => {
    migrated.delete(url);
    await (await ofCommands.get(url))?.close();
    ofCommands.delete(url);
    await admin.query(`drop database if exists "${name}" with (force)`);
  });
  await admin.query(`create database "${name}" template "${template}" ${STRATEGY}`);
  return settings;
}

/** Migrated databases of the test file, and those of them that commands have opened, by their URL. */
const migrated = new Map<string, DatabaseSettings>();
const ofCommands = new Map<string, Promise<Database>>();

/**
 * One open database for all commands of a test file: a session of its own costs more than most commands. Undefined where
 * the URL is not that of a migrated database of the file: such a command opens what it names itself.
 */
export function databaseOfCommands(url: string): (() => Promise<Database>) | undefined {
  const settings = migrated.get(url);
  if (!settings) return undefined;
  return () => {
    const opened = ofCommands.get(url) ?? openDatabase({ ...settings, schema: 'ignore' });
    ofCommands.set(url, opened);
    return opened;
  };
}

/** Without a disk to wait for, copying files is ten times faster than writing them to the log. */
const STRATEGY = process.env.TAXOPS_TEST_DATABASE_URL ? '' : 'strategy file_copy';

/** The run's server as this worker knows it: one session for all of its files, which ends with the worker. */
interface Server {
  readonly run: TestRun;
  readonly engine: Engine;
  readonly admin: pg.Client;
  /** Name of the migrated database. */
  readonly template: () => Promise<string>;
}

const servers = new Map<string, Promise<Server>>();

function serverOf(run: TestRun): Promise<Server> {
  const known = servers.get(run.prefix) ?? openServer(run);
  servers.set(run.prefix, known);
  return known;
}

async function openServer(run: TestRun): Promise<Server> {
  const engine = openEngine(testServerSettings(run));
  const admin = await engine.connect();
  let template: Promise<string> | undefined;
  return {
    run,
    engine,
    admin,
    template: () => {
      template ??= makeTemplate(engine, admin, run);
      return template;
    },
  };
}

/** The run's migrated database, made by the first worker that asks. */
function makeTemplate(engine: Engine, admin: pg.Client, run: TestRun): Promise<string> {
  const name = `${run.prefix}_template`;
  const make = async (): Promise<string> => {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    await inHaste(admin);
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists "${draft}" with (force)`);
    await admin.query(`create database "${draft}" template template0`);
    const url = withDatabase(await engine.url(), draft);
    await (await openDatabase({ home: run.home, url, migrations: MIGRATIONS, schema: 'apply' })).close();
    await admin.query(`alter database "${draft}" rename to "${name}"`);
    return name;
  };
  return withAdvisoryLock(singleUse(engine), 'test template', make, { wait: 'forever' });
}

/**
 * A test's data need not outlive the machine: nothing waits for the disk, and nobody tidies databases that live seconds.
 * A server that is not ours keeps its ways.
 */
async function inHaste(admin: pg.Client): Promise<void> {
  if (process.env.TAXOPS_TEST_DATABASE_URL) return;
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum', 'jit']) {
    await admin.query(`alter system set ${setting} = off`);
  }
  await admin.query('select pg_reload_conf()');
}

import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase, serverFault } from '../../../src/services/db/database.ts';
import { clusterPaths } from '../../../src/services/db/embedded/cluster.ts';
import { startPrivateServer, stopPrivateServer } from '../../../src/services/db/embedded/control.ts';
import { openEngine } from '../../../src/services/db/engine.ts';
import type { DatabaseSettings } from '../../../src/services/db/settings.ts';
import { verifyDatabase } from '../../../src/services/db/verify.ts';
import { MIGRATIONS, withDatabase } from '../../support/database.ts';
import { temporaryHome } from '../../support/database-process.ts';

// A server of this file's own, reached by URL as one of production would be: it is stopped, started and damaged.
const home = temporaryHome();
const server: DatabaseSettings = { home, migrations: MIGRATIONS };
await startPrivateServer(server);
const engine = openEngine(server);
const url = await engine.url();
await (await openDatabase({ home, url, migrations: MIGRATIONS, schema: 'apply' })).close();
const client: DatabaseSettings = { home: '/nowhere', url, migrations: MIGRATIONS };

const opened: Database[] = [];
const open = async (change: Partial<DatabaseSettings> = {}): Promise<Database> => {
  const db = await openDatabase({ ...client, ...change });
  opened.push(db);
  return db;
};
afterAll(async () => {
  for (const db of opened) await db.close();
  await engine.close();
});
const one = async (db: Database): Promise<unknown> => (await db.knex.raw('select 1 as one')).rows;

describe('a server named by a URL', () => {
  it('that goes away and comes back needs no restart of ours', async () => {
    const db = await open();
    expect(await one(db)).toEqual([{ one: 1 }]);
    await stopPrivateServer(server);
    await expect(one(db)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(one(db)).rejects.toMatchObject({ code: 'DatabaseUnavailable' });
    await expect(db.transaction(async () => {})).rejects.toMatchObject({ code: 'DatabaseUnavailable' });
    await startPrivateServer(server);
    expect(await one(db)).toEqual([{ one: 1 }]);
  });

  it('is unavailable under a wrong password or port, and the message shows no password', async () => {
    const wrong = [
      url.replace(/:[^:@]+@/, ':secret1234@'),
      url.replace('port=5432', 'port=1'),
      'postgresql://u:secret1234@127.0.0.1:1/x',
    ];
    for (const bad of wrong) {
      const error = await openDatabase({ ...client, url: bad }).catch((reason) => reason);
      expect(error).toMatchObject({ code: 'DatabaseUnavailable' });
      expect(error.message).toMatch(/failed|ENOENT|ECONNREFUSED/);
      expect(error.message).not.toContain('secret1234');
    }
  });

  it('must be encoded in UTF-8', async () => {
    const db = await open();
    await db.knex.raw(`create database old encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`);
    await expect(openDatabase({ ...client, url: withDatabase(url, 'old') })).rejects.toMatchObject({
      code: 'DatabaseEncoding',
    });
  });

  it('must be PostgreSQL 15 or later', () => {
    expect(serverFault('14.11', 14, 'UTF8')).toMatchObject({
      code: 'DatabaseTooOld',
      message: expect.stringContaining('14.11'),
    });
    expect(serverFault('15.0', 15, 'UTF8')).toBeUndefined();
  });

  it('cuts statements and idle transactions after the time given', async () => {
    const db = await open({ statementTimeoutMs: 20, idleTransactionTimeoutMs: 20 });
    await expect(db.knex.raw('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
    const idle = db.transaction(async (trx) => {
      const { rows } = await trx.raw('select pg_backend_pid() as pid');
      const other = await open();
      for (;;) if ((await other.knex('pg_stat_activity').where({ pid: rows[0].pid })).length === 0) break;
      await trx.raw('select 1');
    });
    await expect(idle).rejects.toMatchObject({ code: 'DatabaseConnectionLost' });
  });
});

describe('verify', () => {
  it('finds nothing wrong with a sound database, and leaves no trace', async () => {
    const db = await open();
    await db.knex('company').insert([{ name: 'A' }, { name: 'B' }]);
    const report = await verifyDatabase(db);
    expect(report.findings).toEqual([]);
    expect(report.tables).toContainEqual({ name: 'company', rows: 2 });
    expect(report.pages).toMatchObject({ checked: expect.any(Number) });
    expect(await db.knex('pg_extension').where({ extname: 'amcheck' })).toEqual([]);
  });

  it('finds a damaged page of a table', { tags: 'long' }, async () => {
    const db = await open();
    await db.knex.raw('create table damaged (folder_id int, id int, label text, primary key (folder_id, id))');
    await db.knex.raw(`insert into damaged select 1, n, repeat('x', 100) from generate_series(1, 1000) n`);
    const { rows } = await db.knex.raw(`select pg_relation_filepath('damaged') as path`);
    await stopPrivateServer(server);
    const file = await openFile(join(clusterPaths(home).data, rows[0].path), 'r+');
    await file.write(Buffer.alloc(64, 0xa5), 0, 64, 8192 + 4000);
    await file.close();
    await startPrivateServer(server);
    const { findings } = await verifyDatabase(db);
    expect(findings.some((finding) => finding.startsWith('damaged'))).toBe(true);
  });
});

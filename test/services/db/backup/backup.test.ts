import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { backupDatabase } from '../../../../src/services/db/backup/backup.ts';
import { checkBackup, restoreDatabase } from '../../../../src/services/db/backup/restore.ts';
import { type Database, openDatabase } from '../../../../src/services/db/database.ts';
import type { DatabaseSettings } from '../../../../src/services/db/settings.ts';
import { testDatabaseSettings } from '../../../support/database.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { temporaryFolder } from '../../../support/scratch.ts';
import { secondServer } from '../../../support/second-server.ts';
import { fill, migrationFolder } from './schema.ts';

const work = temporaryFolder('backup');
const file = join(work, 'good.backup');
const NOW = '2025-03-31T10:00:00.000Z';
const first = migrationFolder(2);
const both = migrationFolder(3);

const opened: Database[] = [];
afterAll(async () => {
  for (const db of opened.toReversed()) await db.close();
});
const open = async (settings: DatabaseSettings): Promise<Database> => {
  const db = await openDatabase(settings);
  opened.push(db);
  return db;
};
const empty = async (migrations = first): Promise<Database> =>
  open({ ...(await testDatabaseSettings(false)), migrations, schema: 'ignore' });

const source = await open({ ...(await testDatabaseSettings(false)), migrations: first, schema: 'apply' });
await fill(source.knex);
const report = await backupDatabase(source, file, NOW);

const tablesOf = async (db: Database): Promise<string[]> =>
  (
    await db.knex.raw(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    )
  ).rows.map(({ relname }: { relname: string }) => relname);

/** Everything the schema holds: columns, constraints, indexes, triggers. */
const shapeOf = async (db: Database): Promise<unknown> =>
  (
    await db.knex.raw(`
      select conrelid::regclass::text as what, conname as name, pg_get_constraintdef(oid) as how from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
      order by 1, 2, 3`)
  ).rows;

describe('a backup', () => {
  it('tells what it holds, and agrees with itself', async () => {
    expect(report).toMatchObject({ schemaVersion: 1, takenAt: NOW });
    expect(report.tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['audit', 300],
      ['firm', 2],
      ['folder_file', 300],
      ['movement', 30],
      ['note', 300],
    ]);
    expect(await checkBackup(file)).toEqual(report);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('leaves nothing behind when it cannot be written', async () => {
    await expect(backupDatabase(source, join(work, 'no', 'folder'), NOW)).rejects.toMatchObject({
      code: 'FileUnwritable',
    });
  });

  it('leaves the files beside it as they were, whatever their names', async () => {
    const beside = join(work, 'beside.backup.partial');
    writeFileSync(beside, 'of a person');
    await backupDatabase(source, join(work, 'beside.backup'), NOW);
    expect(readFileSync(beside, 'utf8')).toBe('of a person');
  });

  it('that fails leaves no draft', async () => {
    const folder = join(work, 'taken.backup');
    mkdirSync(folder);
    await expect(backupDatabase(source, folder, NOW)).rejects.toMatchObject({ code: 'FileUnwritable' });
    expect(readdirSync(work).filter((name) => name.startsWith('taken.backup'))).toEqual(['taken.backup']);
  });

  it('is not made of an empty database', async () => {
    await expect(backupDatabase(await empty(), join(work, 'none.backup'), NOW)).rejects.toMatchObject({
      code: 'DatabaseNotMigrated',
    });
  });

  it('comes back whole: rows, numbers to come, keys, indexes and triggers', async () => {
    const target = await empty();
    expect(await restoreDatabase(target, file)).toEqual(report);
    expect(await shapeOf(target)).toEqual(await shapeOf(source));
    const again = join(work, 'again.backup');
    expect(await backupDatabase(target, again, NOW)).toEqual(report);
    const [next] = await target.knex('folder_file').insert({ folder_id: 1, name: 'after' }).returning('id');
    expect(next).toEqual({ id: 1001 });
    expect((await target.knex.raw(`select nextval('note_id_seq') as n`)).rows).toEqual([{ n: 2000n }]);
    await expect(target.knex('note').insert({ folder_id: 9, file_id: 9 })).rejects.toMatchObject({ code: '23503' });
  });

  it('of an older schema is brought up to the program’s', { tags: 'long' }, async () => {
    const target = await empty(both);
    await restoreDatabase(target, file);
    expect(await target.schemaState()).toMatchObject({ current: 2, pending: [] });
    expect(await target.knex('firm').select('city').orderBy('id')).toEqual([
      { city: 'SEEDED BY THE MIGRATION' },
      { city: 'CABINET ONDINE' },
    ]);
  });

  it('goes only into an empty database', async () => {
    await expect(restoreDatabase(source, file)).rejects.toMatchObject({ code: 'BackupTargetNotEmpty' });
  });
});

describe('a backup moves between engines', () => {
  it('to another major version of PostgreSQL and back, the same to the byte', { tags: 'long' }, async (context) => {
    const { rows } = await source.knex.raw("select current_setting('server_version_num')::int / 10000 as major");
    const second = secondServer(rows[0].major);
    if (!second) return context.skip('no programs of a second PostgreSQL version on this machine');
    const there = await open({ ...second, migrations: first, schema: 'ignore' });
    expect(await restoreDatabase(there, file)).toEqual(report);
    expect(
      (
        await there.knex.raw(
          `select 'SOCIÉTÉ' ilike '%société%' as folds, count(*)::int as n from folder_file where folded like '%oeuvre d%'`,
        )
      ).rows,
    ).toEqual([{ folds: true, n: 75 }]);
    const back = join(work, 'back.backup');
    expect(await backupDatabase(there, back, NOW)).toEqual(report);
    const here = await empty();
    expect(await restoreDatabase(here, back)).toEqual(report);
  });
});

describe('a bad archive is refused and leaves the database empty', async () => {
  const target = await empty();
  const good = readFileSync(file);
  const plain = gunzipSync(good);
  const bad = (bytes: Uint8Array): string => {
    const path = join(work, 'bad.backup');
    writeFileSync(path, bytes);
    return path;
  };
  /** The archive with one frame's JSON changed. */
  const forged = (from: string, to: string): string => {
    const at = plain.indexOf(from);
    expect(at).toBeGreaterThan(0);
    let start = at;
    while (
      !(
        /[HTEZ]/.test(String.fromCharCode(plain[start] ?? 0)) &&
        plain.readUInt32BE(start + 1) < 1e6 &&
        plain[start + 5] === 0x7b
      )
    )
      start--;
    const length = plain.readUInt32BE(start + 1);
    const content = plain
      .subarray(start + 5, start + 5 + length)
      .toString()
      .replace(from, to);
    const head = Buffer.alloc(5);
    head[0] = plain[start] ?? 0;
    head.writeUInt32BE(Buffer.byteLength(content), 1);
    return bad(
      gzipSync(
        Buffer.concat([plain.subarray(0, start), head, Buffer.from(content), plain.subarray(start + 5 + length)]),
      ),
    );
  };

  it.each<[string, string, () => string]>([
    ['missing', 'FileUnreadable', () => join(work, 'none')],
    ['empty', 'BackupForeign', () => bad(Buffer.alloc(0))],
    ['another kind of file', 'BackupForeign', () => bad(Buffer.from('%PDF-1.7'))],
    ['a gzip of something else', 'BackupForeign', () => bad(gzipSync('HELLO, this is text'))],
    ['cut in the middle', 'BackupDamaged', () => bad(good.subarray(0, good.length / 2))],
    [
      'cut before its last frame',
      'BackupDamaged',
      () => bad(gzipSync(plain.subarray(0, plain.lastIndexOf('{"tables"') - 5))),
    ],
    ['followed by something', 'BackupDamaged', () => bad(gzipSync(Buffer.concat([plain, plain])))],
    [
      'with a changed byte',
      'BackupDamaged',
      () => bad(gzipSync(Buffer.from(plain.toString('latin1').replace('note 17', 'note 71'), 'latin1'))),
    ],
    ['of a later format', 'BackupNewer', () => forged('"format":1', '"format":2')],
    ['of a later schema', 'BackupNewer', () => forged('"schemaVersion":1', '"schemaVersion":7')],
    ['of other migrations', 'MigrationChanged', () => forged('"sha256":"', '"sha256":"0')],
    ['with a table we do not have', 'BackupMismatch', () => forged('"name":"audit"', '"name":"pg_authid"')],
    ['with a column we do not have', 'BackupMismatch', () => forged('["line"]', '["line\\" from program"]')],
    ['with a table twice', 'BackupDamaged', () => forged('"name":"firm"', '"name":"audit"')],
    ['with fields missing', 'BackupDamaged', () => forged('"columns":', '"columms":')],
    ['with hostile numbers', 'BackupDamaged', () => forged('"last":"1000"', '"last":"1); drop table firm"')],
    [
      'with a giant frame',
      'BackupDamaged',
      () =>
        bad(
          gzipSync(
            Buffer.concat([plain.subarray(0, 5 + plain.readUInt32BE(1)), Buffer.from('T\xff\xff\xff\xff', 'latin1')]),
          ),
        ),
    ],
  ])('%s: %s', async (_, code, make) => {
    await expect(restoreDatabase(target, make())).rejects.toMatchObject({ code });
    expect(await tablesOf(target)).toEqual([]);
  });

  it('whatever byte is changed: refused, or read the same', { tags: 'sized' }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const copy = Buffer.from(good);
        copy[at] = (copy[at] ?? 0) ^ mask;
        const outcome = await checkBackup(bad(copy)).catch((error) => error.code);
        if (typeof outcome === 'object') expect(outcome).toEqual(report);
        else expect(outcome).toMatch(/^Backup/);
      }),
      { numRuns: sized(40, 1000) },
    );
  });
});

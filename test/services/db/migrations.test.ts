import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/services/db/database.ts';
import type { DatabaseSettings } from '../../../src/services/db/settings.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const opened: Database[] = [];
afterAll(async () => {
  for (const db of opened) await db.close();
});

/** A folder of migrations, one statement each. */
function folderOf(...statements: string[]): string {
  const folder = temporaryFolder('migrations');
  statements.forEach((sql, index) => {
    writeFileSync(
      join(folder, `000${index}_step.js`),
      `export const up = async (trx) => { await trx.raw(${JSON.stringify(sql)}); };\n`,
    );
  });
  return folder;
}

const open = async (settings: DatabaseSettings): Promise<Database> => {
  const db = await openDatabase(settings);
  opened.push(db);
  return db;
};
const ONE = 'create table one (n int)';
const TWO = 'create table two (n int)';

describe('migrations', () => {
  it('are applied once, in order, each recorded with the hash of its file', async () => {
    const settings = { ...(await testDatabaseSettings(false)), migrations: folderOf(ONE, TWO) };
    const db = await open({ ...settings, schema: 'ignore' });
    expect(await db.schemaState()).toMatchObject({ current: -1, wanted: 1, pending: [{ version: 0 }, { version: 1 }] });
    expect(await db.migrate()).toEqual([0, 1]);
    expect(await db.migrate()).toEqual([]);
    const rows = await db.knex('schema_migration').orderBy('version');
    expect(rows).toMatchObject([
      { version: 0, file: '0000_step.js', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { version: 1 },
    ]);
  });

  it('are applied once by many at the same time', async () => {
    const settings = {
      ...(await testDatabaseSettings(false)),
      migrations: folderOf(ONE, TWO),
      schema: 'apply',
    } as const;
    const all = await Promise.all(Array.from({ length: 6 }, () => open(settings)));
    expect(await all[0]?.knex('schema_migration').pluck('version')).toEqual([0, 1]);
  });

  it('one that fails leaves nothing behind, those before it stay, and the next run goes on', async () => {
    const settings = { ...(await testDatabaseSettings(false)), schema: 'apply' } as const;
    const broken = folderOf(ONE, 'create table half (n int); select 1 / 0');
    await expect(openDatabase({ ...settings, migrations: broken })).rejects.toMatchObject({
      code: 'MigrationFailed',
      message: expect.stringContaining('division by zero'),
    });
    const db = await open({ ...settings, migrations: folderOf(ONE, TWO) });
    expect(await db.knex('schema_migration').pluck('version')).toEqual([0, 1]);
    expect((await db.knex.raw("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  });

  it('are refused when an applied file changed, or the database knows more than the program', async () => {
    const settings = await testDatabaseSettings(false);
    await open({ ...settings, migrations: folderOf(ONE, TWO), schema: 'apply' });
    await expect(openDatabase({ ...settings, migrations: folderOf(TWO, ONE) })).rejects.toMatchObject({
      code: 'MigrationChanged',
    });
    await expect(openDatabase({ ...settings, migrations: folderOf(ONE) })).rejects.toMatchObject({
      code: 'DatabaseNewerSchema',
    });
  });

  it('one that is not what SHA256SUMS says is neither applied nor recorded', async () => {
    const settings = await testDatabaseSettings(false);
    const migrations = folderOf(ONE, TWO);
    writeFileSync(join(migrations, 'SHA256SUMS'), `${'0'.repeat(64)}  0001_step.js\n`);
    await expect(openDatabase({ ...settings, migrations, schema: 'apply' })).rejects.toMatchObject({
      code: 'MigrationsUnreadable',
      message: expect.stringContaining('0001_step.js is not what SHA256SUMS says'),
    });
    const db = await open({ ...settings, migrations, schema: 'ignore' });
    expect(await db.knex('schema_migration').pluck('version')).toEqual([0]);
    expect((await db.knex.raw("select to_regclass('two') as two")).rows).toEqual([{ two: null }]);
  });

  it('are not applied to a server of others without being asked', async () => {
    const settings = await testDatabaseSettings(false);
    await expect(openDatabase({ ...settings, migrations: folderOf(ONE) })).rejects.toMatchObject({
      code: 'DatabaseNotMigrated',
    });
  });

  it('must be numbered without a gap', async () => {
    const folder = folderOf(ONE);
    writeFileSync(join(folder, '0002_gap.js'), '');
    const settings = { ...(await testDatabaseSettings(false)), migrations: folder };
    await expect(openDatabase(settings)).rejects.toMatchObject({
      code: 'MigrationsUnreadable',
      message: expect.stringContaining('0002_gap.js'),
    });
  });
});

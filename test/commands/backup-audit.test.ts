/** The log of a database says which archive was made of it, and of which archive it was made. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/services/db/database.ts';
import { runCli } from '../support/cli.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { sized } from '../support/length.ts';
import { temporaryFolder } from '../support/scratch.ts';

const archive = join(temporaryFolder('backup'), 'day.backup');

/** Runs a command on a database; what its log says of it. */
async function told(isMigrated: boolean, command: 'backup' | 'restore') {
  const settings = await testDatabaseSettings(isMigrated);
  const { exitCode, stderr } = await runCli(['db', command, archive], {
    env: { TAXOPS_DATABASE_URL: settings.url ?? '' },
  });
  expect([exitCode, stderr]).toEqual([0, '']);
  const db = await openDatabase(settings);
  const details = await db
    .knex('audit_entry')
    .where({ operation: `db.${command}` })
    .pluck('details');
  await db.close();
  return details;
}

it('names the archive, its moment and its size', { tags: 'sized' }, async () => {
  const what = {
    file: archive,
    schemaVersion: expect.any(Number),
    takenAt: expect.any(String),
    rows: expect.any(Number),
  };
  expect(await told(true, 'backup')).toEqual([what]);
  if (sized(false, true)) expect(await told(false, 'restore')).toEqual([what]);
});

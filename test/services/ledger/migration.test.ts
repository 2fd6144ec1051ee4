/** Reports of imports that were stored under wire names are read under those of the domain. */
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/services/db/database.ts';
import { MIGRATIONS, testDatabaseSettings } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const BEFORE = '0013_import_reports.js';

/** The migrations as they were before. */
function formerMigrations(): string {
  const folder = temporaryFolder('former');
  for (const file of readdirSync(MIGRATIONS).filter((name) => name < BEFORE))
    copyFileSync(join(MIGRATIONS, file), join(folder, file));
  return folder;
}

const REPORT = {
  Status: 'Imported',
  Entries: { Added: 1, Changed: 1, Removed: 0, Unchanged: 12, Kept: 2 },
  Chart: { JournalsAdded: 1, AccountsAdded: 2, SubAccountsAdded: 3, LabelsChanged: 4 },
  Changes: [
    {
      Kind: 'Changed',
      EntryId: 5,
      JournalCode: 'VE',
      EntryNumber: '12',
      Date: '2024-03-01',
      Label: 'He said "Date": and "Label":',
      Debit: '10.00',
      Fields: ['Label', 'Debit'],
    },
  ],
};

it('renames keys, and leaves every text and value as it is', { tags: 'long' }, async () => {
  const settings = await testDatabaseSettings(false);
  const former = await openDatabase({ ...settings, migrations: formerMigrations(), schema: 'apply' });
  await former.knex.raw(`
    insert into company (id, name) overriding system value values (1, 'CABINET');
    insert into folder (id, company_id, name) overriding system value values (7, 1, 'ALPHA');
    insert into exercise (folder_id, id, start_date, end_date) overriding system value values (7, 1, '2024-01-01', '2024-12-31')`);
  const row = {
    folder_id: 7,
    exercise_id: 1,
    file_name: 'a.txt',
    sha256: 'x',
    imported_at: '2024-03-01',
    layout: '{}',
  };
  await former.knex('ledger_import').insert({ ...row, report: JSON.stringify(REPORT) });
  await former.close();

  const db = await openDatabase({ ...settings, schema: 'apply' });
  try {
    const [stored] = await db.knex('ledger_import').select('report');
    expect(stored.report).toEqual({
      status: 'Imported',
      entries: { added: 1, changed: 1, removed: 0, unchanged: 12, kept: 2 },
      chart: { journalsAdded: 1, accountsAdded: 2, subAccountsAdded: 3, labelsChanged: 4 },
      changes: [
        {
          kind: 'Changed',
          entryId: 5,
          journalCode: 'VE',
          entryNumber: '12',
          date: '2024-03-01',
          label: 'He said "Date": and "Label":',
          debit: '10.00',
          fields: ['Label', 'Debit'],
        },
      ],
    });
  } finally {
    await db.close();
  }
});

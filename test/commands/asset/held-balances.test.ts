/** What happens to an asset where books are settled is reported beside the answer, which succeeds. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assetAlertList } from '../../../src/commands/asset/alert.ts';
import { assetCreate, assetDelete } from '../../../src/commands/asset/asset.ts';
import { creditNoteCreate } from '../../../src/commands/asset/credit-note.ts';
import { assetEntryCompare } from '../../../src/commands/asset/entry.ts';
import { assetImport } from '../../../src/commands/asset/import.ts';
import { postYear } from '../../../src/services/assets/ledger/post-entries.ts';
import { createAsset } from '../../../src/services/assets/register/change-asset.ts';
import { assets } from '../../../src/services/assets/register/store.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { createAccount } from '../../../src/services/ledger/accounts.ts';
import { readExercises, updateExercise } from '../../../src/services/ledger/exercises.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import { folderWith, inputOf } from '../../services/assets/folder.ts';
import { runCli } from '../../support/cli.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const db = await testDatabase();
const day = (text: string) => text as PlainDate;

async function closeYear(folderId: number): Promise<void> {
  const [year] = await readExercises(db.knex, folderId);
  await updateExercise(testContext(db), folderId, year?.id ?? 0, { isClosed: true });
}

/** The books buy a machine of 12,000. */
async function bought(folderId: number): Promise<void> {
  for (const number of ['215400', '404000']) await createAccount(db, folderId, { number, label: number });
  await createJournal(db, folderId, { code: 'OD', label: 'OD', type: 'Miscellaneous' });
  await createEntry(db, folderId, {
    journal: 'OD',
    date: day('2024-01-01'),
    label: 'Machine',
    lines: [
      { account: '215400', debit: 12_000_00n, credit: 0n },
      { account: '404000', debit: 0n, credit: 12_000_00n },
    ],
  });
}

test('what a dry run would make is set against the books, and nothing is left of it', async () => {
  const ctx = testContext(db, { headers: new Map() });
  const folderId = await folderWith(db, 2024, 2025);
  await bought(folderId);
  await closeYear(folderId);
  const csv = { name: 'one.csv', path: join(temporaryFolder('asset-dry-run'), 'one.csv') };
  writeFileSync(
    csv.path,
    'Name;Account;AcquisitionDate;DeploymentDate;AcquisitionValue\nMachine;215400;2024-01-01;2024-01-01;11000',
  );
  const tried = await assetImport.run(ctx, { folderId, dryRun: true, files: [csv], body: undefined });
  expect(await assetImport.outcome?.(tried)).toBe('partial');
  expect(tried).toMatchObject({ Created: [], ImportId: null, LedgerDifferences: [{ Account: '215400' }] });
  expect(await assets(db.knex).where({ folder_id: folderId })).toEqual([]);
});

test('what a deletion leaves in settled books is told, of a group and of what it was made of', async () => {
  const ctx = testContext(db, { headers: new Map() });
  const folderId = await folderWith(db, 2024, 2025);
  await bought(folderId);
  const { id: assetId } = await createAsset(ctx, folderId, inputOf());
  await postYear(ctx, folderId, { date: day('2024-12-31'), journalCode: 'OD', createAccounts: true });
  await assetDelete.run(ctx, { folderId, assetId, files: [], body: undefined });
  expect(ctx.headers.get('X-Ledger-Differences')).toMatch(/^215400 2024-12-31 -12000.00, 281540 2024-12-31 /);
  const alerts = testContext(db, { headers: new Map() });
  await assetAlertList.run(alerts, { folderId, files: [], body: undefined });
  expect(alerts.headers.get('X-Ledger-Differences')).toBe(ctx.headers.get('X-Ledger-Differences'));
  const asked = `asset alert list --folder ${folderId} --lang fr`.split(' ');
  const { stderr } = await runCli(asked, { database: async () => ({ ...db, close: async () => {} }) });
  expect(stderr).not.toContain('X-Ledger-Differences');
  expect(stderr).toMatch(
    /^La comptabilité arrêtée porte autre chose sur ces comptes .* : 215400 2024-12-31 -12000.00, /,
  );
});

test('a credit note in a posted exercise names accounts; what is stated exits 3', async () => {
  const ctx = testContext(db, { headers: new Map() });
  const folderId = await folderWith(db, 2024, 2025);
  await bought(folderId);
  const { id: assetId } = await createAsset(ctx, folderId, inputOf());
  const note = { date: day('2024-07-01'), amount: 500_00n, vatRate: ratio(1, 5), quantity: undefined };
  await postYear(ctx, folderId, { date: day('2024-12-31'), journalCode: 'OD', createAccounts: true });
  const body = { ...note, periodEnd: day('2024-12-31') };
  await creditNoteCreate.run(ctx, { folderId, assetId, body, files: [] });
  expect(ctx.headers.get('X-Ledger-Differences')).toBe(
    `215400 2024-12-31 -500.00, 281540 2024-12-31 55.56 (taxops asset entry compare --folder ${folderId})`,
  );
  const rows = await assetEntryCompare.run(ctx, { folderId, files: [], body: undefined });
  expect(await assetEntryCompare.outcome?.(rows)).toBe('partial');
  const stated = await assetCreate.run(ctx, { folderId, files: [], body: inputOf() });
  expect(await assetCreate.outcome?.(stated)).toBe('partial');
});

test('what is booked with its document is written by nobody here: posting says what the ledger lacks of it', async () => {
  const ctx = testContext(db, { headers: new Map() });
  const folderId = await folderWith(db, 2024, 2025);
  await bought(folderId);
  const { id: assetId } = await createAsset(ctx, folderId, inputOf());
  const note = { date: day('2024-07-01'), amount: 500_00n, vatRate: ratio(1, 5), quantity: undefined };
  await creditNoteCreate.run(ctx, { folderId, assetId, body: { ...note, periodEnd: day('2024-12-31') }, files: [] });
  const order = { date: day('2024-12-31'), journalCode: 'OD', createAccounts: true };
  for (const operations of [['Amortization'], []]) {
    const { written, awaited } = await postYear(ctx, folderId, order);
    expect(written.map(({ operation }) => operation)).toEqual(operations);
    expect(awaited.map(({ operation, state }) => [operation, state])).toEqual([['CreditNote', 'Missing']]);
  }
  const rows = await assetEntryCompare.run(ctx, { folderId, files: [], body: undefined });
  expect(rows).toMatchObject([
    { Account: '215400', Difference: '-500.00', Advice: expect.stringMatching(/credit note/) },
    {},
  ]);
});

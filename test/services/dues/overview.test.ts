/** Every folder in a line: each figure is what the operation of its own says of the folder. */
import { expect, it } from 'vitest';
import { alertCounts } from '../../../src/services/assets/register/alert-counts.ts';
import { alertedAssets } from '../../../src/services/assets/register/alerted-assets.ts';
import { createAsset } from '../../../src/services/assets/register/change-asset.ts';
import { createCreditNote } from '../../../src/services/assets/register/credit-note-book.ts';
import { entryLinks } from '../../../src/services/assets/register/store.ts';
import { createAccount as createBankAccount } from '../../../src/services/banking/accounts/account-creation.ts';
import { leftByFolder } from '../../../src/services/banking/report/left-by-folder.ts';
import { bankSummary } from '../../../src/services/banking/report/report.ts';
import { dismissObligation } from '../../../src/services/declarations/dismissals.ts';
import { folderOverview, type OverviewWanted } from '../../../src/services/dues/overview.ts';
import { byFolder } from '../../../src/services/folders/by-folder.ts';
import { createFolder } from '../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { createAccount } from '../../../src/services/ledger/accounts.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import type { Actor } from '../../../src/services/operation/actor.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { inputOf } from '../assets/folder.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => '2025-06-10T10:00:00.000Z' } });
const day = (text: string) => text as PlainDate;

const { id: alpha } = await createFolder(ctx, undefined, {
  name: 'ALPHA',
  siren: '999999998',
  taxRegime: 'CorporationTax',
  vatSystem: 'RealNormal',
  vatDeadlineDay: 19,
});
await createExercise(ctx, alpha, { start: day('2025-01-01'), end: day('2025-12-31') });
const { id: beta } = await createFolder(ctx, undefined, { name: 'Beta', vatSystem: 'NotLiable' });
const { id: asleep } = await createFolder(ctx, undefined, { name: 'asleep', isActive: false });

const overview = async (wanted: Partial<OverviewWanted> = {}, paging = { page: 1, limit: 50 }, context = ctx) =>
  folderOverview(context, { sort: 'id', descending: false, ...wanted }, paging);
const names = async (wanted: Partial<OverviewWanted>) => (await overview(wanted)).items.map(({ name }) => name);
const lineOf = async (id: number) => (await overview({ folderId: id })).items[0];

it('says what a folder is, what is late in it and what is due next', async () => {
  expect(await lineOf(alpha)).toMatchObject({
    name: 'ALPHA',
    siren: '999999998',
    taxRegime: 'CorporationTax',
    lastExercise: '2025-12-31',
    drafts: 0,
    late: 5, // VAT of January to April, company tax of March; the liasse is not due before the next year
    nextDue: '2025-06-15',
    alerts: 0,
  });
  expect(await lineOf(beta)).toMatchObject({ lastExercise: null, late: 0, nextForm: 'Liasse', toJustifyAmount: 0n });
});

it('counts no more what was set aside', async () => {
  const before = await lineOf(alpha);
  await dismissObligation(ctx, { folderId: alpha, type: 'IS2571', end: day('2025-03-31') }, 'small');
  expect((await lineOf(alpha))?.late).toBe((before?.late ?? 0) - 1);
  await dismissObligation(ctx, { folderId: alpha, type: 'IS2571', end: day('2025-06-30') }, 'small');
  expect((await lineOf(alpha))?.nextDue).toBe('2025-06-19');
});

it('counts drafts and what of the bank has no document, as the summary of the bank does', async () => {
  await createJournal(ctx, alpha, { code: 'OD', label: 'Divers', type: 'Miscellaneous' });
  for (const number of ['215400', '404000']) await createAccount(ctx, alpha, { number, label: number });
  const lines = [
    { account: '215400', debit: 1_000_000n, credit: 0n },
    { account: '404000', debit: 0n, credit: 1_000_000n },
  ];
  await createEntry(ctx, alpha, { journal: 'OD', date: day('2025-02-01'), label: 'Machine', lines });
  const accountId = await createBankAccount(ctx, alpha, {
    provider: 'ManualEbics',
    iban: 'FR7630006000011234567890189',
    bankName: 'Banque',
  });
  await db.knex.raw(
    `insert into bank_transaction (folder_id, account_id, operation_date, amount_units, decimals, currency, label, is_hidden,
       created_at, updated_at)
     select :folder, :account, '2025-03-01'::date + n, n * 1001, 2, 'EUR', 'mouvement ' || n, n = 3, now(), now()
     from generate_series(-2, 4) n where n <> 0`,
    { folder: alpha, account: accountId },
  );
  await db.knex.raw(
    `insert into complementary_data (folder_id, transaction_id, to_justify, associated_cents, created_at, updated_at)
     select folder_id, id, amount <> 10.01, case when amount = 20.02 then 1500 else 0 end, now(), now()
     from bank_transaction where folder_id = ? and amount > 0`,
    [alpha],
  );
  const [summary] = await bankSummary(ctx, alpha, {});
  const line = await lineOf(alpha);
  expect(line).toMatchObject({ drafts: 1, toReconcile: summary?.unreconciled, toJustify: summary?.toJustify });
  expect(line?.toJustifyAmount).toBe(summary?.toJustifyAmount);
  expect([line?.toReconcile, line?.toJustify, line?.toJustifyAmount]).toEqual([5, 4, 20_02n + 10_01n + 5_02n + 40_04n]);
});

it('gives no sum of several currencies', async () => {
  await db.knex('bank_transaction').where({ folder_id: alpha, amount_units: 4004 }).update({ currency: 'USD' });
  expect((await leftByFolder(db.knex, [alpha])).get(alpha)).toMatchObject({ toJustify: 4, toJustifyAmount: undefined });
  expect((await lineOf(alpha))?.toJustifyAmount).toBeNull();
});

it('counts the assets that their own list names, whatever is wrong with them', async () => {
  const create = async (change: object) => (await createAsset(ctx, alpha, inputOf(change))).id;
  const bought = { AcquisitionDate: '2025-02-01', DeploymentDate: '2025-02-01', AcquisitionValue: '10000.00' };
  const agree = async () => {
    const ids = await alertedAssets(ctx, alpha);
    expect((await alertCounts(ctx, [alpha, beta])).get(alpha)?.count ?? 0).toBe(ids.length);
    return ids.length;
  };
  const linked = await create(bought);
  expect(await agree()).toBe(1); // bought in the ledger, of no entry
  const link = {
    folder_id: alpha,
    asset_id: linked,
    entry_line_id: 1,
    entry_id: 1,
    account: '215400',
    cents: 1_000_000n,
  };
  await entryLinks(db.knex).insert(link);
  expect(await agree()).toBe(0);
  await create({ Account: { AccountNumber: 2182 }, AcquisitionDate: '2020-01-01', DeploymentDate: '2020-01-01' });
  expect(await agree()).toBe(1); // an account that the folder does not have
  const dearer = await create({ ...bought, AcquisitionValue: '12000.00' });
  await entryLinks(db.knex).insert({ ...link, asset_id: dearer });
  expect(await agree()).toBe(2); // of another amount
  await createCreditNote(ctx, alpha, dearer, {
    date: day('2025-03-01'),
    amount: 200_000n,
    vatRate: ratio(1n, 5n),
    quantity: undefined,
  });
  expect(await agree()).toBe(1); // net of its credit note
  await entryLinks(db.knex).insert({ ...link, asset_id: dearer, entry_line_id: 99 });
  expect(await agree()).toBe(2); // a line that is gone
  await entryLinks(db.knex).where({ asset_id: linked }).update({ entry_line_id: 2 });
  expect(await agree()).toBe(3); // a line of another account
  expect(await lineOf(alpha)).toMatchObject({ alerts: 3, alertsFrom: '2025-01-01', alertsTo: '2025-12-31' });
});

it('is sorted by any of its fields, and what is not known comes last', async () => {
  expect(await names({ sort: 'name' })).toEqual(['ALPHA', 'asleep', 'Beta']);
  expect(await names({ sort: 'name', descending: true })).toEqual(['Beta', 'asleep', 'ALPHA']);
  expect(await names({ sort: 'nextDue', descending: true })).toEqual(['Beta', 'ALPHA', 'asleep']);
  expect(await names({ sort: 'nextDue' })).toEqual(['ALPHA', 'Beta', 'asleep']);
  expect(await names({ sort: 'alerts', descending: true })).toEqual(['ALPHA', 'Beta', 'asleep']);
});

it('is narrowed by what the folder is and by what is left to do', async () => {
  expect(await names({ isActive: false })).toEqual(['asleep']);
  expect(await names({ having: 'alerts' })).toEqual(['ALPHA']);
  expect(await names({ vatSystem: 'NotLiable' })).toEqual(['Beta']);
  expect(await names({ taxRegime: 'CorporationTax', search: 'alp' })).toEqual(['ALPHA']);
});

it('comes in pages, of the folders that the caller sees', async () => {
  const second = await overview({}, { page: 2, limit: 1 });
  expect([second.items.map(({ id }) => id), second.total, second.hasMore]).toEqual([[beta], 3, true]);
  const actor: Actor = {
    kind: 'user',
    userId: 'ann',
    clientId: 'portal',
    companyId: 1,
    folders: new Set([asleep]),
    rights: new Set(['read']),
  };
  expect((await overview({}, undefined, { ...ctx, actor })).items.map(({ id }) => id)).toEqual([asleep]);
});

it('puts rows together by folder, in their order', () => {
  const rows = [1, 2, 1].map((folderId, place) => ({ folderId, place }));
  expect([...byFolder(rows)]).toEqual([
    [1, [rows[0], rows[2]]],
    [2, [rows[1]]],
  ]);
});

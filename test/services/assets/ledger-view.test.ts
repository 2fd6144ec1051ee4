/** What fixed assets take from the ledger: accounts by date, associations, alerts, proposals of retirement. */
import { describe, expect, test } from 'vitest';
import { accountUses, configurationOf } from '../../../src/services/assets/register/account-configuration.ts';
import { transferAccounts } from '../../../src/services/assets/register/account-transfer.ts';
import { alertedAssets } from '../../../src/services/assets/register/alerted-assets.ts';
import { createAsset, updateAsset } from '../../../src/services/assets/register/change-asset.ts';
import { createCreditNote } from '../../../src/services/assets/register/credit-note-book.ts';
import { proposedRetirement } from '../../../src/services/assets/register/retire-assets.ts';
import { entryLinks } from '../../../src/services/assets/register/store.ts';
import { addAsset, inRegister } from '../../../src/services/assets/register/write-asset.ts';
import { updateFolder } from '../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { createAccount } from '../../../src/services/ledger/accounts.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { createSubAccount } from '../../../src/services/ledger/sub-accounts.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { draftOf, folderWith, inputOf, shownAsset } from './folder.ts';
import { body, plan } from './sample.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as PlainDate;
const account = async (folderId: number, number: string, more: object = {}) =>
  (await createAccount(db, folderId, { number, label: `Compte ${number}`, ...more })).id;
const create = async (folderId: number, change: object = {}) => (await createAsset(ctx, folderId, inputOf(change))).id;
const alerted = (folderId: number, date?: string) =>
  alertedAssets(
    testContext(db, { clock: { now: () => '2025-03-01T10:00:00.000Z' } }),
    folderId,
    date ? day(date) : undefined,
  );
const names = async (folderId: number, assetId: number, date = '2025-12-31') =>
  (await shownAsset({ ...ctx, language: 'fr' }, folderId, assetId, day(date))).Errors.map(({ Name }) => Name);

describe('the account configuration', () => {
  test('changes with the exercise of the retirement, and names what the folder has', async () => {
    const folderId = await folderWith(db, 2024, 2025);
    const accountId = await account(folderId, '215400');
    await account(folderId, '281540');
    await account(folderId, '6811200');
    await account(folderId, '675');
    await account(folderId, '657000', { validFrom: day('2025-01-01') });
    const on = (acquisition: string, retirement?: string) =>
      configurationOf(ctx, folderId, {
        accountId,
        acquisitionDate: day(acquisition),
        retirementDate: retirement ? day(retirement) : undefined,
      });
    expect(await on('2024-03-20')).toMatchObject({
      retirementAccount: { account: '675', exists: true },
      amortizationAccount: { account: '281540', exists: true, accountName: 'Compte 281540' },
      amortizationDotationAccount: { account: '6811200', accountNumber: 6811200 },
      amortizationDegorationAccount: { account: '145', exists: false, accountId: null },
      shareAccount: { account: '777' },
    });
    // The chart is that of the retirement, the open accounts those of the acquisition.
    expect((await on('2024-03-20', '2025-06-30')).retirementAccount).toMatchObject({ account: '657', exists: false });
    expect(await on('2025-03-20')).toMatchObject({
      retirementAccount: { account: '657000', exists: true },
      shareAccount: { account: '747' },
    });
  });

  test('of financial assets has its own accounts', async () => {
    const folderId = await folderWith(db, 2024, 2025);
    const accountId = await account(folderId, '261000');
    expect(
      await configurationOf(ctx, folderId, {
        accountId,
        acquisitionDate: day('2025-03-20'),
        retirementDate: undefined,
      }),
    ).toMatchObject({
      retirementAccount: { account: '6671' },
      depreciationProvisionAccount: { account: '2961' },
      depreciationDotationAccount: { account: '68662' },
    });
  });

  test('tells accounts of fixed assets from others', async () => {
    const folderId = await folderWith(db);
    for (const number of ['215400', '231000', '281540', '411000', '261000']) await account(folderId, number);
    const uses = await accountUses(ctx, folderId, ['2154', '231000', '281540', '411000', '261000', '218200']);
    expect(uses.map((use) => [use.isFixedAssetAccount, use.isApplicableForAutomaticCreation])).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [false, false],
      [true, false],
      [false, false], // not in the chart
    ]);
    expect((await accountUses(ctx, folderId, undefined)).map((use) => use.account)).toEqual([
      '215400',
      '231000',
      '261000',
      '281540',
    ]);
  });

  test('offers the accounts open on the day of a transfer, the usual one marked', async () => {
    const folderId = await folderWith(db);
    for (const number of ['215400', '231000', '281540', '213000']) await account(folderId, number);
    await account(folderId, '218300', { validFrom: day('2026-01-01') });
    const id = await create(folderId, { Account: { AccountNumber: 231 }, Amortization: undefined });
    const found = await transferAccounts(ctx, folderId, id, day('2025-06-30'));
    expect(found.map(({ account: number }) => number)).toEqual(['213000', '215400']);
  });
});

test('an account is named by its number, its identifier or its sub-account', async () => {
  const [folderId, other] = [await folderWith(db), await folderWith(db)];
  const AccountId = await account(folderId, '218200');
  const sub = await createSubAccount(db, folderId, AccountId, { code: 'V1', label: 'Camion' });
  const theirs = await account(other, '218200');
  const read = async (Account: object) =>
    (await shownAsset(ctx, folderId, await create(folderId, { Account }), day('2025-12-31'))).FixedAssetAccount;
  const expected = { AccountId, Account: '218200', SubAccountId: sub.id, SubAccountCode: 'V1', Exists: true };
  expect(await read({ AccountId, SubAccountId: sub.id })).toMatchObject(expected);
  expect(await read({ AccountNumber: 2182, SubAccountCode: 'V1' })).toMatchObject(expected);
  await expect(create(folderId, { Account: { AccountId: theirs } })).rejects.toMatchObject({ code: 'AccountNotFound' });
});

describe('alerts', () => {
  test('of a missing account, of the figures and of entries', async () => {
    const folderId = await folderWith(db);
    await account(folderId, '215400');
    const sound = await create(folderId, {
      AcquisitionDate: '2020-01-01',
      DeploymentDate: '2020-01-01',
      AcquisitionValue: 90_000,
      Amortization: { EconomicAttributes: { Duration: { YearCount: 8 } } },
    });
    const missing = await create(folderId, {
      Account: { AccountNumber: 2184 },
      AcquisitionDate: '2020-01-01',
      DeploymentDate: '2020-01-01',
      Amortization: { EconomicAttributes: { Duration: { YearCount: 10 } } },
    });
    const planless = await create(folderId, {
      Amortization: undefined,
      AcquisitionDate: '2020-01-01',
      DeploymentDate: '2020-01-01',
    });
    const bought = await create(folderId);
    expect(await alerted(folderId)).toEqual([missing, planless, bought]);
    expect(await names(folderId, sound)).toEqual([]);
    expect(await names(folderId, missing)).toEqual(['AccountMissingInChart']);
    expect(await names(folderId, planless)).toEqual(['AmortizableWithoutPlan']);
    expect(await names(folderId, bought)).toEqual(['NotAssociatedToEntries']);
  });

  test('of an asset that waits for somebody to look at it', async () => {
    const folderId = await folderWith(db);
    await account(folderId, '2154');
    const draft = draftOf(body(12_000, '2020-01-01', plan(8), { FixedAssetAccount: '2154' }), {
      isCreatedAutomatically: true,
      isValidatedByUser: false,
    });
    const { id } = await inRegister(ctx, folderId, (register) => addAsset(register, draft));
    expect(await names(folderId, id)).toEqual(['NotValidatedByUser']);
    expect((await shownAsset(ctx, folderId, id, day('2025-12-31'))).Status).toBe('Draft');
    await updateAsset(
      ctx,
      folderId,
      { assetId: id, date: day('2025-12-31') },
      inputOf({ AcquisitionDate: '2020-01-01', DeploymentDate: '2020-01-01' }),
    );
    expect((await shownAsset(ctx, folderId, id, day('2025-12-31'))).Status).toBe('FullyAmortized');
  });
});

describe('the association with entries', async () => {
  const folderId = await folderWith(db);
  for (const number of ['215400', '218300', '404000']) await account(folderId, number);
  await createJournal(db, folderId, { code: 'AC', label: 'Achats', type: 'Purchase' });

  /** An asset associated with the debit of an entry. */
  async function associated(cents: bigint, accountNumber = '215400', change: object = {}) {
    const id = await create(folderId, change);
    const entry = await createEntry(db, folderId, {
      journal: 'AC',
      date: day('2024-01-01'),
      label: 'Machine',
      lines: [
        { account: accountNumber, debit: cents, credit: 0n },
        { account: '404000', debit: 0n, credit: cents },
      ],
    });
    const [line] = entry.lines;
    const link = { folder_id: folderId, asset_id: id, entry_line_id: line?.id ?? 0, entry_id: entry.id };
    await entryLinks(db.knex).insert({ ...link, account: accountNumber, cents });
    return id;
  }
  const state = async (id: number) => {
    const { AssociationState, Errors } = await shownAsset(ctx, folderId, id, day('2025-12-31'));
    return [AssociationState.State, AssociationState.AccountingAmount, ...Errors.map(({ Name }) => Name)];
  };

  test.each([
    [12_000_00n, '215400', ['Associated', 12000]],
    [11_000_00n, '215400', ['PartiallyAssociated', 11000, 'AssociationAmountMismatch']],
    [12_500_00n, '215400', ['AmountMismatch', 12500, 'AssociationAmountMismatch']],
    [12_000_00n, '218300', ['AccountMismatch', 12000, 'AssociationAccountMismatch']],
  ])('of %s cents on %s', async (cents, number, expected) => {
    expect(await state(await associated(cents, number))).toEqual(expected);
  });

  test('follows credit notes whose lines are there too', async () => {
    const id = await associated(11_000_00n);
    const note = { date: day('2024-06-30'), amount: 1_000_00n, vatRate: ratio(1, 5), quantity: undefined };
    await createCreditNote(ctx, folderId, id, note);
    expect((await state(id))[0]).toBe('Associated');
  });
});

describe('the proposal of a retirement', () => {
  const propose = async (regime: string, change: object, number: number, retirement: string) => {
    const folderId = await folderWith(db);
    await updateFolder(db, folderId, { taxRegime: regime });
    const id = await create(folderId, change);
    const order = { account: { accountNumber: number }, acquisition: undefined, retirement: day(retirement) };
    const { saleType, qualification } = await proposedRetirement(ctx, folderId, id, order);
    return [saleType, qualification];
  };
  const old = { AcquisitionDate: '2015-01-01', DeploymentDate: '2015-01-01', DeductibleVat: 2_400 };

  test.each([
    ['IncomeTax', old, 2154, '2025-05-20', ['TaxedPrice', 'General']],
    ['IncomeTax', old, 2154, '2016-05-20', ['TaxedPrice', 'None']],
    ['CorporationTax', old, 2154, '2025-05-20', ['TaxedPrice', 'None']],
    ['IncomeTax', { ...old, DeductibleVat: 0 }, 2182, '2025-05-20', ['Exempt', 'General']],
    ['IncomeTax', old, 2131, '2025-05-20', ['Exempt', 'BuildingAbatement']],
    ['IncomeTax', old, 2131, '2019-05-20', ['TaxedPrice', 'General']],
    ['CorporationTax', old, 261, '2025-05-20', ['OutOfScope', 'ParticipationShares']],
    ['CorporationTax', old, 205, '2025-05-20', ['TaxedPrice', 'IndustrialProperty']],
  ])('under %s %j on %d at %s', async (regime, change, number, retirement, expected) => {
    expect(await propose(regime, change, number, retirement)).toEqual(expected);
  });
});

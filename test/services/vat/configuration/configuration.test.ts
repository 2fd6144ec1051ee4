import { describe, expect, it } from 'vitest';
import { createChart, createChartAccount, linkFolder } from '../../../../src/services/charts/charts.ts';
import { createCompany } from '../../../../src/services/folders/companies.ts';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { plainDate } from '../../../../src/services/kernel/dates.ts';
import { createAccount, findAccounts, updateAccount } from '../../../../src/services/ledger/accounts.ts';
import { createSubAccount } from '../../../../src/services/ledger/sub-accounts.ts';
import { categoriesInBatch, categoryMapping } from '../../../../src/services/vat/configuration/account-categories.ts';
import { saveByNumber } from '../../../../src/services/vat/configuration/by-number.ts';
import {
  listChartConfigurations,
  removeChartConfiguration,
  saveChartConfiguration,
} from '../../../../src/services/vat/configuration/chart-configuration.ts';
import {
  getConfiguration,
  listAllConfigurations,
  listConfigurations,
} from '../../../../src/services/vat/configuration/configuration.ts';
import { getEditability, listEditability } from '../../../../src/services/vat/configuration/editability.ts';
import { possibleCategories } from '../../../../src/services/vat/configuration/possible.ts';
import { saveConfiguration, saveConfigurations } from '../../../../src/services/vat/configuration/save.ts';
import { guessAccount } from '../../../../src/services/vat/guess.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const firm = await createCompany(ctx, { name: 'Cabinet Alpha' });
const folderIn = (department: string) => createFolder(ctx, firm.id, { name: 'ALPHA', department });
const MAINLAND = { territory: 'Mainland', vatSystem: 'RealNormal' } as const;

/** A folder with these accounts; answers their identifiers. */
async function booksWith(...numbers: readonly string[]) {
  const { id } = await folderIn('69');
  const accounts = [];
  for (const number of numbers) accounts.push((await createAccount(ctx, id, { number, label: `Compte ${number}` })).id);
  return { folderId: id, accounts: accounts as [number, ...number[]] };
}

const user = { isSystemGenerated: false } as const;

describe('a configuration', () => {
  it('comes from the guess of its number and label until a person sets a value', async () => {
    const { folderId, accounts } = await booksWith('706000');
    const [accountId] = accounts;
    const guessed = await getConfiguration(ctx, folderId, { accountId });
    expect(guessed.effective).toMatchObject({ vatCategory: 'VT_PREST', exigibility: 'OnReceipts', vatRate: null });
    expect(guessed).toMatchObject({ isAutoComputed: true, requiresUserValidation: true, isValidatedByUser: false });
    const set = await saveConfiguration(ctx, folderId, { ...user, accountId, vatRate: '_10' });
    expect(set.effective).toMatchObject({ vatCategory: 'VT_PREST', vatRate: '_10' });
    expect(set).toMatchObject({ isAutoComputed: false, requiresUserValidation: false, isValidatedByUser: true });
    expect(set.levels.user).toMatchObject({ vatCategory: null, vatRate: '_10' });
  });

  it('of an overseas folder has the variants of its place', async () => {
    const { id } = await folderIn('974');
    const account = await createAccount(ctx, id, { number: '706000', label: 'Prestations' });
    const { effective } = await getConfiguration(ctx, id, { accountId: account.id });
    expect(effective.vatCategory).toBe('VT_PREST_DOM');
  });

  it('keeps what is left out, and empties what is null or Unknown: the next level then gives it', async () => {
    const { folderId, accounts } = await booksWith('706000');
    const key = { ...user, accountId: accounts[0] };
    await saveConfiguration(ctx, folderId, {
      ...key,
      vatCategory: 'AUTRE_OP_IMP',
      vatRate: '_20',
      exigibility: 'OnDebits',
    });
    const emptied = await saveConfiguration(ctx, folderId, { ...key, vatCategory: null, vatRate: 'Unknown' });
    expect(emptied.cleared).toEqual({ vatCategory: true, vatRate: true, exigibility: false });
    expect(emptied.effective).toMatchObject({ vatCategory: 'VT_PREST', vatRate: null, exigibility: 'OnDebits' });
    expect(emptied.source.vatCategory).toBe('system');
    const again = await saveConfiguration(ctx, folderId, { ...key, vatRate: '_055' });
    expect(again.cleared).toEqual({ vatCategory: true, vatRate: false, exigibility: false });
  });

  it('stored as a guess never hides what a user chose, before or after, and validates nothing', async () => {
    const { folderId, accounts } = await booksWith('706000', '707000');
    const [chosen, plain] = accounts as [number, number];
    await saveConfiguration(ctx, folderId, { ...user, accountId: chosen, vatRate: '_20' });
    const guess = { vatRate: '_10', vatCategory: 'AUTRE_OP_IMP', isSystemGenerated: true };
    const kept = await saveConfiguration(ctx, folderId, { ...guess, accountId: chosen });
    expect([kept.effective.vatRate, kept.levels.system.vatRate]).toEqual(['_20', '_10']);
    const stored = await saveConfiguration(ctx, folderId, { ...guess, accountId: plain });
    expect(stored).toMatchObject({ isValidatedByUser: false, isAutoComputed: true });
    expect(stored.effective).toMatchObject({ vatRate: '_10', vatCategory: 'AUTRE_OP_IMP' });
  });

  it('of a sub-account wins over that of its account, which it falls back on', async () => {
    const { folderId, accounts } = await booksWith('411000');
    const [accountId] = accounts;
    const { id: subAccountId } = await createSubAccount(ctx, folderId, accountId, {
      code: 'C1',
      label: 'Client fictif',
    });
    await saveConfiguration(ctx, folderId, { ...user, accountId, exigibility: 'OnDebits' });
    const inherited = await getConfiguration(ctx, folderId, { accountId, subAccountId });
    expect([inherited.effective.exigibility, inherited.source.exigibility]).toEqual(['OnDebits', 'account']);
    await saveConfiguration(ctx, folderId, { ...user, accountId, subAccountId, exigibility: 'OnReceipts' });
    const listed = (await listAllConfigurations(ctx, folderId)).map((one) => [
      one.accountLabel,
      one.effective.exigibility,
    ]);
    expect(listed).toEqual([
      ['Compte 411000', 'OnDebits'],
      ['Client fictif', 'OnReceipts'],
    ]);
  });

  it('is refused where its category does not bear its rate, with the rates that it does', async () => {
    const { folderId, accounts } = await booksWith('706000');
    const [accountId] = accounts;
    await saveConfiguration(ctx, folderId, { ...user, accountId, vatRate: '_20' });
    const save = saveConfiguration(ctx, folderId, { ...user, accountId, vatCategory: 'EXPORT_HORS_UE' });
    await expect(save).rejects.toMatchObject({
      code: 'VatCombinationInvalid',
      params: { allowed: expect.stringMatching(/^_0\b/) },
    });
    expect((await getConfiguration(ctx, folderId, { accountId })).levels.user.vatCategory).toBeNull();
  });

  it('of a sale takes no category of a purchase or of a result: the whole amount would be deducted', async () => {
    const { folderId, accounts } = await booksWith('707900', '607000');
    const [sold, bought] = accounts as [number, number];
    for (const vatCategory of ['PREST_INTRACOM', 'DED_AUTRES', 'AUTOLIQ_IMPORTATION', 'REPORT_TVA']) {
      const save = saveConfiguration(ctx, folderId, { ...user, accountId: sold, vatCategory });
      const refused = await save.catch((error) => error);
      expect(refused).toMatchObject({ code: 'VatCategoryNotPossible', params: { category: vatCategory } });
      expect(refused.hint('fr')).toContain(`taxops vat category list ${sold} --folder ${folderId}`);
    }
    for (const vatCategory of ['EXPORT_HORS_UE', 'REGUL_OPERATION_IMP', 'NOT_DECLARABLE'])
      await saveConfiguration(ctx, folderId, { ...user, accountId: sold, vatCategory });
    // What is bought may be invoiced again.
    await saveConfiguration(ctx, folderId, { ...user, accountId: bought, vatCategory: 'VT_PREST' });
  });

  it('is saved with all others of its list or not at all; the failure names its index', async () => {
    const { folderId, accounts } = await booksWith('706000', '707000');
    const [first, second] = accounts as [number, number];
    const inputs = [
      { ...user, accountId: first, vatRate: '_20' },
      { ...user, accountId: second, vatRate: '_085', vatCategory: 'VT_PREST' },
    ];
    await expect(saveConfigurations(ctx, folderId, inputs)).rejects.toMatchObject({
      code: 'VatCombinationInvalid',
      issues: [{ path: '[1]' }],
    });
    await expect(saveConfigurations(ctx, folderId, [{ ...user, accountId: 999_999 }])).rejects.toMatchObject({
      code: 'AccountNotFound',
      issues: [{ path: '[0]' }],
    });
    expect((await getConfiguration(ctx, folderId, { accountId: first })).levels.user.vatRate).toBeNull();
    const saved = await saveConfigurations(ctx, folderId, [
      inputs[0],
      { ...inputs[1], vatRate: '_10' },
    ] as typeof inputs);
    expect(saved.map(({ effective }) => effective.vatRate)).toEqual(['_20', '_10']);
  });

  it('is listed when it means something; configurable only when a return declares it', async () => {
    const { folderId, accounts } = await booksWith('101000', '411000', '44571', '44551', '512000', '607000', '641000');
    const numbers = async (configurableOnly: boolean) =>
      (await listConfigurations(ctx, folderId, configurableOnly)).map(({ accountNumber }) => accountNumber);
    expect(await numbers(false)).toEqual(['411000', '44571', '607000']);
    expect(await numbers(true)).toEqual(['44571', '607000']);
    await saveConfiguration(ctx, folderId, { ...user, accountId: accounts[6] as number, vatCategory: 'DED_AUTRES' });
    expect(await numbers(true)).toEqual(['44571', '607000', '641000']);
    expect(await listAllConfigurations(ctx, folderId)).toHaveLength(7);
  });
});

describe('the charts of a folder', async () => {
  const base = await createChart(ctx, { companyId: firm.id, name: 'Plan' });
  const extension = await createChart(ctx, { companyId: firm.id, chartOfAccountId: base.id, name: 'BTP' });
  const onBase = { kind: 'chart', chartId: base.id } as const;
  const onExtension = { kind: 'extendedChart', chartId: extension.id } as const;
  const wide = await createChartAccount(ctx, onBase, { number: '70', label: 'Ventes' });
  const narrow = await createChartAccount(ctx, onBase, { number: '7061', label: 'Travaux' });
  const own = await createChartAccount(ctx, onExtension, { number: '706', label: 'Prestations' });
  await createChartAccount(ctx, onExtension, { number: '70611', label: 'Sans réglage' });

  it('give each account the row whose number is its longest beginning, the extended one first', async () => {
    const { folderId, accounts } = await booksWith('706100', '706110', '707000', '601000');
    await saveChartConfiguration(ctx, onBase, { ...user, accountId: wide.id, vatRate: '_20', exigibility: 'OnDebits' });
    await saveChartConfiguration(ctx, onBase, { ...user, accountId: narrow.id, vatRate: '_10' });
    await saveChartConfiguration(ctx, onExtension, { ...user, accountId: own.id, vatRate: '_055' });
    const read = async () =>
      Promise.all(
        accounts.map(async (accountId) => {
          const { levels, source } = await getConfiguration(ctx, folderId, { accountId });
          return [levels.extended.vatRate, levels.chart.vatRate, source.vatRate];
        }),
      );
    expect(await read()).toEqual(accounts.map(() => [null, null, null]));
    await linkFolder(ctx, onBase, folderId);
    expect(await read()).toEqual([
      [null, '_10', 'chart'],
      [null, '_10', 'chart'],
      [null, '_20', 'chart'],
      [null, null, null],
    ]);
    await linkFolder(ctx, onExtension, folderId);
    expect((await read())[0]).toEqual(['_055', '_10', 'extended']);
  });

  it('of which one extends the other say what each sets and what then applies', async () => {
    await saveChartConfiguration(ctx, onExtension, {
      vatCategory: 'TVA_MONACO',
      accountId: wide.id,
      isSystemGenerated: true,
    });
    const [first] = await listChartConfigurations(ctx, onExtension);
    expect(first).toMatchObject({ hasExtended: false, hasChart: true, own: { vatCategory: 'TVA_MONACO' } });
    expect(first?.effective).toMatchObject({ vatCategory: 'TVA_MONACO', vatRate: '_20', exigibility: 'OnDebits' });
    expect(first?.source).toMatchObject({ vatCategory: 'system', vatRate: 'chart' });
    await saveChartConfiguration(ctx, onExtension, { ...user, accountId: wide.id, vatRate: '_10' });
    const [overridden] = await listChartConfigurations(ctx, onExtension);
    expect(overridden).toMatchObject({ hasExtended: true, isChartOverridden: true, source: { vatRate: 'extended' } });
    await removeChartConfiguration(ctx, onExtension, { accountId: wide.id });
    const [left] = await listChartConfigurations(ctx, onExtension);
    expect(left).toMatchObject({ hasExtended: false, source: { vatRate: 'chart', vatCategory: null } });
  });
});

describe('the categories that an account may bear', () => {
  const codes = (number: string, rate?: string) =>
    possibleCategories(number, guessAccount(number, '', MAINLAND), 'Mainland', rate).map(({ code }) => code);

  it.each([
    ['706000', ['VT_PREST', 'EXPORT_HORS_UE', 'REGUL_OPERATION_IMP'], ['DED_AUTRES', 'ACHATS_FRANCHISE', 'IMPORT_RFS']],
    ['419100', ['VT_PREST', 'EXPORT_HORS_UE'], ['DED_AUTRES']],
    ['607000', ['DED_AUTRES', 'AUTOLIQ_IMPORTATION', 'IMPORT_RFS', 'ACHATS_FRANCHISE'], ['VT_PREST', 'REGUL_TVA_DED']],
    ['409100', ['DED_AUTRES'], ['VT_PREST']],
    ['445660', ['DED_AUTRES', 'DED_IMMO', 'REGUL_TVA_DED'], ['VT_PREST']],
    ['445200', ['ACQUI_INTRACOM', 'IMPORT_AUTOLIQ'], ['DED_AUTRES']],
    ['445670', ['REPORT_TVA'], ['DED_AUTRES']],
  ])('%s', (number, some, none) => {
    expect(codes(number)).toEqual(expect.arrayContaining([...some, 'NOT_DECLARABLE']));
    for (const code of none) expect(codes(number)).not.toContain(code);
  });

  it('are those that bear the rate, when one is given', () => {
    expect(codes('706000', '_20')).toContain('VT_PREST');
    expect(codes('706000', '_20')).not.toContain('EXPORT_HORS_UE');
    expect(codes('706000', '_0')).not.toContain('VT_PREST');
    expect(codes('706000', 'MultipleRates')).toEqual(codes('706000'));
  });

  it('feed one row for each set of cells, those that repeat the tax with it', async () => {
    const { folderId, accounts } = await booksWith('706000', '607000', '445200', '445670');
    const rows = async (accountId: number | undefined, vatRate?: string) =>
      (await categoryMapping(ctx, folderId, { accountId: accountId ?? 0, vatRate })).map(
        ({ category, rates, baseHtCells, taxDueCells }) =>
          [category.code, rates.map(({ code }) => code).join(' '), baseHtCells.join(' '), taxDueCells.join(' ')].join(
            '|',
          ),
      );
    const sales = await rows(accounts[0]);
    expect(sales).toEqual(
      expect.arrayContaining(['VT_PREST|_20|CA FP|GP', 'EXPORT_HORS_UE||DA|', 'TVA_MONACO|_10|CA FR|GR GK']),
    );
    const atTen = await rows(accounts[0], '_10');
    expect(atTen).toContain('VT_PREST|_10|CA FR|GR');
    expect(atTen).toContain('EXPORT_HORS_UE||DA|');
    expect(atTen.filter((row) => row.startsWith('VT_PREST|'))).toHaveLength(1);
    expect(await rows(accounts[0], 'MultipleRates')).toEqual(sales);
    expect(await rows(accounts[1])).toEqual(expect.arrayContaining(['DED_AUTRES|||', 'NOT_DECLARABLE|||']));
    expect(await rows(accounts[2], '_20')).toContain('ACQUI_INTRACOM|_20|CC FP|GP GJ');
    expect(await rows(accounts[3], '_20')).toContain('REPORT_TVA|||');
  });

  it('come in a batch of a thousand at most, in the order asked', async () => {
    const { folderId, accounts } = await booksWith('706000', '607000');
    const asked = [
      { accountId: 999_999 },
      { accountId: accounts[1] as number },
      { accountId: accounts[0], vatRate: '_20' },
    ];
    const found = await categoriesInBatch(ctx, folderId, asked);
    expect(found.map(({ accountId, error }) => [accountId, error])).toEqual([
      [999_999, 'BookAccountNotFound'],
      [accounts[1], null],
      [accounts[0], null],
    ]);
    expect(found[2]?.categories.map(({ code }) => code)).toEqual(codes('706000', '_20'));
    const many = Array.from({ length: 1001 }, () => ({ accountId: 1 }));
    await expect(categoriesInBatch(ctx, folderId, many)).rejects.toMatchObject({ code: 'BatchTooLarge' });
    expect(await categoriesInBatch(ctx, folderId, many.slice(1))).toHaveLength(1000);
  });

  it('are none but NOT_DECLARABLE where an account has no operations', () => {
    for (const number of ['411000', '512000', '641000', '445710']) expect(codes(number)).toEqual(['NOT_DECLARABLE']);
  });
});

describe('what may be changed', () => {
  it.each([
    ['706000', ['Editable', 'Editable', 'Editable', true]],
    ['607000', ['Editable', 'Editable', 'Editable', true]],
    ['218000', ['Editable', 'Editable', 'Editable', true]],
    ['419100', ['Editable', 'Editable', 'Editable', false]],
    ['411000', ['Editable', 'NotEditable', 'NotEditable', false]],
    ...['445660', '445710', '512000', '445510', '445670', '445830', '447000', '641000'].map(
      (number) => [number, ['NotEditable', 'NotEditable', 'NotEditable', false]] as const,
    ),
  ] as const)('of account %s', async (number, expected) => {
    const { folderId, accounts } = await booksWith(number);
    const found = await getEditability(ctx, folderId, { accountId: accounts[0] });
    const { exigibility, vatCategory, vatRate, canUseMultipleVatRates } = found;
    expect([exigibility, vatCategory, vatRate, canUseMultipleVatRates]).toEqual(expected);
    expect(await listEditability(ctx, folderId)).toEqual([found]);
  });
});

describe('configurations by number', () => {
  it('create accounts that are missing, open from the day; each stands alone', async () => {
    const { folderId, accounts } = await booksWith('706000');
    await updateAccount(ctx, folderId, accounts[0], { validTo: plainDate(2023, 12, 31) });
    const given = [
      { accountNumber: '607000', vatRate: '_20' },
      { accountNumber: '706000', vatRate: '_20' },
      { accountNumber: '90', vatRate: '_20' },
      { accountNumber: '708000', name: 'Divers', vatRate: '_085', vatCategory: 'VT_PREST' },
      { accountNumber: '709000', vatCategory: 'VENTE' },
    ];
    const { succeeded, errors } = await saveByNumber(ctx, folderId, given, plainDate(2024, 2, 1));
    expect(succeeded.map((one) => [one.accountNumber, one.accountLabel, one.effective.vatRate])).toEqual([
      ['607000', 'Achats de marchandises', '_20'],
    ]);
    expect(errors.map(({ account, code }) => [account, code])).toEqual([
      ['706000', 'AccountClosed'],
      ['90', 'AccountNumberInvalid'],
      ['708000', 'CombinationInvalid'],
      ['709000', 'VatCategoryUnknown'],
    ]);
    const stored = await findAccounts(ctx, folderId);
    expect(stored.map(({ number, validFrom }) => [number, validFrom])).toEqual([
      ['607000', '2024-02-01'],
      ['706000', null],
    ]);
  });
});

/** What the configuration reads of the ledger: rates that entries tell, third parties that moved, accounts by three digits. */
import { describe, expect, it } from 'vitest';
import { createChart, createChartAccount, linkFolder } from '../../../../src/services/charts/charts.ts';
import { createFolder, getFolder } from '../../../../src/services/folders/folders.ts';
import { plainDate } from '../../../../src/services/kernel/dates.ts';
import { findAccounts } from '../../../../src/services/ledger/accounts.ts';
import { getAdvanceMode, setAdvanceMode } from '../../../../src/services/vat/configuration/advance-mode.ts';
import { recommendAdvanceMode } from '../../../../src/services/vat/configuration/advance-recommendation.ts';
import { listByAggregator } from '../../../../src/services/vat/configuration/aggregators.ts';
import { saveChartConfiguration } from '../../../../src/services/vat/configuration/chart-configuration.ts';
import { getConfiguration } from '../../../../src/services/vat/configuration/configuration.ts';
import { getEditability } from '../../../../src/services/vat/configuration/editability.ts';
import { fillRates } from '../../../../src/services/vat/configuration/fill-rates.ts';
import { saveConfiguration } from '../../../../src/services/vat/configuration/save.ts';
import { listThirdParties, saveThirdParties } from '../../../../src/services/vat/configuration/third-parties.ts';
import { saveLineConfiguration } from '../../../../src/services/vat/lines/line-configurations.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { validateReturn } from '../../../../src/services/vat/procedures/validation.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { type Entry, importer, siren } from '../../ledger/books.ts';

const db = await testDatabase();
const ctx = testContext(db);
const load = importer(db);
let folders = 0;

/** A folder of 2024 with these entries, and the identifiers of its accounts by number. */
async function booksOf(...entries: readonly Omit<Entry, 'number'>[]) {
  folders += 1;
  const { id: folderId } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, siren: siren(folders) });
  const numbered = entries.map((entry, index) => ({ ...entry, number: index + 1 }));
  await load(numbered, { name: `${siren(folders)}FEC20241231.txt` });
  const accounts = await findAccounts(ctx, folderId);
  return { folderId, idOf: (number: string) => accounts.find((account) => account.number === number)?.id ?? 0 };
}

const sale = (account: string, base: number, tax: number) => ({
  date: '02-10',
  lines: [`411000/C1 ${base + tax}`, `${account} ${-base}`, `445710 ${-tax}`],
});

describe('rates are filled', () => {
  it('from the entries of one base and one tax, as guesses', async () => {
    const { folderId, idOf } = await booksOf(
      sale('706000', 1000, 200),
      sale('706000', 33.33, 6.67),
      sale('707000', 100, 20),
      sale('707000', 100, 10),
      sale('708000', 100, 13.7),
      { date: '03-01', lines: ['411000/C1 50', '704000 -50'] },
      { date: '03-02', lines: ['411000/C1 240', '701000 -100', '702000 -100', '445710 -40'] },
      { date: '03-03', lines: ['641000 10', '512000 -10'] },
    );
    await saveConfiguration(ctx, folderId, { accountId: idOf('702000'), vatRate: '_20', isSystemGenerated: false });
    await saveConfiguration(ctx, folderId, { accountId: idOf('701000'), vatRate: null, isSystemGenerated: false });
    const { filledCount, skippedCount, accounts } = await fillRates(ctx, folderId);
    const found = (number: string) => {
      const { detectedRate, skipReason } = accounts.find(({ accountId }) => accountId === idOf(number)) ?? {};
      return detectedRate ?? skipReason;
    };
    expect([filledCount, skippedCount]).toEqual([2, accounts.length - 2]);
    expect(
      Object.fromEntries(['706000', '707000', '708000', '704000', '702000', '701000'].map((one) => [one, found(one)])),
    ).toEqual({
      '706000': '_20',
      '707000': 'MultipleRates',
      '708000': 'AmbiguousRates',
      '704000': 'NoVatLine',
      '702000': 'AlreadyConfigured',
      '701000': 'UserCleared',
    });
    expect([found('641000'), found('411000')]).toEqual(['NotVatAccount', 'NotVatAccount']);
    const filled = await getConfiguration(ctx, folderId, { accountId: idOf('706000') });
    expect(filled).toMatchObject({
      effective: { vatRate: '_20' },
      source: { vatRate: 'system' },
      isValidatedByUser: false,
    });
  });

  it('nowhere when no exercise is open', async () => {
    const { id } = await createFolder(ctx, undefined, { name: 'Vide' });
    expect(await fillRates(ctx, id)).toEqual({ filledCount: 0, skippedCount: 0, accounts: [] });
  });
});

describe('third parties', () => {
  const march = plainDate(2024, 3, 31);

  it('are those that moved up to the day; new ones have what most of their prefix have', async () => {
    const { folderId, idOf } = await booksOf(
      { date: '01-10', lines: ['411000/A 120', '706000 -120'] },
      { date: '01-10', lines: ['411000/B 120', '706000 -120'] },
      { date: '03-10', lines: ['411000/C 120', '706000 -120'] },
      { date: '03-11', lines: ['606000 120', '401000/F -120'] },
      { date: '04-10', lines: ['411000/D 120', '706000 -120'] },
    );
    const before = await listThirdParties(ctx, folderId, march);
    expect(
      before.map(({ subAccountName, exigibilityMode, isNew }) => [subAccountName, exigibilityMode, isNew]),
    ).toEqual([
      ['Tiers F', 'OnReceipts', true],
      ['Tiers A', 'Mixed', false],
      ['Tiers B', 'Mixed', false],
      ['Tiers C', 'OnReceipts', true],
    ]);
    const input = (index: number) => {
      const { accountId, subAccountId } = before[index] ?? { accountId: 0, subAccountId: 0 };
      return { accountId, subAccountId, exigibilityMode: 'OnDebits', includeUnletteredPayments: true } as const;
    };
    const [updated] = await saveThirdParties(ctx, folderId, [input(1)], false);
    expect(updated).toMatchObject({
      exigibilityMode: 'OnDebits',
      isSystemGenerated: false,
      includeUnletteredPayments: true,
    });
    const after = await listThirdParties(ctx, folderId, march);
    expect(after[3]).toMatchObject({ exigibilityMode: 'OnDebits', isNew: true, isSystemGenerated: true });
    await saveThirdParties(ctx, folderId, [input(3)], true);
    expect((await listThirdParties(ctx, folderId, march))[3]).toMatchObject({ isNew: false, isSystemGenerated: false });
    const validated = async (index: number) => (await getConfiguration(ctx, folderId, input(index))).isValidatedByUser;
    expect([await validated(1), await validated(3)]).toEqual([false, true]);
    const other = { accountId: idOf('706000'), exigibilityMode: 'OnDebits' } as const;
    await expect(saveThirdParties(ctx, folderId, [input(0), other], true)).rejects.toMatchObject({
      code: 'NotAThirdParty',
      issues: [{ path: '[1]' }],
    });
    expect((await listThirdParties(ctx, folderId, march))[0]?.isNew).toBe(true);
  });
});

describe('accounts by three digits', () => {
  it('are those that moved in the window, labelled as in the general chart', async () => {
    const { folderId } = await booksOf(
      { date: '01-10', lines: ['411000/A 240', '706000 -120', '706100 -120'] },
      { date: '06-10', lines: ['606000 120', '401000/F -120'] },
    );
    const window = { start: plainDate(2024, 1, 1), end: plainDate(2024, 3, 31) };
    const groups = async (asked: Parameters<typeof listByAggregator>[2]) =>
      (await listByAggregator(ctx, folderId, asked)).map((one) => [
        one.aggregatorAccountNumber,
        one.aggregatorAccountLabel,
        one.accounts.map(({ accountNumber }) => accountNumber).join(' '),
      ]);
    expect(await groups(window)).toEqual([
      ['411', 'Clients', '411000'],
      ['706', 'Prestations de services', '706000 706100'],
    ]);
    expect((await groups({})).map(([number]) => number)).toEqual(['401', '411', '606', '706']);
  });
});

const returnOf = async (folderId: number, month: number) => {
  const [beginDate, endDate] = [plainDate(2024, month, 1), plainDate(2024, month, 28)];
  const input = { procedureType: 'Liquidation', beginDate, endDate } as const;
  const { procedures } = await assistGroup(ctx, folderId, input);
  return procedures[0]?.id ?? 0;
};

describe('a return', () => {
  it('warns whoever edits the accounts of its period while it is a draft', async () => {
    const { folderId, idOf } = await booksOf({ date: '02-10', lines: ['411000/A 240', '706000 -120', '706100 -120'] });
    const modes = async () => {
      const { exigibility, vatCategory, vatRate } = await getEditability(ctx, folderId, { accountId: idOf('706000') });
      return [...new Set([exigibility, vatCategory, vatRate])];
    };
    await returnOf(folderId, 3);
    expect(await modes()).toEqual(['Editable']);
    await returnOf(folderId, 2);
    expect(await modes()).toEqual(['EditableWithWarning']);
    await db.knex('vat_procedure').where({ folder_id: folderId }).update({ status: 'Sent' });
    expect(await modes()).toEqual(['Editable']);
  });

  it('is complete when every account that moves has a category that bears its rate', async () => {
    const { folderId, idOf } = await booksOf(
      { date: '01-10', lines: ['411000/A 120', '706000 -100', '445710 -20'] },
      { date: '02-10', lines: ['411000/A 120', '700000 -100', '445710 -20'] },
    );
    const [january, february] = [await returnOf(folderId, 1), await returnOf(folderId, 2)];
    expect((await validateReturn(ctx, folderId, january)).isValid).toBe(true);
    expect((await validateReturn(ctx, folderId, february)).isValid).toBe(false);
    await saveConfiguration(ctx, folderId, {
      accountId: idOf('700000'),
      vatCategory: 'VT_PREST',
      isSystemGenerated: false,
    });
    expect((await validateReturn(ctx, folderId, february)).isValid).toBe(true);
    await saveConfiguration(ctx, folderId, { accountId: idOf('706000'), vatRate: '_085', isSystemGenerated: true });
    expect((await validateReturn(ctx, folderId, january)).isValid).toBe(false);
  });

  it('names a sale that a chart sets to the category of a purchase, whose tax would be deducted', async () => {
    const { folderId } = await booksOf({ date: '01-10', lines: ['411000/A 100', '706000 -100'] });
    const january = await returnOf(folderId, 1);
    const { companyId } = await getFolder(ctx, folderId);
    const chart = { kind: 'chart', chartId: (await createChart(ctx, { companyId, name: 'Plan' })).id } as const;
    const { id: accountId } = await createChartAccount(ctx, chart, { number: '706', label: 'Prestations' });
    await saveChartConfiguration(ctx, chart, { accountId, vatCategory: 'PREST_INTRACOM', isSystemGenerated: false });
    await linkFolder(ctx, chart, folderId);
    const { isValid, invalidCombinations } = await validateReturn(ctx, folderId, january);
    expect([isValid, invalidCombinations]).toMatchObject([
      false,
      [{ accountName: 'Compte 706000', vatRate: 'Unknown', category: 'PREST_INTRACOM' }],
    ]);
  });

  eachOf(
    [
      ['TaxIncluded', [['512000 120', '419100 -120']], true],
      ['TaxExcluded', [['512000 120', '419100 -100', '445710 -20']], true],
      [
        'TaxIncluded',
        [
          ['512000 120', '419100 -100', '445710 -20'],
          ['512000 60', '419100 -60'],
        ],
        false,
      ],
      ['TaxIncluded', [['512000 120', '419100 -100', '471000 -20']], false],
      ['TaxIncluded', [['512000 120', '411000 -120']], false],
    ] as const,
    2,
  )('recommends %s after %j; detected: %s', async (mode, entries, isDetected) => {
    const { folderId } = await booksOf(...entries.map((lines) => ({ date: '02-10', lines })));
    const procedureId = await returnOf(folderId, 2);
    expect(await recommendAdvanceMode(ctx, folderId, procedureId)).toEqual({
      recommendedMode: mode,
      isDetected,
      shouldAsk: !isDetected,
    });
  });
});

describe('the mode of advances', () => {
  it('is locked once a return was sent for good: AdvanceModeLocked', async () => {
    const { folderId } = await booksOf({ date: '01-10', lines: ['512000 120', '419100 -120'] });
    await returnOf(folderId, 1);
    const becomes = (status: string, test_mode: boolean | null = null) =>
      db.knex('vat_procedure').where({ folder_id: folderId }).update({ status, test_mode });
    for (const [status, mode] of [
      ['Draft', 'TaxExcluded'],
      ['Rejected', 'TaxIncluded'],
    ] as const) {
      await becomes(status);
      expect(await setAdvanceMode(ctx, folderId, mode)).toMatchObject({ mode, isLocked: false });
    }
    await becomes('Sent', true);
    expect(await getAdvanceMode(ctx, folderId)).toMatchObject({ isLocked: false });
    for (const status of ['Sent', 'Transmitted', 'Accepted']) {
      await becomes(status, false);
      expect(await setAdvanceMode(ctx, folderId, 'TaxIncluded')).toMatchObject({ isLocked: true });
      await expect(setAdvanceMode(ctx, folderId, 'TaxExcluded')).rejects.toMatchObject({ code: 'AdvanceModeLocked' });
    }
  });

  it('takes away the settings of the lines of advances when it changes, and only then', async () => {
    const { folderId } = await booksOf(
      { date: '01-10', lines: ['512000 120', '419100 -120'] },
      { date: '01-11', lines: ['411000/A 120', '706000 -120'] },
    );
    expect(await getAdvanceMode(ctx, folderId)).toMatchObject({
      mode: 'TaxIncluded',
      isLocked: false,
      lastChangedAt: null,
    });
    const { rows } = await db.knex.raw(
      'select l.entry_id, l.id from entry_line l where l.folder_id = ? and l.credit_cents > 0 order by l.id',
      [folderId],
    );
    for (const { entry_id: entryId, id: lineId } of rows)
      await saveLineConfiguration(ctx, folderId, { entryId, lineId, source: 'Manual', vatRate: '_20' });
    expect(await setAdvanceMode(ctx, folderId, 'TaxIncluded')).toMatchObject({ erased: 0, lastChangedAt: null });
    expect(await setAdvanceMode(ctx, folderId, 'TaxExcluded')).toMatchObject({ erased: 1, mode: 'TaxExcluded' });
    const later = { ...ctx, clock: { now: () => '2026-05-01T10:00:00.000Z' } };
    const again = await setAdvanceMode(later, folderId, 'TaxExcluded');
    expect(again).toMatchObject({ erased: 0, lastChangedAt: '2026-03-01T10:00:00.000Z' });
    const user = {
      kind: 'user',
      userId: '42',
      clientId: 'c',
      companyId: 1,
      folders: new Set([folderId]),
      rights: new Set(),
    };
    const back = await setAdvanceMode({ ...later, actor: user as never }, folderId, 'TaxIncluded');
    expect(back).toMatchObject({ lastChangedByUserId: 42, lastChangedAt: '2026-05-01T10:00:00.000Z' });
  });
});

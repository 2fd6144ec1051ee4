import { beforeAll, describe, expect, it, test } from 'vitest';
import { AssetListItem } from '../../../../src/commands/asset/search.ts';
import { toWire } from '../../../../src/commands/operation/wire.ts';
import { alertedAssets } from '../../../../src/services/assets/register/alerted-assets.ts';
import { groupAssets } from '../../../../src/services/assets/register/group-assets.ts';
import { addAssets, inRegister } from '../../../../src/services/assets/register/write-asset.ts';
import { ASSET_COLUMNS } from '../../../../src/services/assets/search/columns.ts';
import { type AskedPage, searchAssets } from '../../../../src/services/assets/search/list.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { draftOf, folderWith, NOW } from '../folder.ts';
import { body, declining, plan, twoPlans } from '../sample.ts';

const db = await testDatabase();
const ctx = testContext(db, { language: 'fr', clock: { now: () => NOW } });
let folderId = 0;
const day = (text: string) => text as PlainDate;

const sold = {
  Retirement: { Type: 'Sale', Date: '2025-05-20', SaleAttributes: { SaleAmount: '22000.00', Type: 'TaxedPrice' } },
};

beforeAll(async () => {
  folderId = await folderWith(db, 2023, 2026);
  const drafts = [
    draftOf(body('10000.00', '2024-01-01', plan(5), { FixedAssetAccount: { AccountNumber: 215400 } }), {
      name: 'Été, presse',
      location: 'Atelier',
    }),
    draftOf(twoPlans('40000.00', '2023-01-01', plan(5), declining(5), sold), { name: 'tour' }),
    draftOf(body('3000.00', '2025-07-01', plan(3)), { name: 'Écran', location: 'Bureau' }),
    draftOf(body('500.00', '2026-02-01', plan(3)), { name: 'demain' }),
    draftOf(body('480.00', '2024-06-01', plan(4)), {
      name: '=cmd()',
      details: { analytics: [{ axisId: 1, axisName: 'Site', unit: 'Percent', tags: [] }] },
    }),
  ];
  await inRegister(ctx, folderId, (register) => addAssets(register, drafts));
});

const NOTHING_ASKED = { sort: [], q: [], group: [], extends: [], page: 1, limit: 50 };

/** Items as callers read them. */
const ask = async (more: Partial<AskedPage> = {}) => {
  const page = await searchAssets(ctx, folderId, {
    window: { start: day('2025-01-01'), end: day('2025-12-31') },
    ...NOTHING_ASKED,
    ...more,
  });
  return { ...page, items: page.items.map((item): Record<string, unknown> => toWire(AssetListItem, item)) };
};
const names = async (more: Partial<AskedPage>) => (await ask(more)).items.map(({ Name }) => Name);

describe('the list', () => {
  it('holds what is in the period, in order of number, with every column', async () => {
    const { items, total } = await ask();
    expect([total, items.map(({ Number: n }) => n)]).toEqual([4, [1, 2, 3, 5]]);
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(
      ASSET_COLUMNS.map(({ name }) => name)
        .filter((name) => name !== 'Status')
        .sort(),
    );
  });

  it('gives the figures of the period as numbers', async () => {
    const [press] = (await ask()).items;
    expect(press).toMatchObject({
      AcquisitionValue: 10000,
      EconomicPastPeriodAmount: 2000,
      EconomicCurrentPeriodAmount: 2000,
      EconomicVNCPeriodAmount: 6000,
      EconomicDuration: 60,
      AcquisitionDate: '2024-01-01',
      AssociationState: { State: 'NotAssociated', AccountingAmount: 0 },
      IsAssociated: false,
      Location: 'Atelier',
      Analytics: null,
      Retirement: null,
    });
  });

  it('tells an exit with its gains, and only once it happened', async () => {
    const of = async (end: string) =>
      (await ask({ window: { start: day('2025-01-01'), end: day(end) }, q: ['Number:eq:2'] })).items[0];
    expect(await of('2025-12-31')).toMatchObject({
      IsRetired: true,
      RetirementSaleAmount: 22000,
      GainOrLossEconomic: 1111.11,
      GainOrLossAmount: 7071.67,
      Retirement: { Type: 'Sale', GainOrLossAmount: 7071.67, SaleAttributes: { SaleAmount: 22000 } },
    });
    expect(await of('2025-03-31')).toMatchObject({ IsRetired: false, RetirementDate: null, Retirement: null });
  });

  it('takes any period, and finds what left before it when a filter asks', async () => {
    const window = { start: day('2026-01-01'), end: day('2026-03-31') };
    expect(await names({ window })).not.toContain('tour');
    expect(await names({ window, q: ['IsActiveInPeriod:in:true#false'] })).toContain('tour');
    expect(await names({ window, q: ['IsActiveInPeriod:eq:false'] })).toEqual(['tour']);
  });

  it('adds Status to who extends with it', async () => {
    expect((await ask({ extends: ['Status'] })).items.map(({ Status }) => Status)).toEqual([
      'Active',
      'Retired',
      'Active',
      'Active',
    ]);
  });

  it('pages', async () => {
    const page = await ask({ page: 2, limit: 3 });
    expect([page.total, page.items.map(({ Name }) => Name)]).toEqual([4, ['=cmd()']]);
    expect((await ask({ page: 9, limit: 3 })).items).toEqual([]);
  });
});

test('what is grouped is counted once in its year, where it is', async () => {
  const other = await folderWith(db, 2024, 2026);
  const works = draftOf(
    body('3000.00', '2024-02-01', {}, { FixedAssetAccount: { AccountNumber: 231000 }, DeductibleVat: 600 }),
  );
  const sources = await inRegister(ctx, other, (register) => addAssets(register, [works, works]));
  await groupAssets(ctx, other, {
    sourceIds: sources.map(({ id }) => id),
    deploymentDate: day('2025-06-01'),
    period: { start: day('2025-01-01'), end: day('2025-12-31') },
    destination: { accountNumber: 213100 },
    name: 'Hangar',
    entryLabel: undefined,
    isDetailedEntry: false,
  });
  const sums = async (year: number) => {
    const window = { start: day(`${year}-01-01`), end: day(`${year}-12-31`) };
    const { groups } = await searchAssets(ctx, other, { ...NOTHING_ASKED, window });
    const { AcquisitionValue, DeductibleVat } = groups[0]?.values[0]?.totals ?? {};
    return [AcquisitionValue, DeductibleVat];
  };
  const once = ['6000.00', '1200.00'];
  expect([await sums(2024), await sums(2025), await sums(2026)]).toEqual([once, once, once]);
});

describe('filters', () => {
  it.each([
    [['EconomicVNCPeriodAmount:gt:2000'], ['Été, presse', 'Écran', 'tour']],
    [['EconomicCurrentPeriodAmount:in:2000#120'], ['=cmd()', 'Été, presse']],
    [['Name:eq:Été', ' presse'], ['Été, presse']],
    [['Name:eq:=cmd()'], ['=cmd()']],
    [['Location:eq:'], ['=cmd()', 'tour']],
    [['Location:ne:Bureau'], ['=cmd()', 'Été, presse', 'tour']],
    [['Location:in:Bureau#'], ['=cmd()', 'Écran', 'tour']],
    [['AcquisitionDate:ge:2024-06-01', 'AcquisitionDate:lt:2025-07-01'], ['=cmd()']],
    [['FiscalMethod:eq:Declining'], ['tour']],
    [['IsRetired:eq:true'], ['tour']],
    [['IsAssociated:eq:false', 'Number:le:1'], ['Été, presse']],
    [["Name:eq:' or 1=1 --"], []],
  ])('%j keep %j', async (q, expected) =>
    expect((await names({ q })).map(String).sort()).toEqual([...expected].sort()),
  );

  it('can be written on every column', async () => {
    const q = ASSET_COLUMNS.filter(({ sql }) => sql !== undefined).map(({ name }) => `${name}:ne:`);
    await expect(ask({ q })).resolves.toMatchObject({ total: 0 });
  });

  it('by alert', async () => {
    const [flagged, quiet] = [await ask({ hasAlert: true }), await ask({ hasAlert: false })];
    expect(flagged.total + quiet.total).toBe(4);
    const alerted = await alertedAssets(ctx, folderId, day('2025-12-31'));
    expect(flagged.items.map(({ Id }) => Id)).toEqual(alerted.filter((id) => !quiet.items.some(({ Id }) => Id === id)));
    expect(flagged.total).toBeGreaterThan(0);
  });
});

describe('sorts', () => {
  it('put texts in the order of their letters and absent values last', async () => {
    expect(await names({ sort: ['Name:asc'] })).toEqual(['=cmd()', 'Écran', 'Été, presse', 'tour']);
    expect(await names({ sort: ['Location:desc', 'AcquisitionValue:desc'] })).toEqual([
      'Écran',
      'Été, presse',
      'tour',
      '=cmd()',
    ]);
  });

  it('can be asked on every column', async () => {
    const sort = ASSET_COLUMNS.filter(({ sql }) => sql !== undefined).map(({ name }) => `${name}:desc`);
    expect((await ask({ sort })).items).toHaveLength(4);
  });
});

describe('totals and groups', () => {
  it('sum every page, cent by cent', async () => {
    const { groups, items } = await ask({ limit: 1 });
    expect(items).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      key: 'Total',
      values: [{ totals: { Count: '4', AcquisitionValue: '53480.00' } }],
    });
  });

  it('are reported per value, which sum to the whole', async () => {
    const { groups } = await ask({ group: ['AcquisitionDate', 'IsRetired', 'EconomicMethod', 'Account', 'Location'] });
    const [whole, byYear, byRetired, byMethod] = groups;
    expect(byYear?.values.map(({ key, totals }) => [key, totals.Count])).toEqual([
      ['2023', '1'],
      ['2024', '2'],
      ['2025', '1'],
    ]);
    expect(byRetired?.values.map(({ name }) => name)).toEqual(['non', 'oui']);
    expect(byMethod?.values.map(({ name }) => name)).toEqual(['Linéaire']);
    for (const { values } of groups) {
      const cents = values.reduce((sum, { totals }) => sum + Math.round(Number(totals.AcquisitionValue) * 100), 0);
      expect(cents).toBe(5_348_000);
    }
    expect(whole?.values).toHaveLength(1);
  });
});

describe('refusals', () => {
  it.each([
    [{ page: 0 }, 'PageOutOfRange'],
    [{ page: -1 }, 'PageOutOfRange'],
    [{ q: ['Nope:eq:1'] }, 'UnknownAssetProperty'],
    [{ extends: ['Nope'] }, 'UnknownAssetProperty'],
    [{ window: { start: day('2025-02-01'), end: day('2025-01-01') } }, 'WindowEndsBeforeStart'],
    [{ window: { start: day('2025-02-01'), end: day('9999-12-31') } }, 'TooManyExercises'],
  ])('%j: %s', async (more, code) => expect(ask(more)).rejects.toMatchObject({ code }));

  it('of a folder that is not there', async () =>
    expect(searchAssets(ctx, 999, { ...(await asked()) })).rejects.toMatchObject({ code: 'FolderNotFound' }));

  it('shows nothing of another folder', async () => {
    const other = await folderWith(db);
    expect((await searchAssets(ctx, other, await asked())).total).toBe(0);
  });
});

const asked = async (): Promise<AskedPage> => ({
  window: { start: day('2025-01-01'), end: day('2025-12-31') },
  sort: [],
  q: [],
  group: [],
  extends: [],
  page: 1,
  limit: 50,
});

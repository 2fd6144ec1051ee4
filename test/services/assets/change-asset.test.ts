/** Use cases of stored assets: worked examples to the cent, and what is refused leaves no trace. */
import { describe, expect, test } from 'vitest';
import { assetFields } from '../../../src/commands/asset/asset-input.ts';
import type { CreditNote, Retirement } from '../../../src/services/assets/engine/asset-facts.ts';
import { deleteTransfer, transferAsset } from '../../../src/services/assets/register/account-transfer.ts';
import { createAsset, deleteAsset, updateAsset } from '../../../src/services/assets/register/change-asset.ts';
import {
  createCreditNote,
  deleteCreditNote,
  updateCreditNote,
} from '../../../src/services/assets/register/credit-note-book.ts';
import {
  actualValues,
  type DecompositionOrder,
  decomposeAsset,
  recomposeAsset,
} from '../../../src/services/assets/register/decompose.ts';
import { groupAssets } from '../../../src/services/assets/register/group-assets.ts';
import { keepWindow } from '../../../src/services/assets/register/kept-windows.ts';
import { deleteRetirement, retireAssets } from '../../../src/services/assets/register/retire-assets.ts';
import { entryLinks, figures } from '../../../src/services/assets/register/store.ts';
import { retirementFrom } from '../../../src/services/assets/simulation/facts.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { everything, folderWith, inputOf, shownAsset } from './folder.ts';
import { plan } from './sample.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as PlainDate;
const exercise = (year: number) => ({ start: day(`${year}-01-01`), end: day(`${year}-12-31`) });

const create = async (folderId: number, change: object = {}) => (await createAsset(ctx, folderId, inputOf(change))).id;
const read = (folderId: number, assetId: number, date: string) => shownAsset(ctx, folderId, assetId, day(date));

const note = (date: string, cents: bigint, quantity?: number): CreditNote => ({
  date: day(date),
  amount: cents,
  vatRate: ratio(1, 5),
  quantity,
});
const sale = (date: string, amount: bigint | undefined, more: Partial<Retirement> = {}): Retirement => ({
  ...retirementFrom({
    type: 'Sale',
    date: day(date),
  }),
  amount,
  ...more,
});

/** Economic annuity of a year, as lists read it. */
async function annuity(folderId: number, assetId: number, year: number): Promise<string> {
  const window = exercise(year);
  await keepWindow(ctx, folderId, window);
  const row = await figures(db.knex)
    .where({ asset_id: assetId, start_date: window.start, end_date: window.end })
    .first();
  return String(row?.economic_current_cents);
}
const annuities = async (folderId: number, assetId: number, first: number, last: number) => {
  const found: string[] = [];
  for (let year = first; year <= last; year++) found.push(await annuity(folderId, assetId, year));
  return found;
};

const order = (change: Partial<DecompositionOrder> = {}): DecompositionOrder => ({
  date: day('2025-01-01'),
  exercise: exercise(2025),
  groupId: 7,
  groupName: 'Toiture',
  updatedValue: 48_000_00n - 1n,
  components: [
    { label: 'Toiture', months: 48, value: 20_000_00n, account: undefined },
    { label: 'Façade', months: 60, value: 12_000_01n, account: undefined },
  ],
  ...change,
});
const hall = {
  Account: { AccountNumber: 2131 },
  AcquisitionValue: 80_000,
  AcquisitionDate: '2022-01-01',
  DeploymentDate: '2022-01-01',
  Amortization: { EconomicAttributes: { Duration: { YearCount: 10 } } },
};
const works = (AcquisitionValue: number, AcquisitionDate: string) => ({
  Account: { AccountNumber: 2313 },
  AcquisitionValue,
  AcquisitionDate,
  DeploymentDate: AcquisitionDate,
  Amortization: undefined,
});
const grouping = (sourceIds: number[], change: object = {}) => ({
  sourceIds,
  deploymentDate: day('2025-06-30'),
  period: exercise(2025),
  destination: { accountNumber: 2131 },
  name: 'Hangar',
  entryLabel: undefined,
  isDetailedEntry: false,
  ...change,
});

describe('credit notes', () => {
  test('lower the base from their date on, and give it back when deleted', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId);
    const before = await annuities(folderId, id, 2024, 2028);
    await createCreditNote(ctx, folderId, id, note('2025-07-01', 1_050_00n, 2));
    expect(await annuities(folderId, id, 2024, 2028)).toEqual(['240000', '225000', '210000', '210000', '210000']);
    expect(await read(folderId, id, '2025-12-31')).toMatchObject({
      NetAcquisitionValue: 10950,
      NetAcquisitionQuantity: 8,
      CreditNotes: [{ VatAmount: 210, AmountInclTax: 1260, VatRate: 20 }],
    });
    expect((await read(folderId, id, '2025-06-30')).CreditNotes).toEqual([]);
    await updateCreditNote(ctx, folderId, id, { oldDate: day('2025-07-01'), note: note('2024-06-01', 500_00n) });
    await deleteCreditNote(ctx, folderId, id, day('2024-06-01'));
    expect(await annuities(folderId, id, 2024, 2028)).toEqual(before);
  });
});

describe('decomposition', () => {
  test('on a date shares the net value, and the components follow the asset', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId, hall);
    const values = order().components.map(({ value }) => value);
    expect(
      await actualValues(ctx, folderId, id, { date: day('2025-01-01'), exercise: exercise(2025), values: values }),
    ).toEqual([14_000_00n, 8_400_01n]);
    await decomposeAsset(ctx, folderId, id, order());
    const components = await db.knex('asset').where({ parent_id: id }).orderBy('component_rank');
    expect(components.map(({ name, account }) => [name, account])).toEqual([
      ['Toiture', '2131'],
      ['Façade', '2131'],
    ]);
    expect(await annuities(folderId, components[0].id, 2024, 2029)).toEqual(['0', ...Array(4).fill('350000'), '0']);
    expect(await annuities(folderId, components[1].id, 2025, 2029)).toEqual([...Array(4).fill('168000'), '168001']);
    expect(await annuities(folderId, id, 2024, 2025)).toEqual(['800000', '480000']);
    expect(await read(folderId, id, '2025-12-31')).toMatchObject({
      Status: 'Decomposed',
      ComponentType: 'MainComponent',
      ComponentGroup: { GroupId: 7, Name: 'Toiture' },
      NetAcquisitionValue: 47999.99,
    });
    expect(await read(folderId, components[0].id, '2025-12-31')).toMatchObject({ ComponentType: 'Component' });
  });

  test('without a number makes a group of its own', async () => {
    const folderId = await folderWith(db);
    for (const GroupId of [1, 2]) {
      const id = await create(folderId, hall);
      await decomposeAsset(ctx, folderId, id, order({ groupId: undefined }));
      expect((await read(folderId, id, '2025-12-31')).ComponentGroup).toMatchObject({ GroupId, Name: 'Toiture' });
    }
  });

  test('a credit note before the date changes what the components took over', { tags: 'long' }, async () => {
    const [noteFirst, splitFirst] = [await folderWith(db), await folderWith(db)];
    const ids = [await create(noteFirst, hall), await create(splitFirst, hall)] as const;
    const credited = note('2024-01-01', 4_000_00n);
    await createCreditNote(ctx, noteFirst, ids[0], credited);
    await decomposeAsset(ctx, noteFirst, ids[0], order({ updatedValue: 44_000_00n - 1n }));
    await decomposeAsset(ctx, splitFirst, ids[1], order());
    await createCreditNote(ctx, splitFirst, ids[1], credited);
    const components = async (id: number) =>
      (await db.knex('asset').where({ parent_id: id }).orderBy('component_rank')).map(({ facts }) => facts);
    expect(await components(ids[1])).toEqual(await components(ids[0]));
    expect(await annuities(splitFirst, ids[1], 2022, 2032)).toEqual(await annuities(noteFirst, ids[0], 2022, 2032));
  });

  test('taken back leaves the asset as it was', { tags: 'long' }, async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId, hall);
    const before = await annuities(folderId, id, 2022, 2032);
    const [row] = await db.knex('asset').where({ id });
    await decomposeAsset(ctx, folderId, id, order());
    await recomposeAsset(ctx, folderId, id);
    expect(await annuities(folderId, id, 2022, 2032)).toEqual(before);
    expect(await db.knex('asset').where({ folder_id: folderId })).toMatchObject([{ id, facts: row.facts }]);
  });

  test('a dated component is in no list before its date', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId, hall);
    await decomposeAsset(ctx, folderId, id, order());
    await keepWindow(ctx, folderId, exercise(2024));
    const rows = await figures(db.knex)
      .where({ folder_id: folderId, start_date: day('2024-01-01') })
      .orderBy('asset_id');
    expect(rows.map((row) => [row.is_active, row.economic_vnc_cents])).toEqual([
      [true, 56_000_00n],
      [false, 0n],
      [false, 0n],
    ]);
  });

  test('without date, components live as if from the origin', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId, hall);
    await decomposeAsset(ctx, folderId, id, order({ date: undefined }));
    const [roof] = await db.knex('asset').where({ parent_id: id }).orderBy('component_rank');
    expect(await annuities(folderId, roof.id, 2022, 2026)).toEqual([...Array(4).fill('500000'), '0']);
  });
});

describe('retirement', () => {
  test('of several assets shares the price to the cent', async () => {
    const folderId = await folderWith(db);
    const ids = [await create(folderId), await create(folderId), await create(folderId)];
    const retired = await retireAssets(ctx, folderId, {
      assetIds: ids,
      retirement: sale('2025-05-20', 2_000_00n),
      method: 'AssetAmount',
    });
    expect(retired.map((one) => one.retirement?.saleAmount)).toEqual([666_67n, 666_67n, 666_66n]);
  });

  test('with two plans takes back account 145, and deletion restores the plan', async () => {
    const folderId = await folderWith(db, 2023, 2025);
    const id = await create(folderId, {
      AcquisitionValue: 40_000,
      AcquisitionDate: '2023-01-01',
      DeploymentDate: '2023-01-01',
      Amortization: {
        AmortizationCalculationMethod: 'EconomicAndFiscal',
        EconomicAttributes: { Duration: { YearCount: 5 } },
        FiscalAttributes: { Duration: { YearCount: 5 }, Mode: 'Declining' },
      },
    });
    const before = await annuities(folderId, id, 2023, 2027);
    await retireAssets(ctx, folderId, { assetIds: [id], retirement: sale('2025-05-20', 22_000_00n), method: 'VNC' });
    expect((await read(folderId, id, '2025-12-31')).Retirement).toMatchObject({
      EconomicGainOrLoss: 1111.11,
      GainOrLossAmount: 7071.67,
    });
    expect((await read(folderId, id, '2025-05-19')).Retirement).toBeNull();
    expect(await annuity(folderId, id, 2025)).toBe('311111');
    await deleteRetirement(ctx, folderId, id);
    expect(await annuities(folderId, id, 2023, 2027)).toEqual(before);
  });

  test('regularises VAT (CGI ann. II art. 207)', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId, {
      ...hall,
      AcquisitionDate: '2018-03-01',
      DeploymentDate: '2018-03-01',
      DeductibleVat: 40_000,
    });
    const exempt = sale('2025-05-20', 100_000_00n, { saleType: 'Exempt' });
    const [retired] = await retireAssets(ctx, folderId, { assetIds: [id], retirement: exempt, method: 'AssetAmount' });
    expect(retired?.retirement).toMatchObject({ vatToPay: 24_000_00n, vatToReceive: 0n });
  });
});

describe('assets in progress', () => {
  test('become one asset; views before the date show them, later ones show it', async () => {
    const folderId = await folderWith(db);
    const sources = [
      await create(folderId, works(5_000, '2024-02-01')),
      await create(folderId, works(7_000, '2024-03-01')),
    ];
    await createCreditNote(ctx, folderId, sources[0] ?? 0, note('2024-06-01', 1_000_00n));
    const { id } = await groupAssets(ctx, folderId, grouping(sources));
    expect(await read(folderId, id, '2025-12-31')).toMatchObject({
      AcquisitionValue: 11000,
      AcquisitionDate: '2024-03-01',
      DeploymentDate: '2025-06-30',
      Errors: expect.arrayContaining([expect.objectContaining({ Name: 'AmortizableWithoutPlan' })]),
    });
    expect(await read(folderId, sources[0] ?? 0, '2025-06-29')).toMatchObject({ Status: 'InProgress' });
    expect(await read(folderId, sources[0] ?? 0, '2025-06-30')).toMatchObject({ Status: 'Transferred' });
    const total = async (window: { start: PlainDate; end: PlainDate }) => {
      await keepWindow(ctx, folderId, window);
      const rows = await figures(db.knex).where({
        folder_id: folderId,
        start_date: window.start,
        end_date: window.end,
      });
      return rows.reduce((sum, row) => sum + row.economic_vnc_cents, 0n);
    };
    expect(await total({ start: day('2025-01-01'), end: day('2025-06-29') })).toBe(11_000_00n);
    expect(await total({ start: day('2025-01-01'), end: day('2025-06-30') })).toBe(11_000_00n);
    await deleteAsset(ctx, folderId, id);
    expect(await read(folderId, sources[0] ?? 0, '2025-12-31')).toMatchObject({ Status: 'InProgress' });
  });
});

describe('an update', () => {
  test('of what was read changes nothing', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId, {
      Account: { AccountNumber: 2182, SubAccountCode: 'V1' },
      AcquisitionValue: 38_000,
      DeductibleVat: 0,
      AmountIncludingTax: 45_600,
      ResidualValue: 1_000,
      Nature: 'Aucun',
      QuantityDetails: { Unit: 'Percent', Value: '33.5' },
      GeographicalLocation: { Id: 3, Location: 'Atelier' },
      VehicleProperties: { ImmatriculationNumber: 'AB-123-CD', CO2GPerKm: 118, EnergyType: { Code: 'GO' } },
      Grants: [{ Grant: { Name: 'Région', TotalAmount: 5_000, GrantDate: '2024-02-01' }, Amount: 2_000 }],
      Impairments: [{ Date: '2024-12-31', Amount: 100 }],
      Revisions: [{ EffectiveDate: '2025-01-01', Duration: { YearCount: 2 } }],
      Amortization: {
        AmortizationCalculationMethod: 'EconomicAndFiscal',
        EconomicAttributes: { Duration: { YearCount: 5, MonthCount: 6 }, OverAmortization: { Percentage: 40 } },
        FiscalAttributes: {
          Duration: { YearCount: 4 },
          ProrataTemporis: 'ActualDays',
          PrivatePortion: { Mode: 'Percent', Value: 20 },
          Octies151: { Amount: 1_000, SpreadingDurationInExercises: 5, PartnerId: 8 },
        },
      },
    });
    await transferAsset(ctx, folderId, id, {
      date: day('2025-02-01'),
      period: exercise(2025),
      destination: { accountNumber: 2181 },
    });
    const [before] = await db.knex('asset').where({ id });
    const shown = await read(folderId, id, '2025-12-31');
    const body = Object.fromEntries(Object.entries(shown).filter(([name]) => name in assetFields));
    const { AccountNumber } = shown.FixedAssetAccount;
    const input = inputOf({ ...body, Account: { AccountNumber } });
    await updateAsset(ctx, folderId, { assetId: id, date: day('2025-12-31') }, input);
    const [after] = await db.knex('asset').where({ id });
    expect(after).toEqual(before);
    expect({ ...(await read(folderId, id, '2025-12-31')), Grants: [] }).toEqual({ ...shown, Grants: [] });
  });

  test('of a component, as it was read, changes nothing; of its value it is refused', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId, hall);
    await decomposeAsset(ctx, folderId, id, order());
    const [roof] = await db.knex('asset').where({ parent_id: id }).orderBy('component_rank');
    const { Name, Amortization, AcquisitionValue, AcquisitionDate, DeploymentDate } = await read(
      folderId,
      roof.id,
      '2025-12-31',
    );
    const same = {
      Name,
      Amortization,
      AcquisitionValue,
      AcquisitionDate,
      DeploymentDate,
      Account: hall.Account,
      AcquisitionQuantity: 1,
    };
    await updateAsset(ctx, folderId, { assetId: roof.id, date: day('2025-12-31') }, inputOf(same));
    const [after] = await db.knex('asset').where({ id: roof.id });
    expect(after).toEqual(roof);
    for (const change of [
      { AcquisitionValue: 1 },
      { Amortization: { EconomicAttributes: plan(3) } },
      { Account: { AccountNumber: 2135 } },
    ])
      await expect(
        updateAsset(ctx, folderId, { assetId: roof.id, date: day('2025-12-31') }, inputOf({ ...same, ...change })),
      ).rejects.toMatchObject({ code: 'ComponentFollowsParent' });
    const retired = retireAssets(ctx, folderId, {
      assetIds: [roof.id],
      retirement: sale('2024-12-31', 1n),
      method: 'AssetAmount',
    });
    await expect(retired).rejects.toMatchObject({ code: 'RetirementBeforeDeployment' });
  });

  test('of a retirement, as it was read, keeps its gain', async () => {
    const folderId = await folderWith(db);
    const Retirement = {
      Type: 'Sale',
      Date: '2025-05-20',
      SaleAttributes: { SaleAmount: 9_000, Type: 'TaxedPrice', VatRate: 10 },
      DisposalAttributes: { DepreciationAccountingMethod: 'RetirementAccount' },
    };
    const id = await create(folderId, { Retirement });
    const shown = (await read(folderId, id, '2025-12-31')).Retirement;
    expect(shown).toMatchObject({ EconomicGainOrLoss: 333.33, SaleAttributes: { VatRate: 10 } });
    await updateAsset(ctx, folderId, { assetId: id, date: day('2025-12-31') }, inputOf({ Retirement: shown }));
    expect((await read(folderId, id, '2025-12-31')).Retirement).toEqual(shown);
  });

  test('keeps what is left out, and computes again what is given', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId, {
      Notes: 'Neuve',
      Revisions: [{ EffectiveDate: '2026-01-01', Duration: { YearCount: 1 } }],
    });
    const before = await annuities(folderId, id, 2024, 2027);
    expect(before).toEqual(['240000', '240000', '720000', '0']);
    const { amortization: _, ...rest } = inputOf({ AcquisitionValue: 24_000 });
    await updateAsset(ctx, folderId, { assetId: id, date: day('2025-12-31') }, rest);
    expect(await annuities(folderId, id, 2024, 2027)).toEqual(['480000', '480000', '1440000', '0']);
    expect(await read(folderId, id, '2025-12-31')).toMatchObject({ Notes: 'Neuve', AmountIncludingTax: 24000 });
  });

  test('of the account after a transfer changes the account of that period alone', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId);
    const destination = { accountNumber: 2155, subAccountCode: 'T' };
    await transferAsset(ctx, folderId, id, { date: day('2025-02-01'), period: exercise(2025), destination });
    expect(await read(folderId, id, '2025-12-31')).toMatchObject({
      FixedAssetAccount: { Account: '2155', SubAccountCode: 'T', Exists: false },
      PreviousAccountDetails: { LastTransferDate: '2025-02-01', AccountBeforePeriod: { Account: '2154' } },
    });
    await updateAsset(
      ctx,
      folderId,
      { assetId: id, date: day('2025-12-31') },
      inputOf({ Account: { AccountNumber: 2157 } }),
    );
    expect(await read(folderId, id, '2025-01-31')).toMatchObject({ FixedAssetAccount: { Account: '2154' } });
    expect(await read(folderId, id, '2025-12-31')).toMatchObject({
      FixedAssetAccount: { Account: '2157', SubAccountCode: null },
    });
  });

  test('of the account takes nothing back of an impairment of goodwill, by a transfer that comes or one that goes', async () => {
    const folderId = await folderWith(db, 2023, 2025);
    const final = { code: 'GoodwillImpairmentIsFinal', message: expect.stringMatching(/account 207/) };
    const on = (account: number, impaired: string) =>
      create(folderId, {
        Account: { AccountNumber: account },
        Amortization: undefined,
        AcquisitionDate: '2023-01-01',
        DeploymentDate: '2023-01-01',
        Impairments: [{ Date: impaired, Amount: 300 }],
      });
    const move = (id: number, accountNumber: number) =>
      transferAsset(ctx, folderId, id, {
        date: day('2024-07-01'),
        period: exercise(2024),
        destination: { accountNumber },
      });
    const recover = (id: number, account: number, impaired: string) =>
      updateAsset(
        ctx,
        folderId,
        { assetId: id, date: day('2025-12-31') },
        inputOf({
          Account: { AccountNumber: account },
          Amortization: undefined,
          AcquisitionDate: '2023-01-01',
          DeploymentDate: '2023-01-01',
          Impairments: [
            { Date: impaired, Amount: 300 },
            { Date: '2025-12-31', Amount: -300 },
          ],
        }),
      );
    const [goodwill, lease, right] = [
      await on(207, '2023-12-31'),
      await on(207, '2024-12-31'),
      await on(206, '2023-12-31'),
    ];
    await move(goodwill, 208);
    await expect(recover(goodwill, 208, '2023-12-31')).rejects.toMatchObject(final);
    await move(lease, 208);
    await recover(lease, 208, '2024-12-31');
    await expect(deleteTransfer(ctx, folderId, lease, day('2024-07-01'))).rejects.toMatchObject(final);
    await recover(right, 206, '2023-12-31');
    await expect(move(right, 207)).rejects.toMatchObject(final);
  });

  test('of works that became a building, as they were read, leaves them follow their account', async () => {
    const folderId = await folderWith(db);
    const works = { Account: { AccountNumber: 2313 }, Amortization: undefined };
    const id = await create(folderId, works);
    const destination = { accountNumber: 2131 };
    await transferAsset(ctx, folderId, id, { date: day('2025-02-01'), period: exercise(2025), destination });
    const shown = async () => [
      (await read(folderId, id, '2025-01-31')).IsAmortizable,
      (await read(folderId, id, '2025-12-31')).IsAmortizable,
    ];
    expect(await shown()).toEqual([false, true]);
    const same = inputOf({ ...works, Account: { AccountNumber: 2131 }, IsAmortizable: true });
    await updateAsset(ctx, folderId, { assetId: id, date: day('2025-12-31') }, same);
    expect(await shown()).toEqual([false, true]);
    await updateAsset(ctx, folderId, { assetId: id, date: day('2025-12-31') }, { ...same, isAmortizable: false });
    expect(await shown()).toEqual([false, false]);
  });
});

describe('grants', () => {
  test('are shared among assets up to their amount, and freed when nobody uses them', async () => {
    const folderId = await folderWith(db);
    const first = await create(folderId, { Grants: [{ Grant: { Name: 'Région', TotalAmount: 1_000 }, Amount: 600 }] });
    const Id = (await read(folderId, first, '2025-12-31')).Grants[0]?.Grant.Id;
    await expect(create(folderId, { Grants: [{ Grant: { Id }, Amount: 401 }] })).rejects.toMatchObject({
      code: 'GrantAmountNotAvailable',
    });
    const second = await create(folderId, { Grants: [{ Grant: { Id }, Amount: 400 }] });
    expect((await read(folderId, second, '2025-12-31')).Grants[0]?.Grant).toMatchObject({
      Name: 'Région',
      AvailableAmount: 0,
    });
    for (const id of [first, second])
      await updateAsset(ctx, folderId, { assetId: id, date: day('2025-12-31') }, inputOf({ Grants: [] }));
    expect(await db.knex('asset_grant').where({ folder_id: folderId })).toEqual([]);
  });

  test('go with the last asset that used them', async () => {
    const folderId = await folderWith(db);
    const id = await create(folderId, { Grants: [{ Grant: { Name: 'Région' }, Amount: 600 }] });
    await deleteAsset(ctx, folderId, id);
    expect(await db.knex('asset_grant').where({ folder_id: folderId })).toEqual([]);
  });

  test('of another folder are not found', async () => {
    const [mine, other] = [await folderWith(db), await folderWith(db)];
    const theirs = await create(other, { Grants: [{ Grant: { Name: 'Région' }, Amount: 600 }] });
    const Id = (await read(other, theirs, '2025-12-31')).Grants[0]?.Grant.Id;
    await expect(create(mine, { Grants: [{ Grant: { Id }, Amount: 1 }] })).rejects.toMatchObject({
      code: 'GrantNotFound',
    });
  });
});

test('an asset associated with entries is not deleted', async () => {
  const folderId = await folderWith(db);
  const id = await create(folderId);
  const link = { folder_id: folderId, asset_id: id, entry_line_id: 1, entry_id: 1, account: '2154', cents: 12_000_00n };
  await entryLinks(db.knex).insert(link);
  await expect(deleteAsset(ctx, folderId, id)).rejects.toMatchObject({ code: 'AssetHasEntries' });
  expect(await read(folderId, id, '2025-12-31')).toMatchObject({
    AssociationState: { State: 'EntryDeleted', DeletedAccountingLineIds: [1] },
    Errors: expect.arrayContaining([expect.objectContaining({ Name: 'AssociatedEntryDeleted' })]),
  });
});

describe('bad input leaves no trace', async () => {
  const [folderId, other] = [await folderWith(db), await folderWith(db)];
  const [machine, building, inProgress, moreInProgress, foreign, gone] = [
    await create(folderId),
    await create(folderId, hall),
    await create(folderId, works(5_000, '2024-02-01')),
    await create(folderId, works(7_000, '2024-03-01')),
    await create(other),
    await create(folderId),
  ];
  await createCreditNote(ctx, folderId, machine, note('2025-07-01', 1_000_00n));
  await decomposeAsset(ctx, folderId, building, order());
  const [roof] = await db.knex('asset').where({ parent_id: building }).orderBy('component_rank').pluck('id');
  await retireAssets(ctx, folderId, { assetIds: [gone], retirement: sale('2025-03-31', 1n), method: 'AssetAmount' });
  await keepWindow(ctx, folderId, exercise(2025));
  const at = (date: string) => ({ date: day(date), period: exercise(2025), destination: { accountNumber: 2155 } });
  const split = (change: Partial<DecompositionOrder>) =>
    decomposeAsset(ctx, folderId, machine, order({ updatedValue: 0n, ...change }));
  const part = (value: bigint) => [{ label: 'C', months: 12, value, account: undefined }];

  const CASES: readonly (readonly [code: string, act: () => Promise<unknown>])[] = [
    ['CreditNoteExceedsRemainingValue', () => createCreditNote(ctx, folderId, machine, note('2025-08-01', 11_000_01n))],
    ['CreditNoteDateTaken', () => createCreditNote(ctx, folderId, machine, note('2025-07-01', 1n))],
    [
      'CreditNoteExceedsRemainingValue',
      () => createCreditNote(ctx, folderId, building, note('2025-08-01', 48_000_00n)),
    ],
    ['DeploymentBeforeAcquisition', () => create(folderId, { DeploymentDate: '2023-12-31' })],
    [
      'RetirementBeforeDeployment',
      () => retireAssets(ctx, folderId, { assetIds: [machine], retirement: sale('2023-12-31', 1n), method: 'VNC' }),
    ],
    [
      'AlreadyRetired',
      () =>
        retireAssets(ctx, folderId, {
          assetIds: [machine, gone],
          retirement: sale('2025-06-30', 1n),
          method: 'AssetAmount',
        }),
    ],
    [
      'AssetNotFound',
      () =>
        retireAssets(ctx, folderId, {
          assetIds: [machine, foreign],
          retirement: sale('2025-06-30', 1n),
          method: 'AssetAmount',
        }),
    ],
    [
      'AllocationWeightsZero',
      () =>
        retireAssets(ctx, folderId, {
          assetIds: [inProgress],
          retirement: sale('2025-06-30', 1n),
          method: 'AmortizationAmount',
        }),
    ],
    ['ComponentsExceedParent', () => split({ components: part(12_000_00n) })],
    ['ComponentsDoNotSumToParent', () => split({ components: part(1_000_00n) })],
    ['ComponentWithoutValue', () => split({ components: part(0n) })],
    ['ComponentsExceedParent', () => split({ components: part(11_500_00n), updatedValue: 500_00n })],
    ['DecompositionOutsideExercise', () => split({ date: day('2026-01-01'), components: part(1_000_00n) })],
    [
      'DecompositionBeforeDeployment',
      () =>
        decomposeAsset(
          ctx,
          folderId,
          roof,
          order({ date: day('2023-06-01'), exercise: exercise(2023), components: part(1_000_00n) }),
        ),
    ],
    [
      'DecompositionAfterRetirement',
      () =>
        decomposeAsset(
          ctx,
          folderId,
          gone,
          order({ date: undefined, exercise: exercise(2026), components: part(1_000_00n) }),
        ),
    ],
    [
      'DestinationNotTangible',
      () => groupAssets(ctx, folderId, grouping([inProgress, moreInProgress], { destination: { accountNumber: 205 } })),
    ],
    ['TooFewSourceAssets', () => groupAssets(ctx, folderId, grouping([inProgress]))],
    ['AssetNotFound', () => groupAssets(ctx, folderId, grouping([inProgress, foreign]))],
    ['SourceNotInProgress', () => groupAssets(ctx, folderId, grouping([inProgress, machine]))],
    [
      'TransferBeforeAcquisition',
      () => transferAsset(ctx, folderId, machine, { ...at('2023-12-31'), period: exercise(2023) }),
    ],
    ['TransferOutsidePeriod', () => transferAsset(ctx, folderId, machine, at('2026-01-01'))],
    ['AssetNotFound', () => updateAsset(ctx, folderId, { assetId: foreign, date: day('2025-12-31') }, inputOf())],
    ['AssetNotFound', () => deleteAsset(ctx, folderId, foreign)],
  ];

  test.each(CASES)('%s', async (code, act) => {
    const before = await everything(db);
    await expect(act()).rejects.toMatchObject({ code });
    expect(await everything(db)).toEqual(before);
  });
});

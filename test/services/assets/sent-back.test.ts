/** An asset as it is read can be sent back whole, and nothing changes. */
import { expect, test } from 'vitest';
import { assetUpdate } from '../../../src/commands/asset/asset.ts';
import { createAsset } from '../../../src/services/assets/register/change-asset.ts';
import { createCreditNote } from '../../../src/services/assets/register/credit-note-book.ts';
import { decomposeAsset } from '../../../src/services/assets/register/decompose.ts';
import { searchAssets } from '../../../src/services/assets/search/list.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { createAccount } from '../../../src/services/ledger/accounts.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { eachOf } from '../../support/length.ts';
import { folderWith, inputOf, NOW, shownAsset } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as PlainDate;
const folderId = await folderWith(db);
await createAccount(db, folderId, { number: '215400', label: 'Matériel' });
const exercise = { start: day('2025-01-01'), end: day('2025-12-31') };
const create = async (change: object) => (await createAsset(ctx, folderId, inputOf(change))).id;
const read = (assetId: number, date: string = exercise.end) => shownAsset(ctx, folderId, assetId, day(date));
const update = assetUpdate.body as NonNullable<typeof assetUpdate.body>;

async function sendBack(assetId: number, date: string = exercise.end) {
  const shown = JSON.parse(JSON.stringify(await read(assetId, date)));
  const path = { enterpriseId: folderId, assetId, exerciseStart: undefined, exerciseEnd: day(date) };
  await assetUpdate.run(testContext(db), { ...path, body: update.parse(shown) } as never);
  return shown;
}

const hall = {
  AcquisitionValue: 80_000,
  DeductibleVat: 16_000,
  AcquisitionDate: '2022-01-01',
  DeploymentDate: '2022-01-01',
  Amortization: { EconomicAttributes: { Duration: { YearCount: 10 } } },
};
const split = (assetId: number, date: PlainDate | undefined) =>
  decomposeAsset(ctx, folderId, assetId, {
    date,
    exercise,
    groupId: 7,
    groupName: 'Toiture',
    updatedValue: 60_000_00n,
    components: [{ label: 'Toiture', months: 48, value: 20_000_00n, account: undefined }],
  });

test('with its grants, its vehicle, its sale and its credit notes', async () => {
  const id = await create({
    Account: { AccountNumber: 2154 },
    QuantityDetails: { Unit: 'Percent', Value: 50 },
    GeographicalLocation: { Location: 'Lyon' },
    VehicleProperties: { ImmatriculationNumber: 'AB-123-CD', CO2GPerKm: 90, EnergyType: { Id: 1 } },
    Grants: [{ Grant: { Name: 'Région', TotalAmount: 1_000 }, Amount: 600 }],
    Retirement: { Type: 'Sale', Date: '2025-11-30', SaleAttributes: { SaleAmount: 9_000 } },
  });
  const note = { date: day('2025-07-01'), amount: 500_00n, vatRate: ratio(1, 5), quantity: undefined };
  await createCreditNote(ctx, folderId, id, note);
  const shown = await sendBack(id);
  expect(await read(id)).toEqual(shown);
});

eachOf([undefined, day('2025-01-01')], 1)('decomposed (%s): it shows what it keeps', async (date) => {
  const id = await create(hall);
  await split(id, date);
  const kept = { AcquisitionValue: 60000, AmountIncludingTax: 76000, NetAmountIncludingTax: 76000 };
  expect(await sendBack(id)).toMatchObject(kept);
  expect(await read(id)).toMatchObject(kept);
  const before = date ? 80000 : 60000;
  expect(await sendBack(id, '2024-12-31')).toMatchObject({ AcquisitionValue: before });
  expect(await read(id)).toMatchObject(kept);
});

test('lists sum the asset and its components to what was bought', async () => {
  const own = await folderWith(db);
  const { id } = await createAsset(ctx, own, inputOf(hall));
  const order = { date: exercise.start, exercise, groupId: 7, groupName: 'Toiture', updatedValue: 60_000_00n };
  const components = [{ label: 'Toiture', months: 48, value: 20_000_00n, account: undefined }];
  await decomposeAsset(ctx, own, id, { ...order, components });
  const lines = async (year: number) => {
    const window = { start: day(`${year}-01-01`), end: day(`${year}-12-31`) };
    const asked = {
      window,
      sort: [],
      q: [],
      group: [],
      extends: [],
      page: 1,
      limit: 10,
      language: 'en',
    } as const;
    const { items, groups } = await searchAssets(testContext(db, { clock: { now: () => NOW } }), own, asked);
    const figures = ['AcquisitionValue', 'EconomicCumulatedPeriodAmount', 'EconomicVNCPeriodAmount'];
    const of = (row: object) => figures.map((name) => Number((row as Record<string, string>)[name]));
    return { items: items.map(of), total: groups[0]?.values[0]?.totals.AcquisitionValue };
  };
  expect(await lines(2024)).toMatchObject({ items: [[80_000, 24_000, 56_000]], total: '80000.00' });
  const after = await lines(2025);
  expect(after).toMatchObject({
    items: [[60_000], [20_000]].map(([value]) => [value, expect.anything(), expect.anything()]),
    total: '80000.00',
  });
  for (const [value = 0, cumulated = 0, net = 0] of after.items) expect(value - cumulated).toBe(net);
});

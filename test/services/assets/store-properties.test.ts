/** What holds of stored assets whatever is done to them, in whatever order, by however many at once. */

import { expect, test } from 'vitest';
import type { CreditNote } from '../../../src/services/assets/engine/asset-facts.ts';
import { transferAsset } from '../../../src/services/assets/register/account-transfer.ts';
import { updateAsset } from '../../../src/services/assets/register/change-asset.ts';
import {
  createCreditNote,
  deleteCreditNote,
  updateCreditNote,
} from '../../../src/services/assets/register/credit-note-book.ts';
import { decomposeAsset } from '../../../src/services/assets/register/decompose.ts';
import { keepWindow } from '../../../src/services/assets/register/kept-windows.ts';
import { retireAssets } from '../../../src/services/assets/register/retire-assets.ts';
import { figures, loadAsset, windows } from '../../../src/services/assets/register/store.ts';
import { addAsset, inRegister } from '../../../src/services/assets/register/write-asset.ts';
import { retirementFrom } from '../../../src/services/assets/simulation/facts.ts';
import { addDays, type PlainDate } from '../../../src/services/kernel/dates.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';
import { anyAsset } from './arbitrary.ts';
import { draftOf, folderWith, inputOf, shownAsset } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as PlainDate;
const runs = () => ({ numRuns: sized(3, 30) });
const exercise = (year: number) => ({ start: day(`${year}-01-01`), end: day(`${year}-12-31`) });
const WINDOWS = [exercise(2021), exercise(2023), { start: day('2024-02-10'), end: day('2025-03-20') }];

const folderId = await folderWith(db, 2018, 2027);
for (const window of WINDOWS) await keepWindow(ctx, folderId, window);

const store = async (body: unknown): Promise<number> =>
  (await inRegister(ctx, folderId, (register) => addAsset(register, draftOf(body)))).id;

/** The figures kept of an asset and of its components, without what tells rows apart. */
async function kept(assetId: number) {
  const ids = db.knex('asset').where({ id: assetId }).orWhere({ parent_id: assetId }).select('id');
  const rows = await figures(db.knex).whereIn('asset_id', ids).orderBy(['asset_id', 'start_date']);
  return rows.map(({ asset_id, ...row }) => row);
}

const note = (date: PlainDate, amount: bigint): CreditNote => ({
  date,
  amount,
  vatRate: ratio(1, 5),
  quantity: undefined,
});

test('a credit note updated then deleted leaves every figure as it was', { tags: 'sized' }, async () => {
  const dates = fc.tuple(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 1500 }));
  await fc.assert(
    fc.asyncProperty(anyAsset, dates, fc.integer({ min: 1, max: 100 }), async (body, [first, second], part) => {
      const id = await store(body);
      const { facts } = await loadAsset(db.knex, folderId, id);
      const before = await kept(id);
      const from = addDays(facts.acquisitionDate, first);
      const to = addDays(facts.acquisitionDate, second);
      const amount = (facts.acquisitionValue * BigInt(part)) / 100n;
      fc.pre(amount >= 2n); // half of it is a note too
      await createCreditNote(ctx, folderId, id, note(from, amount));
      await updateCreditNote(ctx, folderId, id, { oldDate: from, note: note(to, amount / 2n) });
      await deleteCreditNote(ctx, folderId, id, to);
      expect((await loadAsset(db.knex, folderId, id)).facts).toEqual(facts);
      expect(await kept(id)).toEqual(before);
    }),
    runs(),
  );
});

interface Step {
  readonly name: string;
  readonly act: (assetId: number) => Promise<unknown>;
}

const sale = {
  ...retirementFrom({
    type: 'Sale',
    date: day('2025-03-15'),
  }),
  amount: 30_000_00n,
};

/** Of a hall of 80 000 bought on 1 January 2020. */
const STEPS: readonly Step[] = [
  { name: 'early credit note', act: (id) => createCreditNote(ctx, folderId, id, note(day('2021-06-15'), 777_77n)) },
  {
    name: 'late credit note',
    act: (id) => createCreditNote(ctx, folderId, id, note(day('2024-09-01'), 1_234_56n)),
  },
  {
    name: 'decomposition',
    act: async (id) => {
      const { NetAcquisitionValue } = await shownAsset(ctx, folderId, id, day('2023-01-01'));
      const order = {
        date: day('2023-01-01'),
        exercise: exercise(2023),
        groupId: 1,
        groupName: 'Toiture',
        updatedValue: BigInt(Math.round(NetAcquisitionValue * 100)) - 20_000_00n,
        components: [{ label: 'Toiture', months: 70, value: 20_000_00n, account: undefined }],
      };
      return decomposeAsset(ctx, folderId, id, order);
    },
  },
  {
    name: 'transfer',
    act: (id) =>
      transferAsset(ctx, folderId, id, {
        date: day('2022-04-01'),
        period: exercise(2022),
        destination: { accountNumber: 2135 },
      }),
  },
  {
    name: 'retirement',
    act: (id) => retireAssets(ctx, folderId, { assetIds: [id], retirement: sale, method: 'AssetAmount' }),
  },
  {
    name: 'revision',
    act: (id) => {
      const Revisions = [{ EffectiveDate: '2024-01-01', Duration: { YearCount: 9 } }];
      const { amortization: _, ...input } = inputOf({ ...HALL, Revisions });
      return updateAsset(ctx, folderId, { assetId: id, date: day('2021-12-31') }, input);
    },
  },
];

const HALL = {
  Account: { AccountNumber: 2131 },
  AcquisitionValue: 80_000,
  AcquisitionDate: '2020-01-01',
  DeploymentDate: '2020-01-01',
};
const hallBody = {
  AcquisitionValue: 80_000,
  AcquisitionDate: '2020-01-01',
  FixedAssetAccount: '2131',
  Amortization: {
    AmortizationCalculationMethod: 'EconomicAndFiscal',
    EconomicAttributes: { Duration: { YearCount: 20 } },
    FiscalAttributes: { Duration: { YearCount: 12 }, Mode: 'Declining', Coefficient: '2.25' },
  },
};

test('the order of calls never changes a figure', { tags: 'sized' }, async () => {
  const reference = await store(hallBody);
  for (const { act } of STEPS) await act(reference);
  const expected = await kept(reference);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...STEPS], { minLength: STEPS.length }), async (steps) => {
      const id = await store(hallBody);
      for (const { act } of steps) await act(id);
      expect(await kept(id)).toEqual(expected);
    }),
    runs(),
  );
});

test('figures kept as assets change are those computed afresh', async () => {
  const ids = [await store(hallBody), await store(hallBody)];
  for (const { act } of STEPS) await act(ids[0] ?? 0);
  const asTheyChanged = [await kept(ids[0] ?? 0), await kept(ids[1] ?? 0)];
  await windows(db.knex).where({ folder_id: folderId }).delete();
  for (const window of WINDOWS) await keepWindow(ctx, folderId, window);
  expect([await kept(ids[0] ?? 0), await kept(ids[1] ?? 0)]).toEqual(asTheyChanged);
});

test('changes made at once are all there', async () => {
  const id = await store(hallBody);
  const days = Array.from({ length: 8 }, (_, month) => day(`2024-0${month + 1}-15`));
  await Promise.all([
    ...days.map((date) => createCreditNote(ctx, folderId, id, note(date, 100_00n))),
    transferAsset(ctx, folderId, id, {
      date: day('2022-04-01'),
      period: exercise(2022),
      destination: { accountNumber: 2135 },
    }),
    retireAssets(ctx, folderId, { assetIds: [id], retirement: sale, method: 'AssetAmount' }),
    keepWindow(ctx, folderId, exercise(2026)),
  ]);
  const { facts } = await loadAsset(db.knex, folderId, id);
  expect(facts.creditNotes.map(({ date }) => date)).toEqual(days);
  expect([facts.transfers.length, facts.retirement?.date]).toEqual([1, '2025-03-15']);
  expect(await kept(id)).toHaveLength(WINDOWS.length + 1);
});

test('two at once on the same date: one wins, the other is told', async () => {
  const id = await store(hallBody);
  const date = day('2024-05-05');
  const ends = await Promise.allSettled(
    [1n, 2n].map((amount) => createCreditNote(ctx, folderId, id, note(date, amount))),
  );
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await loadAsset(db.knex, folderId, id)).facts.creditNotes).toHaveLength(1);
});

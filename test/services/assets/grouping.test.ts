/** Assets in progress put into service as one: what the group takes over from its sources, and what its entry says. */
import { describe, expect, test } from 'vitest';
import { yearEntries } from '../../../src/services/assets/ledger/year-entries.ts';
import { createAsset, deleteAsset, updateAsset } from '../../../src/services/assets/register/change-asset.ts';
import { createCreditNote } from '../../../src/services/assets/register/credit-note-book.ts';
import { type GroupingOrder, groupAssets } from '../../../src/services/assets/register/group-assets.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { folderWith, inputOf, shownAsset } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as PlainDate;

async function source(folderId: number, AcquisitionValue: number, DeductibleVat: number, change: object = {}) {
  const date = '2024-02-01';
  const dates = { AcquisitionDate: date, DeploymentDate: date, Amortization: undefined };
  const own = { Account: { AccountNumber: 2313 }, AcquisitionValue, DeductibleVat, ...dates, ...change };
  return (await createAsset(ctx, folderId, inputOf(own))).id;
}
const credit = (folderId: number, assetId: number, date: string) =>
  createCreditNote(ctx, folderId, assetId, {
    date: day(date),
    amount: 500_00n,
    vatRate: ratio(1, 5),
    quantity: undefined,
  });
const group = (folderId: number, sourceIds: number[], change: Partial<GroupingOrder> = {}) =>
  groupAssets(ctx, folderId, {
    sourceIds,
    deploymentDate: day('2025-06-30'),
    period: { start: day('2025-01-01'), end: day('2025-12-31') },
    destination: { accountNumber: 2131 },
    name: 'Hangar',
    entryLabel: undefined,
    isDetailedEntry: false,
    ...change,
  });
async function transferOf(folderId: number) {
  const { entries } = await yearEntries(db, folderId, day('2025-12-31'), false);
  const found = entries.find(({ operation }) => operation === 'Transfer');
  return found?.lines.map(({ account, debit, credit: side }) => [account, debit, side]);
}

describe('the group', () => {
  test('is worth its sources on the deployment, VAT net of credit notes', async () => {
    const folderId = await folderWith(db);
    const ids = [await source(folderId, 5_000, 1_000), await source(folderId, 7_000, 1_400)];
    await credit(folderId, ids[0] ?? 0, '2024-12-01');
    const { id } = await group(folderId, ids);
    expect(await shownAsset(ctx, folderId, id, day('2025-12-31'))).toMatchObject({
      AcquisitionValue: 11500,
      DeductibleVat: 2300,
      AmountIncludingTax: 13800,
    });
    expect(await transferOf(folderId)).toEqual([
      ['2131', 11_500_00n, 0n],
      ['2313', 0n, 11_500_00n],
    ]);
  });

  test('is refused while a source changes after the deployment', async () => {
    const folderId = await folderWith(db);
    const ids = [await source(folderId, 5_000, 1_000), await source(folderId, 7_000, 1_400)];
    await credit(folderId, ids[0] ?? 0, '2025-12-01');
    await expect(group(folderId, ids)).rejects.toMatchObject({ code: 'SourceChangesLater' });
    await group(folderId, ids, { deploymentDate: day('2025-12-01') });
    expect(await transferOf(folderId)).toEqual([
      ['2131', 11_500_00n, 0n],
      ['2313', 0n, 11_500_00n],
    ]);
  });

  test('is one credit per source, or one per account', async () => {
    for (const [isDetailedEntry, credits] of [
      [true, [5_000_00n, 7_000_00n]],
      [false, [12_000_00n]],
    ] as const) {
      const folderId = await folderWith(db);
      const ids = [await source(folderId, 5_000, 1_000), await source(folderId, 7_000, 1_400)];
      await group(folderId, ids, { isDetailedEntry });
      expect((await transferOf(folderId))?.slice(1)).toEqual(credits.map((cents) => ['2313', 0n, cents]));
    }
  });

  test('takes over the grants of its sources, and its deletion gives them back', async () => {
    const folderId = await folderWith(db);
    const granted = { Grants: [{ Grant: { Name: 'Région', TotalAmount: 1_000 }, Amount: 600, StaggeringYears: 4 }] };
    const ids = [await source(folderId, 5_000, 1_000, granted), await source(folderId, 7_000, 1_400)];
    const grantsOf = async (assetId: number) =>
      (await shownAsset(ctx, folderId, assetId, day('2025-12-31'))).Grants.map(({ Id: _, ...link }) => link);
    const before = await grantsOf(ids[0] ?? 0);
    const { id } = await group(folderId, ids);
    expect(await grantsOf(id)).toEqual(before);
    const Id = before[0]?.Grant.Id;
    const taken = { Grants: [{ Grant: { Id }, Amount: 401 }] };
    await expect(source(folderId, 900, 0, taken)).rejects.toMatchObject({ code: 'GrantAmountNotAvailable' });
    await deleteAsset(ctx, folderId, id);
    expect(await grantsOf(ids[0] ?? 0)).toEqual(before);
    const again = await group(folderId, ids);
    const own = {
      Account: { AccountNumber: 2131 },
      AcquisitionValue: 12_000,
      DeductibleVat: 2_400,
      Amortization: undefined,
    };
    const dates = { AcquisitionDate: '2024-02-01', DeploymentDate: '2025-06-30' };
    await updateAsset(
      ctx,
      folderId,
      { assetId: again.id, date: day('2025-12-31') },
      inputOf({ ...own, ...dates, Grants: [] }),
    );
    await source(folderId, 900, 0, taken);
    await expect(deleteAsset(ctx, folderId, again.id)).rejects.toMatchObject({ code: 'GrantAmountNotAvailable' });
  });
});

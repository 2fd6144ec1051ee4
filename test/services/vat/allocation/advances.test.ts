/** Advances in the lists of lines: kept tax included, their tax is due by itself; kept without it, they are sales like others. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { calculateLine } from '../../../../src/services/vat/allocation/calculate.ts';
import { declareLine, distribute, markDeclared, setRates } from '../../../../src/services/vat/allocation/change.ts';
import type { Scope } from '../../../../src/services/vat/allocation/filter.ts';
import { searchAllocation } from '../../../../src/services/vat/allocation/search.ts';
import { getAllocation } from '../../../../src/services/vat/allocation/show.ts';
import { setAdvanceMode } from '../../../../src/services/vat/configuration/advance-mode.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import { readShares } from '../../../../src/services/vat/drafts/share-store.ts';
import type { AdvancePaymentMode, VatEntry } from '../../../../src/services/vat/engine/model.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { storeLedger } from '../drafts/stored-ledger.ts';
import { account, entry, ledger } from '../engine/ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);
let folders = 0;

async function folderOf(mode: AdvancePaymentMode, entries: readonly VatEntry[]): Promise<number> {
  folders += 1;
  const { id } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem: 'RealNormal' });
  const accounts = [account('706000 VT_PREST _20 OnDebits'), account('419100 - _20'), account('409100 - _20')];
  await storeLedger(db.knex, id, ledger(entries, { accounts }));
  await setAdvanceMode(ctx, id, mode);
  return id;
}

const search = async (folderId: number, scope: Scope, onlyRequiringCompletion = false) => {
  const page = { page: 1, limit: 20, sortBy: 'Date', sortDesc: false, filter: {} } as const;
  const { accounts } = await searchAllocation(ctx, folderId, { ...page, scope, onlyRequiringCompletion });
  return accounts.flatMap(({ letterGroups }) => letterGroups.flatMap(({ entries }) => entries));
};

/** What a line shows: tax-excluded amount, VAT, what is to be declared. */
const shown = async (folderId: number, entryId: number, place: number) => {
  const { lines } = await getAllocation(ctx, folderId, { entryId, lineId: entryId * 100 + place });
  const line = lines.find(({ id }) => id === entryId * 100 + place);
  return [line?.taxExcludedAmount, line?.vatAmount, line?.vatAmountToDeclare];
};

const RECEIVED = [
  entry(1, '2026-01-05', '512000 D 100.01', '419100/C C 100.01'),
  entry(2, '2026-01-06', '512000 D 100.01', '419100/C C 100.01'),
  entry(3, '2026-02-10', '411000/C D 399.98', '419100/C D 200.02', '706000 C 500.00', '445710 C 100.00'),
];

it('kept tax included: each line has the tax that its balance moves; an invoice that takes them off has its own', async () => {
  const folderId = await folderOf('TaxIncluded', RECEIVED);
  const lines = (await search(folderId, 'Sales')).map(({ id }) => id);
  expect([...new Set(lines)].sort()).toEqual([1, 2, 3]);
  expect(await shown(folderId, 1, 2)).toEqual([8334n, 1667n, 1667n]);
  expect(await shown(folderId, 2, 2)).toEqual([8334n, 1667n, 1667n]);
  expect(await shown(folderId, 3, 2)).toEqual([-16_668n, -3334n, -3334n]);
  expect(await shown(folderId, 3, 1)).toEqual([50_000n, 10_000n, 10_000n]);
  const [paid] = await search(folderId, 'Sales');
  expect(paid?.verificationInfo).toMatchObject({ taxIncludedAmount: 10_001n, taxExcludedToAllocate: 0n });
});

it('the list agrees with the return to the cent', async () => {
  const folderId = await folderOf('TaxIncluded', RECEIVED);
  const period = { beginDate: '2026-01-01' as never, endDate: '2026-01-31' as never };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  const procedureId = group.procedures[0]?.id ?? 0;
  await openReturn(ctx, folderId, procedureId);
  const shares = await readShares(db.knex, { folderId, procedureId });
  for (const { element, toDeclare } of shares) {
    const { lines } = await getAllocation(ctx, folderId, { entryId: element.entryId, lineId: element.lineId });
    expect(lines.find(({ id }) => id === element.lineId)?.vatAmountToDeclare).toBe(toDeclare.tax);
  }
  expect(shares.map(({ element }) => element.side)).toEqual(['Advance', 'Advance']);
  const out = await declareLine(ctx, folderId, { entryId: 1, lineId: 102, procedureId, shouldDeclare: false });
  expect(out.vatAmountToDeclare).toBe(0n);
  await openReturn(ctx, folderId, procedureId);
  expect(await readShares(db.knex, { folderId, procedureId })).toHaveLength(1);
});

it('without a rate it is to be completed; its rate may be set, not spread', async () => {
  const folderId = await folderOf('TaxIncluded', [entry(1, '2026-01-05', '512000 D 120.00', '419110/C C 120.00')]);
  const open = await search(folderId, 'Sales', true);
  expect(open.map(({ verificationInfo }) => verificationInfo.taxExcludedToAllocate)).toEqual([12_000n]);
  expect(open[0]?.verificationInfo.consistencyCheck.canBeValidated).toBe(false);
  const place = { entryId: 1, lineId: 102 };
  const [line] = await setRates(ctx, folderId, [{ ...place, vatRate: '_10' }]);
  expect(line).toMatchObject({ taxExcludedAmount: 10_909n, vatAmount: 1091n, isVatEditable: true });
  expect(await search(folderId, 'Sales', true)).toEqual([]);
  expect(await calculateLine(ctx, folderId, { ...place, dryRun: true })).toMatchObject({
    entryLine: { taxExcludedAmount: 10_909n },
  });
  await setRates(ctx, folderId, [{ ...place, vatRate: 'MultipleRates' }]);
  expect(await search(folderId, 'Sales', true)).toHaveLength(1);
  const distributions = [{ vatRate: '_10', htAmount: 10_909n }];
  const spread = distribute(ctx, folderId, { ...place, vatAmountToDeclare: 0n, distributions });
  await expect(spread).rejects.toMatchObject({ code: 'LineWithoutVat' });
  expect(await markDeclared(ctx, folderId, { ...place, isDeclared: true })).toMatchObject({ isAlreadyDeclared: true });
});

it('of suppliers, its tax is deducted on the day that it is paid, and given back by the invoice', {
  tags: 'long',
}, async () => {
  const folderId = await folderOf('TaxIncluded', [
    entry(1, '2026-01-05', '409100/F D 120.00', '512000 C 120.00'),
    entry(2, '2026-02-05', '606000 D 200.00', '445660 D 40.00', '409100/F C 120.00', '401000/F C 120.00'),
  ]);
  expect(await shown(folderId, 1, 1)).toEqual([10_000n, 2000n, 2000n]);
  expect(await shown(folderId, 2, 3)).toEqual([-10_000n, -2000n, -2000n]);
  expect(await shown(folderId, 2, 4)).toEqual([20_000n, 4000n, 4000n]);
  expect((await search(folderId, 'Purchases')).map(({ id }) => id).sort()).toEqual([1, 2, 2]);
});

it('kept without tax they are sales, whose rate may be set and spread', { tags: 'long' }, async () => {
  const folderId = await folderOf('TaxExcluded', [
    entry(1, '2026-01-05', '512000 D 120.00', '419100/C C 100.00', '445710 C 20.00'),
  ]);
  expect(await shown(folderId, 1, 2)).toEqual([10_000n, 2000n, 2000n]);
  const distributions = [{ vatRate: '_20', htAmount: 10_000n }];
  const change = { entryId: 1, lineId: 102, vatAmountToDeclare: 2000n, distributions };
  expect(await distribute(ctx, folderId, change)).toMatchObject({ vatAmount: 2000n, uniqueVatRate: '_20' });
});

/** Returns that are filed out of turn: a month after a later one, the last CA12 after the first monthly returns. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { procedures } from '../../../../src/services/vat/procedures/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { account, entry, ledger } from '../engine/ledger.ts';
import { storeLedger } from './stored-ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);

const ACCOUNTS = [account('706000 VT_PREST _20 OnReceipts'), account('707000 VT_PREST _20 OnDebits')];
const paid = (id: number, date: string) => entry(id, date, '512000 D 600.00', '411000/X C 600.00 A');
/** Invoiced in January, paid by halves in February and in March. */
const INVOICE = [
  entry(1, '2026-01-10', '411000/X D 1200.00 A', '706000 C 1000.00', '445710 C 200.00'),
  paid(2, '2026-02-10'),
  paid(3, '2026-03-10'),
];

async function folderWith(vatSystem: string, entries: typeof INVOICE): Promise<number> {
  const { id } = await createFolder(ctx, undefined, { name: 'ALPHA', vatSystem });
  await storeLedger(db.knex, id, ledger(entries, { accounts: ACCOUNTS }));
  return id;
}

async function draft(folderId: number, startDate: string, endDate: string, form = '3310CA3') {
  const days = { beginDate: startDate as never, endDate: endDate as never };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', form, ...days });
  const id = group.procedures[0]?.id ?? 0;
  const { procedure } = await openReturn(ctx, folderId, id);
  return { id, boxes: procedure.computed_boxes?.[form] };
}

async function filed(folderId: number, startDate: string, endDate: string, form = '3310CA3') {
  const { id, boxes } = await draft(folderId, startDate, endDate, form);
  await db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folderId, id }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status: 'Sent' });
  });
  return boxes;
}

it('a month that is filed after a later one, which declared it, declares nothing of it nor takes anything back', async () => {
  const folderId = await folderWith('RealNormal', INVOICE);
  expect(await filed(folderId, '2026-01-01', '2026-01-31')).toEqual({ KF: 'X' });
  expect(await filed(folderId, '2026-03-01', '2026-03-31')).toMatchObject({ FP: 1000, GP: 200 });
  expect(await filed(folderId, '2026-02-01', '2026-02-28')).toEqual({ KF: 'X' });
  expect((await draft(folderId, '2026-04-01', '2026-04-30')).boxes).toEqual({ KF: 'X' });
});

it('a month between two that were filed takes back at a rate of before what was declared by then, and no more', async () => {
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'BETA' });
  const received = (id: number, date: string, total: string) =>
    entry(id, date, `512000 D ${total}`, `411000/X C ${total} A`);
  const books = [
    entry(1, '2026-01-10', '411000/X D 1200.00 A', '706000 C 1000.00', '445710 C 200.00'),
    received(2, '2026-01-20', '500.00'),
    received(3, '2026-03-10', '700.00'),
    entry(4, '2025-12-31', '411000/Y D 110.00 B', '706100 C 100.00', '445710 C 10.00'),
  ];
  const accounts = [...ACCOUNTS, account('706100 VT_PREST _10 OnReceipts')];
  const stored = await storeLedger(db.knex, folderId, ledger(books, { accounts }));
  expect(await filed(folderId, '2026-01-01', '2026-01-31')).toMatchObject({ FP: 417, GP: 83 });
  expect(await filed(folderId, '2026-03-01', '2026-03-31')).toMatchObject({ FP: 583, GP: 117 });
  await stored.replace(1, entry(1, '2026-01-10', '411000/X D 1200.00 A', '706100 C 1090.91', '445710 C 109.09'));
  const atTen = { CA: 455, FR: 455, GR: 45 };
  expect(await filed(folderId, '2026-02-01', '2026-02-28')).toMatchObject({ ...atTen, CE: 417, HC: 83, HH: 83 });
  const rest = { CA: 636, FR: 636, GR: 64, CE: 583, HC: 117, HH: 117 };
  expect((await draft(folderId, '2026-04-01', '2026-04-30')).boxes).toMatchObject(rest);
});

it('the first monthly return leaves the year before it to its CA12, which declares all of that year afterwards', async () => {
  const sold = (id: number, date: string, net: string, tax: string, total: string) =>
    entry(id, date, `411000/Y D ${total}`, `707000 C ${net}`, `445710 C ${tax}`);
  const entries = [
    ...INVOICE,
    sold(4, '2026-02-05', '4000.00', '800.00', '4800.00'),
    sold(5, '2026-03-05', '2000.00', '400.00', '2400.00'),
  ];
  const folderId = await folderWith('Simplified', entries);
  for (const year of ['2024', '2025'])
    await createExercise(db, folderId, { start: `${year}-01-01` as never, end: `${year}-12-31` as never });
  await filed(folderId, '2024-03-01', '2025-02-28', '3517SCA12');
  await db.knex('folder').where({ id: folderId }).update({ vat_system: 'RealNormal' });
  expect(await filed(folderId, '2026-03-01', '2026-03-31')).toMatchObject({ FP: 2500, GP: 500 });
  expect(await filed(folderId, '2026-04-01', '2026-04-30')).toEqual({ KF: 'X' });
  await db.knex('folder').where({ id: folderId }).update({ vat_system: 'Simplified' });
  expect(await filed(folderId, '2025-03-01', '2026-02-28', '3517SCA12')).toMatchObject({ EW: 4500, FW: 900 });
});

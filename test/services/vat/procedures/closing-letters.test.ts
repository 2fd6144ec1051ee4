/** What the closing entry clears is lettered with it, to the cent, and no more once the return is rejected. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { codesInUse } from '../../../../src/services/ledger/letters/store.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import type { VatEntry } from '../../../../src/services/vat/engine/model.ts';
import { closeReturn } from '../../../../src/services/vat/procedures/closing.ts';
import { letterClosing, unletterClosing } from '../../../../src/services/vat/procedures/closing-letters.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { type ProcedureRow, procedures } from '../../../../src/services/vat/procedures/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { storeLedger } from '../drafts/stored-ledger.ts';
import { account, entry, ledger } from '../engine/ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);
let folders = 0;

async function folderOf(entries: readonly VatEntry[]): Promise<number> {
  folders += 1;
  const { id } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem: 'RealNormal' });
  await storeLedger(db.knex, id, ledger(entries, { accounts: [account('706000 VT_PREST _20 OnReceipts')] }));
  await db.knex('entry').where({ folder_id: id }).update({ is_manual: false });
  await db.knex('ledger').insert({ folder_id: id }).onConflict().ignore();
  await db.knex('ledger').where({ folder_id: id }).update({ next_entry_id: 9000, next_line_id: 900_000 });
  return id;
}

const move = (folderId: number, id: number, status: ProcedureRow['status']) =>
  db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folderId, id }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status });
  });

/** Sent and closed. */
async function closed(folderId: number, month: string, lastDay: number): Promise<number> {
  const period = { beginDate: `${month}-01` as never, endDate: `${month}-${lastDay}` as never };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  const procedureId = group.procedures[0]?.id ?? 0;
  await openReturn(ctx, folderId, procedureId);
  await move(folderId, procedureId, 'Sent');
  await closeReturn(ctx, folderId, { procedureId, dryRun: false });
  return procedureId;
}

/** By account: the amounts of each letter, in cents, debit less credit. */
async function groupsOf(folderId: number): Promise<Record<string, bigint[]>> {
  const rows: { number: string; letter: string; nets: string[] }[] = await db
    .knex('entry_line as l')
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where('l.folder_id', folderId)
    .whereRaw(`l.letter is not null and a.number like '445%'`)
    .groupBy('a.number', 'l.letter')
    .orderBy(['a.number', 'l.letter'])
    .select('a.number', 'l.letter')
    .select(db.knex.raw('array_agg((l.debit_cents - l.credit_cents)::text order by l.id) as nets'));
  return Object.fromEntries(rows.map(({ number, letter, nets }) => [`${number} ${letter}`, nets.map(BigInt)]));
}

it('tax declared whole, and the credit that the return before carried', async () => {
  const folderId = await folderOf([
    entry(1, '2026-01-04', '606300 D 500.00', '445660 D 100.00', '401000/F C 600.00'),
    entry(2, '2026-02-05', '512000 D 180.00', '707000 C 150.00', '445710 C 30.00'),
    entry(3, '2026-02-06', '512000 D 60.00', '707000 C 50.00', '445710 C 10.00'),
  ]);
  await closed(folderId, '2026-01', 31);
  expect(await groupsOf(folderId)).toEqual({ '445660 AAA': [10_000n, -10_000n] });
  const february = await closed(folderId, '2026-02', 28);
  const all = await groupsOf(folderId);
  expect(all).toEqual({
    '445660 AAA': [10_000n, -10_000n],
    '445670 AAA': [10_000n, -10_000n],
    '445710 AAA': [-3000n, -1000n, 4000n],
  });
  for (const nets of Object.values(all)) expect(nets.reduce((sum, net) => sum + net, 0n)).toBe(0n);
  await move(folderId, february, 'Rejected');
  expect(await groupsOf(folderId)).toEqual({ '445660 AAA': [10_000n, -10_000n] });
});

it('tax declared in parts waits for the return that declares the last of it', { tags: 'long' }, async () => {
  const folderId = await folderOf([
    entry(1, '2026-01-04', '411000/C D 1440.00 A', '706000 C 1200.00', '445710 C 240.00'),
    entry(2, '2026-01-28', '512000 D 500.00', '411000/C C 500.00 A'),
    entry(3, '2026-02-10', '512000 D 940.00', '411000/C C 940.00 A'),
  ]);
  await closed(folderId, '2026-01', 31);
  expect(await groupsOf(folderId)).toEqual({});
  await closed(folderId, '2026-02', 28);
  expect(await groupsOf(folderId)).toEqual({ '445710 AAA': [-24_000n, 8333n, 15_667n] });
});

it('where nothing was cleared, nothing is lettered nor taken back', async () => {
  const folderId = await folderOf([]);
  await db.transaction(async (trx) => {
    await letterClosing(trx, { folderId, procedureId: 1, entryId: 1 }, '2026-02-01T10:00:00.000Z');
    await unletterClosing(trx, folderId, 1);
  });
  expect(await codesInUse(db.knex, folderId, [1])).toEqual(new Map());
  expect(await groupsOf(folderId)).toEqual({});
});

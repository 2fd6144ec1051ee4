/** Books that change once their return was sent: the return stays, the next one declares the difference; its own closing entry is none. */
import { expect, it } from 'vitest';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { deleteEntry, updateEntry } from '../../../../src/services/ledger/write-entries.ts';
import { listEntries } from '../../../../src/services/vat/assistant/show.ts';
import { readShares } from '../../../../src/services/vat/drafts/share-store.ts';
import { procedureFile } from '../../../../src/services/vat/filing/files.ts';
import { framingByAccount, framingByRate } from '../../../../src/services/vat/framing/framing.ts';
import { balancesToKeep } from '../../../../src/services/vat/framing/vat-balances.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { elementData, getSnapshot } from '../../../../src/services/vat/procedures/elements.ts';
import { explainReturn } from '../../../../src/services/vat/procedures/explain-return.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { fill } from '../../filing/world.ts';
import { day } from './deposits.ts';
import { IBAN, world } from './world.ts';

const db = await testDatabase();
const { ctx, newFolder, send } = world(db);

let sales = 0;

/** Net and tax at 20 %. */
const amounts = (net: bigint) => ({ '411000': net + net / 5n, '707000': -net, '445710': -net / 5n });

const sell = (folderId: number, date: string, net: bigint) =>
  fill(db, folderId, amounts(net), { journal: `V${++sales}`, date });

/** A folder that sold 1,000 in March, declared and filed, with its closing entry in the books. */
async function filedMarch() {
  const folderId = await newFolder();
  await createExercise(db, folderId, { start: day('2026-01-01'), end: day('2026-12-31') });
  await sell(folderId, '2026-03-10', 1000_00n);
  await db.knex.raw(
    `insert into vat_account_setting (folder_id, account_id, vat_category, vat_rate, exigibility, is_validated)
      select folder_id, id, 'VT_PREST', '_20', 'OnDebits', true from account where folder_id = ? and number = '707000'`,
    [folderId],
  );
  const id = await draftOf(folderId, '2026-03-01', '2026-03-31');
  for (const [zone, value] of [
    ['GA', `${IBAN}, PSSTFRPPXXX, ALPHA`],
    ['HA', 200],
  ] as const)
    await setBox(ctx, folderId, id, { form: 'T-IDENTIF', zone, value });
  expect(await send(folderId, id)).toMatchObject({ status: 'Sent' });
  return { folderId, id };
}

async function draftOf(folderId: number, beginDate: string, endDate: string): Promise<number> {
  const period = { beginDate: day(beginDate), endDate: day(endDate) };
  const { procedures } = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  return procedures[0]?.id ?? 0;
}

const april = (folderId: number) => draftOf(folderId, '2026-04-01', '2026-04-30');

const answersOf = async (folderId: number, id: number) => ({
  file: await procedureFile(ctx, folderId, id, 'Sent'),
  procedure: await getProcedure(ctx, folderId, id),
  data: await elementData(ctx, folderId, id),
  snapshot: await getSnapshot(ctx, folderId, id),
  byRate: await framingByRate(ctx, folderId, { procedureId: id }),
  byAccount: await framingByAccount(ctx, folderId, { procedureId: id }),
});

it('a return that was sent answers the same bytes, and the next one declares what was added behind it', async () => {
  const { folderId, id } = await filedMarch();
  const before = await answersOf(folderId, id);
  expect(before.data.boxes['3310CA3']).toMatchObject({ FP: 1000, GP: 200, KE: 200 });
  const next = await april(folderId);
  expect((await elementData(ctx, folderId, next)).boxes).toEqual({ '3310CA3': { KF: 'X' } });
  await sell(folderId, '2026-03-20', 500_00n);
  await sell(folderId, '2026-04-02', 50_00n);
  expect(await answersOf(folderId, id)).toEqual(before);
  expect((await elementData(ctx, folderId, next)).boxes['3310CA3']).toMatchObject({ FP: 550, GP: 110, KE: 110 });
  const shares = await readShares(db.knex, { folderId, procedureId: next });
  expect(shares.map(({ toDeclare, prior }) => [toDeclare.tax, prior.tax])).toEqual([
    [100_00n, 100_00n],
    [10_00n, 0n],
  ]);
});

it('a sale that became an export behind it is taken back at the rate and from the account that were declared', async () => {
  const { folderId } = await filedMarch();
  await db.knex.raw(
    `update vat_account_setting s set vat_category = 'EXPORT_HORS_UE', vat_rate = null from account a
      where s.folder_id = ? and a.folder_id = s.folder_id and a.id = s.account_id and a.number = '707000'`,
    [folderId],
  );
  const next = await april(folderId);
  const { boxes } = await elementData(ctx, folderId, next);
  expect(boxes).toEqual({ '3310CA3': { CE: 1000, DA: 1000, HC: 200, HH: 200, HG: 200, JA: 200, JC: 200 } });
  const shares = await readShares(db.knex, { folderId, procedureId: next });
  expect(
    shares.map(({ element: { category, rate, held }, toDeclare, prior }) => [
      `${category} ${rate}`,
      [toDeclare.taxExcluded, toDeclare.tax, prior.tax],
      held.map(({ accountNumber }) => accountNumber),
    ]),
  ).toEqual([
    ['EXPORT_HORS_UE _0', [1000_00n, 0n, 0n], []],
    ['VT_PREST _20', [-1000_00n, -200_00n, -200_00n], ['445710']],
  ]);
});

it('a period that no exercise holds has no balances to keep', { tags: 'long' }, async () => {
  const { folderId, id } = await filedMarch();
  const { group_id } = await db.knex('vat_procedure').where({ folder_id: folderId, id }).first();
  const kept = () => db.knex.transaction((trx) => balancesToKeep(trx, { folder_id: folderId, group_id }));
  expect(await kept()).toContain('"accountNumber":"445710"');
  await db.knex('vat_procedure_group').where({ folder_id: folderId, id: group_id }).update({ end_date: '2027-01-31' });
  expect(await kept()).toBeNull();
});

it('an entry that is changed behind it comes back by its difference', async () => {
  const { folderId, id } = await filedMarch();
  const before = await answersOf(folderId, id);
  const next = await april(folderId);
  await sell(folderId, '2026-04-02', 3000_00n);
  const entry = await db.knex('entry').where({ folder_id: folderId, entry_date: '2026-03-10' }).first();
  // In another order, as a person may type it again.
  const lines = Object.entries(amounts(400_00n)).map(([account, cents]) => ({
    account,
    debit: cents > 0n ? cents : 0n,
    credit: cents < 0n ? -cents : 0n,
  }));
  const corrected = {
    journal: entry.journal_id,
    date: day('2026-03-10'),
    label: 'Corrigée',
    lines: lines.toReversed(),
  };
  await updateEntry(testContext(db), folderId, entry.id, corrected);
  expect(await answersOf(folderId, id)).toEqual(before);
  expect((await elementData(ctx, folderId, next)).boxes['3310CA3']).toMatchObject({ FP: 2400, GP: 480, KE: 480 });
});

it('an entry that is deleted behind it is taken back, from the accounts that held its tax, once', {
  tags: 'long',
}, async () => {
  const { folderId, id } = await filedMarch();
  const before = await answersOf(folderId, id);
  await sell(folderId, '2026-04-02', 3000_00n);
  const next = await april(folderId);
  expect((await elementData(ctx, folderId, next)).boxes['3310CA3']).toMatchObject({ FP: 3000, GP: 600 });
  const entry = await db.knex('entry').where({ folder_id: folderId, entry_date: '2026-03-10' }).first();
  await deleteEntry(testContext(db), folderId, entry.id);
  expect(await answersOf(folderId, id)).toEqual(before);
  expect((await elementData(ctx, folderId, next)).boxes['3310CA3']).toMatchObject({ FP: 2000, GP: 400, KE: 400 });
  const { items, total } = await listEntries(ctx, {
    folderId,
    procedureId: next,
    page: 1,
    limit: 100,
    type: undefined,
    withIgnored: true,
  });
  expect([items.map(({ entryId }) => entryId).includes(entry.id), items.length]).toEqual([false, total]);
  const [line] = (await explainReturn(ctx, folderId, next, 'FP'))[0]?.lines.filter(({ amount }) => amount < 0n) ?? [];
  const reference = `Entry ${entry.id}, gone from the books`;
  expect(line).toMatchObject({ entryId: entry.id, date: '2026-03-10', reference, amount: -1000_00n });
  for (const [zone, value] of [
    ['GA', `${IBAN}, PSSTFRPPXXX, ALPHA`],
    ['HA', 400],
  ] as const)
    await setBox(ctx, folderId, next, { form: 'T-IDENTIF', zone, value });
  expect(await send(folderId, next)).toMatchObject({ status: 'Sent' });
  const held = await db
    .knex('entry_line as l')
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'a.number': '445710' })
    .sum({ net: db.knex.raw('debit_cents - credit_cents') });
  expect(held).toEqual([{ net: '0' }]);
  const may = await draftOf(folderId, '2026-05-01', '2026-05-31');
  expect((await elementData(ctx, folderId, may)).boxes).toEqual({ '3310CA3': { KF: 'X' } });
});

it('the closing entry that the send wrote is no activity of the next return', { tags: 'long' }, async () => {
  const { folderId, id } = await filedMarch();
  const { closingEntryId } = await getProcedure(ctx, folderId, id);
  const lines = await db
    .knex('entry_line as l')
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'l.entry_id': closingEntryId })
    .orderBy('l.rank')
    .select('a.number', 'l.debit_cents', 'l.credit_cents');
  expect(lines).toEqual([
    { number: '445710', debit_cents: 200_00n, credit_cents: 0n },
    { number: '445510', debit_cents: 0n, credit_cents: 200_00n },
  ]);
  // In the period of the next return too, where a closed exercise had put it.
  for (const date of ['2026-03-31', '2026-04-01']) {
    for (const table of ['entry', 'entry_line']) {
      const key = table === 'entry' ? 'id' : 'entry_id';
      await db
        .knex(table)
        .where({ folder_id: folderId, [key]: closingEntryId })
        .update({ entry_date: date });
    }
    const next = await april(folderId);
    expect((await elementData(ctx, folderId, next)).boxes).toEqual({ '3310CA3': { KF: 'X' } });
    expect((await getSnapshot(ctx, folderId, next)).elements).toEqual([]);
    await db.knex('vat_procedure').where({ folder_id: folderId, id: next }).update({ status: 'Cancelled' });
  }
});

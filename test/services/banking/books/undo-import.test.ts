/** Undo of an import whose transactions are linked: in a few statements, whatever their number. */
import { describe, expect, it } from 'vitest';
import { setGroup } from '../../../../src/services/banking/books/reconciliation/groups.ts';
import { setLedgerSide } from '../../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { setLink } from '../../../../src/services/banking/books/reconciliation/links.ts';
import { undoBookedImport } from '../../../../src/services/banking/books/undo-import.ts';
import { readEntries } from '../../../../src/services/ledger/entries.ts';
import { testDatabase } from '../../../support/database.ts';
import { sized } from '../../../support/length.ts';
import { type Booked, bookWorld } from './reconciliation/books.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;

const importOf = async ({ folderId }: Booked): Promise<number> =>
  (await db.knex('statement_file').where({ folder_id: folderId }).first('id')).id;

/** Transactions of a cent, each linked to one entry that stays. */
async function linked(count: number): Promise<Booked> {
  const book = await world.booked(Array.from({ length: count }, (_, at) => ['03-05', -1 - at, `ACHAT ${at}`]));
  const entry = await book.enter('03-05', 'Achats', ['606000 60', '512000 -60']);
  await db.knex.raw(
    `insert into bank_reconciliation (folder_id, transaction_id, entry_id, origin, reason, created_at)
     select folder_id, id, ?, 'Set', '[]', ? from bank_transaction where folder_id = ?`,
    [entry.id, ctx.clock.now(), book.folderId],
  );
  return book;
}

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let statements = 0;
  const count = () => {
    statements++;
  };
  db.knex.on('query', count);
  await work().finally(() => db.knex.off('query', count));
  return statements;
}

describe('an import that is undone', () => {
  it('takes its links away in as many statements for hundreds as for two', { tags: 'sized' }, async () => {
    const many = sized(300, 3000);
    const [two, all] = [await linked(2), await linked(many)];
    const ofTwo = await statementsOf(async () => undoBookedImport(ctx, await importOf(two)));
    let undone: unknown;
    const ofAll = await statementsOf(async () => {
      undone = await undoBookedImport(ctx, await importOf(all));
    });
    expect(undone).toMatchObject({ transactionsRemoved: many, linksRemoved: many, entriesRemoved: 0 });
    expect(ofAll).toBe(ofTwo);
    const told = db.knex('bank_event').where({ folder_id: all.folderId, type: 'ReconciliationSet' });
    expect(Number((await told.count())[0]?.count)).toBe(many);
    expect(await db.knex('bank_reconciliation').where({ folder_id: all.folderId })).toEqual([]);
  });

  it('takes groups whole, with the draft of a difference, and single links beside them', async () => {
    const book = await world.booked([
      ['03-06', 9_850, 'REMISE CB'],
      ['03-07', -6_000, 'ACHAT'],
      ['03-08', 4_000, 'VIR A'],
      ['03-08', 1_000, 'VIR B'],
    ]);
    const { folderId } = book;
    await setLedgerSide(ctx, folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
    const kept = [
      await book.enter('03-05', 'Remise', ['512000 100', '411000 -100']),
      await book.enter('03-07', 'Achat', ['606000 60', '512000 -60']),
      await book.enter('03-08', 'Virements', ['512000 50', '411000 -50']),
    ] as const;
    const [gross, bought, both] = kept;
    await setGroup(ctx, folderId, {
      transactionIds: [await book.transaction('REMISE CB')],
      lineIds: [gross.lines[0]?.id ?? 0],
      differenceAccount: '627000',
    });
    await setLink(ctx, folderId, { transactionId: await book.transaction('ACHAT'), entryId: bought.id });
    await setGroup(ctx, folderId, {
      transactionIds: [await book.transaction('VIR A'), await book.transaction('VIR B')],
      lineIds: [both.lines[0]?.id ?? 0],
    });
    const entries = () => db.knex('entry').where({ folder_id: folderId }).orderBy('id').pluck('id');
    expect(await entries()).toHaveLength(4); // 1.50 on 627000
    expect(await undoBookedImport(ctx, await importOf(book))).toMatchObject({
      transactionsRemoved: 4,
      linksRemoved: 4,
    });
    expect(await entries()).toEqual(kept.map(({ id }) => id));
    expect(await readEntries(db.knex, folderId, await entries())).toEqual(kept);
    for (const table of ['bank_reconciliation', 'bank_reconciliation_group', 'bank_reconciliation_group_line'])
      expect(await db.knex(table).where({ folder_id: folderId })).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { clearedAt } from '../../../../../src/services/banking/books/comparison/cleared.ts';
import { setLedgerSide } from '../../../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { setLink } from '../../../../../src/services/banking/books/reconciliation/links.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { testDatabase } from '../../../../support/database.ts';
import { bookWorld } from '../reconciliation/books.ts';

const db = await testDatabase();
const world = bookWorld(db);

it('what is linked is taken from the day on which both sides are there, also when the link names its entry alone', async () => {
  const book = await world.booked([['03-08', -4000, 'CHEQUE 12']]);
  const { folderId, accountId } = book;
  await setLedgerSide(world.ctx, folderId, accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
  const entry = await book.enter('03-05', 'Chèque 12', ['401000 40', '512000 -40']);
  const transactionId = await book.transaction('CHEQUE 12');
  await setLink(world.ctx, folderId, { transactionId, entryId: entry.id });
  const lineId = entry.lines[1]?.id;
  const line = await db.knex('entry_line').where({ folder_id: folderId, id: lineId }).first('account_id');
  const on = async (date: string) => {
    const place = { folderId, accountId, ledgerAccountId: line.account_id, currency: 'EUR' };
    const { bank, books } = await clearedAt(db.knex, { ...place, date: date as PlainDate });
    return [[...bank], [...books]];
  };
  const both = [[[transactionId, -4000n]], [[lineId, -4000n]]];
  expect(await on('2026-03-07')).toEqual([[], []]);
  expect(await on('2026-03-08')).toEqual(both);
  await db.knex('bank_reconciliation').where({ folder_id: folderId }).update({ line_id: null });
  expect(await on('2026-03-08')).toEqual(both);
});

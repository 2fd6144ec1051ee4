/** The stored statement that tells where an account stood on a day. */
import type { Context } from '../../operation/context.ts';
import type { SourceAccount } from '../accounts/account-changes.ts';
import { IS_FOLLOWED } from '../accounts/last-balance.ts';
import { bankingErrors } from '../errors.ts';
import { type StoredRow, type StoredStatement, statements, toStatement } from './list.ts';
import { accountOfSource } from './source-account.ts';

/**
 * The statement that holds the day, of several the one that ends first; without any the last one that ends before it. Of
 * several that end on one day, the one whose new balance no other of that day begins with.
 * Throws FolderNotFound, SourceAccountNotFound, StatementMissing.
 */
export async function statementAtDate(
  ctx: Context,
  folderId: number,
  account: SourceAccount,
  date: string,
): Promise<StoredStatement> {
  const accountId = await accountOfSource(ctx, folderId, account);
  const { knex } = await ctx.db();
  const [row] = (await statements(knex)
    .where({ 's.folder_id': folderId, 's.account_id': accountId })
    .where('s.start_date', '<=', date)
    .clearOrder()
    .orderByRaw(
      `s.end_date >= :date desc, case when s.end_date >= :date then s.end_date end, s.end_date desc, ${IS_FOLLOWED},
       s.start_date desc, s.id desc`,
      { date },
    )
    .limit(1)) as StoredRow[];
  if (!row) throw bankingErrors.StatementMissing({ accountId, date });
  return toStatement(row);
}

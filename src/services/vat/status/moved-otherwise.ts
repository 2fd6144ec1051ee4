/** The accounts that a window moves, but for those of rounding and similar taxes that stand beside the result of returns alone. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { movedAccounts } from '../../ledger/movements.ts';
import type { Context } from '../../operation/context.ts';
import { BESIDE_RESULT, RESULT_ACCOUNTS } from '../own-closing.ts';

interface Window {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

export async function movedOtherwise(ctx: Context, folderId: number, window: Window): Promise<ReadonlySet<number>> {
  const moved = await movedAccounts(ctx, folderId, window);
  const beside = new Set(await besideResults((await ctx.db()).knex, folderId, window));
  return new Set([...moved].filter((accountId) => !beside.has(accountId)));
}

const begins = (number: string): string => `exists (select from unnest(?::text[]) p where starts_with(${number}, p))`;

const besideResults = (knex: Knex, folderId: number, { start, end }: Window): Promise<number[]> =>
  knex('account as a')
    .where({ 'a.folder_id': folderId })
    .whereRaw(begins('a.number'), [[...BESIDE_RESULT]])
    .whereRaw(
      `not exists (
         select from entry_line l
         where l.folder_id = a.folder_id and l.account_id = a.id and l.entry_date between ? and ?
           and not exists (
             select from entry_line r join account b on b.folder_id = r.folder_id and b.id = r.account_id
             where r.folder_id = l.folder_id and r.entry_id = l.entry_id and ${begins('b.number')}))`,
      [start, end, [...RESULT_ACCOUNTS]],
    )
    .pluck('a.id');

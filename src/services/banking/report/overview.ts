import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';

export interface BankOverview {
  readonly folderId: number;
  readonly bankAccounts: number;
  readonly lastStatement: PlainDate | null;
}

/** Bank accounts of each folder and the day of its last statement; folders without account are left out. */
export async function bankOverview(ctx: Context): Promise<BankOverview[]> {
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(
    `select a.folder_id as "folderId", count(distinct a.id)::int as "bankAccounts", max(s.end_date) as "lastStatement"
     from bank_account a left join bank_statement s on s.folder_id = a.folder_id and s.account_id = a.id
     where a.deleted_at is null group by a.folder_id`,
  );
  return rows;
}

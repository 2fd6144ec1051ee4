import type { PlainDate } from '../kernel/dates.ts';
import type { Reader } from '../operation/context.ts';

export interface LedgerOverview {
  readonly folderId: number;
  readonly lastExercise: PlainDate | null;
  readonly entries: number;
  readonly drafts: number;
}

/** What each folder's ledger holds; folders without exercise are left out. */
export async function ledgerOverview(ctx: Reader): Promise<LedgerOverview[]> {
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(
    `select x.folder_id as "folderId", x.ends as "lastExercise", coalesce(e.entries, 0) as entries, coalesce(e.drafts, 0) as drafts
     from (select folder_id, max(end_date) as ends from exercise group by folder_id) x
     left join (select folder_id, count(*)::int as entries, count(*) filter (where validation_date is null)::int as drafts
                from entry group by folder_id) e using (folder_id)`,
  );
  return rows;
}

import type { Knex } from 'knex';
import type { PlainDate } from '../kernel/dates.ts';
import type { Reader } from '../operation/context.ts';
import { continuityOf } from './continuity.ts';
import { ledgers } from './store.ts';

export interface LedgerOverview {
  readonly folderId: number;
  readonly lastExercise: PlainDate | null;
  readonly entries: number;
  readonly drafts: number;
  /** Accounts that the last exercise does not open as the one before closed, one when nothing opens it. */
  readonly openingGaps: number;
}

interface OverviewRow extends Omit<LedgerOverview, 'openingGaps'> {
  readonly openingGaps: number | null;
  readonly countedFrom: string | null;
  /** What balances are made of: it changes with the ledger. */
  readonly state: string;
}

/** What each folder's ledger holds; folders without exercise are left out. */
export async function ledgerOverview(ctx: Reader): Promise<LedgerOverview[]> {
  const { knex } = await ctx.db();
  const { rows }: { rows: OverviewRow[] } = await knex.raw(
    `select x.folder_id as "folderId", x.ends as "lastExercise", coalesce(e.entries, 0) as entries,
            coalesce(e.drafts, 0) as drafts, g.opening_gaps as "openingGaps", g.gaps_counted_from as "countedFrom",
            concat_ws(' ', x.days, e.entries, g.next_entry_id, g.next_line_id,
              (select max(i.id) from ledger_import i where i.folder_id = x.folder_id),
              (select string_agg(j.id::text, ',' order by j.id) from journal j
                where j.folder_id = x.folder_id and j.type = 'Opening')) as state
     from (select folder_id, max(end_date) as ends, string_agg(start_date || '/' || end_date, ' ' order by id) as days
             from exercise group by folder_id) x
     left join (select folder_id, count(*)::int as entries, count(*) filter (where validation_date is null)::int as drafts
                from entry group by folder_id) e using (folder_id)
     left join ledger g using (folder_id)`,
  );
  const overviews: LedgerOverview[] = [];
  for (const { countedFrom, state, openingGaps, ...row } of rows) {
    // Where nothing was ever posted, nothing fails to open; such a folder may have no row that would keep the count.
    const known = row.entries === 0 ? 0 : countedFrom === state ? openingGaps : null;
    overviews.push({ ...row, openingGaps: known ?? (await countGaps(ctx, row.folderId, state)) });
  }
  return overviews;
}

async function countGaps(ctx: Reader, folderId: number, state: string): Promise<number> {
  const { knex } = await ctx.db();
  const continuity = await continuityOf(ctx, folderId, undefined);
  const isBroken = continuity?.isOpened === false || continuity?.missing !== undefined;
  const count = isBroken ? 1 : (continuity?.gaps.length ?? 0);
  await ledgers(knex).where({ folder_id: folderId }).update({ opening_gaps: count, gaps_counted_from: state });
  return count;
}

/** Draft entries of each of these folders; one without any is not in the map. */
export async function draftsByFolder(knex: Knex, folderIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await knex.raw(
    `select folder_id as "folderId", count(*)::int as drafts from entry
      where folder_id = any(?) and validation_date is null group by 1`,
    [[...folderIds]],
  );
  return new Map(rows.map(({ folderId, drafts }: { folderId: number; drafts: number }) => [folderId, drafts]));
}

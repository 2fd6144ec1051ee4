/** The filing that stands for a type and the end of its period. */
import { type FilingRow, standingFiling } from '../../filing/filings.ts';
import type { Context } from '../../operation/context.ts';
import { isFiled } from '../rules/status.ts';
import { countingDeclarations } from '../standing.ts';
import type { PeriodKey } from './period.ts';

/** A declaration that was filed elsewhere stands before what was sent from here, and has no filing. */
export async function filingOfPeriod(ctx: Context, { folderId, type, end }: PeriodKey): Promise<FilingRow | undefined> {
  const { knex } = await ctx.db();
  const ofPeriod = (await countingDeclarations(ctx, folderId)).filter(
    (one) => one.type === type && one.periodEnd === end,
  );
  const filed = ofPeriod.filter(({ status }) => isFiled(status));
  const ids = (filed.length > 0 ? filed : ofPeriod).map(({ id }) => id);
  return standingFiling(knex, { folderId, owner: 'Declaration', ids });
}

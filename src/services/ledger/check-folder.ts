/** The check of a ledger as it is stored: what the check of a file says, and whether exercises follow each other. */

import { getFolder } from '../folders/folders.ts';
import { formatAmount } from '../kernel/money.ts';
import type { Context } from '../operation/context.ts';
import { type Continuity, continuityOf } from './continuity.ts';
import { exerciseOrLast } from './exercises.ts';
import type { FecCheck, FecFigures } from './fec/check.ts';
import { FindingLog } from './fec/findings.ts';

/**
 * The exercise named, or the last one. Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise.
 */
export async function checkFolder(ctx: Context, folderId: number, exerciseId: number | undefined): Promise<FecCheck> {
  const { siren } = await getFolder(ctx, folderId);
  const exercise = await exerciseOrLast(ctx, folderId, exerciseId);
  const counted = await figuresOf(ctx, folderId, exercise.id);
  const figures = { ...counted, siren, exerciseStart: exercise.start, exerciseEnd: exercise.end };
  const log = new FindingLog(false, ctx.language);
  if (figures.totalDebit !== figures.totalCredit)
    log.report('FEC061', null, null, () => ({
      debit: formatAmount(figures.totalDebit),
      credit: formatAmount(figures.totalCredit),
      difference: formatAmount(figures.totalDebit - figures.totalCredit),
    }));
  const continuity = await continuityOf(ctx, folderId, exercise.id);
  if (!continuity) log.report('FEC094', null, null, () => ({ start: exercise.start }));
  reportGaps(log, continuity);
  return {
    isStartTold: true,
    verdict: log.refused ? 'Refused' : 'Accepted',
    findings: log.sorted(),
    counts: log.counts(),
    figures,
  };
}

/** FEC092 for each account that does not follow, FEC093 when nothing opens the exercise, FEC096 when one lacks before it. */
export function reportGaps(log: FindingLog, continuity: Continuity | undefined): void {
  if (!continuity) return;
  const { exercise, previous, isOpened, missing, gaps } = continuity;
  if (missing) log.report('FEC096', null, null, () => ({ ...missing, next: exercise.start }));
  if (!isOpened) log.report('FEC093', null, null, () => ({ start: exercise.start, end: previous.end }));
  for (const { accountNumber, accountLabel, closing, opening } of gaps)
    log.report('FEC092', null, null, () => ({
      account: `${accountNumber} ${accountLabel}`.trim(),
      end: previous.end,
      closing: formatAmount(closing),
      opening: formatAmount(opening),
      difference: formatAmount(opening - closing),
    }));
}

type Counted = Omit<FecFigures, 'siren' | 'exerciseStart' | 'exerciseEnd'>;

async function figuresOf(ctx: Context, folderId: number, exerciseId: number): Promise<Counted> {
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(
    `with line as (select * from entry_line where folder_id = :folderId and exercise_id = :exerciseId),
          letters as (select sum(debit_cents - credit_cents) as balance from line where letter is not null
                       group by account_id, sub_account_id, letter)
     select count(distinct entry_id)::int as entries, count(*)::int as lines, count(distinct account_id)::int as accounts,
            count(distinct sub_account_id)::int as "subAccounts", count(distinct journal_id)::int as journals,
            coalesce(sum(debit_cents), 0)::bigint as "totalDebit", coalesce(sum(credit_cents), 0)::bigint as "totalCredit",
            (select count(*)::int from letters) as "letterGroups",
            (select count(*)::int from letters where balance <> 0) as "partialLetterGroups"
     from line`,
    { folderId, exerciseId },
  );
  return rows[0];
}

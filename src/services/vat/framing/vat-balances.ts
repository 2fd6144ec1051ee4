/** Balances of VAT accounts over the period of a return: those of the books while it is a draft, kept once it left. */
import type { Knex } from 'knex';
import { type AccountBalance, accountBalances, balancesIn } from '../../ledger/balances.ts';
import { exerciseOn, readExercises } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import { encodeExact } from '../drafts/exact-json.ts';
import { groups, type ProcedureRow } from '../procedures/store.ts';
import type { OpenFraming } from './framed-shares.ts';

/** Output tax, tax within the EU, input tax, tax to regularise, tax to pay. */
export const VAT_ACCOUNTS = ['4457', '4452', '4456', '4458', '4455'] as const;

/** Balances are debit less credit. Throws ExerciseNotFound, FolderWithoutExercise, LedgerPeriodInvalid. */
export async function vatBalances(ctx: Context, opened: OpenFraming): Promise<readonly AccountBalance[]> {
  if (opened.keptBalances) return opened.keptBalances;
  const wanted = { from: opened.startDate, to: opened.endDate, accounts: VAT_ACCOUNTS };
  return (await accountBalances(ctx, opened.folderId, wanted)).accounts;
}

/** As they are stored with a return that leaves Draft; null when no exercise holds its period. */
export async function balancesToKeep(
  trx: Knex.Transaction,
  { folder_id: folderId, group_id: id }: Pick<ProcedureRow, 'folder_id' | 'group_id'>,
): Promise<string | null> {
  const group = await groups(trx).where({ folder_id: folderId, id }).first();
  const exercise = group && exerciseOn(await readExercises(trx, folderId), group.begin_date);
  if (!exercise || group.end_date > exercise.end) return null;
  const period = { exercise, from: group.begin_date, to: group.end_date };
  return encodeExact(await balancesIn(trx, folderId, period, { accounts: VAT_ACCOUNTS }));
}

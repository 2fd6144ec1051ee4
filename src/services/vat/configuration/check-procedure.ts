/** Whether the accounts that move in the period of a return all have a category, and one that bears their rate. */
import { movedAccounts } from '../../ledger/movements.ts';
import type { Context } from '../../operation/context.ts';
import { isCombination } from '../combination.ts';
import { procedurePeriod } from '../procedures/procedures.ts';
import { type AccountConfiguration, listAllConfigurations } from './configuration.ts';

/** Throws FolderNotFound, ProcedureNotFound. */
export async function checkProcedure(ctx: Context, folderId: number, procedureId: number): Promise<boolean> {
  const { beginDate: start, endDate: end } = await procedurePeriod(ctx, folderId, procedureId);
  const moved = await movedAccounts(ctx, folderId, { start, end });
  const all = await listAllConfigurations(ctx, folderId);
  return all.filter(({ accountId }) => moved.has(accountId)).every(isComplete);
}

/** Accounts of operations, classes 2, 6 and 7, need a category. */
const isComplete = ({ accountNumber, effective, source }: AccountConfiguration): boolean => {
  const { vatCategory, vatRate } = effective;
  if (vatCategory === null) return !/^[267]/.test(accountNumber);
  // A guessed rate is that of the guessed category: it says nothing of another one.
  const isOfCategory = source.vatRate !== 'system' || source.vatCategory === 'system';
  return vatRate === null || !isOfCategory || isCombination(vatCategory, vatRate);
};

/** Transactions with what was added to them and what follows from it. */
import type { Knex } from 'knex';
import { getFolder } from '../../../folders/folders.ts';
import type { Context } from '../../../operation/context.ts';
import { bankingErrors } from '../../errors.ts';
import { matching } from '../criteria.ts';
import { type BankTransaction, readTransactions } from '../view.ts';
import {
  canBeAutoAssociated,
  type DisplayStatus,
  displayStatus,
  type Message,
  messagesOf,
  remainingAmount,
} from './rules.ts';
import { type Complement, complementsOf, nothingAdded } from './store.ts';

export interface ComplementView extends Complement {
  readonly isLettered: boolean;
  readonly messages: readonly Message[];
  readonly canBeDeleted: boolean;
  readonly canBeAutoAssociated: boolean;
  readonly status: DisplayStatus;
  /** Decimal string without sign. */
  readonly remaining: string;
}

export interface ComplementedTransaction extends BankTransaction {
  readonly complementaryData: ComplementView;
}

/** The transactions of these identifiers that the folder has, in the order asked. */
export async function readComplemented(
  ctx: Context,
  folderId: number,
  ids: readonly number[],
): Promise<ComplementedTransaction[]> {
  if (ids.length === 0) return [];
  const { knex } = await ctx.db();
  const [transactions, complements, byHand] = await Promise.all([
    readTransactions(ctx, folderId, ids),
    complementsOf(knex, folderId, ids),
    accountsByHand(knex, folderId),
  ]);
  return transactions.map((transaction) => {
    const complement = complements.get(transaction.id) ?? nothingAdded(transaction.id);
    return { ...transaction, complementaryData: viewOf(transaction, complement, byHand.has(transaction.accountId)) };
  });
}

async function accountsByHand(knex: Knex, folderId: number): Promise<ReadonlySet<number>> {
  const where = { folder_id: folderId, provider: 'ManualTransaction' };
  return new Set<number>(await knex('bank_account').where(where).pluck('id'));
}

/** A transaction may be deleted when people entered it, no document hangs on it and its entry still may change. */
function viewOf(transaction: BankTransaction, complement: Complement, isByHand: boolean): ComplementView {
  const { amount, isDeleted, entry } = transaction;
  const judged = { ...complement, amount, isDeleted };
  return {
    ...complement,
    isLettered: entry?.lines.some(({ type, letterId }) => type !== 'Bank' && letterId !== null) ?? false,
    messages: messagesOf(judged),
    canBeDeleted: isByHand && complement.documents.length === 0 && entry?.lock === undefined,
    canBeAutoAssociated: canBeAutoAssociated(judged),
    status: displayStatus(judged),
    remaining: remainingAmount(judged),
  };
}

/** A hidden or deleted transaction is not there. Throws FolderNotFound, BankTransactionUnknown. */
export async function showComplement(ctx: Context, folderId: number, transactionId: number): Promise<ComplementView> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const [shown] = await matching(db.knex, { folderId, ids: [transactionId] }).select('t.id');
  if (!shown) throw bankingErrors.BankTransactionUnknown({ folderId, transactionId });
  return readComplement(ctx, folderId, transactionId);
}

/** Whatever became of the transaction. Throws BankTransactionUnknown. */
export async function readComplement(ctx: Context, folderId: number, transactionId: number): Promise<ComplementView> {
  const [found] = await readComplemented(ctx, folderId, [transactionId]);
  if (!found) throw bankingErrors.BankTransactionUnknown({ folderId, transactionId });
  return found.complementaryData;
}

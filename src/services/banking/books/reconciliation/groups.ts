/** Groups set by hand: transactions of one bank account with lines of its account in the books that make the same sum. */
import type { Knex } from 'knex';
import { type Cents, formatAmount } from '../../../kernel/money.ts';
import { ledgerErrors } from '../../../ledger/errors.ts';
import { type EntryLine, readLines } from '../../../ledger/lines.ts';
import type { Context } from '../../../operation/context.ts';
import { insertGroup, linesInGroups } from '../../transactions/entries/link-groups.ts';
import { takenOf } from '../../transactions/entries/links.ts';
import { isBankLine } from '../../transactions/entries/modification.ts';
import { amountIn } from '../comparison/sides.ts';
import { reconciliationErrors } from './errors.ts';
import { freeTransaction, inReconciliation, insertLinks, type LinkedTransaction } from './links.ts';

export interface GroupWanted {
  readonly transactionIds: readonly number[];
  readonly lineIds: readonly number[];
}

/**
 * Links several transactions, or one, with several lines, or one: all of each. Throws FolderNotFound,
 * BankTransactionUnknown, TransactionReconciled, LedgerLineNotFound, LineReconciled, GroupMixed, GroupNotBalanced.
 */
export async function setGroup(ctx: Context, folderId: number, wanted: GroupWanted): Promise<void> {
  await inReconciliation(ctx, folderId, async (trx) => {
    const transactions: LinkedTransaction[] = [];
    for (const id of new Set(wanted.transactionIds)) transactions.push(await freeTransaction(trx, folderId, id));
    const lines = await freeLines(trx, folderId, [...new Set(wanted.lineIds)]);
    refuseMixed(transactions, lines);
    refuseUnbalanced(transactions, lines);
    const groupId = await insertGroup(
      trx,
      folderId,
      lines.map(({ id, entryId }) => ({ lineId: id, entryId })),
    );
    const made = {
      entryId: lines[0]?.entryId ?? 0,
      lineId: null,
      groupId,
      origin: 'Set',
      ruleId: null,
      score: null,
    } as const;
    const reason = [{ kind: 'Hand', points: 0, detail: '' }] as const;
    const added = transactions.map(({ id }) => ({ ...made, transactionId: id, reason }));
    await insertLinks(trx, ctx, folderId, added);
  });
}

async function freeLines(trx: Knex.Transaction, folderId: number, ids: readonly number[]): Promise<EntryLine[]> {
  const lines = await readLines(trx, folderId, { ids });
  const missing = ids.find((id) => !lines.some((line) => line.id === id));
  if (missing !== undefined) throw ledgerErrors.LedgerLineNotFound({ folderId, lineId: missing });
  const taken = new Set([...(await linesInGroups(trx, folderId, ids)), ...(await takenOf(trx, folderId, ids)).keys()]);
  const held = ids.find((id) => taken.has(id));
  if (held !== undefined) throw reconciliationErrors.LineReconciled({ lineId: held });
  return lines;
}

function refuseMixed(transactions: readonly LinkedTransaction[], lines: readonly EntryLine[]): void {
  const accounts = new Set(transactions.map(({ accountId }) => accountId));
  const ledgerAccounts = new Set(lines.map(({ accountId }) => accountId));
  if (accounts.size > 1 || ledgerAccounts.size > 1 || !lines.every(isBankLine))
    throw reconciliationErrors.GroupMixed({});
}

function refuseUnbalanced(transactions: readonly LinkedTransaction[], lines: readonly EntryLine[]): void {
  const currency = transactions[0]?.currency ?? '';
  const [bank, books] = [
    sumOf(transactions.map(({ amount }) => amount)),
    sumOf(lines.map((line) => amountIn(line, currency) ?? 0n)),
  ];
  if (bank === books) return;
  const amounts = {
    transactions: formatAmount(bank),
    lines: formatAmount(books),
    difference: formatAmount(bank - books),
  };
  throw reconciliationErrors.GroupNotBalanced(amounts);
}

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0n);

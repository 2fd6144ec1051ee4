/** Groups set by hand: transactions of one bank account with lines of its account in the books that make the same sum. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Cents, formatAmount } from '../../../kernel/money.ts';
import type { Entry } from '../../../ledger/entries.ts';
import { ledgerErrors } from '../../../ledger/errors.ts';
import { type EntryLine, readLines } from '../../../ledger/lines.ts';
import type { Context } from '../../../operation/context.ts';
import { insertGroup, linesInGroups } from '../../transactions/entries/link-groups.ts';
import { takenOf } from '../../transactions/entries/links.ts';
import { isBankLine } from '../../transactions/entries/modification.ts';
import { amountIn, BOOKS_CURRENCY } from '../comparison/sides.ts';
import { bankLineOf, bookDifference } from './difference.ts';
import { reconciliationErrors } from './errors.ts';
import { freeTransaction, inReconciliation, insertLinks, type LinkedTransaction } from './links.ts';

export interface GroupWanted {
  readonly transactionIds: readonly number[];
  readonly lineIds: readonly number[];
  /** Number of the account that takes what is left over; refused without it. */
  readonly differenceAccount?: string | undefined;
}

/**
 * Links several transactions, or one, with several lines, or one: all of each. Throws FolderNotFound,
 * BankTransactionUnknown, TransactionReconciled, LedgerLineNotFound, LineReconciled, GroupMixed, GroupNotBalanced, and as
 * `bookDifference` where an account takes the difference.
 */
export async function setGroup(ctx: Context, folderId: number, wanted: GroupWanted): Promise<void> {
  await inReconciliation(ctx, folderId, async (trx, inside) => {
    const transactions: LinkedTransaction[] = [];
    for (const id of new Set(wanted.transactionIds)) transactions.push(await freeTransaction(trx, folderId, id));
    const lines = await freeLines(trx, folderId, [...new Set(wanted.lineIds)]);
    refuseMixed(folderId, transactions, lines);
    const left = await bookLeft(inside, folderId, { transactions, lines, account: wanted.differenceAccount });
    const groupId = await insertGroup(
      trx,
      folderId,
      [...lines.map(({ id, entryId }) => ({ lineId: id, entryId })), ...(left ? bankLineOf(left) : [])],
      left?.id,
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

function refuseMixed(folderId: number, transactions: readonly LinkedTransaction[], lines: readonly EntryLine[]): void {
  const accounts = [...new Set(transactions.map(({ accountId }) => accountId))];
  const ledgerAccounts = [...new Set(lines.map(({ accountNumber }) => accountNumber))];
  if (accounts.length <= 1 && ledgerAccounts.length <= 1 && lines.every(isBankLine)) return;
  throw reconciliationErrors.GroupMixed({
    folderId,
    accountId: accounts[0] ?? 0,
    accounts: accounts.join(', '),
    ledgerAccounts: ledgerAccounts.join(', '),
  });
}

interface Sides {
  readonly transactions: readonly LinkedTransaction[];
  readonly lines: readonly EntryLine[];
  readonly account: string | undefined;
}

/** The entry of what the transactions make more or less than the lines; undefined when nothing is left. */
async function bookLeft(
  inside: Context,
  folderId: number,
  { transactions, lines, account }: Sides,
): Promise<Entry | undefined> {
  const { currency = '', accountId = 0 } = transactions[0] ?? {};
  const total = sumOf(transactions.map(({ amount }) => amount));
  const booked = sumOf(lines.map((line) => amountIn(line, currency) ?? 0n));
  const amount = total - booked;
  if (amount === 0n) return undefined;
  if (account !== undefined && currency === BOOKS_CURRENCY) {
    const date = transactions
      .map((transaction) => transaction.date)
      .sort()
      .at(-1) as PlainDate;
    return bookDifference(inside, folderId, { accountId, account, date, amount, total });
  }
  const amounts = { transactions: formatAmount(total), lines: formatAmount(booked), difference: formatAmount(amount) };
  throw reconciliationErrors.GroupNotBalanced(amounts);
}

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0n);

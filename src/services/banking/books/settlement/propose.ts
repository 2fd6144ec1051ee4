/** Proposes for payments that no entry books the open items of third parties that they most likely settle. */
import type { PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';
import { type Exercise, listExercises } from '../../../ledger/exercises.ts';
import { lockedUntil } from '../../../ledger/reconciled.ts';
import type { Context } from '../../../operation/context.ts';
import { listAccounts } from '../../accounts/accounts.ts';
import { linksOf } from '../../transactions/entries/links.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import { type BankMovement, BOOKS_CURRENCY, bankMovements } from '../comparison/sides.ts';
import { matchItems, TERM_DAYS } from '../matching/match-items.ts';
import type { Match } from '../matching/match-open.ts';
import { findLedgerSide } from '../reconciliation/ledger-side.ts';
import { probablyBooked } from '../reconciliation/probably-booked.ts';
import type { ProposedTransaction } from '../reconciliation/propose.ts';
import { type OpenItem, openItems } from './open-items.ts';

export interface SettlementsWanted {
  /** One bank account; all of them when absent. */
  readonly accountId?: number | undefined;
  /** Days of the transactions. */
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
  /** Days between an item and its payment. */
  readonly maxDays?: number | undefined;
  readonly minScore?: number | undefined;
}

/** Payments and what they settle. */
export interface SettlementProposal {
  readonly accountId: number;
  /** The first of them. */
  readonly transactionId: number;
  readonly date: PlainDate;
  readonly label: string;
  /** Sum of the payments. */
  readonly amount: Cents;
  readonly transactions: readonly ProposedTransaction[];
  readonly items: readonly OpenItem[];
  /** What the payments have more than the items: a part is paid, or fees were kept. */
  readonly difference: Cents;
  /** Of 100. */
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly alternatives: readonly SettlementAlternative[];
}

export interface SettlementAlternative {
  readonly transactions: readonly ProposedTransaction[];
  readonly items: readonly OpenItem[];
  readonly score: number;
}

export interface SettlementProposals {
  /** By account, day and transaction. */
  readonly proposals: readonly SettlementProposal[];
  /** Bank accounts that neither anybody nor the books tie to a ledger account. */
  readonly unknownAccounts: readonly number[];
}

/** Throws FolderNotFound, BankAccountNotFound. */
export async function proposeSettlements(
  ctx: Context,
  folderId: number,
  { accountId, minScore = 0, ...wanted }: SettlementsWanted,
): Promise<SettlementProposals> {
  const accounts = (await listAccounts(ctx, folderId)).map(({ id }) => id);
  const exercises = (await listExercises(ctx, folderId)).filter(({ isClosed }) => !isClosed);
  const proposals: SettlementProposal[] = [];
  const unknownAccounts: number[] = [];
  const settled = new Set<number>();
  for (const asked of accountId === undefined ? accounts : [accountId]) {
    if (!(await findLedgerSide(ctx, folderId, asked))) {
      unknownAccounts.push(asked);
      continue;
    }
    for (const exercise of exercises) {
      const found = await proposalsOf(ctx, folderId, { accountId: asked, exercise, settled, wanted });
      for (const { items } of found) for (const { id } of items) settled.add(id);
      proposals.push(...found.filter(({ score }) => score >= minScore));
    }
  }
  return { proposals, unknownAccounts };
}

interface Place {
  readonly accountId: number;
  readonly exercise: Exercise;
  /** Items that an account before has. */
  readonly settled: ReadonlySet<number>;
  readonly wanted: Omit<SettlementsWanted, 'accountId' | 'minScore'>;
}

async function proposalsOf(ctx: Context, folderId: number, place: Place): Promise<SettlementProposal[]> {
  const { exercise, wanted, settled, accountId } = place;
  const { knex } = await ctx.db();
  const payments = await openPayments(ctx, folderId, place);
  const items = (await openItems(knex, folderId, exercise.id)).filter(({ id }) => !settled.has(id));
  const toProposal = proposalIn(accountId, payments, items);
  return (await matchItems(payments, items, wanted.maxDays ?? TERM_DAYS))
    .flatMap(toProposal)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.transactionId - b.transactionId));
}

/** Transactions of an exercise in euros that nothing books, and that no line of the bank's account probably does. */
async function openPayments(
  ctx: Context,
  folderId: number,
  { accountId, exercise: { start, end }, wanted: { beginDate = start, endDate = end } }: Place,
): Promise<BankMovement[]> {
  const { knex } = await ctx.db();
  const currency = (await listAccounts(ctx, folderId)).find(({ id }) => id === accountId)?.currencyCode;
  if ((currency || BOOKS_CURRENCY) !== BOOKS_CURRENCY) return [];
  const period = { from: beginDate > start ? beginDate : start, to: endDate < end ? endDate : end };
  const found = (await bankMovements(knex, folderId, accountId, period)).filter(({ amount }) => amount !== 0n);
  const ids = found.map(({ id }) => id);
  const linked = new Set((await linksOf(knex, folderId, ids)).map(({ transactionId }) => transactionId));
  const open = found.filter(({ id }) => !linked.has(id));
  const booked = await probablyBooked(ctx, folderId, open);
  const until = await lockedUntil(knex, folderId, accountId);
  return open.filter(({ id, date }) => !booked.has(id) && (until === null || date > until));
}

function proposalIn(accountId: number, payments: readonly BankMovement[], open: readonly OpenItem[]) {
  const ofBank = new Map(payments.map((payment) => [payment.id, payment]));
  const ofBooks = new Map(open.map((item) => [item.id, item]));
  const members = ({ bank, books }: Pick<Match, 'bank' | 'books'>) => ({
    transactions: bank
      .flatMap((id) => ofBank.get(id) ?? [])
      .map(({ id, date, label, amount }) => ({ transactionId: id, date, label, amount })),
    items: books.flatMap((id) => ofBooks.get(id) ?? []),
  });
  return (match: Match): SettlementProposal[] => {
    const { transactions, items } = members(match);
    const [first] = transactions;
    if (!first) return [];
    const { difference, score, reasons } = match;
    return [
      {
        ...first,
        accountId,
        amount: transactions.reduce((sum, { amount }) => sum + amount, 0n),
        transactions,
        items,
        difference,
        score,
        reasons,
        alternatives: match.alternatives.map((other) => ({ ...members(other), score: other.score })),
      },
    ];
  };
}

/**
 * Proposes for transactions that no entry books the lines of the ledger that most likely do. The same data give the same
 * proposals, whatever the order they came in.
 */
import type { PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';
import { mapInTurns } from '../../../kernel/turns.ts';
import type { Context } from '../../../operation/context.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import { MAX_DAYS } from '../comparison/match.ts';
import type { BankMovement } from '../comparison/sides.ts';
import type { BooksSide } from '../matching/item.ts';
import { type Match, matchOpen } from '../matching/match-open.ts';
import { besideLines, type OpenWanted, withOpenSides } from './open.ts';

export interface ProposalsWanted extends OpenWanted {
  readonly minScore?: number | undefined;
}

/** Transactions and the lines of the books that they are. A group names its first transaction and its first line. */
export interface Proposal {
  readonly accountId: number;
  readonly transactionId: number;
  readonly date: PlainDate;
  readonly label: string;
  /** Sum of the transactions. */
  readonly amount: Cents;
  readonly entryId: number;
  readonly lineId: number;
  readonly lineDate: PlainDate;
  readonly lineLabel: string;
  readonly transactions: readonly ProposedTransaction[];
  readonly lines: readonly ProposedLine[];
  /** What the transactions have more than the lines. */
  readonly difference: Cents;
  /** Of 100. */
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly alternatives: readonly ProposedAlternative[];
}

export interface ProposedTransaction {
  readonly transactionId: number;
  readonly date: PlainDate;
  readonly label: string;
  readonly amount: Cents;
}

export interface ProposedLine {
  readonly lineId: number;
  readonly entryId: number;
  readonly date: PlainDate;
  readonly label: string;
  readonly amount: Cents;
}

/** What else may go together of the same transactions or lines. */
export interface ProposedAlternative {
  readonly transactions: readonly ProposedTransaction[];
  readonly lines: readonly ProposedLine[];
  readonly score: number;
}

export interface Proposals {
  /** By account, day and transaction. */
  readonly proposals: readonly Proposal[];
  /** Bank accounts that neither anybody nor the books tie to a ledger account. */
  readonly unknownAccounts: readonly number[];
}

/** Throws FolderNotFound, BankAccountNotFound. */
export async function proposeLinks(
  ctx: Context,
  folderId: number,
  { minScore = 0, ...wanted }: ProposalsWanted,
): Promise<Proposals> {
  const { found: proposals, unknownAccounts } = await withOpenSides(ctx, folderId, wanted, async (sides) => {
    const books = await besideLines(ctx, folderId, sides.books);
    const matches = await matchOpen(sides.bank, books, wanted.maxDays ?? MAX_DAYS);
    const strong = matches.filter(({ score }) => score >= minScore);
    const found = (await mapInTurns(strong, toProposal(sides.accountId, sides.bank, books)))
      .flat()
      .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.transactionId - b.transactionId));
    return { found, lineIds: found.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)) };
  });
  return { proposals, unknownAccounts };
}

const byId = <M extends { readonly id: number }>(movements: readonly M[]) =>
  new Map(movements.map((movement) => [movement.id, movement]));

function toProposal(accountId: number, bank: readonly BankMovement[], books: readonly BooksSide[]) {
  const [ofBank, ofBooks] = [byId(bank), byId(books)];
  const members = (match: Pick<Match, 'bank' | 'books'>) => ({
    transactions: match.bank
      .flatMap((id) => ofBank.get(id) ?? [])
      .map(({ id, date, label, amount }) => ({ transactionId: id, date, label, amount })),
    lines: match.books
      .flatMap((id) => ofBooks.get(id) ?? [])
      .map(({ id, entryId, date, label, amount }) => ({ lineId: id, entryId, date, label, amount })),
  });
  return (match: Match): Proposal[] => {
    const { transactions, lines } = members(match);
    const [first, line] = [transactions[0], lines[0]];
    if (!first || !line) return [];
    const { score, reasons, difference } = match;
    return [
      {
        transactionId: first.transactionId, // written out: a spread of tens of thousands takes long
        date: first.date,
        label: first.label,
        amount: transactions.reduce((sum, { amount }) => sum + amount, 0n),
        accountId,
        entryId: line.entryId,
        lineId: line.lineId,
        lineDate: line.date,
        lineLabel: line.label,
        transactions,
        lines,
        difference,
        score,
        reasons,
        alternatives: match.alternatives.map((other) => ({ ...members(other), score: other.score })),
      },
    ];
  };
}

/**
 * Proposes for each transaction that no entry books the line of the ledger that most likely does. The same data give
 * the same proposals, whatever the order they came in.
 */
import type { Knex } from 'knex';
import { addDays, type PlainDate } from '../../../kernel/dates.ts';
import type { Cents } from '../../../kernel/money.ts';
import { listExercises } from '../../../ledger/exercises.ts';
import { letteredReferences } from '../../../ledger/lettering.ts';
import type { Context } from '../../../operation/context.ts';
import { listAccounts } from '../../accounts/accounts.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import { type Candidate, candidatesByAmount, MAX_DAYS, pairOnce } from '../comparison/match.ts';
import {
  type BankMovement,
  BOOKS_CURRENCY,
  type BooksMovement,
  bankMovements,
  booksMovements,
  type Period,
} from '../comparison/sides.ts';
import { findLedgerSide, type LedgerSide } from './ledger-side.ts';
import { type Evidence, NEAR, reasonsFor, referencesOf, scoreOf, wordsOf } from './score.ts';

export interface ProposalsWanted {
  /** One bank account; all of them when absent. */
  readonly accountId?: number | undefined;
  /** Days of the transactions. */
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
  /** Days a line may be away from its transaction. */
  readonly maxDays?: number | undefined;
  readonly minScore?: number | undefined;
}

export interface Proposal {
  readonly accountId: number;
  readonly transactionId: number;
  readonly date: PlainDate;
  readonly label: string;
  readonly amount: Cents;
  readonly entryId: number;
  readonly lineId: number;
  readonly lineDate: PlainDate;
  readonly lineLabel: string;
  /** Of 100. */
  readonly score: number;
  readonly reasons: readonly Reason[];
}

export interface Proposals {
  /** By account, day and transaction. */
  readonly proposals: readonly Proposal[];
  /** Bank accounts that neither anybody nor the books tie to a ledger account. */
  readonly unknownAccounts: readonly number[];
}

/** Lines one transaction is weighed against: of a thousand equal amounts, those whose place is nearest. */
const MOST_CANDIDATES = 17;
const FIRST_DAY = '0001-01-01' as PlainDate;
const LAST_DAY = '9999-12-31' as PlainDate;

/** Throws FolderNotFound, BankAccountNotFound. */
export async function proposeLinks(ctx: Context, folderId: number, wanted: ProposalsWanted): Promise<Proposals> {
  const db = await ctx.db();
  const accounts = await listAccounts(ctx, folderId);
  const asked = wanted.accountId === undefined ? accounts.map(({ id }) => id) : [wanted.accountId];
  const taken = await takenBy(db.knex, folderId);
  const proposals: Proposal[] = [];
  const unknownAccounts: number[] = [];
  for (const accountId of asked) {
    const side = await findLedgerSide(ctx, folderId, accountId);
    if (!side) unknownAccounts.push(accountId);
    else {
      const currency = accounts.find(({ id }) => id === accountId)?.currencyCode ?? BOOKS_CURRENCY;
      const found = await proposeFor(ctx, folderId, { side, currency, taken }, wanted);
      for (const { lineId } of found) taken.lines.add(lineId); // two bank accounts may share one of the ledger
      proposals.push(...found);
    }
  }
  return { proposals, unknownAccounts };
}

type Pair = Candidate<BankMovement, BooksMovement>;

interface Place {
  readonly side: LedgerSide;
  /** Of the bank account. */
  readonly currency: string;
  readonly taken: Taken;
}

interface Taken {
  readonly transactions: Set<number>;
  readonly lines: Set<number | null>;
  /** Entries of links whose line was written again since: which of the lines it is now is not known. */
  readonly entries: Set<number>;
}

async function proposeFor(
  ctx: Context,
  folderId: number,
  place: Place,
  { beginDate = FIRST_DAY, endDate = LAST_DAY, maxDays = MAX_DAYS, minScore = 0 }: ProposalsWanted,
): Promise<Proposal[]> {
  const { side, taken } = place;
  const { knex } = await ctx.db();
  const period = { from: beginDate, to: endDate };
  const bank = (await bankMovements(knex, folderId, side.accountId, period)).filter(
    ({ id, amount }) => amount !== 0n && !taken.transactions.has(id),
  );
  const near = daysAround(bank, maxDays);
  const books = (near ? await linesIn(ctx, folderId, place, near) : []).filter(
    ({ id, entryId }) => !taken.lines.has(id) && !taken.entries.has(entryId),
  );
  const groups = [...candidatesByAmount(bank, books, maxDays, MOST_CANDIDATES)];
  const evidenceOf = await gatherEvidence(ctx, folderId, groups);
  const judged = (pair: Pair): Judged => ({ ...pair, score: scoreOf(evidenceOf(pair)) });
  const best = groups.flatMap((group) => pairOnce(group.map(judged).sort(byLikelihood)));
  return best
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => (a.bank.date < b.bank.date ? -1 : a.bank.date > b.bank.date ? 1 : a.bank.id - b.bank.id))
    .map((pair) => toProposal(side.accountId, pair, evidenceOf(pair)));
}

/** Transactions that are linked, and what is linked of the books, in whole or in part. */
async function takenBy(knex: Knex, folderId: number): Promise<Taken> {
  const rows: TakenRow[] = await knex('bank_reconciliation as r')
    .join('bank_transaction as t', { 't.folder_id': 'r.folder_id', 't.id': 'r.transaction_id' })
    .where('r.folder_id', folderId)
    .select('r.transaction_id', 'r.entry_id', 'r.line_id', 't.is_deleted');
  const live = rows.filter(({ is_deleted }) => !is_deleted); // see `takenOf`
  return {
    transactions: new Set(rows.map(({ transaction_id }) => transaction_id)),
    lines: new Set(live.map(({ line_id }) => line_id)),
    entries: new Set(live.filter(({ line_id }) => line_id === null).map(({ entry_id }) => entry_id)),
  };
}

interface TakenRow {
  readonly transaction_id: number;
  readonly entry_id: number;
  readonly line_id: number | null;
  readonly is_deleted: boolean;
}

/** From the first to the last of some transactions, by day, and as many days around; undefined when there is none. */
function daysAround(bank: readonly BankMovement[], days: number): Period | undefined {
  const [first, last] = [bank[0], bank.at(-1)];
  return first && last && { from: addDays(first.date, -days), to: addDays(last.date, days) };
}

/** Lines of the exercises that the period falls in. */
async function linesIn(
  ctx: Context,
  folderId: number,
  { side, currency }: Place,
  { from, to }: Period,
): Promise<BooksMovement[]> {
  const lines: BooksMovement[][] = [];
  for (const { id, start, end } of await listExercises(ctx, folderId)) {
    const account = { exerciseId: id, accountId: side.ledgerAccount.id, currency };
    if (start <= to && from <= end) lines.push(await booksMovements(ctx, folderId, account));
  }
  return lines.flat();
}

interface Judged extends Pair {
  readonly score: number;
}

/** Likeliest first; among equals nearest days, then the earlier. */
const byLikelihood = (a: Judged, b: Judged): number =>
  b.score - a.score || a.days - b.days || a.bank.id - b.bank.id || a.books.id - b.books.id;

/** What is known of a candidate among all of them: texts are cut into words once. */
async function gatherEvidence(ctx: Context, folderId: number, groups: readonly (readonly Pair[])[]) {
  const pairs = groups.flat();
  const entryIds = [...new Set(pairs.map(({ books }) => books.entryId))];
  const lettered = entryIds.length === 0 ? new Map() : await letteredReferences(ctx, folderId, entryIds);
  const isOnly = onlyOne(pairs);
  const isOnlyNear = onlyOne(pairs.filter(({ days }) => days < NEAR));
  const ofBank = memo((bank: BankMovement) => wordsOf(bank.label, bank.details));
  const ofBooks = memo((books: BooksMovement) => wordsOf(books.label));
  const references = memo(({ docRef, entryId }: BooksMovement) =>
    referencesOf([docRef, ...(lettered.get(entryId) ?? [])]),
  );
  return (pair: Pair): Evidence => ({
    days: pair.days,
    bank: ofBank(pair.bank),
    books: ofBooks(pair.books),
    references: references(pair.books),
    isOnly: pair.days < NEAR ? isOnlyNear(pair) : isOnly(pair),
  });
}

/** Tells the candidates whose movement and line have no other among these. */
function onlyOne(pairs: readonly Pair[]): (pair: Pair) => boolean {
  const bank = countBy(pairs.map((pair) => pair.bank.id));
  const books = countBy(pairs.map((pair) => pair.books.id));
  return (pair) => bank.get(pair.bank.id) === 1 && books.get(pair.books.id) === 1;
}

function countBy(ids: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Made once for each movement. */
function memo<M extends { readonly id: number }, V>(make: (movement: M) => V): (movement: M) => V {
  const made = new Map<number, V>();
  return (movement) => {
    const known = made.get(movement.id);
    if (known !== undefined) return known;
    const value = make(movement);
    made.set(movement.id, value);
    return value;
  };
}

const toProposal = (accountId: number, { bank, books, score }: Judged, evidence: Evidence): Proposal => ({
  accountId,
  transactionId: bank.id,
  date: bank.date,
  label: bank.label,
  amount: bank.amount,
  entryId: books.entryId,
  lineId: books.id,
  lineDate: books.date,
  lineLabel: books.label,
  score,
  reasons: reasonsFor(evidence, books.docRef),
});

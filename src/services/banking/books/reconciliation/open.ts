/** What is open of both sides: transactions that no entry books, and lines of the bank's account that nothing takes. */
import type { Knex } from 'knex';
import { addDays, type PlainDate } from '../../../kernel/dates.ts';
import { mapInTurns } from '../../../kernel/turns.ts';
import { listExercises } from '../../../ledger/exercises.ts';
import { letteredReferences } from '../../../ledger/lettering.ts';
import { partiesOfEntries } from '../../../ledger/sub-accounts.ts';
import type { Context } from '../../../operation/context.ts';
import { listAccounts } from '../../accounts/accounts.ts';
import { linesInGroups } from '../../transactions/entries/link-groups.ts';
import { MAX_DAYS } from '../comparison/match.ts';
import {
  type BankMovement,
  BOOKS_CURRENCY,
  type BooksMovement,
  bankMovements,
  booksMovements,
  type Period,
} from '../comparison/sides.ts';
import type { BooksSide } from '../matching/item.ts';
import { findLedgerSide, type LedgerSide } from './ledger-side.ts';

export interface OpenWanted {
  /** One bank account; all of them when absent. */
  readonly accountId?: number | undefined;
  /** Days of the transactions. */
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
  /** Days a line may be away from its transaction. */
  readonly maxDays?: number | undefined;
}

export interface OpenSides {
  readonly accountId: number;
  readonly bank: readonly BankMovement[];
  readonly books: readonly BooksMovement[];
}

const FIRST_DAY = '0001-01-01' as PlainDate;
const LAST_DAY = '9999-12-31' as PlainDate;

/**
 * What `work` makes of each bank account's open sides, and the bank accounts that neither anybody nor the books tie to a
 * ledger account. Lines that `work` uses are not open for the next: two bank accounts may share one of the ledger.
 * Throws FolderNotFound, BankAccountNotFound.
 */
export async function withOpenSides<T>(
  ctx: Context,
  folderId: number,
  wanted: OpenWanted,
  work: (sides: OpenSides) => Promise<{ readonly found: readonly T[]; readonly lineIds: readonly number[] }>,
): Promise<{ readonly found: T[]; readonly unknownAccounts: number[] }> {
  const { knex } = await ctx.db();
  const accounts = await listAccounts(ctx, folderId);
  const asked = wanted.accountId === undefined ? accounts.map(({ id }) => id) : [wanted.accountId];
  const taken = await takenBy(knex, folderId);
  const all: T[] = [];
  const unknownAccounts: number[] = [];
  for (const accountId of asked) {
    const side = await findLedgerSide(ctx, folderId, accountId);
    if (!side) {
      unknownAccounts.push(accountId);
      continue;
    }
    const currency = accounts.find(({ id }) => id === accountId)?.currencyCode ?? BOOKS_CURRENCY;
    const { found, lineIds } = await work(await openSides(ctx, folderId, { side, currency, taken }, wanted));
    for (const lineId of lineIds) taken.lines.add(lineId);
    all.push(...found);
  }
  return { found: all, unknownAccounts };
}

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

async function openSides(
  ctx: Context,
  folderId: number,
  place: Place,
  { beginDate = FIRST_DAY, endDate = LAST_DAY, maxDays = MAX_DAYS }: OpenWanted,
): Promise<OpenSides> {
  const { side, taken } = place;
  const { knex } = await ctx.db();
  const bank = (await bankMovements(knex, folderId, side.accountId, { from: beginDate, to: endDate })).filter(
    ({ id, amount }) => amount !== 0n && !taken.transactions.has(id),
  );
  const near = daysAround(bank, maxDays);
  const books = (near ? await linesIn(ctx, folderId, place, near) : []).filter(
    ({ id, entryId, amount }) => amount !== 0n && !taken.lines.has(id) && !taken.entries.has(entryId),
  );
  return { accountId: side.accountId, bank, books };
}

/** Transactions that are linked, and what is linked of the books, in whole or in part. */
async function takenBy(knex: Knex, folderId: number): Promise<Taken> {
  const rows: TakenRow[] = await knex('bank_reconciliation as r')
    .join('bank_transaction as t', { 't.folder_id': 'r.folder_id', 't.id': 'r.transaction_id' })
    .where('r.folder_id', folderId)
    .select('r.transaction_id', 'r.entry_id', 'r.line_id', 'r.group_id', 't.is_deleted');
  const live = rows.filter(({ is_deleted }) => !is_deleted); // see `takenOf`
  return {
    transactions: new Set(rows.map(({ transaction_id }) => transaction_id)),
    lines: new Set([...live.map(({ line_id }) => line_id), ...(await linesInGroups(knex, folderId))]),
    entries: new Set(live.flatMap((row) => ((row.line_id ?? row.group_id) === null ? row.entry_id : []))),
  };
}

interface TakenRow {
  readonly transaction_id: number;
  readonly entry_id: number;
  readonly line_id: number | null;
  readonly group_id: number | null;
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

/** Lines with what their entries say beside them. */
export async function besideLines(
  ctx: Context,
  folderId: number,
  books: readonly BooksMovement[],
): Promise<BooksSide[]> {
  const entryIds = [...new Set(books.map(({ entryId }) => entryId))];
  const { knex } = await ctx.db();
  const lettered = await letteredReferences(ctx, folderId, entryIds);
  const parties = await partiesOfEntries(knex, folderId, entryIds);
  return mapInTurns(books, ({ id, entryId, date, label, docRef, amount }) => ({
    id,
    entryId,
    date,
    label,
    docRef,
    amount,
    party: parties.get(entryId) ?? '',
    lettered: lettered.get(entryId) ?? [],
  }));
}

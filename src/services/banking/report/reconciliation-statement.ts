/**
 * The reconciliation of a bank account at a day (état de rapprochement): what the books say, what the bank says, and what
 * stands on one side alone. What the other side took after the day stands open at the day. All in the currency of the bank
 * account; lines of the books that say nothing in it are left out.
 */
import type { Knex } from 'knex';
import { addDays, dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { accountBalances } from '../../ledger/balances.ts';
import { type Exercise, listExercises } from '../../ledger/exercises.ts';
import { openingLines } from '../../ledger/openings.ts';
import { lockedUntil } from '../../ledger/reconciled.ts';
import type { Context } from '../../operation/context.ts';
import { clearedAt } from '../books/comparison/cleared.ts';
import {
  amountIn,
  type BankMovement,
  BOOKS_CURRENCY,
  type BooksMovement,
  bankMovements,
  booksMovements,
  type Period,
} from '../books/comparison/sides.ts';
import { type LedgerSide, ledgerSideOf } from '../books/reconciliation/ledger-side.ts';
import { bankingErrors } from '../errors.ts';
import { type AccountFigures, bankFigures, type FoundGap } from './figures.ts';

export interface OpenItem {
  readonly side: 'Bank' | 'Books';
  /** Of the transaction, or of the line. */
  readonly id: number;
  readonly date: PlainDate;
  readonly docRef: string;
  readonly label: string;
  /** What is left of it. */
  readonly amount: Cents;
  /** Days it has stood open. */
  readonly age: number;
}

export interface ReconciliationStatement {
  readonly accountId: number;
  readonly date: PlainDate;
  readonly ledgerAccount: string;
  /** Of every amount. */
  readonly currencyCode: string;
  readonly booksBalance: Cents;
  readonly bankBalance: Cents;
  /** The bank has them, the books do not: to be booked. */
  readonly bankOnly: readonly OpenItem[];
  /** The books have them, the bank does not: in transit. */
  readonly booksOnly: readonly OpenItem[];
  readonly adjustedBooks: Cents;
  readonly adjustedBank: Cents;
  /** Adjusted books less adjusted bank. */
  readonly difference: Cents;
  /** Part of it that the first opening of the books had already. */
  readonly openingDifference: Cents;
  readonly unexplained: Cents;
  /** Between statements up to the day, since the books begin. */
  readonly gaps: readonly FoundGap[];
  /** Last day of the account that is locked. */
  readonly lockedUntil: PlainDate | null;
}

/**
 * Throws FolderNotFound, BankAccountNotFound, LedgerSideUnknown, DateOutsideExercises when no exercise holds the day,
 * StatementMissing when the bank gave no balance.
 */
export async function reconciliationStatement(
  ctx: Context,
  folderId: number,
  accountId: number,
  date: PlainDate,
): Promise<ReconciliationStatement> {
  const { ledgerAccount } = await ledgerSideOf(ctx, folderId, accountId);
  const exercises = (await listExercises(ctx, folderId)).filter(({ start }) => start <= date);
  const [first, last] = [exercises[0], exercises.at(-1)];
  if (!first || !last) throw bankingErrors.StatementMissing({ accountId, date });
  const { knex } = await ctx.db();
  const since = { from: first.start, to: date };
  const { closing: atBank, currencyCode, gaps } = await bankBalance(ctx, folderId, accountId, since);
  const lines: BooksMovement[] = [];
  for (const { id } of exercises)
    lines.push(
      ...(await booksMovements(ctx, folderId, {
        exerciseId: id,
        accountId: ledgerAccount.id,
        currency: currencyCode,
      })),
    );
  const { opening, closing: booksBalance } =
    currencyCode === BOOKS_CURRENCY
      ? {
          opening: (await balancesOf(ctx, folderId, ledgerAccount.number, { exerciseId: first.id, to: first.start }))
            .opening,
          closing: (await balancesOf(ctx, folderId, ledgerAccount.number, { exerciseId: last.id, to: date })).closing,
        }
      : await balancesIn(knex, folderId, { first, ledgerAccount, lines, date, currencyCode });
  const bank = await bankMovements(knex, folderId, accountId, { from: first.start, to: date });
  const cleared = await clearedAt(knex, {
    folderId,
    accountId,
    ledgerAccountId: ledgerAccount.id,
    date,
    currency: currencyCode,
  });
  const before = await takenBefore(ctx, folderId, {
    accountId,
    ledgerAccount,
    exercises,
    lines,
    bank,
    currencyCode,
    date,
  });
  const open = (side: OpenItem['side'], movements: readonly (BankMovement & { docRef?: string })[]): OpenItem[] =>
    movements.flatMap(({ id, date: day, label, docRef = '', amount }) => {
      const left = amount - ((side === 'Bank' ? cleared.bank : cleared.books).get(id) ?? 0n);
      return left === 0n || day > date
        ? []
        : [{ side, id, date: day, docRef, label, amount: left, age: dayNumber(date) - dayNumber(day) }];
    });
  const bankOnly = open('Bank', bank);
  const booksOnly = open(
    'Books',
    lines.filter(({ id }) => !before?.has(id)).map((line) => ({ ...line, details: '' })),
  );
  const adjustedBooks = booksBalance + totalOf(bankOnly);
  const adjustedBank = atBank + totalOf(booksOnly);
  const openingDifference = before
    ? 0n
    : opening - (await bankBalance(ctx, folderId, accountId, onDay(addDays(first.start, -1)))).closing;
  const difference = adjustedBooks - adjustedBank;
  return {
    accountId,
    date,
    ledgerAccount: ledgerAccount.number,
    currencyCode,
    booksBalance,
    bankBalance: atBank,
    bankOnly,
    booksOnly,
    adjustedBooks,
    adjustedBank,
    difference,
    openingDifference,
    unexplained: difference - openingDifference,
    gaps,
    lockedUntil: await lockedUntil(knex, folderId, accountId),
  };
}

const totalOf = (items: readonly OpenItem[]): Cents => items.reduce((sum, { amount }) => sum + amount, 0n);

interface BankBalance extends Pick<AccountFigures, 'currencyCode' | 'gaps'> {
  readonly closing: Cents;
}

const onDay = (day: PlainDate): Period => ({ from: day, to: day });

/** At the end of the period, with the gaps in it. */
async function bankBalance(
  ctx: Context,
  folderId: number,
  accountId: number,
  { from: beginDate, to: endDate }: Period,
): Promise<BankBalance> {
  const { accounts } = await bankFigures(ctx, folderId, { accountId, beginDate, endDate });
  const [figures] = accounts;
  if (figures?.closing === undefined) throw bankingErrors.StatementMissing({ accountId, date: endDate });
  const { closing, currencyCode, gaps } = figures;
  return { closing, currencyCode: currencyCode || BOOKS_CURRENCY, gaps };
}

interface Begun extends Pick<LedgerSide, 'ledgerAccount'>, Pick<AccountFigures, 'currencyCode'> {
  readonly accountId: number;
  readonly exercises: readonly Exercise[];
  readonly lines: readonly BooksMovement[];
  readonly bank: readonly BankMovement[];
  readonly date: PlainDate;
}

/** After every link. */
const EVER = '9999-12-31' as PlainDate;

/**
 * Lines that the bank had taken before the first statement that there is, where nobody can tick them: those without a link,
 * when both balances agree on that day but for what was linked later. Undefined when they do not, or the day is not reached.
 */
async function takenBefore(ctx: Context, folderId: number, begun: Begun): Promise<ReadonlySet<number> | undefined> {
  const { knex } = await ctx.db();
  const { accountId, ledgerAccount, currencyCode: currency } = begun;
  const stated = knex('bank_statement').where({ folder_id: folderId, account_id: accountId, has_balances: true });
  const day: PlainDate | undefined = (await stated.orderBy('start_date').first('start_date'))?.start_date;
  if (day === undefined || day > begun.date) return undefined;
  const apart = await balancesApart(ctx, folderId, begun, day);
  const place = { folderId, accountId, ledgerAccountId: ledgerAccount.id, currency };
  const [then, ever] = [
    await clearedAt(knex, { ...place, date: day }),
    await clearedAt(knex, { ...place, date: EVER }),
  ];
  const until = <T extends { readonly date: PlainDate }>(movements: readonly T[]) =>
    movements.filter((movement) => movement.date <= day);
  const lines = until(begun.lines);
  const toBook = sumOf(until(begun.bank).map(({ id, amount }) => amount - (then.bank.get(id) ?? 0n)));
  const inTransit = sumOf(lines.map(({ id }) => (ever.books.get(id) ?? 0n) - (then.books.get(id) ?? 0n)));
  if (apart !== inTransit - toBook) return undefined;
  return new Set(lines.flatMap(({ id }) => (ever.books.has(id) ? [] : id)));
}

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0n);

/** The books less the bank at the end of a day; undefined on a day that no exercise has. */
async function balancesApart(
  ctx: Context,
  folderId: number,
  { accountId, ledgerAccount, exercises, lines, currencyCode }: Begun,
  day: PlainDate,
): Promise<Cents | undefined> {
  const [first] = exercises;
  const exercise = exercises.find(({ start, end }) => start <= day && day <= end);
  if (!first || !exercise) return undefined;
  const { closing: atBank } = await bankBalance(ctx, folderId, accountId, onDay(day));
  const { knex } = await ctx.db();
  const { closing: inBooks } =
    currencyCode === BOOKS_CURRENCY
      ? await balancesOf(ctx, folderId, ledgerAccount.number, { exerciseId: exercise.id, to: day })
      : await balancesIn(knex, folderId, { first, ledgerAccount, lines, date: day, currencyCode });
  return inBooks - atBank;
}

interface InCurrency extends Pick<LedgerSide, 'ledgerAccount'>, Pick<AccountFigures, 'currencyCode'> {
  readonly first: Exercise;
  readonly lines: readonly BooksMovement[];
  readonly date: PlainDate;
}

/**
 * The same in the currency of the account: the first opening and every movement since, as the openings of later
 * exercises often say nothing in it.
 */
async function balancesIn(
  knex: Knex,
  folderId: number,
  { first, ledgerAccount, lines, date, currencyCode }: InCurrency,
): Promise<{ readonly opening: Cents; readonly closing: Cents }> {
  const opened = await knex('entry_line')
    .where({ folder_id: folderId, account_id: ledgerAccount.id })
    .whereIn('id', await openingLines(knex, folderId, first, [ledgerAccount.number]))
    .select({ debit: 'debit_cents', credit: 'credit_cents', currency: 'currency', currencyAmount: 'currency_cents' });
  const opening = opened.reduce((sum, line) => sum + (amountIn(line, currencyCode) ?? 0n), 0n);
  const moved = lines.filter((line) => line.date <= date).reduce((sum, { amount }) => sum + amount, 0n);
  return { opening, closing: opening + moved };
}

/** Of the account in the books, in euros: at the beginning of the exercise, and at the end of the day. */
async function balancesOf(ctx: Context, folderId: number, number: string, span: { exerciseId: number; to: PlainDate }) {
  const { accounts } = await accountBalances(ctx, folderId, { ...span, accounts: [number] });
  return accounts.find(({ accountNumber }) => accountNumber === number) ?? { opening: 0n, closing: 0n };
}

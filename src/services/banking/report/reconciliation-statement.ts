/**
 * The reconciliation of a bank account at a day (état de rapprochement): what the books say, what the bank says, and what
 * stands on one side alone. What the other side took after the day stands open at the day. All in the currency of the bank
 * account; lines of the books that say nothing in it are left out.
 */
import type { Knex } from 'knex';
import { addDays, dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../kernel/money.ts';
import { accountBalances } from '../../ledger/balances.ts';
import { type Exercise, listExercises } from '../../ledger/exercises.ts';
import { openingLines } from '../../ledger/openings.ts';
import { lockedUntil } from '../../ledger/reconciled.ts';
import type { Context } from '../../operation/context.ts';
import {
  amountIn,
  type BankMovement,
  BOOKS_CURRENCY,
  type BooksMovement,
  bankMovements,
  booksMovements,
} from '../books/comparison/sides.ts';
import { type LedgerSide, ledgerSideOf } from '../books/reconciliation/ledger-side.ts';
import { bankingErrors } from '../errors.ts';
import { type AccountFigures, bankFigures } from './figures.ts';

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
  const { closing: atBank, currencyCode } = await bankBalance(ctx, folderId, accountId, date);
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
    : opening - (await bankBalance(ctx, folderId, accountId, addDays(first.start, -1))).closing;
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
    lockedUntil: await lockedUntil(knex, folderId, accountId),
  };
}

const totalOf = (items: readonly OpenItem[]): Cents => items.reduce((sum, { amount }) => sum + amount, 0n);

interface BankBalance extends Pick<AccountFigures, 'currencyCode'> {
  readonly closing: Cents;
}

async function bankBalance(ctx: Context, folderId: number, accountId: number, day: PlainDate): Promise<BankBalance> {
  const { accounts } = await bankFigures(ctx, folderId, { accountId, beginDate: day, endDate: day });
  const [figures] = accounts;
  if (figures?.closing === undefined) throw bankingErrors.StatementMissing({ accountId, date: day });
  return { closing: figures.closing, currencyCode: figures.currencyCode || BOOKS_CURRENCY };
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
async function takenBefore(
  ctx: Context,
  folderId: number,
  { accountId, ledgerAccount, exercises, lines, bank, currencyCode, date }: Begun,
): Promise<ReadonlySet<number> | undefined> {
  const { knex } = await ctx.db();
  const stated = knex('bank_statement').where({ folder_id: folderId, account_id: accountId, has_balances: true });
  const day: PlainDate | undefined = (await stated.orderBy('start_date').first('start_date'))?.start_date;
  const exercise = exercises.find(({ start, end }) => day !== undefined && start <= day && day <= end);
  const [first] = exercises;
  if (day === undefined || day > date || !exercise || !first) return undefined;
  const { closing: atBank } = await bankBalance(ctx, folderId, accountId, day);
  const { closing: inBooks } =
    currencyCode === BOOKS_CURRENCY
      ? await balancesOf(ctx, folderId, ledgerAccount.number, { exerciseId: exercise.id, to: day })
      : await balancesIn(knex, folderId, { first, ledgerAccount, lines, date: day, currencyCode });
  const place = { folderId, accountId, ledgerAccountId: ledgerAccount.id, currency: currencyCode };
  const then = await clearedAt(knex, { ...place, date: day });
  const ever = await clearedAt(knex, { ...place, date: EVER });
  const until = <T extends { readonly date: PlainDate }>(movements: readonly T[]) =>
    movements.filter((movement) => movement.date <= day);
  const toBook = until(bank).reduce((sum, { id, amount }) => sum + amount - (then.bank.get(id) ?? 0n), 0n);
  const inTransit = until(lines).reduce(
    (sum, { id }) => sum + (ever.books.get(id) ?? 0n) - (then.books.get(id) ?? 0n),
    0n,
  );
  if (inBooks + toBook !== atBank + inTransit) return undefined;
  return new Set(until(lines).flatMap(({ id }) => (ever.books.has(id) ? [] : id)));
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

interface Cleared {
  /** By transaction, and by line: what the other side has of it on the day. */
  readonly bank: ReadonlyMap<number, Cents>;
  readonly books: ReadonlyMap<number, Cents>;
}

/** Links whose two sides are there on the day; a group is cleared when all of it is, and balances. */
async function clearedAt(
  knex: Knex,
  wanted: { folderId: number; accountId: number; ledgerAccountId: number; date: PlainDate; currency: string },
): Promise<Cleared> {
  const { rows } = await knex.raw(CLEARED, { ...wanted, books: BOOKS_CURRENCY });
  const [bank, books] = [new Map<number, Cents>(), new Map<number, Cents>()];
  for (const { side, id, amount } of rows as { side: string; id: number; amount: string }[]) {
    const map = side === 'Bank' ? bank : books;
    map.set(id, (map.get(id) ?? 0n) + (parseAmount(amount) ?? 0n));
  }
  return { bank, books };
}

/** The amount of a line as `amountIn` reads it. */
const AMOUNT = `((case when :currency = :books then l.debit_cents - l.credit_cents
  when l.currency = :currency then abs(coalesce(l.currency_cents, 0)) * case when l.debit_cents < l.credit_cents then -1 else 1 end
  else 0 end) / 100.0)::numeric(20, 2)`;

/** A link that names its entry alone is to the free line of its amount there, one line for each. */
const CLEARED = `
  with link as (
    select r.group_id, r.line_id, r.entry_id, t.id, t.amount::numeric(20, 2) as amount, t.operation_date as day
    from bank_reconciliation r join bank_transaction t on t.folder_id = r.folder_id and t.id = r.transaction_id
    where r.folder_id = :folderId and t.account_id = :accountId and not t.is_deleted
  ), lone as (
    select link.id, link.entry_id, link.amount, link.day,
      row_number() over (partition by link.entry_id, link.amount order by link.id) as place
    from link where link.line_id is null and link.group_id is null
  ), free as (
    select l.id, l.entry_id, l.entry_date as day, ${AMOUNT} as amount,
      row_number() over (partition by l.entry_id, ${AMOUNT} order by l.id) as place
    from entry_line l
    where l.folder_id = :folderId and l.account_id = :ledgerAccountId and l.entry_id in (select entry_id from lone)
      and not exists (select from bank_reconciliation o where o.folder_id = l.folder_id and o.line_id = l.id)
      and not exists (select from bank_reconciliation_group_line o where o.folder_id = l.folder_id and o.line_id = l.id)
  ), pair as (
    select link.id, link.line_id, link.amount from link
    join entry_line l on l.folder_id = :folderId and l.id = link.line_id
    where link.day <= :date and l.entry_date <= :date
    union all
    select lone.id, free.id, lone.amount from lone join free using (entry_id, amount, place)
    where lone.day <= :date and free.day <= :date
  ), member as (
    select g.group_id, l.id, l.entry_date as day, ${AMOUNT} as amount
    from bank_reconciliation_group_line g join entry_line l on l.folder_id = g.folder_id and l.id = g.line_id
    where g.folder_id = :folderId
  ), whole as (
    select group_id from (select group_id, amount, day from link where group_id is not null
      union all select group_id, -amount, day from member) as x
    group by group_id having max(day) <= :date and sum(amount) = 0
  )
  select 'Bank' as side, id, amount::text from pair
  union all select 'Books', line_id, amount::text from pair
  union all select 'Bank', id, amount::text from link where group_id in (select group_id from whole)
  union all select 'Books', id, amount::text from member where group_id in (select group_id from whole)`;

/**
 * The reconciliation of a bank account at a day (état de rapprochement): what the books say, what the bank says, and what
 * stands on one side alone. What the other side took after the day stands open at the day.
 */
import type { Knex } from 'knex';
import { addDays, dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../kernel/money.ts';
import { accountBalances } from '../../ledger/balances.ts';
import { type Exercise, listExercises } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import { type BankMovement, bankMovements, booksMovements } from '../books/comparison/sides.ts';
import { ledgerSideOf } from '../books/reconciliation/ledger-side.ts';
import { bankingErrors } from '../errors.ts';
import { bankFigures } from './figures.ts';

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
  const balanceOn = (day: PlainDate) => bankBalance(ctx, folderId, accountId, day);
  const openingOf = async (exercise: Exercise) =>
    (await balancesOf(ctx, folderId, ledgerAccount.number, exercise.id, exercise.start)).opening;
  const booksBalance = (await balancesOf(ctx, folderId, ledgerAccount.number, last.id, date)).closing;
  const lines = [];
  for (const { id } of exercises)
    lines.push(...(await booksMovements(ctx, folderId, { exerciseId: id, accountId: ledgerAccount.id })));
  const bank = await bankMovements(knex, folderId, accountId, { from: first.start, to: date });
  const cleared = await clearedAt(knex, folderId, accountId, date);
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
    lines.map((line) => ({ ...line, details: '' })),
  );
  const atBank = await balanceOn(date);
  const adjustedBooks = booksBalance + totalOf(bankOnly);
  const adjustedBank = atBank + totalOf(booksOnly);
  const openingDifference = (await openingOf(first)) - (await balanceOn(addDays(first.start, -1)));
  const difference = adjustedBooks - adjustedBank;
  return {
    accountId,
    date,
    ledgerAccount: ledgerAccount.number,
    booksBalance,
    bankBalance: atBank,
    bankOnly,
    booksOnly,
    adjustedBooks,
    adjustedBank,
    difference,
    openingDifference,
    unexplained: difference - openingDifference,
  };
}

const totalOf = (items: readonly OpenItem[]): Cents => items.reduce((sum, { amount }) => sum + amount, 0n);

async function bankBalance(ctx: Context, folderId: number, accountId: number, day: PlainDate): Promise<Cents> {
  const { accounts } = await bankFigures(ctx, folderId, { accountId, beginDate: day, endDate: day });
  const closing = accounts[0]?.closing;
  if (closing === undefined) throw bankingErrors.StatementMissing({ accountId, date: day });
  return closing;
}

/** Of the account in the books: at the beginning of the exercise, and at the end of the day. */
async function balancesOf(ctx: Context, folderId: number, number: string, exerciseId: number, to: PlainDate) {
  const { accounts } = await accountBalances(ctx, folderId, { exerciseId, to, accounts: [number] });
  return accounts.find(({ accountNumber }) => accountNumber === number) ?? { opening: 0n, closing: 0n };
}

interface Cleared {
  /** By transaction, and by line: what the other side has of it on the day. */
  readonly bank: ReadonlyMap<number, Cents>;
  readonly books: ReadonlyMap<number, Cents>;
}

/** Links whose two sides are there on the day; a group is cleared when all of it is, and balances. */
async function clearedAt(knex: Knex, folderId: number, accountId: number, date: PlainDate): Promise<Cleared> {
  const { rows } = await knex.raw(CLEARED, { folderId, accountId, date });
  const [bank, books] = [new Map<number, Cents>(), new Map<number, Cents>()];
  for (const { side, id, amount } of rows as { side: string; id: number; amount: string }[]) {
    const map = side === 'Bank' ? bank : books;
    map.set(id, (map.get(id) ?? 0n) + (parseAmount(amount) ?? 0n));
  }
  return { bank, books };
}

const CLEARED = `
  with link as (
    select r.group_id, r.line_id, t.id, t.amount::numeric(20, 2) as amount, t.operation_date as day
    from bank_reconciliation r join bank_transaction t on t.folder_id = r.folder_id and t.id = r.transaction_id
    where r.folder_id = :folderId and t.account_id = :accountId and not t.is_deleted
  ), pair as (
    select link.id, link.line_id, link.amount from link
    join entry_line l on l.folder_id = :folderId and l.id = link.line_id
    where link.day <= :date and l.entry_date <= :date
  ), member as (
    select g.group_id, l.id, ((l.debit_cents - l.credit_cents) / 100.0)::numeric(20, 2) as amount, l.entry_date as day
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

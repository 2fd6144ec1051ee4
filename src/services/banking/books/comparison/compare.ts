import type { Knex } from 'knex';
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../../kernel/money.ts';
import { accountBalances } from '../../../ledger/balances.ts';
import { exerciseOrLast } from '../../../ledger/exercises.ts';
import type { Context } from '../../../operation/context.ts';
import { CURRENCY } from '../../accounts/accounts.ts';
import { bankingErrors } from '../../errors.ts';
import { continuityGaps, type Gap, missingOf } from '../../statements/continuity.ts';
import { type Cleared, clearedAt } from './cleared.ts';
import { MAX_DAYS, type Movement, matchMovements } from './match.ts';
import { BOOKS_CURRENCY, bankMovements, bestSide, booksMovements } from './sides.ts';

const BANK_ACCOUNTS = '512';

export interface ComparisonWanted {
  readonly folderId: number;
  readonly accountId: number;
  /** Ledger account; the one of class 512 that pairs best when absent. */
  readonly ledgerAccount?: string | undefined;
  readonly exerciseId?: number | undefined;
}

export interface Comparison {
  readonly accountId: number;
  readonly ledgerAccount: string;
  readonly date: PlainDate;
  readonly bankBalance: Cents;
  readonly ledgerBalance: Cents;
  /** `ledgerBalance - bankBalance`. */
  readonly difference: Cents;
  readonly paired: number;
  /** In the books and not at the bank: cheques not cashed, transfers on their way, what a missing statement held. */
  readonly booksOnly: readonly Movement[];
  /** At the bank and not in the books: fees, receipts not booked yet. */
  readonly bankOnly: readonly Movement[];
  /** What neither explains: a difference of the opening balances. */
  readonly unexplained: Cents;
  readonly gaps: readonly Gap[];
}

/**
 * Compares a bank account with its account in the ledger at the end of an exercise, movement by movement.
 * Throws FolderNotFound, BankAccountNotFound, ExerciseNotFound, FolderWithoutExercise, StatementMissing,
 * LedgerAccountMissing, LedgerAccountOfOther, ComparisonInEuros.
 */
export async function compareWithLedger(ctx: Context, wanted: ComparisonWanted): Promise<Comparison> {
  const db = await ctx.db();
  const { folderId, accountId, ledgerAccount: asked } = wanted;
  const exercise = await exerciseOrLast(ctx, folderId, wanted.exerciseId);
  await refuseOtherCurrency(db.knex, folderId, accountId);
  const period = { from: exercise.start, to: exercise.end };
  const bank = await bankMovements(db.knex, folderId, accountId, period);
  const statement =
    (await closingStatement(db.knex, folderId, accountId, period.to)) ??
    (await statedBalance(db.knex, { folderId, accountId, to: period.to }, bank));
  if (!statement) throw bankingErrors.StatementMissing({ accountId, date: period.to });
  const said = await saidAccounts(db.knex, folderId);
  const others = [...said].filter(([id]) => id !== accountId).map(([, number]) => number);
  const ledger = await bestLedgerAccount(
    ctx,
    folderId,
    { exerciseId: exercise.id, asked, said: said.get(accountId), others },
    bank,
  );
  // What was linked is not looked for again; what one of the two sides has after the day stands open on it.
  const cleared = await clearedBetween(db.knex, { folderId, accountId, date: period.to }, ledger);
  const bankLeft = leftOf(bank, cleared.bank);
  const { pairs, bankOnly, booksOnly } = matchMovements(bankLeft, leftOf(ledger.movements, cleared.books), MAX_DAYS);
  const bankBalance = statement.endCents;
  const difference = ledger.closing - bankBalance;
  return {
    accountId,
    ledgerAccount: ledger.number,
    date: period.to,
    bankBalance,
    ledgerBalance: ledger.closing,
    difference,
    paired: pairs.length + bank.length - bankLeft.length,
    booksOnly,
    bankOnly,
    unexplained: difference - (total(booksOnly) - total(bankOnly)) + missingFromStatements(statement, bank),
    gaps: missingOf((await continuityGaps(db.knex, folderId, [accountId])).get(accountId)),
  };
}

/** Nothing is linked to an account to which nothing is posted. */
async function clearedBetween(
  knex: Knex,
  place: { readonly folderId: number; readonly accountId: number; readonly date: PlainDate },
  { id }: LedgerSide,
): Promise<Cleared> {
  if (id === undefined) return { bank: new Map(), books: new Map() };
  return clearedAt(knex, { ...place, ledgerAccountId: id, currency: BOOKS_CURRENCY });
}

/** What no link has taken; none of what is taken whole. */
const leftOf = <T extends Movement>(movements: readonly T[], taken: ReadonlyMap<number, Cents>): T[] =>
  movements.flatMap((movement) => {
    const amount = movement.amount - (taken.get(movement.id) ?? 0n);
    return amount === 0n ? [] : [{ ...movement, amount }];
  });

/** Balances of the ledger are in euros. */
async function refuseOtherCurrency(knex: Knex, folderId: number, accountId: number): Promise<void> {
  const account = await knex('bank_account as a')
    .where({ 'a.folder_id': folderId, 'a.id': accountId })
    .first<{ currency: string | null } | undefined>(knex.raw(`${CURRENCY} as currency`));
  const currency = account?.currency ?? BOOKS_CURRENCY;
  if (currency !== BOOKS_CURRENCY) throw bankingErrors.ComparisonInEuros({ folderId, accountId, currency });
}

const total = (movements: readonly Movement[]): Cents => movements.reduce((sum, { amount }) => sum + amount, 0n);

interface ClosingStatement {
  readonly startCents: Cents;
  readonly endCents: Cents;
}

/** What the statements say the account gained, beyond the movements that they show: the part of missing statements. */
const missingFromStatements = ({ startCents, endCents }: ClosingStatement, bank: readonly Movement[]): Cents =>
  endCents - startCents - total(bank);

/** Balances around the exercise: of the first statement that begins in it or before, of the last that ends in it. */
async function closingStatement(
  knex: Knex,
  folderId: number,
  accountId: number,
  to: PlainDate,
): Promise<ClosingStatement | undefined> {
  const statements = () =>
    knex('bank_statement').where({ folder_id: folderId, account_id: accountId, has_balances: true });
  const last = await statements()
    .where('end_date', '<=', to)
    .orderBy([
      { column: 'end_date', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first();
  const first = await statements().orderBy(['start_date', 'id']).first();
  if (!last || !first) return undefined;
  return { startCents: toCents(first.start_units, first.decimals), endCents: toCents(last.end_units, last.decimals) };
}

/**
 * The same of an account that a provider feeds: the balance that it states, brought to the day by the movements between.
 * A provider gives every movement from its first day on: nothing is missing between them.
 */
async function statedBalance(
  knex: Knex,
  { folderId, accountId, to }: { readonly folderId: number; readonly accountId: number; readonly to: PlainDate },
  bank: readonly Movement[],
): Promise<ClosingStatement | undefined> {
  const { rows } = await knex.raw(
    `select a.balance_units as units, a.balance_decimals as decimals,
            coalesce((select sum(case when t.operation_date > cast(:to as date) then -t.amount else t.amount end)
                      from bank_transaction t
                      where t.folder_id = a.folder_id and t.account_id = a.id and not t.is_deleted
                        and t.operation_date > least(a.balance_date, :to)
                        and t.operation_date <= greatest(a.balance_date, :to)), 0)::text as since
     from bank_account a
     where a.folder_id = :folderId and a.id = :accountId and a.balance_units is not null and a.balance_date is not null`,
    { folderId, accountId, to },
  );
  const [stated] = rows as { units: bigint; decimals: number; since: string }[];
  if (!stated) return undefined;
  const endCents = toCents(stated.units, stated.decimals) + (parseAmount(stated.since) ?? 0n);
  return { startCents: endCents - total(bank), endCents };
}

/** Units of another scale than cents; anything below the cent cannot be compared with books kept in cents. */
const toCents = (units: bigint, decimals: number): Cents => (units * 100n) / 10n ** BigInt(decimals);

interface LedgerSide {
  /** None while nothing is posted to it. */
  readonly id?: number;
  readonly number: string;
  readonly closing: Cents;
  readonly movements: readonly Movement[];
}

/** By bank account, the account of the ledger that a person said books it. */
async function saidAccounts(knex: Knex, folderId: number): Promise<ReadonlyMap<number, string>> {
  const rows: { readonly account_id: number; readonly number: string }[] = await knex('bank_ledger_account as s')
    .join('account as a', { 'a.folder_id': 's.folder_id', 'a.id': 's.ledger_account_id' })
    .where('s.folder_id', folderId)
    .select('s.account_id', 'a.number');
  return new Map(rows.map(({ account_id, number }) => [account_id, number]));
}

interface LedgerAsked {
  readonly exerciseId: number;
  readonly asked: string | undefined;
  /** That a person said books the bank account. */
  readonly said: string | undefined;
  /** Those that book other bank accounts, as a person said. */
  readonly others: readonly string[];
}

/**
 * The ledger account asked for, else the one that was said, else that of class 512 which shares most movements with the
 * statements: one that books another bank account has to share some.
 */
async function bestLedgerAccount(
  ctx: Context,
  folderId: number,
  { exerciseId, asked, said, others }: LedgerAsked,
  bank: readonly Movement[],
): Promise<LedgerSide> {
  const wanted = asked ?? said ?? BANK_ACCOUNTS;
  const { accounts } = await accountBalances(ctx, folderId, { exerciseId, accounts: [wanted] });
  const isSaid = asked === undefined && said !== undefined;
  const sides = await Promise.all(
    accounts
      .filter(({ accountNumber }) => !isSaid || accountNumber === said)
      .map(async ({ accountNumber, accountId, closing }) => ({
        id: accountId,
        number: accountNumber,
        closing,
        movements: await booksMovements(ctx, folderId, { exerciseId, accountId }),
      })),
  );
  const best = bestSide(bank, sides);
  if (isSaid) return best?.side ?? { number: said, closing: 0n, movements: [] }; // nothing is posted to it yet
  if (!best) throw bankingErrors.LedgerAccountMissing({ account: wanted });
  const isOfOther = asked === undefined && best.pairs === 0 && others.includes(best.side.number);
  if (isOfOther) throw bankingErrors.LedgerAccountOfOther({ account: best.side.number });
  return best.side;
}

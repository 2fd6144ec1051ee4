/** What each account of a folder holds by its bank and by the books on the same day, without matching movement by movement. */
import { getFolder } from '../../../folders/folders.ts';
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../../kernel/money.ts';
import { accountBalances } from '../../../ledger/balances.ts';
import { type Exercise, readExercises } from '../../../ledger/exercises.ts';
import type { Context } from '../../../operation/context.ts';
import { type BankAccount, readAccounts } from '../../accounts/accounts.ts';
import { namedApart } from '../../accounts/names-apart.ts';
import { continuityGaps } from '../../statements/continuity.ts';
import { findLedgerSide } from '../reconciliation/ledger-side.ts';
import { BOOKS_CURRENCY } from './sides.ts';

export interface AccountBalances {
  readonly accountId: number;
  readonly name: string;
  readonly currencyCode: string | null;
  /** The day of the last balance that the bank gave. */
  readonly date: PlainDate | null;
  readonly bankBalance: Cents | null;
  /** Null when neither anybody nor the books say which account books it, or when it is not in euros. */
  readonly ledgerAccount: string | null;
  readonly ledgerBalance: Cents | null;
  /** `ledgerBalance - bankBalance`. */
  readonly difference: Cents | null;
  /** Last day of the last statement. */
  readonly lastStatement: PlainDate | null;
  /** How often statements do not follow each other. */
  readonly gaps: number;
}

/** By account. Throws FolderNotFound. */
export async function balancesOfAccounts(ctx: Context, folderId: number): Promise<AccountBalances[]> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const accounts = namedApart(await readAccounts(knex, { folderId }));
  const ids = accounts.map(({ id }) => id);
  const [exercises, last, gaps] = await Promise.all([
    readExercises(knex, folderId),
    knex('bank_statement')
      .where({ folder_id: folderId })
      .groupBy('account_id')
      .select({ accountId: 'account_id', day: knex.raw('max(end_date)') }),
    continuityGaps(knex, folderId, ids),
  ]);
  const lastDays = new Map((last as { accountId: number; day: PlainDate }[]).map((row) => [row.accountId, row.day]));
  return Promise.all(
    accounts.map(async (account) => ({
      accountId: account.id,
      name: account.name,
      currencyCode: account.currencyCode,
      ...(await sidesOf(ctx, account, exercises)),
      lastStatement: lastDays.get(account.id) ?? null,
      gaps: gaps.get(account.id)?.length ?? 0,
    })),
  );
}

type Sides = Pick<AccountBalances, 'date' | 'bankBalance' | 'ledgerAccount' | 'ledgerBalance' | 'difference'>;

async function sidesOf(ctx: Context, account: BankAccount, exercises: readonly Exercise[]): Promise<Sides> {
  const date = account.balanceDate as PlainDate | null;
  const isInEuros = (account.currencyCode ?? BOOKS_CURRENCY) === BOOKS_CURRENCY;
  const bankBalance = account.balance === null ? null : (parseAmount(account.balance) ?? null);
  const side = isInEuros ? await findLedgerSide(ctx, account.folderId, account.id) : undefined;
  const ledgerAccount = side?.ledgerAccount.number ?? null;
  const ledgerBalance =
    ledgerAccount === null ? null : await ledgerBalanceOn(ctx, account.folderId, { ledgerAccount, date, exercises });
  const isCompared = bankBalance !== null && ledgerBalance !== null;
  return {
    date,
    bankBalance,
    ledgerAccount,
    ledgerBalance,
    difference: isCompared ? ledgerBalance - bankBalance : null,
  };
}

interface Asked {
  readonly ledgerAccount: string;
  readonly date: PlainDate | null;
  readonly exercises: readonly Exercise[];
}

/** In the exercise of the day; null when the books have none that holds it. */
async function ledgerBalanceOn(
  ctx: Context,
  folderId: number,
  { ledgerAccount, date, exercises }: Asked,
): Promise<Cents | null> {
  const exercise = exercises.find(({ start, end }) => date !== null && start <= date && date <= end);
  if (!exercise || date === null) return null;
  const wanted = { exerciseId: exercise.id, to: date, accounts: [ledgerAccount] };
  const { accounts } = await accountBalances(ctx, folderId, wanted);
  return accounts.find(({ accountNumber }) => accountNumber === ledgerAccount)?.closing ?? 0n;
}

/** The account and the journal that book a bank account: as a person said, or as the books themselves show. */
import { addDays } from '../../../kernel/dates.ts';
import { type Account, listAccounts } from '../../../ledger/accounts.ts';
import { ledgerErrors } from '../../../ledger/errors.ts';
import { listExercises } from '../../../ledger/exercises.ts';
import { type Journal, listJournals } from '../../../ledger/journals.ts';
import { journalsOfAccount } from '../../../ledger/movements.ts';
import { type Context, readOnce } from '../../../operation/context.ts';
import { readAccounts, requireAccount } from '../../accounts/accounts.ts';
import { authorOf } from '../../events.ts';
import { isBankLine } from '../../transactions/entries/modification.ts';
import { MAX_DAYS } from '../comparison/match.ts';
import { BOOKS_CURRENCY, type BooksMovement, bankMovements, bestSide, booksMovements } from '../comparison/sides.ts';
import { reconciliationErrors } from './errors.ts';

export interface LedgerSide {
  readonly accountId: number;
  readonly ledgerAccount: Pick<Account, 'id' | 'number' | 'label'>;
  readonly journal: Pick<Journal, 'id' | 'code'>;
  /** Nobody said it: read from the books. */
  readonly isGuess: boolean;
}

/** Throws FolderNotFound, BankAccountNotFound, LedgerSideUnknown. */
export async function ledgerSideOf(ctx: Context, folderId: number, accountId: number): Promise<LedgerSide> {
  const side = await findLedgerSide(ctx, folderId, accountId);
  if (!side) throw reconciliationErrors.LedgerSideUnknown({ accountId });
  return side;
}

/** The same, undefined when neither anybody nor the books say. Throws FolderNotFound, BankAccountNotFound. */
export const findLedgerSide = (ctx: Context, folderId: number, accountId: number): Promise<LedgerSide | undefined> =>
  readOnce(ctx, `ledger side ${folderId} ${accountId}`, () => readLedgerSide(ctx, folderId, accountId));

async function readLedgerSide(ctx: Context, folderId: number, accountId: number): Promise<LedgerSide | undefined> {
  const db = await ctx.db();
  const journals = await listJournals(ctx, folderId);
  await requireAccount(db.knex, folderId, accountId);
  const said = await db.knex('bank_ledger_account').where({ folder_id: folderId, account_id: accountId }).first();
  const chart = await bankAccountsOfLedger(ctx, folderId);
  const ledgerAccount = said
    ? chart.find(({ id }) => id === said.ledger_account_id)
    : await guessAccount(ctx, folderId, accountId, chart);
  if (!ledgerAccount) return undefined;
  const journalId = said?.journal_id ?? (await guessJournal(ctx, folderId, ledgerAccount.id, journals));
  const journal = journals.find(({ id }) => id === journalId);
  return journal && { accountId, ledgerAccount, journal, isGuess: !said };
}

/** A folder has a handful of accounts 512 to 519. */
const MOST_ACCOUNTS = 1000;

const bankAccountsOfLedger = (ctx: Context, folderId: number): Promise<readonly Account[]> =>
  readOnce(ctx, `bank accounts of ledger ${folderId}`, async () => {
    const { items } = await listAccounts(ctx, folderId, { prefixes: ['51'] }, { page: 1, limit: MOST_ACCOUNTS });
    return items.filter(({ number }) => isBankLine({ accountNumber: number }));
  });

/** The only account 512, else the one that shares most movements with the bank in the latest exercise that has any. */
async function guessAccount(
  ctx: Context,
  folderId: number,
  accountId: number,
  chart: readonly Account[],
): Promise<Account | undefined> {
  const accounts = chart.filter(({ number }) => number.startsWith('512'));
  if (accounts.length < 2) return accounts[0];
  const db = await ctx.db();
  const [own] = await readAccounts(db.knex, { folderId, accountIds: [accountId] });
  // Dollars are not compared with euros: another account of the same figures would be taken.
  const currency = own?.currencyCode || BOOKS_CURRENCY;
  for (const { id, start, end } of (await listExercises(ctx, folderId)).toReversed()) {
    const period = { from: addDays(start, -MAX_DAYS), to: addDays(end, MAX_DAYS) };
    const bank = await bankMovements(db.knex, folderId, accountId, period);
    // One after the other: inside a transaction they share one connection.
    const sides: { readonly account: Account; readonly movements: readonly BooksMovement[] }[] = [];
    for (const account of accounts) {
      const movements = await booksMovements(ctx, folderId, { exerciseId: id, accountId: account.id, currency });
      sides.push({ account, movements });
    }
    const best = bestSide(bank, sides);
    if (best && best.pairs > 0) return best.side.account;
  }
  return undefined;
}

/** The bank journal with most lines of the account, else the only bank journal. */
async function guessJournal(
  ctx: Context,
  folderId: number,
  ledgerAccountId: number,
  journals: readonly Journal[],
): Promise<number | undefined> {
  const ofBank = journals.filter(({ type }) => type === 'Bank').map(({ id }) => id);
  const used = await journalsOfAccount(ctx, folderId, ledgerAccountId);
  return used.find((id) => ofBank.includes(id)) ?? (ofBank.length === 1 ? ofBank[0] : undefined);
}

export interface LedgerSideChange {
  /** Number of the account. */
  readonly ledgerAccount: string;
  /** Code of the journal. */
  readonly journalCode: string;
}

/** Throws FolderNotFound, BankAccountNotFound, AccountNotFound, NotABankAccount, JournalNotFound. */
export async function setLedgerSide(
  ctx: Context,
  folderId: number,
  accountId: number,
  { ledgerAccount, journalCode }: LedgerSideChange,
): Promise<LedgerSide> {
  const db = await ctx.db();
  const journal = (await listJournals(ctx, folderId)).find(({ code }) => code === journalCode);
  await requireAccount(db.knex, folderId, accountId);
  const { items } = await listAccounts(ctx, folderId, { numbers: [ledgerAccount] }, { page: 1, limit: 1 });
  const [account] = items;
  if (!account) throw ledgerErrors.AccountNotFound({ folderId, account: ledgerAccount });
  if (!isBankLine({ accountNumber: account.number })) {
    throw reconciliationErrors.NotABankAccount({ account: account.number });
  }
  if (!journal) throw ledgerErrors.JournalNotFound({ folderId, journal: journalCode });
  await db
    .knex('bank_ledger_account')
    .insert({
      folder_id: folderId,
      account_id: accountId,
      ledger_account_id: account.id,
      journal_id: journal.id,
      updated_at: ctx.clock.now(),
      updated_by_user_id: authorOf(ctx.actor).userId,
    })
    .onConflict(['folder_id', 'account_id'])
    .merge();
  return { accountId, ledgerAccount: account, journal, isGuess: false };
}

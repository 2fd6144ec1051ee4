/** What an entry written here names, found in the folder's ledger; whatever does not hold is refused. */
import type { Knex } from 'knex';
import type { PlainDate } from '../kernel/dates.ts';
import { type Cents, formatAmount } from '../kernel/money.ts';
import { ledgerErrors } from './errors.ts';
import { type Exercise, exerciseOn, readExercises } from './exercises.ts';
import { cleanText } from './fec/write.ts';
import type { Numbering } from './next-number.ts';
import {
  type AccountRow,
  accounts,
  entries,
  type JournalRow,
  journals,
  type SubAccountRow,
  subAccounts,
} from './store.ts';

export interface NewLine {
  /** By identifier or by number. */
  readonly account: number | string;
  /** By identifier or by code. */
  readonly subAccount?: number | string | undefined;
  /** That of the entry unless given. */
  readonly label?: string | undefined;
  readonly debit: Cents;
  readonly credit: Cents;
  readonly letter?: string | undefined;
  readonly letterDate?: PlainDate | undefined;
  /** ISO 4217 code and hundredths, signed as the side of the line, when the line is in another currency too. */
  readonly currency?: string | undefined;
  readonly currencyAmount?: Cents | undefined;
}

export interface NewEntry {
  /** By identifier or by code. */
  readonly journal: number | string;
  readonly date: PlainDate;
  /** The next one of the exercise unless given. */
  readonly number?: string | undefined;
  readonly label: string;
  readonly docRef?: string | undefined;
  readonly docDate?: PlainDate | undefined;
  readonly lines: readonly NewLine[];
  /** Day of validation; a draft without it. */
  readonly validationDate?: PlainDate | undefined;
}

export interface PlacedEntry {
  readonly exercise: Exercise;
  readonly journal: JournalRow;
  readonly number: string;
  /** Of each line. */
  readonly accounts: readonly PlacedAccount[];
}

export interface PlacedAccount {
  readonly account_id: number;
  readonly sub_account_id: number | null;
}

/**
 * Under the ledger's lock; `own` is the entry that this one replaces. Throws DateOutsideExercises, ExerciseClosed,
 * JournalNotFound, AccountNotFound, AccountNotActive, SubAccountNotFound, EntryLineEmpty, EntryNotBalanced,
 * EntryNumberTaken.
 */
export async function placeEntry(
  trx: Knex.Transaction,
  folderId: number,
  { own, ...entry }: NewEntry & { readonly own?: number },
  numbers: Numbering,
): Promise<PlacedEntry> {
  refuseUnbalanced(entry.lines);
  const exercise = exerciseOn(await readExercises(trx, folderId), entry.date);
  if (!exercise) throw ledgerErrors.DateOutsideExercises({ folderId, date: entry.date });
  if (exercise.isClosed) throw ledgerErrors.ExerciseClosed({ exerciseId: exercise.id, end: exercise.end });
  const journal = await journalOf(trx, folderId, entry.journal);
  const given = cleanText(entry.number);
  if (given !== '') await refuseTaken(trx, { folderId, exercise, journal, number: given }, own);
  const accounts = await accountsOf(trx, folderId, entry);
  // Last: an entry that is refused takes no number.
  return { exercise, journal, accounts, number: given || (await numbers.nextNumber(exercise.id, journal.id)) };
}

async function refuseTaken(
  trx: Knex.Transaction,
  { folderId, exercise, journal, number }: Omit<PlacedEntry, 'accounts'> & { readonly folderId: number },
  own = 0,
): Promise<void> {
  const taken = await entries(trx)
    .where({ folder_id: folderId, exercise_id: exercise.id, journal_id: journal.id, number })
    .whereNot({ id: own })
    .first();
  if (taken) throw ledgerErrors.EntryNumberTaken({ journal: journal.code, number });
}

function refuseSides({ debit, credit }: NewLine, index: number): void {
  if ((debit === 0n) !== (credit === 0n) && debit >= 0n && credit >= 0n) return;
  throw ledgerErrors.EntryLineEmpty({ line: index + 1, debit: formatAmount(debit), credit: formatAmount(credit) });
}

function refuseUnbalanced(given: readonly NewLine[]): void {
  given.forEach(refuseSides);
  const debit = given.reduce((sum, line) => sum + line.debit, 0n);
  const credit = given.reduce((sum, line) => sum + line.credit, 0n);
  if (debit === credit) return;
  throw ledgerErrors.EntryNotBalanced({ debit: formatAmount(debit), credit: formatAmount(credit) });
}

async function journalOf(trx: Knex.Transaction, folderId: number, journal: number | string): Promise<JournalRow> {
  const key = typeof journal === 'number' ? { id: journal } : { code: journal };
  const row = await journals(trx)
    .where({ folder_id: folderId, ...key })
    .first();
  if (!row) throw ledgerErrors.JournalNotFound({ folderId, journal });
  return row;
}

/** The accounts and sub-accounts of all lines, in two queries. */
async function accountsOf(
  trx: Knex.Transaction,
  folderId: number,
  { date, lines }: NewEntry,
): Promise<PlacedAccount[]> {
  const named = lines.map(({ account }) => account);
  const rows = await accounts(trx).where({ folder_id: folderId }).where(anyOf('number', named));
  const subs = await subAccounts(trx)
    .where({ folder_id: folderId })
    .where(
      anyOf(
        'code',
        lines.map(({ subAccount }) => subAccount),
      ),
    );
  return lines.map((line) => {
    const account = rows.find(({ id, number }) => line.account === id || line.account === number);
    if (!account) throw ledgerErrors.AccountNotFound({ folderId, account: line.account });
    refuseClosedAccount(account, account.number, date);
    return { account_id: account.id, sub_account_id: subAccountOf(line, account, subs, date) };
  });
}

/** Rows whose identifier is one of the numbers, or whose `column` one of the texts. */
const anyOf = (column: string, named: readonly (number | string | undefined)[]) => (either: Knex.QueryBuilder) =>
  either
    .whereIn(
      'id',
      named.filter((name) => typeof name === 'number'),
    )
    .orWhereIn(
      column,
      named.filter((name) => typeof name === 'string'),
    );

function subAccountOf(
  { subAccount }: NewLine,
  account: AccountRow,
  subs: readonly SubAccountRow[],
  date: PlainDate,
): number | null {
  if (subAccount === undefined) return null;
  const sub = subs.find(
    ({ account_id, id, code }) => account_id === account.id && (subAccount === id || subAccount === code),
  );
  if (!sub) throw ledgerErrors.SubAccountNotFound({ account: account.number, subAccount });
  refuseClosedAccount(sub, sub.code, date);
  return sub.id;
}

function refuseClosedAccount(
  { valid_from, valid_to }: Pick<AccountRow, 'valid_from' | 'valid_to'>,
  account: string,
  date: PlainDate,
): void {
  if ((valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to)) return;
  throw ledgerErrors.AccountNotActive({ account, date });
}

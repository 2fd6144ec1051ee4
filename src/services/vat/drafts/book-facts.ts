/** What the books and the settings say around the shares of a return, kept with them: what was used, what is missing. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { movedAccounts } from '../../ledger/movements.ts';
import type { Context } from '../../operation/context.ts';
import { isCombination } from '../combination.ts';
import type { Basis } from '../configuration/basis.ts';
import { type AccountConfiguration, configurationAt } from '../configuration/configuration.ts';
import type { Values } from '../configuration/levels.ts';
import { mayBear, possibleCategories, suits } from '../configuration/possible.ts';
import type { PeriodShare, VatCategory, VatIssue, VatRate } from '../engine/model.ts';
import { singleRate } from '../rates.ts';
import type { OpenReturn } from './stored-return.ts';

/** An account as it was called when the return was computed. */
export interface NamedAccount {
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly accountName: string;
}

export const MISSING_REASONS = ['AmbiguousFallback', 'NoCategory', 'NoRate', 'UnknownAccount'] as const;

interface Missing extends NamedAccount {
  readonly vatRate: VatRate | null;
  readonly reason: (typeof MISSING_REASONS)[number];
  readonly possibleCategories: readonly VatCategory[];
}

export interface MissingAccount extends Missing {
  readonly journalCodes: readonly string[];
}

export interface MissingLine extends Missing {
  readonly journalCode: string;
  readonly entryId: number;
  readonly entryLineId: number;
  readonly date: PlainDate;
  readonly label: string;
  readonly docRef: string;
  /** Debit less credit. */
  readonly amount: Cents;
}

export interface Combination extends NamedAccount {
  readonly vatRate: VatRate;
  readonly category: VatCategory;
}

export interface UsedConfiguration extends Values {
  readonly accountId: number;
  readonly accountNumber: string;
}

export interface BookFacts {
  /** The accounts that shares and issues name, by number. */
  readonly accounts: Readonly<Record<string, NamedAccount>>;
  readonly configuration: readonly UsedConfiguration[];
  readonly missingAccounts: readonly MissingAccount[];
  readonly missingLines: readonly MissingLine[];
  /** Accounts set to a category that does not bear their rate, or that is none of theirs. */
  readonly combinations: readonly Combination[];
}

/** Of a form that the books do not feed. */
export const NO_FACTS: BookFacts = {
  accounts: {},
  configuration: [],
  missingAccounts: [],
  missingLines: [],
  combinations: [],
};

interface Read {
  readonly opened: OpenReturn;
  readonly basis: Basis;
  readonly shares: readonly PeriodShare[];
  readonly issues: readonly VatIssue[];
}

export async function bookFacts(ctx: Context, trx: Knex.Transaction, read: Read): Promise<BookFacts> {
  const { opened, basis, shares, issues } = read;
  const { begin_date: start, end_date: end } = opened.group;
  const moved = await movedAccounts(ctx, basis.folderId, { start, end });
  const numbers = new Set([...shares.map(({ element }) => element), ...issues].map((one) => one.accountNumber));
  const all = [...basis.accounts.values()]
    .filter(({ id, number }) => moved.has(id) || numbers.has(number))
    .map(({ id }) => configurationAt(basis, { accountId: id }));
  const missing = all.filter((one) => moved.has(one.accountId) && isMissing(one));
  const named = all.filter(({ accountNumber }) => numbers.has(accountNumber));
  return {
    accounts: Object.fromEntries(named.map((one) => [one.accountNumber, namedAccount(one)])),
    configuration: [...named, ...missing.filter((one) => !named.includes(one))].map(used),
    missingAccounts: await missingAccounts(trx, basis, { missing, start, end }),
    missingLines: await missingLines(trx, basis, { issues, configurations: all }),
    combinations: all.filter((one) => moved.has(one.accountId)).flatMap(combinationOf),
  };
}

const namedAccount = ({ accountId, subAccountId, accountLabel }: AccountConfiguration): NamedAccount => ({
  accountId,
  subAccountId,
  accountName: accountLabel,
});

const used = ({ accountId, accountNumber, effective }: AccountConfiguration): UsedConfiguration => ({
  accountId,
  accountNumber,
  ...effective,
});

/** Accounts of operations, classes 2, 6 and 7, need a category. */
const isMissing = ({ accountNumber, effective }: AccountConfiguration): boolean =>
  effective.vatCategory === null && /^[267]/.test(accountNumber);

/** A chart may set a category that does not suit. A guessed rate is that of the guessed category: it says nothing of another. */
function combinationOf(one: AccountConfiguration): Combination[] {
  const { vatCategory, vatRate } = one.effective;
  if (mayBear(one.guess, vatCategory) && !suits(one.guess, vatCategory))
    return [{ ...namedAccount(one), vatRate: vatRate ?? 'Unknown', category: vatCategory ?? '' }];
  const isOfCategory = one.source.vatRate !== 'system' || one.source.vatCategory === 'system';
  if (vatCategory === null || vatRate === null || !isOfCategory || isCombination(vatCategory, vatRate)) return [];
  return [{ ...namedAccount(one), vatRate, category: vatCategory }];
}

/** Those that the account may bear. One of which the table of accounts says nothing is taken by its class. */
export function categoriesFor(
  { folder }: Basis,
  { accountNumber, guess }: AccountConfiguration,
  rate?: VatRate | undefined,
): VatCategory[] {
  const role = guess.role === 'none' ? (accountNumber.startsWith('7') ? 'sale' : 'purchase') : guess.role;
  return possibleCategories(accountNumber, { ...guess, role }, folder.territory, rate).map(({ code }) => code);
}

const possible = (basis: Basis, one: AccountConfiguration): VatCategory[] =>
  categoriesFor(basis, one, singleRate(one.effective.vatRate ?? undefined));

interface MissingIn {
  readonly missing: readonly AccountConfiguration[];
  readonly start: PlainDate;
  readonly end: PlainDate;
}

async function missingAccounts(
  trx: Knex.Transaction,
  basis: Basis,
  { missing, start, end }: MissingIn,
): Promise<MissingAccount[]> {
  if (missing.length === 0) return [];
  const rows: { account_id: number; code: string }[] = await trx('entry_line as l')
    .joinRaw('join journal j on j.folder_id = l.folder_id and j.id = l.journal_id')
    .where('l.folder_id', basis.folderId)
    .whereBetween('l.entry_date', [start, end])
    .whereIn(
      'l.account_id',
      missing.map(({ accountId }) => accountId),
    )
    .distinct('l.account_id', 'j.code')
    .orderBy('j.code');
  return missing.map((one) => ({
    journalCodes: rows.filter(({ account_id }) => account_id === one.accountId).map(({ code }) => code),
    ...namedAccount(one),
    vatRate: one.effective.vatRate,
    reason: one.guess.category === undefined ? 'UnknownAccount' : 'NoCategory',
    possibleCategories: possible(basis, one),
  }));
}

interface LineRow {
  entry_id: number;
  id: number;
  account_id: number;
  sub_account_id: number | null;
  entry_date: PlainDate;
  code: string;
  label: string;
  doc_ref: string;
  amount: Cents;
}

/** Lines of which no rate, or several, explain the tax: without a category and a rate of their own, they stay out. */
async function missingLines(
  trx: Knex.Transaction,
  basis: Basis,
  { issues, configurations }: Pick<Read, 'issues'> & { readonly configurations: readonly AccountConfiguration[] },
): Promise<MissingLine[]> {
  const ids = issues.filter(({ type }) => type === 'RateUnknown').flatMap(({ lineId }) => lineId ?? []);
  if (ids.length === 0) return [];
  const rows: LineRow[] = await trx('entry_line as l')
    .joinRaw('join journal j on j.folder_id = l.folder_id and j.id = l.journal_id')
    .where('l.folder_id', basis.folderId)
    .whereRaw('l.id = any(?)', [ids])
    .orderBy(['l.entry_date', 'l.id'])
    .select('l.entry_id', 'l.id', 'l.account_id', 'l.sub_account_id', 'l.entry_date', 'j.code', 'l.label', 'l.doc_ref')
    .select(trx.raw('l.debit_cents - l.credit_cents as amount'));
  const byId = new Map(configurations.map((one) => [one.accountId, one]));
  return rows.flatMap((row) => {
    const account = byId.get(row.account_id);
    return account ? [missingLine(row, account, possible(basis, account))] : [];
  });
}

const missingLine = (row: LineRow, account: AccountConfiguration, categories: readonly VatCategory[]): MissingLine => ({
  journalCode: row.code,
  ...namedAccount(account),
  subAccountId: row.sub_account_id,
  vatRate: account.effective.vatRate,
  reason: account.effective.vatRate === 'MultipleRates' ? 'AmbiguousFallback' : 'NoRate',
  possibleCategories: categories,
  entryId: row.entry_id,
  entryLineId: row.id,
  date: row.entry_date,
  label: row.label,
  docRef: row.doc_ref,
  amount: row.amount,
});

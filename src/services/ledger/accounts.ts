/** Accounts of a folder: numbers extend those of the general chart, as the company wishes. */
import type { Knex } from 'knex';
import { escapeLike } from '../db/rows.ts';
import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Reader } from '../operation/context.ts';
import { ledgerErrors } from './errors.ts';
import { cleanText } from './fec/write.ts';
import { type Page, type Paging, readPage } from './page.ts';
import { type AccountRow, accounts, lockLedger } from './store.ts';

export interface Account {
  readonly id: number;
  /** As the company writes it: `411000`, `411DUPONT`; empty in the cash forms, where a line may have no account. */
  readonly number: string;
  readonly label: string;
  /** First and last day the account is open; null when unbounded. */
  readonly validFrom: PlainDate | null;
  readonly validTo: PlainDate | null;
}

export interface AccountChange {
  readonly label?: string | undefined;
  /** Undefined keeps, null removes the bound. */
  readonly validFrom?: PlainDate | null | undefined;
  readonly validTo?: PlainDate | null | undefined;
}

export interface AccountFilter {
  readonly ids?: readonly number[] | undefined;
  readonly numbers?: readonly string[] | undefined;
  /** Accounts that begin with one of these. */
  readonly prefixes?: readonly string[] | undefined;
  /** Part of the label, case and accents apart, or beginning of the number. */
  readonly search?: string | undefined;
  /** Accounts open on that day. */
  readonly on?: PlainDate | undefined;
}

const fromRow = (row: AccountRow): Account => ({
  id: row.id,
  number: row.number,
  label: row.label,
  validFrom: row.valid_from,
  validTo: row.valid_to,
});

/** The accounts that fit, by number. Throws FolderNotFound. */
export async function findAccounts(ctx: Reader, folderId: number, filter: AccountFilter = {}): Promise<Account[]> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  return (await byNumber(filtered(knex, folderId, filter))).map(fromRow);
}

/** The same, a page at a time. Throws FolderNotFound. */
export async function listAccounts(
  ctx: Reader,
  folderId: number,
  filter: AccountFilter,
  paging: Paging,
): Promise<Page<Account>> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  return readPage(filtered(knex, folderId, filter), byNumber, paging, fromRow);
}

const byNumber = (query: Knex.QueryBuilder): Knex.QueryBuilder => query.orderByRaw('number collate "C"');

function filtered(knex: Knex, folderId: number, filter: AccountFilter): Knex.QueryBuilder {
  const { ids, numbers, prefixes, search, on } = filter;
  const query = accounts(knex).where({ folder_id: folderId });
  if (ids) query.whereIn('id', [...ids]);
  if (numbers) query.whereIn('number', [...numbers]);
  if (prefixes) wherePrefix(query, 'number', prefixes);
  if (search) whereText(query, search, 'label', 'number');
  if (on) whereOpen(query, on);
  return query;
}

/** Keeps the rows whose `column` begins with one of the prefixes. */
export function wherePrefix(query: Knex.QueryBuilder, column: string, prefixes: readonly string[]): void {
  query.where((either) => {
    for (const prefix of prefixes) either.orWhereRaw('starts_with(??, ?)', [column, prefix]);
  });
}

/** Keeps the rows whose `label` holds the text, case and accents apart, or whose `code` begins with it. */
export function whereText(query: Knex.QueryBuilder, text: string, label: string, code: string): void {
  query.where((either) =>
    either
      .whereRaw("fold_text(??) like '%' || fold_text(?) || '%'", [label, escapeLike(text)])
      .orWhereRaw('starts_with(??, ?)', [code, text]),
  );
}

/** Keeps the rows open on that day. */
export function whereOpen(query: Knex.QueryBuilder, on: PlainDate): void {
  query.whereRaw('coalesce(valid_from <= ?, true) and coalesce(valid_to >= ?, true)', [on, on]);
}

/** Throws FolderNotFound, AccountNotFound. */
export async function getAccount(ctx: Reader, folderId: number, accountId: number): Promise<Account> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const row = await accounts(knex).where({ folder_id: folderId, id: accountId }).first();
  if (!row) throw ledgerErrors.AccountNotFound({ folderId, account: accountId });
  return fromRow(row);
}

/** Throws FolderNotFound, AccountNumberTaken, AccountPeriodInvalid. */
export async function createAccount(
  ctx: Reader,
  folderId: number,
  {
    number,
    label,
    validFrom = null,
    validTo = null,
  }: AccountChange & { readonly number: string; readonly label: string },
): Promise<Account> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  refuseBadPeriod(validFrom, validTo);
  const [row] = await accounts(knex)
    .insert({
      folder_id: folderId,
      number: cleanText(number),
      label: cleanText(label),
      valid_from: validFrom,
      valid_to: validTo,
    })
    .onConflict(['folder_id', 'number'])
    .ignore()
    .returning('*');
  if (!row) throw ledgerErrors.AccountNumberTaken({ number });
  return fromRow(row);
}

/** Changes what is given; a number never changes. Throws FolderNotFound, AccountNotFound, AccountPeriodInvalid. */
export async function updateAccount(
  ctx: Reader,
  folderId: number,
  accountId: number,
  change: AccountChange,
): Promise<Account> {
  await getFolder(ctx, folderId);
  return (await ctx.db()).transaction(async (trx) => {
    await lockLedger(trx, folderId);
    const before = await accounts(trx).where({ folder_id: folderId, id: accountId }).first();
    if (!before) throw ledgerErrors.AccountNotFound({ folderId, account: accountId });
    const after = withChange(before, change);
    await accounts(trx).where({ folder_id: folderId, id: accountId }).update(after);
    return fromRow({ ...before, ...after });
  });
}

type Changeable = Pick<AccountRow, 'label' | 'valid_from' | 'valid_to'>;

/** The changed columns of an account or sub-account. Throws AccountPeriodInvalid. */
export function withChange(before: Changeable, { label, validFrom, validTo }: AccountChange): Changeable {
  const after = {
    label: cleanText(label ?? before.label),
    valid_from: validFrom === undefined ? before.valid_from : validFrom,
    valid_to: validTo === undefined ? before.valid_to : validTo,
  };
  refuseBadPeriod(after.valid_from, after.valid_to);
  return after;
}

/** Throws AccountPeriodInvalid. */
export function refuseBadPeriod(from: PlainDate | null, to: PlainDate | null): void {
  if (from && to && to < from) throw ledgerErrors.AccountPeriodInvalid({ from, to });
}

const INT32_MAX = 2_147_483_647;

/**
 * The account as the int32 that the services call AccountNumber: its digits when all of it is digits and fits, else a
 * number of its own below zero, which no other account can have.
 */
export const accountNumber = ({ id, number }: Pick<Account, 'id' | 'number'>): number =>
  /^\d+$/.test(number) && Number(number) <= INT32_MAX ? Number(number) : -id;

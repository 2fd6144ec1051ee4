/** Changes of a bank account, each stored with its event. A value that it has already changes nothing. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import { type Patch, storeAccountChange } from '../change.ts';
import { bankingErrors } from '../errors.ts';
import type { AccountRow, Provider } from '../store.ts';
import {
  accountOfNumber,
  bankId,
  bankNamed,
  checkedIban,
  createAccount,
  lockNumbers,
  ribCodes,
} from './account-creation.ts';
import { normalBic } from './iban.ts';

/** Null clears. Throws FolderNotFound, BankAccountNotFound. */
export const setDescription = (ctx: Context, folderId: number, accountId: number, description: string | null) =>
  changeAccount(ctx, folderId, accountId, async () => ({ description }));

/**
 * Null clears, and with the IBAN the codes of its RIB: statements do not find the account any more.
 * Throws FolderNotFound, BankAccountNotFound, IbanInvalid, BankAccountExists.
 */
export const setIban = (ctx: Context, folderId: number, accountId: number, iban: string | null) =>
  changeAccount(ctx, folderId, accountId, (trx, row) => ibanPatch(ctx, trx, row, iban));

/** Null clears. Throws FolderNotFound, BankAccountNotFound, BicInvalid. */
export const setBic = (ctx: Context, folderId: number, accountId: number, bic: string | null) =>
  changeAccount(ctx, folderId, accountId, async () => ({ bic: bic === null ? null : checkedBic(bic) }));

export interface AccountDetails {
  readonly iban: string;
  readonly bic: string;
  readonly name: string;
  readonly bankName: string;
  /** Undefined keeps, null clears. */
  readonly description?: string | null | undefined;
}

/**
 * Changes account `accountId`, or makes one kept by hand when it is 0; returns its identifier.
 * Throws FolderNotFound, BankAccountNotFound, IbanInvalid, BicInvalid, BankAccountExists.
 */
export async function saveDetails(
  ctx: Context,
  folderId: number,
  accountId: number,
  { iban, bic: givenBic, name, bankName, description }: AccountDetails,
): Promise<number> {
  const bic = checkedBic(givenBic);
  if (accountId === 0) {
    const draft = {
      provider: 'ManualTransaction',
      iban,
      bic,
      name,
      bankName,
      description: description ?? null,
    } as const;
    return createAccount(ctx, folderId, draft);
  }
  await changeAccount(ctx, folderId, accountId, async (trx, row) => ({
    ...(await ibanPatch(ctx, trx, row, iban)),
    bic,
    name,
    ...(description !== undefined && { description }),
    bank_id: await bankOf(ctx, trx, row, bankName),
  }));
  return accountId;
}

/** The bank the account has, as long as its name is the one given. */
async function bankOf(ctx: Context, trx: Knex.Transaction, row: AccountRow, name: string): Promise<number> {
  const present = await trx('bank').select('name').where({ id: row.bank_id }).first();
  if (present?.name === name) return row.bank_id;
  return bankId(trx, row.provider, bankNamed(name), ctx.clock.now());
}

/** An account under the identifier that its provider gives it. */
export interface SourceAccount {
  readonly provider: Provider;
  readonly sourceId: string;
}

/**
 * Lets a provider's account feed this one from now on; its transactions of days that another source gave already are
 * left out. An account of the folder that was made for the same source, and is still unused, goes.
 * Throws FolderNotFound, BankAccountNotFound, SourceAccountTaken.
 */
export const linkSource = (ctx: Context, folderId: number, accountId: number, source: SourceAccount) =>
  changeAccount(ctx, folderId, accountId, async (trx, row) => {
    const { provider, sourceId } = source;
    if (row.provider === provider && row.source_id === sourceId) return {};
    const last = await lastDay(trx, row);
    return {
      ...(await takeOver(ctx, trx, row, source)),
      provider,
      source_id: sourceId,
      read_until: null,
      source_from: last === null ? null : addDays(last, 1),
    };
  });

/** The last day that a statement or a transaction speaks of. */
async function lastDay(trx: Knex.Transaction, { folder_id, id }: AccountRow): Promise<PlainDate | null> {
  const { rows } = await trx.raw(
    `select greatest(
       (select max(end_date) from bank_statement where folder_id = :folder_id and account_id = :id),
       (select max(operation_date) from bank_transaction
        where folder_id = :folder_id and account_id = :id and not is_deleted)) as day`,
    { folder_id, id },
  );
  return rows[0].day;
}

/** No statement and no transaction was ever stored in it. */
export async function isUnused(trx: Knex.Transaction, { folder_id, id }: AccountRow): Promise<boolean> {
  const { rows } = await trx.raw(
    `select not exists (select from bank_transaction where folder_id = :folder_id and account_id = :id)
        and not exists (select from bank_statement where folder_id = :folder_id and account_id = :id) as unused`,
    { folder_id, id },
  );
  return rows[0].unused;
}

async function takeOver(
  ctx: Context,
  trx: Knex.Transaction,
  { folder_id, id }: AccountRow,
  { provider, sourceId }: SourceAccount,
): Promise<Patch> {
  const other: AccountRow | undefined = await trx('bank_account')
    .where({ folder_id, provider, source_id: sourceId, deleted_at: null })
    .whereNot({ id })
    .forUpdate()
    .first();
  if (!other) return {};
  if (!(await isUnused(trx, other))) {
    throw bankingErrors.SourceAccountTaken({ accountId: other.id, sourceAccountId: sourceId });
  }
  await storeAccountChange(trx, ctx, other, { deleted_at: ctx.clock.now() });
  const { bank_connection_id, balance_units, balance_decimals, balance_date, account_updated_at } = other;
  return { bank_connection_id, balance_units, balance_decimals, balance_date, account_updated_at };
}

async function ibanPatch(ctx: Context, trx: Knex.Transaction, row: AccountRow, text: string | null): Promise<Patch> {
  const iban = text === null ? null : checkedIban(text, ctx.language);
  const codes = ribCodes(iban);
  const number = { iban, ...codes, ...(row.currency !== null && { currencyCode: row.currency }) };
  const taken = iban === null ? undefined : await accountOfNumber(trx, row.folder_id, number, row.id);
  if (taken !== undefined) throw bankingErrors.BankAccountExists({ accountId: taken });
  return {
    iban,
    bank_code: codes.bankCode ?? null,
    branch_code: codes.branchCode ?? null,
    account_number: codes.accountNumber ?? null,
  };
}

/** Throws BicInvalid. */
function checkedBic(text: string): string {
  const bic = normalBic(text);
  if (bic === undefined) throw bankingErrors.BicInvalid({ bic: text });
  return bic;
}

async function changeAccount(
  ctx: Context,
  folderId: number,
  accountId: number,
  patchOf: (trx: Knex.Transaction, row: AccountRow) => Promise<Patch>,
): Promise<void> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  await db.transaction(async (trx) => {
    await lockNumbers(trx, folderId);
    const place = { folder_id: folderId, id: accountId, deleted_at: null };
    const row = await trx<AccountRow>('bank_account').where(place).forUpdate().first();
    if (!row) throw bankingErrors.BankAccountNotFound({ folderId, accountId });
    await storeAccountChange(trx, ctx, row, await patchOf(trx, row));
  });
}

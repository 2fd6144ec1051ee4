/** Mappings of CSV columns, kept by account, and what an import knows of a CSV before it reads it. */
import type { Context } from '../../../operation/context.ts';
import { getAccount } from '../../accounts/accounts.ts';
import { bankingErrors } from '../../errors.ts';
import { accountOf, decimalsOf } from '../camt/values.ts';
import type { Account } from '../cfonb/statement.ts';
import type { CsvPlan } from './csv-reader.ts';
import type { CsvMapping } from './mapping.ts';

/** Null when none is kept. Throws FolderNotFound, BankAccountNotFound. */
export async function getMapping(ctx: Context, folderId: number, accountId: number): Promise<CsvMapping | null> {
  await getAccount(ctx, folderId, accountId);
  return (await keptMapping(ctx, folderId, accountId)) ?? null;
}

export async function keptMapping(ctx: Context, folderId: number, accountId: number): Promise<CsvMapping | undefined> {
  const { knex } = await ctx.db();
  const row = await knex('bank_csv_mapping').where({ folder_id: folderId, account_id: accountId }).first('mapping');
  return row?.mapping;
}

/** Throws FolderNotFound, BankAccountNotFound, MappingIncomplete. */
export async function setMapping(
  ctx: Context,
  folderId: number,
  accountId: number,
  mapping: CsvMapping,
): Promise<CsvMapping> {
  await getAccount(ctx, folderId, accountId);
  const { amount, debit, credit } = mapping.columns;
  if (amount === undefined && (debit === undefined || credit === undefined)) throw bankingErrors.MappingIncomplete();
  await keep(ctx, folderId, accountId, mapping);
  return mapping;
}

/** Also of an import that guessed it. */
export async function keep(ctx: Context, folderId: number, accountId: number, mapping: CsvMapping): Promise<void> {
  const { knex } = await ctx.db();
  await knex('bank_csv_mapping')
    .insert({
      folder_id: folderId,
      account_id: accountId,
      mapping: JSON.stringify(mapping),
      updated_at: ctx.clock.now(),
    })
    .onConflict(['folder_id', 'account_id'])
    .merge();
}

/** Throws FolderNotFound, BankAccountNotFound. */
export async function unsetMapping(ctx: Context, folderId: number, accountId: number): Promise<void> {
  await getAccount(ctx, folderId, accountId);
  const { knex } = await ctx.db();
  await knex('bank_csv_mapping').where({ folder_id: folderId, account_id: accountId }).delete();
}

/** Throws FolderNotFound, BankAccountNotFound. */
export async function planOf(ctx: Context, folderId: number, accountId: number): Promise<CsvPlan> {
  const { currencyCode, iban } = await getAccount(ctx, folderId, accountId);
  const { knex } = await ctx.db();
  const codes = await knex('bank_account')
    .where({ folder_id: folderId, id: accountId })
    .first({ bankCode: 'bank_code', branchCode: 'branch_code', accountNumber: 'account_number' });
  const account = identityOf(codes, currencyCode ?? 'EUR', iban);
  return { account, mapping: await keptMapping(ctx, folderId, accountId) };
}

type Codes = Readonly<Record<'bankCode' | 'branchCode' | 'accountNumber', string | null>>;

/** The account as a statement would name it. */
function identityOf(
  { bankCode, branchCode, accountNumber }: Codes,
  currencyCode: string,
  iban: string | null,
): Account {
  const named = iban === null ? null : accountOf(iban, currencyCode);
  const codes = { bankCode: bankCode ?? '', branchCode: branchCode ?? '', accountNumber: accountNumber ?? '' };
  return named ?? { ...codes, currencyCode, decimals: decimalsOf(currencyCode), iban };
}

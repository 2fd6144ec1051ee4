/** Statements of an account over a period, and what is missing between those of a folder. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import type { SourceAccount } from '../accounts/account-changes.ts';
import { requireAccount } from '../accounts/accounts.ts';
import { bankingErrors } from '../errors.ts';
import { continuityGaps, type Gap } from './continuity.ts';
import { listStatements, type StoredStatement } from './list.ts';
import { accountOfSource } from './source-account.ts';

export interface Period {
  /** Both included. */
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
}

/** Statements that touch the period, by day. Throws FolderNotFound, SourceAccountNotFound, PeriodInverted. */
export async function statementsOverPeriod(
  ctx: Context,
  folderId: number,
  account: SourceAccount,
  { startDate, endDate }: Period,
): Promise<readonly StoredStatement[]> {
  if (startDate > endDate) throw bankingErrors.PeriodInverted({ beginDate: startDate, endDate });
  const accountId = await accountOfSource(ctx, folderId, account);
  return listStatements(ctx, folderId, { accountId, beginDate: startDate, endDate });
}

/** A gap under the name of its account. */
export interface NamedGap extends Gap {
  readonly accountId: number;
  readonly accountName: string;
  readonly iban: string | null;
  readonly currencyCode: string;
}

type NamedAccount = Pick<NamedGap, 'accountId' | 'accountName' | 'iban' | 'currencyCode'>;

/** Where statements of a folder do not follow each other, by account and day. Throws FolderNotFound, BankAccountNotFound. */
export async function statementGaps(ctx: Context, folderId: number, accountId?: number): Promise<readonly NamedGap[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  if (accountId !== undefined) await requireAccount(db.knex, folderId, accountId);
  const accounts = await accountsWithStatements(db.knex, folderId, accountId);
  const gaps = await continuityGaps(
    db.knex,
    folderId,
    accounts.map((account) => account.accountId),
  );
  return accounts.flatMap((account) => (gaps.get(account.accountId) ?? []).map((gap) => ({ ...account, ...gap })));
}

async function accountsWithStatements(knex: Knex, folderId: number, accountId?: number): Promise<NamedAccount[]> {
  const query = knex('bank_account as a')
    .joinRaw('join bank_statement s on s.folder_id = a.folder_id and s.account_id = a.id')
    .where({ 'a.folder_id': folderId, 'a.deleted_at': null })
    .distinct({ accountId: 'a.id', accountName: 'a.name', iban: 'a.iban', currencyCode: 's.currency' })
    .orderBy('a.id');
  if (accountId !== undefined) query.where('a.id', accountId);
  return query;
}

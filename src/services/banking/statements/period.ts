/** Statements of an account over a period, and what is missing between those of a folder. */
import type { Database } from '../../db/database.ts';
import { getFolder } from '../../folders/folders.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { requireAccount } from '../accounts/accounts.ts';
import { bankingErrors } from '../errors.ts';
import { continuityGaps, type Gap } from './continuity.ts';
import { listStatements, type StoredStatement } from './list.ts';
import { accountOfSource, type SourceAccount } from './source-account.ts';

export interface Period {
  /** Both included. */
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
}

/** Statements that touch the period, by day. Throws FolderNotFound, SourceAccountNotFound, PeriodInverted. */
export async function statementsOverPeriod(
  db: Database,
  account: SourceAccount,
  { startDate, endDate }: Period,
): Promise<readonly StoredStatement[]> {
  if (startDate > endDate) throw bankingErrors.PeriodInverted({ beginDate: startDate, endDate });
  const accountId = await accountOfSource(db, account);
  return listStatements(db, { folderId: account.folderId, accountId, beginDate: startDate, endDate });
}

/** A gap under the name of its account. */
export interface NamedGap extends Gap {
  readonly accountId: number;
  readonly accountName: string;
  readonly iban: string | null;
  readonly currencyCode: string;
}

interface NamedAccount {
  readonly id: number;
  readonly name: string;
  readonly iban: string | null;
  readonly currency: string;
}

/** Where statements of a folder do not follow each other, by account and day. Throws FolderNotFound, BankAccountNotFound. */
export async function statementGaps(db: Database, folderId: number, accountId?: number): Promise<readonly NamedGap[]> {
  await getFolder(db, folderId);
  if (accountId !== undefined) await requireAccount(db, folderId, accountId);
  const accounts = await accountsWithStatements(db, folderId, accountId);
  const gaps = await continuityGaps(
    db.knex,
    folderId,
    accounts.map(({ id }) => id),
  );
  return accounts.flatMap(({ id, name, iban, currency }) =>
    (gaps.get(id) ?? []).map((gap) => ({ ...gap, accountId: id, accountName: name, iban, currencyCode: currency })),
  );
}

async function accountsWithStatements({ knex }: Database, folderId: number, accountId?: number) {
  const query = knex('bank_account as a')
    .joinRaw('join bank_statement s on s.folder_id = a.folder_id and s.account_id = a.id')
    .where({ 'a.folder_id': folderId, 'a.deleted_at': null })
    .distinct('a.id', 'a.name', 'a.iban', 's.currency')
    .orderBy('a.id');
  if (accountId !== undefined) query.where('a.id', accountId);
  return (await query) as NamedAccount[];
}

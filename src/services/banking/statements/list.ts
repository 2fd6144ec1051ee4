/** Stored statements and imports of a folder. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { accountTextSql } from '../accounts/account-text.ts';
import { requireAccount } from '../accounts/accounts.ts';
import type { StatementRow } from '../store.ts';

export interface DatedBalance {
  readonly date: string;
  /** `value` is a decimal string. */
  readonly amount: { readonly currencyCode: string; readonly value: string };
}

export interface StoredStatement {
  readonly id: number;
  readonly accountId: number;
  /** As people know it: account of the ledger and IBAN. */
  readonly account: string;
  readonly startBalance: DatedBalance;
  readonly endBalance: DatedBalance;
  readonly movements: number;
  readonly isBalanced: boolean;
  /** Imports whose files carry it. */
  readonly importIds: readonly number[];
}

export interface StatementFilter {
  readonly accountId?: number | undefined;
  /** Statements that touch the period; both days included. */
  readonly beginDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** By account, then day. Throws FolderNotFound, BankAccountNotFound. */
export async function listStatements(
  ctx: Context,
  folderId: number,
  { accountId, beginDate, endDate }: StatementFilter,
): Promise<readonly StoredStatement[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  if (accountId !== undefined) await requireAccount(db.knex, folderId, accountId);
  const query = statements(db.knex).where({ 's.folder_id': folderId });
  if (accountId !== undefined) query.where({ 's.account_id': accountId });
  if (beginDate !== undefined) query.where('s.end_date', '>=', beginDate);
  if (endDate !== undefined) query.where('s.start_date', '<=', endDate);
  return ((await query) as StoredRow[]).map(toStatement);
}

/** Statements `s` that tell balances, with the imports that carry them, by account, then day. */
export const statements = (db: Knex) =>
  db('bank_statement as s')
    .select('s.*', { account: db.raw(accountTextSql('s.folder_id', 's.account_id')) })
    .select(
      db.raw(
        `array(select o.file_id from bank_statement_source o
               where o.folder_id = s.folder_id and o.statement_id = s.id order by 1) as import_ids`,
      ),
    )
    .where('s.has_balances', true)
    .orderBy(['s.account_id', 's.start_date', 's.end_date', 's.id']);

export type StoredRow = StatementRow & { readonly import_ids: number[]; readonly account: string };

export const toStatement = (row: StoredRow): StoredStatement => ({
  id: row.id,
  accountId: row.account_id,
  account: row.account,
  startBalance: balance(row, row.start_date, row.start_units),
  endBalance: balance(row, row.end_date, row.end_units),
  movements: row.movement_count,
  isBalanced: row.is_balanced,
  importIds: row.import_ids,
});

const balance = ({ currency, decimals }: StoredRow, date: string, units: bigint): DatedBalance => ({
  date,
  amount: { currencyCode: currency, value: formatAmount(units, decimals) },
});

export interface StatementImport {
  readonly id: number;
  readonly fileName: string;
  readonly sha256: string;
  readonly importedAt: string;
  readonly accounts: number;
  readonly statements: number;
  /** Nothing of the file was left out. */
  readonly isComplete: boolean;
}

/** The newest first. Throws FolderNotFound. */
export async function listImports(ctx: Context, folderId: number): Promise<readonly StatementImport[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const { rows } = await db.knex.raw(
    `select f.id, f.file_name as "fileName", f.sha256, f.created_at as "importedAt",
            f.total_accounts as accounts, f.is_complete as "isComplete",
            (select count(*) from bank_statement_source o
             where o.folder_id = f.folder_id and o.file_id = f.id)::int as statements
     from statement_file f where f.folder_id = ? order by f.id desc`,
    [folderId],
  );
  return rows;
}

/** Bank accounts of a folder as they stand. They are made in account-creation.ts and changed in account-changes.ts. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../db/rows.ts';
import { getFolder } from '../../folders/folders.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { bankingErrors } from '../errors.ts';
import type { AccountRow } from '../store.ts';
import { isValidIban } from './iban.ts';
import { lastBalances } from './last-balance.ts';

export interface BankAccount extends Camel<Omit<AccountRow, 'currency'>> {
  readonly bankName: string;
  /** It belongs to a connection that works. */
  readonly isConnected: boolean;
  /** Null as long as neither its maker nor a statement has said it. */
  readonly currencyCode: string | null;
  /** Decimal string; null when no statement and no provider has given it. */
  readonly balance: string | null;
  readonly balanceDate: string | null;
  readonly isValidIban: boolean;
}

interface BalancedRow extends AccountRow {
  readonly bank_name: string;
  readonly connection_status: string | null;
  readonly last_units: bigint | null;
  readonly last_decimals: number | null;
  readonly last_date: string | null;
  readonly last_currency: string | null;
}

/** The accounts of a folder, by id. Throws FolderNotFound. */
export async function listAccounts(ctx: Context, folderId: number): Promise<readonly BankAccount[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return readAccounts(db.knex, { folderId });
}

/** Throws FolderNotFound, BankAccountNotFound. */
export async function getAccount(ctx: Context, folderId: number, accountId: number): Promise<BankAccount> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const [account] = await readAccounts(db.knex, { folderId, accountIds: [accountId] });
  if (!account) throw bankingErrors.BankAccountNotFound({ folderId, accountId });
  return account;
}

export interface AccountFilter {
  readonly folderId: number;
  readonly accountIds?: readonly number[];
  readonly connectionIds?: readonly number[];
  /** Deleted accounts too: their transactions remain. */
  readonly withDeleted?: boolean;
}

/** Accounts of a folder by id. */
export async function readAccounts(
  knex: Knex,
  { folderId, accountIds, connectionIds, withDeleted = false }: AccountFilter,
): Promise<readonly BankAccount[]> {
  const query = knex('bank_account as a')
    .join('bank as b', 'b.id', 'a.bank_id')
    .leftJoin(lastBalances(knex, folderId).as('l'), { 'l.folder_id': 'a.folder_id', 'l.account_id': 'a.id' })
    .leftJoin('bank_connection as c', (on) =>
      on.on({ 'c.folder_id': 'a.folder_id', 'c.id': 'a.bank_connection_id' }).andOnNull('c.deleted_at'),
    )
    .select('a.*', { bank_name: 'b.name', connection_status: 'c.status', last_currency: 'l.currency' })
    .select({ last_units: 'l.end_units', last_decimals: 'l.decimals', last_date: 'l.end_date' })
    .where('a.folder_id', folderId)
    .orderBy('a.id');
  if (!withDeleted) query.whereNull('a.deleted_at');
  if (accountIds) query.whereIn('a.id', [...accountIds]);
  if (connectionIds) query.whereIn('a.bank_connection_id', [...connectionIds]);
  const rows: BalancedRow[] = await query;
  return rows.map(toAccount);
}

function toAccount(row: BalancedRow): BankAccount {
  const own = isStatedByProvider(row);
  const units = own ? row.balance_units : row.last_units;
  return {
    ...camelRow(row),
    isConnected: row.connection_status === 'Ok',
    currencyCode: row.currency ?? row.last_currency,
    balance: units === null ? null : formatAmount(units, (own ? row.balance_decimals : row.last_decimals) ?? 2),
    balanceDate: own ? row.balance_date : row.last_date,
    isValidIban: row.iban !== null && isValidIban(row.iban),
  };
}

/** Of a statement and a provider, the one that speaks of the later day tells the balance; the statement on a tie. */
const isStatedByProvider = ({ balance_units, balance_date, last_units, last_date }: BalancedRow): boolean =>
  last_units === null || (balance_units !== null && (balance_date ?? '') > (last_date ?? ''));

/** Throws BankAccountNotFound. */
export async function requireAccount(knex: Knex, folderId: number, accountId: number): Promise<void> {
  const row = await knex('bank_account')
    .select('id')
    .where({ folder_id: folderId, id: accountId, deleted_at: null })
    .first();
  if (!row) throw bankingErrors.BankAccountNotFound({ folderId, accountId });
}

/** Currency of an account `a`: as said when it was made, else that of its statements, else unknown. */
export const CURRENCY = `coalesce(a.currency, (select s.currency from bank_statement s
  where s.folder_id = a.folder_id and s.account_id = a.id limit 1))`;

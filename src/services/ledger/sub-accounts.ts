/** Sub-accounts (comptes auxiliaires): one customer, supplier or employee under an account. */
import type { Knex } from 'knex';
import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Reader } from '../operation/context.ts';
import { type AccountChange, refuseBadPeriod, whereOpen, whereText, withChange } from './accounts.ts';
import { ledgerErrors } from './errors.ts';
import { cleanText } from './fec/write.ts';
import { type Page, type Paging, readPage } from './page.ts';
import { accounts, lockLedger, type SubAccountRow, subAccounts } from './store.ts';

export interface SubAccount {
  readonly id: number;
  readonly accountId: number;
  readonly code: string;
  readonly label: string;
  readonly validFrom: PlainDate | null;
  readonly validTo: PlainDate | null;
}

export interface SubAccountFilter {
  readonly ids?: readonly number[] | undefined;
  readonly accountId?: number | undefined;
  readonly search?: string | undefined;
  readonly on?: PlainDate | undefined;
}

const fromRow = (row: SubAccountRow): SubAccount => ({
  id: row.id,
  accountId: row.account_id,
  code: row.code,
  label: row.label,
  validFrom: row.valid_from,
  validTo: row.valid_to,
});

/** The sub-accounts that fit, by account and code. Throws FolderNotFound. */
export async function findSubAccounts(
  ctx: Reader,
  folderId: number,
  filter: SubAccountFilter = {},
): Promise<SubAccount[]> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  return (await byCode(filtered(knex, folderId, filter))).map(fromRow);
}

/** The same, a page at a time. Throws FolderNotFound. */
export async function listSubAccounts(
  ctx: Reader,
  folderId: number,
  filter: SubAccountFilter,
  paging: Paging,
): Promise<Page<SubAccount>> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  return readPage(filtered(knex, folderId, filter), byCode, paging, fromRow);
}

const byCode = (query: Knex.QueryBuilder): Knex.QueryBuilder => query.orderByRaw('account_id, code collate "C"');

function filtered(knex: Knex, folderId: number, { ids, accountId, search, on }: SubAccountFilter): Knex.QueryBuilder {
  const query = subAccounts(knex).where({ folder_id: folderId });
  if (ids) query.whereIn('id', [...ids]);
  if (accountId !== undefined) query.where({ account_id: accountId });
  if (search) whereText(query, search, 'label', 'code');
  if (on) whereOpen(query, on);
  return query;
}

/** Throws FolderNotFound, AccountNotFound, SubAccountCodeTaken, AccountPeriodInvalid. */
export async function createSubAccount(
  ctx: Reader,
  folderId: number,
  accountId: number,
  { code, label, validFrom = null, validTo = null }: AccountChange & { readonly code: string; readonly label: string },
): Promise<SubAccount> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  refuseBadPeriod(validFrom, validTo);
  const account = await accounts(knex).where({ folder_id: folderId, id: accountId }).first();
  if (!account) throw ledgerErrors.AccountNotFound({ folderId, account: accountId });
  const [row] = await subAccounts(knex)
    .insert({
      folder_id: folderId,
      account_id: accountId,
      code: cleanText(code),
      label: cleanText(label),
      valid_from: validFrom,
      valid_to: validTo,
    })
    .onConflict(['folder_id', 'account_id', 'code'])
    .ignore()
    .returning('*');
  if (!row) throw ledgerErrors.SubAccountCodeTaken({ code });
  return fromRow(row);
}

/** Changes what is given; a code never changes. Throws FolderNotFound, SubAccountNotFound, AccountPeriodInvalid. */
export async function updateSubAccount(
  ctx: Reader,
  folderId: number,
  { accountId, subAccountId }: { readonly accountId: number; readonly subAccountId: number },
  change: AccountChange,
): Promise<SubAccount> {
  await getFolder(ctx, folderId);
  return (await ctx.db()).transaction(async (trx) => {
    await lockLedger(trx, folderId);
    const key = { folder_id: folderId, account_id: accountId, id: subAccountId };
    const before = await subAccounts(trx).where(key).first();
    if (!before) throw ledgerErrors.SubAccountNotFound({ account: accountId, subAccount: subAccountId });
    const after = withChange(before, change);
    await subAccounts(trx).where(key).update(after);
    return fromRow({ ...before, ...after });
  });
}

/** Names of the sub-accounts that each of some entries moves, joined by blanks. */
export async function partiesOfEntries(
  knex: Knex,
  folderId: number,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await knex.raw(
    `select l.entry_id as id, string_agg(distinct s.label, ' ') as names
     from entry_line l join sub_account s on s.folder_id = l.folder_id and s.id = l.sub_account_id
     where l.folder_id = ? and l.entry_id = any(?) group by l.entry_id`,
    [folderId, [...entryIds]],
  );
  return new Map(rows.map(({ id, names }: { id: number; names: string }) => [id, names]));
}

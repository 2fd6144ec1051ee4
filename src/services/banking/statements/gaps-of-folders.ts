/** Bank accounts of many folders whose statements do not follow each other, with how often. */
import type { Knex } from 'knex';
import { groupBy } from '../../kernel/group-by.ts';
import { type NamedAccount, namedApart } from '../accounts/names-apart.ts';
import { continuityGaps } from './continuity.ts';

export interface AccountWithGaps {
  readonly folderId: number;
  readonly accountId: number;
  readonly name: string;
  readonly count: number;
}

/**
 * Accounts with a statement that does not begin where the one before it ended, or with two that end on one day apart: few
 * are, and of these alone everything is read. Statements that overlap or came in parts are among them, and have no gap.
 */
const SUSPECTS = `
  select distinct s.folder_id as "folderId", s.account_id as "accountId", a.name
  from (
    select folder_id, account_id, format, start_date, start_units,
      lag(end_date) over w as last_date, lag(end_units) over w as last_units,
      end_units - lag(end_units) over (partition by folder_id, account_id, end_date order by end_units) as apart
    from bank_statement where folder_id = any(?) and has_balances
    window w as (partition by folder_id, account_id order by start_date, end_date desc, start_units, end_units)) s
    join bank_account a on a.folder_id = s.folder_id and a.id = s.account_id and a.deleted_at is null
  where last_units <> start_units or (last_date <> start_date and format = 'cfonb120') or apart <> 0
  order by 1, 2`;

/** In order of folder and account. */
export async function accountsWithGaps(knex: Knex, folderIds: readonly number[]): Promise<AccountWithGaps[]> {
  const { rows } = await knex.raw(SUSPECTS, [[...folderIds]]);
  const suspects: readonly Omit<AccountWithGaps, 'count'>[] = rows;
  const found: AccountWithGaps[] = [];
  for (const folderId of new Set(suspects.map((one) => one.folderId))) {
    const own = suspects.filter((one) => one.folderId === folderId);
    const gaps = await continuityGaps(
      knex,
      folderId,
      own.map(({ accountId }) => accountId),
    );
    found.push(...own.flatMap((one) => ({ ...one, count: gaps.get(one.accountId)?.length ?? 0 })));
  }
  return withNames(
    knex,
    found.filter(({ count }) => count > 0),
  );
}

/** Names that tell the accounts of each folder apart. */
async function withNames(knex: Knex, found: readonly AccountWithGaps[]): Promise<AccountWithGaps[]> {
  if (found.length === 0) return [];
  const rows: readonly (NamedAccount & { readonly folder_id: number })[] = await knex('bank_account')
    .whereIn('folder_id', [...new Set(found.map(({ folderId }) => folderId))])
    .whereNull('deleted_at')
    .select('id', 'folder_id', knex.raw(`coalesce(name, '') as name`), 'iban');
  const apart = [...groupBy(rows, ({ folder_id }) => folder_id).values()].flatMap(namedApart);
  const names = new Map(apart.map(({ folder_id, id, name }) => [`${folder_id} ${id}`, name]));
  return found.map((one) => ({ ...one, name: names.get(`${one.folderId} ${one.accountId}`) ?? one.name }));
}

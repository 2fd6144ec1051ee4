/** What is left to do with the transactions of many folders, of any day, in one query. */
import type { Knex } from 'knex';
import { type Cents, parseAmount } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';

export interface FolderLeft {
  readonly unreconciled: number;
  readonly toJustify: number;
  /** Sum of what no document accounts for; undefined when it is of several currencies, which have no sum. */
  readonly toJustifyAmount: Cents | undefined;
}

interface Row {
  readonly folderId: number;
  readonly unreconciled: number;
  readonly toJustify: number;
  readonly amount: string;
  readonly isMixed: boolean;
}

/** The rules are those of `leftByAccount`; transactions of accounts that were deleted count no more. */
const LEFT = `
  select folder_id as "folderId", (count(*) filter (where is_open))::integer as unreconciled,
    (count(*) filter (where is_bare))::integer as "toJustify",
    coalesce(round(sum(missing) filter (where is_bare), 9), 0)::text as amount,
    coalesce(min(currency) filter (where is_bare) <> max(currency) filter (where is_bare), false) as "isMixed"
  from (
    select t.folder_id, t.currency, r.transaction_id is null as is_open, missing,
      coalesce(c.to_justify, true) and missing >= 0.01 as is_bare
    from unnest(?::integer[]) asked (id)
      join bank_transaction t on t.folder_id = asked.id
      join bank_account a on a.folder_id = t.folder_id and a.id = t.account_id and a.deleted_at is null
      left join complementary_data c on c.folder_id = t.folder_id and c.transaction_id = t.id
      left join bank_reconciliation r on r.folder_id = t.folder_id and r.transaction_id = t.id
      cross join lateral (select abs(t.amount) - coalesce(c.associated_cents / 100.0, 0) as missing) m
    where not t.is_hidden and not t.is_deleted) t
  group by 1`;

/** By folder; one without transactions is not in the map. */
export async function leftByFolder(knex: Knex, folderIds: readonly number[]): Promise<ReadonlyMap<number, FolderLeft>> {
  const { rows } = await knex.raw(LEFT, [[...folderIds]]);
  return new Map((rows as Row[]).map((row) => [row.folderId, leftOf(row)]));
}

const DECIMALS = 9;

const leftOf = ({ unreconciled, toJustify, amount, isMixed }: Row): FolderLeft => ({
  unreconciled,
  toJustify,
  toJustifyAmount: isMixed
    ? undefined
    : divideRounded(parseAmount(amount, DECIMALS) ?? 0n, 10n ** BigInt(DECIMALS - 2), 'halfUp'),
});

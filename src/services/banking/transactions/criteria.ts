/**
 * What transactions are looked for by: every listing, count, search, sum and export begins here. The query names the
 * table `t` and selects nothing yet; join to it, sort it with `inOrder`, page it with `pageOf`.
 */
import type { Knex } from 'knex';
import { escapeLike } from '../../db/rows.ts';
import { getFolder } from '../../folders/folders.ts';
import { formatAmount, parseAmount } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { requireAccount } from '../accounts/accounts.ts';
import { bankingErrors } from '../errors.ts';
import { typedAmounts } from './typed-amount.ts';

export interface TransactionCriteria {
  readonly folderId: number;
  readonly ids?: readonly number[] | undefined;
  readonly accountId?: number | undefined;
  /** Both days included. */
  readonly beginDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** Part of the label, case and accents aside, or an amount; without a sign, of either sign. */
  readonly textOrAmount?: string | undefined;
  readonly isSynchronized?: boolean | undefined;
  /** Decimal strings, signed as the amounts are. */
  readonly amountAtLeast?: string | undefined;
  readonly amountAtMost?: string | undefined;
  /** Hidden and deleted transactions are left out unless these are true. */
  readonly withHidden?: boolean | undefined;
  readonly withDeleted?: boolean | undefined;
}

type Condition = (query: Knex.QueryBuilder, criteria: TransactionCriteria) => void;

const CONDITIONS: Readonly<Record<Exclude<keyof TransactionCriteria, 'withHidden' | 'withDeleted'>, Condition>> = {
  folderId: (query, { folderId }) => query.where('t.folder_id', folderId),
  ids: (query, { ids = [] }) => query.whereRaw('t.id = any(?)', [[...ids]]),
  accountId: (query, { accountId = 0 }) => query.where('t.account_id', accountId),
  beginDate: (query, { beginDate = '' }) => query.where('t.operation_date', '>=', beginDate),
  endDate: (query, { endDate = '' }) => query.where('t.operation_date', '<=', endDate),
  textOrAmount: (query, { textOrAmount = '' }) => {
    const wanted = textOrAmount.trim();
    if (wanted !== '') query.where((either) => eitherTextOrAmount(either, wanted));
  },
  isSynchronized: (query, { isSynchronized = true }) => query.where('t.is_synchronized', isSynchronized),
  amountAtLeast: (query, { amountAtLeast = '0' }) => query.whereRaw('t.amount >= ?::numeric', [amountAtLeast]),
  amountAtMost: (query, { amountAtMost = '0' }) => query.whereRaw('t.amount <= ?::numeric', [amountAtMost]),
};

/** The transactions `t` that fit. */
export function matching(knex: Knex, criteria: TransactionCriteria): Knex.QueryBuilder {
  const query = knex('bank_transaction as t');
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    if (criteria[name as keyof TransactionCriteria] !== undefined) condition(query, criteria);
  }
  if (!criteria.withHidden) query.where('t.is_hidden', false);
  if (!criteria.withDeleted) query.where('t.is_deleted', false);
  return query;
}

/** The trigram index finds texts of three characters or more; shorter ones are compared with kept folded labels. */
function eitherTextOrAmount(either: Knex.QueryBuilder, wanted: string): void {
  either.whereRaw(`t.search_text like '%' || fold_text(?) || '%'`, [escapeLike(wanted)]);
  const amounts = typedAmounts(wanted);
  if (amounts.length > 0) either.orWhereRaw('t.amount = any(?::numeric[])', [amounts]);
}

/** Throws FolderNotFound, BankAccountNotFound, PeriodInverted, AmountsInverted. */
export async function checkCriteria(ctx: Context, criteria: TransactionCriteria): Promise<void> {
  const { folderId, accountId, beginDate, endDate, amountAtLeast, amountAtMost } = criteria;
  if (beginDate !== undefined && endDate !== undefined && beginDate > endDate) {
    throw bankingErrors.PeriodInverted({ beginDate, endDate });
  }
  if (amountAtLeast !== undefined && amountAtMost !== undefined && exact(amountAtLeast) > exact(amountAtMost)) {
    throw bankingErrors.AmountsInverted({ least: shown(amountAtLeast), most: shown(amountAtMost) });
  }
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  if (accountId !== undefined) await requireAccount(db.knex, folderId, accountId);
}

const exact = (amount: string): bigint => parseAmount(amount, 9) ?? 0n;

/** Two decimals, more where there are more. */
const shown = (amount: string): string => formatAmount(exact(amount), 9).replace(/0{1,7}$/, '');

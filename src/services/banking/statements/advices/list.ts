/**
 * Stored advices beside the transactions that they tell of. Both are looked for when asked, so that neither the order of
 * files nor an undo matters: the booked amount by the bank's reference or within days, alone or as the total of its
 * sequence; of an operation that came back also the credit that it was part of.
 */
import type { Knex } from 'knex';
import { getFolder } from '../../../folders/folders.ts';
import { formatAmount } from '../../../kernel/money.ts';
import { type Page, readPage } from '../../../ledger/page.ts';
import type { Context } from '../../../operation/context.ts';
import { requireAccount } from '../../accounts/accounts.ts';
import { REJECT_CODES } from '../cfonb/codes.ts';

export interface AdviceFilter {
  readonly accountId?: number | undefined;
  readonly beginDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** Days between the day that an advice names and the one on which the bank books. */
const AROUND = 5;

/** Of transactions that fit as well, advices alike take one each, in their order. */
const booked = (amount: string): string => `(
  select t.id from bank_transaction t
  where t.folder_id = a.folder_id and t.account_id = a.account_id and not t.is_deleted
    and t.operation_date between a.day - ${AROUND} and a.day + ${AROUND}
    and t.amount = ${amount} / power(10::numeric, a.decimals)
  order by t.reference = a.reference desc nulls last, abs(t.operation_date - a.day), t.id
  limit 1 offset ${
    amount === 'a.amount_units'
      ? `(
    select count(*) from bank_advice b
    where b.folder_id = a.folder_id and b.account_id = a.account_id and b.day = a.day
      and b.amount_units = a.amount_units and b.reference is not distinct from a.reference and b.id < a.id)`
      : '0'
  })`;

const CREDIT = `case when a.origin_day is not null and a.amount_units < 0 then (
  select t.id from bank_transaction t
  where t.folder_id = a.folder_id and t.account_id = a.account_id and not t.is_deleted
    and t.operation_date between a.origin_day - ${AROUND} and a.origin_day + ${AROUND}
    and t.amount >= -a.amount_units / power(10::numeric, a.decimals)
  order by (a.origin_reference is not null
            and position(a.origin_reference in concat_ws(' ', t.reference, t.entry_number, t.label)) > 0) desc,
    abs(t.operation_date - a.origin_day), t.amount, t.id
  limit 1) end`;

/** Advices `a` with their transactions; an advice booked alone is not looked for among totals. */
export const ADVISED = `select a.*,
  coalesce(${booked('a.amount_units')}, ${booked('a.total_units')}) as transaction_id, ${CREDIT} as credit_id
  from bank_advice a`;

export interface StoredAdvice {
  readonly id: number;
  readonly accountId: number;
  readonly format: string;
  readonly operationCode: string;
  readonly date: string;
  /** Decimal strings. */
  readonly amount: string;
  readonly total: string;
  readonly currencyCode: string;
  readonly party: string | null;
  readonly partyIban: string | null;
  readonly text: string;
  readonly reference: string | null;
  readonly rejectCode: string | null;
  readonly rejectLabel: string | null;
  readonly originalDate: string | null;
  readonly originalReference: string | null;
  readonly transactionId: number | null;
  readonly creditId: number | null;
}

interface Row {
  readonly id: number;
  readonly account_id: number;
  readonly format: string;
  readonly operation_code: string;
  readonly day: string;
  readonly amount_units: bigint;
  readonly total_units: bigint;
  readonly decimals: number;
  readonly currency: string;
  readonly party: string | null;
  readonly party_iban: string | null;
  readonly text: string;
  readonly reference: string | null;
  readonly reject_code: string | null;
  readonly origin_day: string | null;
  readonly origin_reference: string | null;
  readonly transaction_id: number | null;
  readonly credit_id: number | null;
}

/** By day. Throws FolderNotFound, BankAccountNotFound. */
export async function listAdvices(ctx: Context, folderId: number, filter: AdviceFilter): Promise<Page<StoredAdvice>> {
  const { accountId, beginDate, endDate, page, limit } = filter;
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  if (accountId !== undefined) await requireAccount(knex, folderId, accountId);
  const query = knex('bank_advice as a').where('a.folder_id', folderId);
  if (accountId !== undefined) query.where('a.account_id', accountId);
  if (beginDate !== undefined) query.where('a.day', '>=', beginDate);
  if (endDate !== undefined) query.where('a.day', '<=', endDate);
  const order = (one: Knex.QueryBuilder) => one.orderBy(['a.day', 'a.id']);
  const shown = await readPage<{ id: number }, number>(query.select('a.id'), order, { page, limit }, ({ id }) => id);
  const { rows } = await knex.raw(`${ADVISED} where a.folder_id = ? and a.id = any(?) order by a.day, a.id`, [
    folderId,
    [...shown.items],
  ]);
  return { ...shown, items: (rows as Row[]).map((row) => toAdvice(row, ctx.language)) };
}

const toAdvice = (row: Row, language: Context['language']): StoredAdvice => ({
  id: row.id,
  accountId: row.account_id,
  format: row.format,
  operationCode: row.operation_code,
  date: row.day,
  amount: formatAmount(BigInt(row.amount_units), row.decimals),
  total: formatAmount(BigInt(row.total_units), row.decimals),
  currencyCode: row.currency,
  party: row.party,
  partyIban: row.party_iban,
  text: row.text,
  reference: row.reference,
  rejectCode: row.reject_code,
  rejectLabel: (row.reject_code === null ? undefined : REJECT_CODES.get(row.reject_code)?.label[language]) ?? null,
  originalDate: row.origin_day,
  originalReference: row.origin_reference,
  transactionId: row.transaction_id,
  creditId: row.credit_id,
});

/** What advices tell of the transactions of an account, by transaction: names and references that statements leave out. */
export async function advisedTexts(
  knex: Knex,
  folderId: number,
  accountId: number,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await knex.raw(
    `select d.transaction_id as id, string_agg(concat_ws(' ', d.party, d.text, d.reference), ' ' order by d.id) as text
     from (${ADVISED} where a.folder_id = ? and a.account_id = ?) d
     where d.transaction_id is not null group by 1`,
    [folderId, accountId],
  );
  return new Map((rows as { id: number; text: string }[]).map(({ id, text }) => [id, text]));
}

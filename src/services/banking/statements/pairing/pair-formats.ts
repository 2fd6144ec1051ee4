/** Keeps one transaction of those that several formats give, after statements came or went. */
import type { Knex } from 'knex';
import { groupBy } from '../../../kernel/group-by.ts';
import { foldLabel } from '../fingerprint.ts';
import type { AccountPlace } from '../settle.ts';
import { type Alike, pairAlike, type Stretch } from './pair-alike.ts';

/** Days, first and last included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

interface Bounds {
  readonly start: { readonly date: string };
  readonly end: { readonly date: string };
}

/** The days that statements can show; undefined for none. */
export function daysOf(statements: readonly Bounds[]): Days | undefined {
  const days = statements.flatMap(({ start, end }) => [start.date, end.date]).sort();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** So many days are looked at together. */
const PAGE_DAYS = 31;

/** Returns by how many transactions the account has grown: negative when some turn out to be one. */
export async function pairFormats(trx: Knex.Transaction, place: AccountPlace, days: Days | undefined): Promise<number> {
  if (!days || !(await hasSeveralFormats(trx, place))) return 0;
  let grown = 0;
  const shared = await sharedDays(trx, place, days);
  for (let at = 0; at < shared.length; at += PAGE_DAYS) {
    grown += await pairDays(trx, place, shared.slice(at, at + PAGE_DAYS));
  }
  return grown;
}

async function hasSeveralFormats(trx: Knex.Transaction, { folderId, accountId }: AccountPlace): Promise<boolean> {
  const { rows } = await trx.raw(
    `select (select count(distinct format) from bank_statement where folder_id = :folderId and account_id = :accountId) > 1
       or exists (select from bank_transaction
                  where folder_id = :folderId and account_id = :accountId and same_as is not null) as found`,
    { folderId, accountId },
  );
  return rows[0].found;
}

/** What of an account may be one with something else: shown by statements, alive or standing behind another. */
const OPEN = `t.folder_id = :folderId and t.account_id = :accountId and t.fingerprint is not null
  and (not t.is_deleted or t.same_as is not null)`;

async function sharedDays(
  trx: Knex.Transaction,
  { folderId, accountId }: AccountPlace,
  { from, to }: Days,
): Promise<string[]> {
  const { rows } = await trx.raw(
    `select t.operation_date as day from bank_transaction t
     where ${OPEN} and t.operation_date between :from and :to
     group by t.operation_date having count(*) > 1 or bool_or(t.same_as is not null) order by 1`,
    { folderId, accountId, from, to },
  );
  return rows.map(({ day }: { day: string }) => day);
}

interface OpenRow {
  readonly id: number;
  readonly key: string;
  readonly text: string;
  readonly same_as: number | null;
  readonly statements: number[];
}

async function pairDays(trx: Knex.Transaction, place: AccountPlace, days: readonly string[]): Promise<number> {
  const rows = await openRows(trx, place, days);
  const stretches = await stretchesOf(trx, place.folderId, [...new Set(rows.flatMap(({ statements }) => statements))]);
  const changes = [...groupBy(rows, ({ key }) => key).values()].flatMap((own) => changesOf(own, stretches));
  if (changes.length > 0) await write(trx, place, changes);
  return changes.reduce((sum, { grown }) => sum + grown, 0);
}

interface Change {
  readonly id: number;
  readonly standsFor: number | null;
  /** 1 when it counts again, -1 when another stands for it from now on. */
  readonly grown: number;
}

function changesOf(rows: readonly OpenRow[], stretches: ReadonlyMap<number, Stretch>): Change[] {
  const stands = pairAlike(rows.map((row) => toAlike(row, stretches)));
  return rows.flatMap(({ id, same_as }) => {
    const first = stands.get(id) ?? id;
    const standsFor = first === id ? null : first;
    if (standsFor === same_as) return [];
    return [{ id, standsFor, grown: Number(standsFor === null) - Number(same_as === null) }];
  });
}

/** Only amounts that more than one transaction of the day has, or that stand behind another. */
async function openRows(
  trx: Knex.Transaction,
  { folderId, accountId }: AccountPlace,
  days: readonly string[],
): Promise<OpenRow[]> {
  const { rows } = await trx.raw(
    `with alike as (
       select t.operation_date, t.amount, t.currency from bank_transaction t
       where ${OPEN} and t.operation_date = any(:days)
       group by 1, 2, 3 having count(*) > 1 or bool_or(t.same_as is not null)
     )
     select t.id, t.operation_date || ' ' || t.amount::float8 || ' ' || t.currency as key, t.same_as,
            concat_ws(' ', t.label, t.reference, t.entry_number, t.details::text) as text,
            array(select g.statement_id from bank_sighting g
                  where g.folder_id = t.folder_id and g.transaction_id = t.id) as statements
     from bank_transaction t join alike a using (operation_date, amount, currency)
     where ${OPEN} order by t.id`,
    { folderId, accountId, days: [...days] },
  );
  return rows;
}

async function stretchesOf(trx: Knex.Transaction, folderId: number, ids: readonly number[]) {
  const { rows } = await trx.raw(
    `select id, format, has_balances as "hasBalances", start_date as "startDate", start_units::text as "startUnits", end_date as "endDate",
            end_units::text as "endUnits"
     from bank_statement where folder_id = ? and id = any(?)`,
    [folderId, [...ids]],
  );
  return new Map((rows as Stretch[]).map((stretch) => [stretch.id, stretch]));
}

const toAlike = ({ id, text, statements }: OpenRow, stretches: ReadonlyMap<number, Stretch>): Alike => ({
  id,
  text: foldLabel(text),
  shownBy: statements.flatMap((statement) => stretches.get(statement) ?? []),
});

const write = (trx: Knex.Transaction, { folderId, now }: AccountPlace, changes: readonly Change[]) =>
  trx.raw(
    `update bank_transaction t
     set same_as = c.same_as, is_deleted = c.same_as is not null, updated_at = :now,
         deleted_at = case when c.same_as is not null then cast(:now as timestamptz) end
     from unnest(cast(:ids as int[]), cast(:stands as int[])) as c(id, same_as)
     where t.folder_id = :folderId and t.id = c.id`,
    { folderId, now, ids: changes.map(({ id }) => id), stands: changes.map(({ standsFor }) => standsFor) },
  );

/** Banks as providers list them, and those that people named by hand. */
import type { Knex } from 'knex';
import type { Database } from '../../db/database.ts';
import { type AggregateBase, type AggregateRow, aggregateBase } from '../aggregate.ts';
import { bankingErrors } from '../errors.ts';
import type { Provider } from '../store.ts';

export interface BankRow extends AggregateRow {
  readonly provider: Provider;
  readonly source_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly country_code: string | null;
}

/** A bank belongs to no folder: it has no events. */
export interface Bank extends AggregateBase {
  readonly provider: Provider;
  readonly sourceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly countryCode: string | null;
}

/** The banks of a provider by name: those it lists, and those that the visible folders use. */
export async function listBanks(
  { knex }: Database,
  provider: Provider,
  visible: ReadonlySet<number> | 'all',
): Promise<readonly Bank[]> {
  return (await visibleBanks(knex, visible).where({ provider }).orderBy(['name', 'id'])).map(toBank);
}

/** A bank of that provider which the caller may see. Throws BankNotFound. */
export async function requireBank(
  knex: Knex,
  bankId: number,
  provider: Provider,
  visible: ReadonlySet<number> | 'all',
): Promise<Bank> {
  const row = await visibleBanks(knex, visible).where({ id: bankId, provider }).first();
  if (!row) throw bankingErrors.BankNotFound({ bankId, provider });
  return toBank(row);
}

/** Banks by identifier. */
export async function banksOf({ knex }: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Bank>> {
  const rows = await knex<BankRow>('bank').whereIn('id', [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, toBank(row)]));
}

/** What people of other folders typed is not told. */
function visibleBanks(knex: Knex, visible: ReadonlySet<number> | 'all'): Knex.QueryBuilder<BankRow, BankRow[]> {
  const query = knex<BankRow>('bank as b').select('b.*');
  if (visible !== 'all') {
    const folders = [...visible];
    query.whereRaw(
      `(b.is_listed or exists (select from bank_account a where a.bank_id = b.id and a.folder_id = any(?))
                    or exists (select from bank_connection c where c.bank_id = b.id and c.folder_id = any(?)))`,
      [folders, folders],
    );
  }
  return query as never;
}

const toBank = (row: BankRow): Bank => ({
  ...aggregateBase(row),
  provider: row.provider,
  sourceId: row.source_id,
  name: row.name,
  description: row.description,
  countryCode: row.country_code,
});

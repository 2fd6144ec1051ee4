/** Banks as providers list them, and those that people named by hand. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../db/rows.ts';
import { visibleFolders } from '../../operation/actor.ts';
import type { Context } from '../../operation/context.ts';
import type { AggregateBase, AggregateRow } from '../aggregate.ts';
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
export type Bank = Camel<BankRow> & AggregateBase;

/** The banks of a provider by name: those it lists, and those that the visible folders use. */
export async function listBanks(ctx: Context, provider: Provider): Promise<readonly Bank[]> {
  const { knex } = await ctx.db();
  return (await visibleBanks(knex, ctx).where({ provider }).orderBy(['name', 'id'])).map(toBank);
}

/** A bank of that provider which the caller may see. Throws BankNotFound. */
export async function requireBank(trx: Knex, ctx: Context, bankId: number, provider: Provider): Promise<Bank> {
  const row = await visibleBanks(trx, ctx).where({ id: bankId, provider }).first();
  if (!row) throw bankingErrors.BankNotFound({ bankId, provider });
  return toBank(row);
}

/** Banks by identifier. */
export async function banksOf(knex: Knex, ids: readonly number[]): Promise<ReadonlyMap<number, Bank>> {
  const rows = await knex<BankRow>('bank').whereIn('id', [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, toBank(row)]));
}

/** Names that people of other folders typed are left out. */
function visibleBanks(knex: Knex, { actor }: Context): Knex.QueryBuilder<BankRow, BankRow[]> {
  const visible = visibleFolders(actor);
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

const toBank = (row: BankRow): Bank => ({ ...camelRow(row), events: [], errors: [] });

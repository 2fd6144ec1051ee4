/** What wrote an entry: a file, a person, or a part of the program that still knows what it wrote it for. */
import type { Knex } from 'knex';
import type { Entry } from '../../ledger/entries.ts';

export const SOURCE_TYPES = ['Unknown', 'Manual', 'FecImport', 'Bank', 'Assets', 'Vat'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export interface Source {
  readonly type: SourceType;
  /** Of the bank transaction, the asset or the return that it was written for. */
  readonly id: number | null;
}

/** By entry. */
export type Sources = ReadonlyMap<number, Source>;

/**
 * Who writes an entry keeps it beside what it was written for: a bank transaction the entry of its payment, of its rule or of
 * its difference; an asset the entries of its year, the first of them where one entry is of several; a return the entry
 * that closes it. Once that is undone and the entry kept, nothing tells it from one entered by hand.
 */
const WRITTEN_FOR = `
  (select entry_id, 'Bank' as type, transaction_id as id from bank_reconciliation
  where folder_id = :folderId and origin = 'Generated'
  union all
  select g.difference_entry_id, 'Bank', min(r.transaction_id) from bank_reconciliation_group g
  join bank_reconciliation r on r.folder_id = g.folder_id and r.group_id = g.id
  where g.folder_id = :folderId and g.difference_entry_id is not null group by g.difference_entry_id
  union all
  select entry_id, 'Assets', min(asset_id) from asset_posting where folder_id = :folderId group by entry_id
  union all
  select closing_entry_id, 'Vat', id from vat_procedure
  where folder_id = :folderId and closing_entry_id is not null) w`;

export async function readSources(
  knex: Knex,
  folderId: number,
  entries: readonly Pick<Entry, 'id' | 'isManual'>[],
): Promise<Sources> {
  const here = entries.filter(({ isManual }) => isManual).map(({ id }) => id);
  if (here.length === 0) return new Map();
  const { rows }: { rows: (Source & { readonly entryId: number })[] } = await knex.raw(
    `select entry_id as "entryId", type, id from ${WRITTEN_FOR} where entry_id = any(:here::integer[])`,
    { folderId, here },
  );
  const found = new Map(rows.map(({ entryId, type, id }) => [entryId, { type, id }]));
  return new Map(here.map((id) => [id, found.get(id) ?? BY_HAND]));
}

const BY_HAND: Source = { type: 'Manual', id: null };
export const FROM_FILE: Source = { type: 'FecImport', id: null };

/** Entries that were entered by hand are few, and have an index of their own. */
const IS_HERE = 'exists (select from entry e where e.folder_id = :folderId and e.id = l.entry_id and e.is_manual)';

/** On a line `l`: that its entry has the source `:value`. */
export const sourceCondition = (type: SourceType): string =>
  ({
    Unknown: 'false',
    FecImport: `not ${IS_HERE}`,
    Manual: `${IS_HERE} and l.entry_id not in (select entry_id from ${WRITTEN_FOR})`,
  })[type as string] ?? `l.entry_id in (select entry_id from ${WRITTEN_FOR} where type = :value)`;

/** On a line `l`: that its entry was written for what has the identifier `:value`. */
export const SOURCE_ID_CONDITION = `l.entry_id in (select entry_id from ${WRITTEN_FOR} where id = :value)`;

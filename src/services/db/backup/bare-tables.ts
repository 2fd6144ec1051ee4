/**
 * Tables without what slows a load or depends on its order: foreign keys, secondary indexes and triggers come off, and
 * go back on as they were. Everything happens in the caller's transaction.
 */
import type { Knex } from 'knex';

/** Strips every table of the current schema; returns what puts everything back, checking all rows. */
export async function stripTables(trx: Knex.Transaction): Promise<() => Promise<void>> {
  const { rows } = await trx.raw(PARTS);
  for (const { off } of rows as Part[]) await trx.raw(literal(off));
  return async () => {
    for (const { on } of (rows as Part[]).toReversed()) await trx.raw(literal(on));
  };
}

interface Part {
  readonly off: string;
  readonly on: string;
}

/** knex reads `?` as a place for a value. */
const literal = (sql: string): string => sql.replaceAll('?', '\\?');

/** In this order going off: references, triggers, indexes. Indexes behind a constraint and those of partitions stay. */
const PARTS = `
  with ours as (select oid, oid::regclass::text as name, relkind, relispartition from pg_class
                where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p'))
  select 1 as rank, format('alter table %s drop constraint %I', t.name, c.conname) as off,
         format('alter table %s add constraint %I %s', t.name, c.conname, pg_get_constraintdef(c.oid)) as on
    from ours t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and c.conparentid = 0
  union all
  select 2, format('alter table %s disable trigger user', name), format('alter table %s enable trigger user', name)
    from ours t where exists (select from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal)
  union all
  select 3, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    from ours t join pg_index i on i.indrelid = t.oid
    where t.relkind = 'r' and not t.relispartition
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  order by rank, off`;

/** What PostgreSQL's catalogue says of our tables, and the rule every growing table keeps. */
import type { Knex } from 'knex';
import { MIGRATION_TABLE } from './migrations.ts';

/**
 * Tables that do not grow with the folders' work: firms, folders and what is common to all of them. Every other table
 * carries `folder_id` in its keys, so that folders can be spread over servers.
 */
export const GLOBAL_TABLES: readonly string[] = [
  MIGRATION_TABLE,
  'company',
  'folder',
  'bank', // the banks themselves, as their providers list them
  'rate_bucket',
  'idempotent_answer',
  'token_revocation', // of subjects, who may see many folders
  'web_session', // of people, who may see many folders
  'web_link',
  'audit_entry',
  'job_run',
  'job_worker',
  'secret_key', // of the installation
  'webhook_delivery', // arrives without a folder
  'notice', // likewise
  'statement_source', // configuration of the installation
  'bank_provider_event', // arrives without a folder
  'declaration_window', // one row, common to all
  'statement_source_file', // arrives without a folder
  'intake', // files whose folder is not known yet, kept for a day
  'intake_chunk',
  'chart', // of a firm
  'chart_account',
  'vat_chart_setting',
  'vat_form_template', // the same for everybody
  'vat_procedure_definition',
];

export interface Table {
  readonly name: string;
  /** Stored columns in order; generated ones, which cannot be written, are left out. */
  readonly columns: readonly string[];
  /** Expressions that put the rows in the same order on every server. */
  readonly order: readonly string[];
}

/** Our tables: those of the current schema that belong to no extension; partitions come with their parent. */
const OUR_TABLES = `
  select c.oid, c.relname from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** All tables but the record of migrations, by name. Text keys are ordered by code point, whatever the locale. */
export async function readTables(db: Knex): Promise<readonly Table[]> {
  const { rows } = await db.raw(
    `with ours as (${OUR_TABLES})
     select t.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns,
       array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
             from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k(attnum, rank)
             join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
             where i.indrelid = t.oid and i.indisprimary order by k.rank) as "order"
     from ours t where t.relname <> ? order by t.relname collate "C"`,
    [MIGRATION_TABLE],
  );
  return rows;
}

/** Sentences for every table, key or reference that breaks the folder rule; none on a sound schema. */
export async function folderRuleBreaches(
  db: Knex,
  globals: readonly string[] = GLOBAL_TABLES,
): Promise<readonly string[]> {
  const { rows } = await db.raw(
    `with ours as (select t.*, (select a.attnum from pg_attribute a
                                where a.attrelid = t.oid and a.attname = 'folder_id' and not a.attisdropped) as folder
                   from (${OUR_TABLES}) t where t.relname <> all(?))
     select relname || ': no column folder_id' as breach from ours where folder is null
     union all
     select relname || ': folder_id may be null' from ours
       join pg_attribute a on a.attrelid = oid and a.attnum = folder where not a.attnotnull
     union all
     select relname || ': no primary key' from ours
       where not exists (select from pg_index i where i.indrelid = oid and i.indisprimary)
     union all
     select relname || ': unique key ' || i.indexrelid::regclass || ' without folder_id' from ours
       join pg_index i on i.indrelid = oid and i.indisunique
       where folder is not null and not (folder = any((i.indkey::int2[])[0:i.indnkeyatts - 1]))
     union all
     select o.relname || ': reference ' || f.conname || ' to ' || target.relname || ' does not pair folder_id' from ours o
       join pg_constraint f on f.conrelid = o.oid and f.contype = 'f'
       join ours target on target.oid = f.confrelid
       where not exists (select from unnest(f.conkey, f.confkey) pair(here, there)
                         where pair.here = o.folder and pair.there = target.folder)
     order by 1`,
    [globals as string[]],
  );
  return rows.map(({ breach }: { breach: string }) => breach);
}

/** Values of every identity and serial sequence: last number given, and whether it was given yet. */
export async function readSequences(db: Knex): Promise<Record<string, { last: string; called: boolean }>> {
  const { rows } = await db.raw(
    `select c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' order by 1`,
  );
  const states: Record<string, { last: string; called: boolean }> = {};
  for (const { name } of rows as { name: string }[]) {
    const state = await db.select('last_value', 'is_called').from(name).first();
    states[name] = { last: String(state.last_value), called: state.is_called };
  }
  return states;
}

// What a call changed, written by the database in the transaction of the change: one line of the audit log per statement.

/** Tables of which a statement may write a million rows (imports, computed schedules): their operation is one line. */
const BULK = ['entry', 'entry_line', 'asset_figure', 'asset_entry_line', 'bank_sighting', 'vat_line_distribution'];
/** The log itself, and what serves the program rather than the books. */
const TECHNICAL = [
  'audit_entry',
  'rate_bucket',
  'idempotent_answer',
  'job_run',
  'job_item',
  'job_worker',
  'produced_file',
  'produced_file_chunk',
  'supporting_document_chunk',
  'webhook_delivery',
];

export async function up(trx) {
  await trx.raw(`
    create index audit_entry_at on audit_entry (at);

    -- A value as the log may hold it: long ones are cut.
    create function audit_value(value jsonb) returns jsonb language sql immutable
      return case when length(value::text) <= 1000 then value else to_jsonb(left(value::text, 1000) || '…') end;

    -- A row without what is empty, its secrets masked; of a changed row only what differs from the other one.
    create function audit_image(image jsonb, other jsonb, keys text[], secrets text[]) returns jsonb language sql immutable
      return (select jsonb_object_agg(f.key, case when f.key = any(secrets) then '"********"'::jsonb else audit_value(f.value) end)
        from jsonb_each(image) f
        where f.key = any(keys)
          or case when other is null then f.value <> 'null'::jsonb else f.value is distinct from other -> f.key end);

    -- Says nothing outside a call: \`taxops.call\` names who does what (services/db/call.ts).
    create function audit_change() returns trigger language plpgsql as $$
    declare
      many constant integer := 20;
      call jsonb := nullif(current_setting('taxops.call', true), '')::jsonb;
      keys text[] := tg_argv[0];
      secrets text[] := tg_argv[1];
      total bigint;
      folder integer;
      changes jsonb;
    begin
      if call is null then
        return null;
      end if;
      if tg_op = 'DELETE' then
        select count(*), min((to_jsonb(o) ->> 'folder_id')::integer) into total, folder
          from (select * from old_rows limit many + 1) o;
      else
        select count(*), min((to_jsonb(n) ->> 'folder_id')::integer) into total, folder
          from (select * from new_rows limit many + 1) n;
      end if;
      if total > many then
        if tg_op = 'DELETE' then
          select count(*) into total from old_rows;
        else
          select count(*) into total from new_rows;
        end if;
      elsif tg_op = 'INSERT' then
        select jsonb_agg(jsonb_build_object('after', audit_image(to_jsonb(n), null, keys, secrets))) into changes from new_rows n;
      elsif tg_op = 'DELETE' then
        select jsonb_agg(jsonb_build_object('before', audit_image(to_jsonb(o), null, keys, secrets))) into changes from old_rows o;
      else
        select jsonb_agg(jsonb_build_object('before', audit_image(o.image, n.image, keys, secrets),
                                            'after', audit_image(n.image, o.image, keys, secrets))), count(*)
          into changes, total
          from (select to_jsonb(r) as image from old_rows r) o
          join (select to_jsonb(r) as image from new_rows r) n
            on (select bool_and(n.image -> k = o.image -> k) from unnest(keys) k)
          where n.image <> o.image;
      end if;
      if total > 0 then
        insert into audit_entry (at, actor, operation, folder_id, outcome, details)
          values ((call ->> 'at')::timestamptz, call ->> 'actor', call ->> 'operation',
                  coalesce(folder, (call ->> 'folderId')::integer), 'changed',
                  jsonb_build_object('table', tg_table_name, 'action', lower(tg_op), 'rows', total)
                    || case when changes is null then '{}' else jsonb_build_object('changes', changes) end);
      end if;
      return null;
    end $$;

    -- A later migration that makes a table calls this; a test names the tables that nobody watches.
    create function audit_watch(watched regclass) returns void language plpgsql as $$
    declare
      keys text[] := (select array_agg(a.attname::text order by a.attnum) from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indrelid = watched and i.indisprimary);
      secrets text[] := (select coalesce(array_agg(a.attname::text), '{}') from pg_attribute a
        where a.attrelid = watched and a.attnum > 0 and not a.attisdropped
          and (a.atttypid = 'bytea'::regtype or a.attname ~ '(secret|password|token|login|sealed)'));
    begin
      execute format('create trigger audit_insert after insert on %s referencing new table as new_rows
        for each statement execute function audit_change(%L, %L)', watched, keys, secrets);
      execute format('create trigger audit_update after update on %s referencing old table as old_rows new table as new_rows
        for each statement execute function audit_change(%L, %L)', watched, keys, secrets);
      execute format('create trigger audit_delete after delete on %s referencing old table as old_rows
        for each statement execute function audit_change(%L, %L)', watched, keys, secrets);
    end $$;
  `);
  await trx.raw(
    `select audit_watch(c.oid) from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
       and c.relname <> all(?)`,
    [[...BULK, ...TECHNICAL, 'schema_migration', 'token_revocation']],
  );
}

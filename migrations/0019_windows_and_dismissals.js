// Windows of the listing of changes that were read, obligations that are set aside, and what a webhook looks up.

export async function up(trx) {
  await trx.raw(`
    -- Changes are listed by windows of updated_at. What commits late, in a window that was read, is moved to its end: the
    -- reader finds it in the next one. Looked at when a transaction commits, so that a reader waits for nothing longer.
    create table declaration_window (
      is_only boolean primary key default true check (is_only),
      read_until timestamptz not null
    );
    insert into declaration_window (read_until) values ('-infinity');

    create function move_behind_windows() returns trigger language plpgsql as $$
    declare
      until timestamptz;
    begin
      perform pg_advisory_xact_lock_shared(7342903, 0);
      select read_until into until from declaration_window;
      if new.updated_at < until then
        update declaration set updated_at = until
        where folder_id = new.folder_id and id = new.id and updated_at < until;
      end if;
      return null;
    end $$;
    create constraint trigger declaration_added after insert on declaration
      deferrable initially deferred for each row execute function move_behind_windows();
    create constraint trigger declaration_changed after update on declaration
      deferrable initially deferred for each row when (new.updated_at <> old.updated_at)
      execute function move_behind_windows();

    create index declaration_period on declaration (folder_id, type, period_end);

    -- What a person decided not to declare, and why.
    create table declaration_dismissal (
      folder_id integer not null references folder (id),
      type text not null,
      period_end date not null,
      reason text not null,
      actor text not null,
      dismissed_at timestamptz not null,
      primary key (folder_id, type, period_end)
    );
  `);
}

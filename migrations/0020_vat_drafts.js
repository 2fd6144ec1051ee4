// What drafts of VAT returns are computed from and what they declare. A share is what a return declares of one line; the
// shares of returns that count are what was declared before. `vat_watch` tells whether a draft is still what the books and
// the settings say; what changes behind a return that was filed is noted, so that the next return looks at it again.

export async function up(trx) {
  await trx.raw(SHARES);
  await trx.raw(WATCH);
  await trx.raw(TRIGGERS);
}

const SHARES = `
  -- form: null when it is the principal form of the group. shares_version, computed_version: of vat_watch, when the shares
  -- and the boxes were computed. computed: what is said beside the boxes (controls, issues, moves, closing entry).
  alter table vat_procedure
    add column form text,
    add column refund jsonb,
    add column payments jsonb,
    add column shares_version bigint,
    add column computed_version bigint,
    add column computed jsonb;

  create table vat_share (
    folder_id integer not null,
    procedure_id integer not null,
    position integer not null,
    entry_id integer not null,
    line_id integer not null,
    account_number text not null,
    entry_date date not null,
    side text not null check (side in ('Due', 'Deductible', 'Advance')),
    category text not null,
    rate text not null,
    exigibility text not null,
    by_settlement boolean not null,
    base_cents bigint not null,
    tax_cents bigint not null,
    declare_base_cents bigint not null,
    declare_tax_cents bigint not null,
    declared_base_cents bigint not null,
    declared_tax_cents bigint not null,
    deferred_tax_cents bigint not null,
    prior_base_cents bigint not null,
    prior_tax_cents bigint not null,
    zones text[] not null,
    held jsonb not null,
    -- False: no line of the form takes it.
    is_taken boolean not null,
    primary key (folder_id, procedure_id, position),
    foreign key (folder_id, procedure_id) references vat_procedure (folder_id, id) on delete cascade
  );
  create index vat_share_line on vat_share (folder_id, entry_id, line_id);

  -- What a person takes out of one return: an entry (line 0), or one line of it. is_ignored: not to be proposed again.
  create table vat_left_out (
    folder_id integer not null,
    procedure_id integer not null,
    entry_id integer not null,
    line_id integer not null default 0,
    is_ignored boolean not null default false,
    primary key (folder_id, procedure_id, entry_id, line_id),
    foreign key (folder_id, procedure_id) references vat_procedure (folder_id, id) on delete cascade
  );

  -- The rates of one line as a person spread them: they replace what the entry tells.
  create table vat_line_distribution (
    folder_id integer not null references folder (id),
    entry_id integer not null,
    line_id integer not null,
    vat_rate text not null,
    tax_excluded_cents bigint not null,
    tax_cents bigint not null,
    primary key (folder_id, entry_id, line_id, vat_rate)
  );

  create or replace function drop_vat_line_configurations() returns trigger language plpgsql as $$
  begin
    delete from vat_line_configuration c using old_rows o
      where c.folder_id = o.folder_id and c.entry_id = o.entry_id and c.line_id = o.id;
    delete from vat_line_distribution d using old_rows o
      where d.folder_id = o.folder_id and d.entry_id = o.entry_id and d.line_id = o.id;
    return null;
  end $$;
`;

const WATCH = `
  -- One row per folder that has a return. frozen_until: last day of the returns that count. everything: the settings
  -- of the folder changed since, so that each entry is to be looked at.
  create table vat_watch (
    folder_id integer primary key references folder (id),
    version bigint not null default 1,
    frozen_until date,
    everything boolean not null default false
  );

  -- What changed behind a return that counts: an entry, with the letter group that its line was or is in; or an account.
  create table vat_change (
    folder_id integer not null references vat_watch (folder_id),
    id bigint generated always as identity,
    entry_id integer,
    exercise_id integer,
    account_id integer,
    sub_account_id integer,
    letter text,
    primary key (folder_id, id)
  );
`;

// Lines are looked at as a whole statement, and only in folders that have a return.
const TRIGGERS = `
  create function watch_vat_lines() returns trigger language plpgsql as $$
  begin
    if not exists (select from vat_watch) then return null; end if;
    update vat_watch w set version = version + 1 where w.folder_id in (select folder_id from vat_rows);
    insert into vat_change (folder_id, entry_id, exercise_id, account_id, sub_account_id, letter)
      select distinct r.folder_id, r.entry_id, r.exercise_id, r.account_id, r.sub_account_id, r.letter
        from vat_rows r join vat_watch w on w.folder_id = r.folder_id and r.entry_date <= w.frozen_until;
    return null;
  end $$;
  create trigger vat_lines_added after insert on entry_line referencing new table as vat_rows
    for each statement execute function watch_vat_lines();
  create trigger vat_lines_deleted after delete on entry_line referencing old table as vat_rows
    for each statement execute function watch_vat_lines();
  create trigger vat_lines_before after update on entry_line referencing old table as vat_rows
    for each statement execute function watch_vat_lines();
  create trigger vat_lines_after after update on entry_line referencing new table as vat_rows
    for each statement execute function watch_vat_lines();

  -- An entry that changes its day or its journal.
  create function watch_vat_entries() returns trigger language plpgsql as $$
  begin
    if not exists (select from vat_watch) then return null; end if;
    update vat_watch w set version = version + 1 where w.folder_id in (select folder_id from new_rows);
    insert into vat_change (folder_id, entry_id)
      select n.folder_id, n.id from new_rows n
        join old_rows o on o.folder_id = n.folder_id and o.id = n.id
        join vat_watch w on w.folder_id = n.folder_id and least(n.entry_date, o.entry_date) <= w.frozen_until
       where (o.entry_date, o.journal_id) is distinct from (n.entry_date, n.journal_id);
    return null;
  end $$;
  create trigger vat_entries_changed after update on entry referencing old table as old_rows new table as new_rows
    for each statement execute function watch_vat_entries();

  create function watch_vat_line_settings() returns trigger language plpgsql as $$
  begin
    update vat_watch w set version = version + 1 where w.folder_id in (select folder_id from vat_rows);
    insert into vat_change (folder_id, entry_id)
      select distinct r.folder_id, r.entry_id from vat_rows r join vat_watch w using (folder_id);
    return null;
  end $$;

  create function watch_vat_account_settings() returns trigger language plpgsql as $$
  begin
    update vat_watch w set version = version + 1 where w.folder_id in (select folder_id from vat_rows);
    insert into vat_change (folder_id, account_id, sub_account_id)
      select distinct r.folder_id, r.account_id, r.sub_account_id from vat_rows r join vat_watch w using (folder_id);
    return null;
  end $$;

  -- Settings of the whole folder, names of its accounts, types of its journals: guesses read them.
  create function watch_vat_folders() returns trigger language plpgsql as $$
  begin
    execute format(
      'update vat_watch set version = version + 1, everything = everything or frozen_until is not null
        where folder_id in (select %s from vat_rows)', tg_argv[0]);
    return null;
  end $$;

  create function watch_vat_charts() returns trigger language plpgsql as $$
  begin
    update vat_watch set version = version + 1, everything = everything or frozen_until is not null
      where folder_id in (select f.id from folder f join chart c on c.id = f.chart_id
                            join vat_rows r on r.chart_id in (c.id, c.extends_id));
    return null;
  end $$;

  ${[
    ...watched('vat_line_configuration', 'watch_vat_line_settings()'),
    ...watched('vat_line_distribution', 'watch_vat_line_settings()'),
    ...watched('vat_account_setting', 'watch_vat_account_settings()'),
    ...watched('vat_chart_setting', 'watch_vat_charts()'),
    ...watched('vat_advance_mode', "watch_vat_folders('folder_id')"),
    ...watched('folder', "watch_vat_folders('id')", ['update']),
    ...watched('account', "watch_vat_folders('folder_id')", ['update']),
    ...watched('journal', "watch_vat_folders('folder_id')", ['update']),
  ].join('\n')}
`;

function watched(table, call, events = ['insert', 'update', 'delete']) {
  return events.map(
    (event) => `create trigger vat_${table}_${event} after ${event} on ${table}
      referencing ${event === 'delete' ? 'old' : 'new'} table as vat_rows
      for each statement execute function ${call};`,
  );
}

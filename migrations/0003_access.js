// What surrounds every call: shared rate buckets, answers kept for repeated keys, the audit log.

export async function up(trx) {
  await trx.raw(`
    -- One row per caller; losing them in a crash only refills the buckets.
    create unlogged table rate_bucket (
      key text primary key,
      tokens double precision not null,
      filled_at timestamptz not null
    );

    -- First answer of a write that carried an Idempotency-Key; status null while it runs.
    create table idempotent_answer (
      caller text not null,
      key text not null,
      operation text not null,
      request_sha256 text not null,
      status integer,
      answer jsonb,
      created_at timestamptz not null,
      primary key (caller, key)
    );
    create index idempotent_answer_age on idempotent_answer (created_at);

    -- Append-only; hash and previous_hash are filled when the entry is sealed into the chain.
    create table audit_entry (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      actor text not null,
      operation text not null,
      folder_id integer,
      outcome text not null,
      details jsonb,
      sequence bigint unique,
      previous_hash text,
      hash text
    );
    create index audit_entry_unsealed on audit_entry (id) where hash is null;
    create index audit_entry_folder on audit_entry (folder_id, id);

    create function audit_entry_is_final() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.hash is null
        and (new.id, new.at, new.actor, new.operation, new.folder_id, new.outcome, new.details)
          is not distinct from (old.id, old.at, old.actor, old.operation, old.folder_id, old.outcome, old.details) then
        return new;
      end if;
      raise exception 'the audit log is append-only';
    end $$;
    create trigger audit_entry_is_final before update or delete on audit_entry
      for each row execute function audit_entry_is_final();
  `);
}

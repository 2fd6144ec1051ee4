// Files that a person gave to be looked at before they are imported. They are kept for a day and belong to whoever gave
// them: what they are, and of which folder, is only told by reading them.

export async function up(trx) {
  await trx.raw(`
    create table intake (
      id uuid primary key,
      owner text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      files jsonb not null
    );
    create index intake_owner on intake (owner, created_at);
    create index intake_expiry on intake (expires_at);
    create table intake_chunk (
      intake_id uuid not null references intake (id) on delete cascade,
      file_rank integer not null,
      chunk_rank integer not null,
      bytes bytea not null,
      primary key (intake_id, file_rank, chunk_rank)
    );
    alter table intake_chunk alter column bytes set storage external;
  `);
}

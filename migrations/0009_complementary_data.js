// Files that operations produce for their callers, and what accountants add to bank transactions: complementary data,
// supporting documents, categories, analytic items.

export async function up(trx) {
  await producedFiles(trx);
}

async function producedFiles(trx) {
  await trx.raw(`
    -- Kept here and not on a disk: each of several listeners on one database must find them. byte_size: null until the
    -- file is whole. The key begins with id so that a file is found by its number alone.
    create table produced_file (
      folder_id integer not null references folder (id),
      id uuid not null,
      file_name text not null,
      content_type text not null,
      byte_size bigint,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (id, folder_id)
    );
    create index produced_file_expiry on produced_file (folder_id, expires_at);

    create table produced_file_chunk (
      folder_id integer not null,
      file_id uuid not null,
      rank integer not null,
      bytes bytea not null,
      primary key (file_id, rank, folder_id),
      foreign key (file_id, folder_id) references produced_file (id, folder_id) on delete cascade
    );
    -- Workbooks are compressed already, and trying again costs more than it gives.
    alter table produced_file_chunk alter column bytes set storage external;
  `);
}

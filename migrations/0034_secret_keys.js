// Which keys the encrypted columns of this database are sealed under: the identifier of each, never the key.

export async function up(trx) {
  await trx.raw(`
    create table secret_key (
      id text primary key check (id ~ '^[0-9a-f]{8}$'),
      used_since timestamptz not null default now()
    );
  `);
}

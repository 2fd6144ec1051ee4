// Events that providers of bank data send: hints that an item changed. Kept by their bytes, so that none counts twice; what
// they say of accounts is not kept, the provider is asked.

export async function up(trx) {
  await trx.raw(`
    create table bank_provider_event (
      provider text not null,
      digest text not null,
      type text not null,
      item_id text,
      folder_id integer references folder (id),
      sent_at timestamptz,
      arrived_at timestamptz not null,
      handled_at timestamptz,
      primary key (provider, digest)
    );
    create index bank_provider_event_waiting on bank_provider_event (folder_id, item_id) where handled_at is null;
  `);
}

// What is looked for in all folders by its number alone, before it is known whose it is: keys begin with the folder.

export async function up(trx) {
  await trx.raw(`
    create index client_connection_by_id on client_connection (id);
    create index statement_file_by_id on statement_file (id);
    drop index statement_file_hash;
    create index statement_file_hash on statement_file (sha256, id);
    drop index bank_provider_user_uuid;
    create index bank_provider_user_uuid on bank_provider_user (user_uuid, provider)`);
}

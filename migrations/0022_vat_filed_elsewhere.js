// Returns that were filed elsewhere, with their file; the entry that closes the period of a return. Drafts are computed
// again: what they declare of each account is stored with them.

export async function up(trx) {
  await trx.raw(`
    alter table vat_procedure
      add column if not exists numero_piece text,
      add column if not exists code_retour text,
      add column file_id integer,
      add column file_name text,
      add column closing_entry_id integer;
    update vat_procedure set computed_version = null, shares_version = null where status = 'Draft';
  `);
}

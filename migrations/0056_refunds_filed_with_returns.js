// The refund of a VAT credit leaves in the deposit of its return: SHA-256 of the file that it left in.

export async function up(trx) {
  await trx.raw(`
    alter table vat_procedure add column filed_in text;
    create index vat_procedure_filed_in on vat_procedure (folder_id, filed_in) where filed_in is not null;
  `);
}

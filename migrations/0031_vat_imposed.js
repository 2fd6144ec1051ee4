// VAT that a person says a return declares of a line, whatever was paid of it. imposed_procedure_id: the return; null for
// the first one that is filed, which is then noted here.

export async function up(trx) {
  await trx.raw(`
    alter table vat_line_configuration
      add column imposed_vat_cents bigint,
      add column imposed_procedure_id integer,
      add foreign key (folder_id, imposed_procedure_id) references vat_procedure (folder_id, id)
        on delete set null (imposed_procedure_id);

    create index vat_line_imposed on vat_line_configuration (folder_id, entry_id) where imposed_vat_cents is not null;
  `);
}

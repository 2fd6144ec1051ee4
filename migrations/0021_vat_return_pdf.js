// The PDF that was last made of a VAT return.

export async function up(trx) {
  await trx.raw(`
    create table vat_return_pdf (
      folder_id integer not null,
      procedure_id integer not null,
      file_name text not null,
      created_at timestamptz not null,
      content bytea not null,
      primary key (folder_id, procedure_id),
      foreign key (folder_id, procedure_id) references vat_procedure (folder_id, id) on delete cascade
    );
  `);
}

// VAT of single entry lines: what a person, a file or the guess sets for a line, over what its account has. The account
// is that of the line in the ledger. A line that leaves the ledger takes its setting along.

export async function up(trx) {
  await trx.raw(`
    create table vat_line_configuration (
      folder_id integer not null references folder (id),
      entry_id integer not null,
      line_id integer not null,
      vat_rate text,
      vat_category text,
      exigibility text check (exigibility in ('Unknown', 'OnReceipts', 'OnDebits', 'Mixed', 'NotLiable')),
      source text not null check (source in ('Manual', 'FecImport', 'Automatic', 'Inherited')),
      status text not null check (status in ('Draft', 'Validated', 'Declared')),
      tax_excluded_cents bigint,
      tax_excluded_remaining_cents bigint,
      vat_to_declare_cents bigint,
      custom_vat_rate numeric,
      updated_at timestamptz not null,
      primary key (folder_id, entry_id, line_id)
    );

    create function drop_vat_line_configurations() returns trigger language plpgsql as $$
    begin
      delete from vat_line_configuration c using old_rows o
        where c.folder_id = o.folder_id and c.entry_id = o.entry_id and c.line_id = o.id;
      return null;
    end $$;
    create trigger entry_line_deleted after delete on entry_line referencing old table as old_rows
      for each statement execute function drop_vat_line_configurations();
  `);
}

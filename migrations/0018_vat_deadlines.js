// What the deadlines of a folder depend on besides its VAT: the duties that it has or has not; and what the tax
// administration answered of the day of a return.

export async function up(trx) {
  await trx.raw(`
    -- Null: as the tax regime and the returns filed before say.
    alter table folder
      add column subject_to_cvae boolean,
      add column cvae_advance_deposit boolean,
      add column is_balance boolean;

    -- Read in the processing report of the return; null until then.
    alter table vat_procedure
      add column dgfip_deadline_day integer check (dgfip_deadline_day between 15 and 24),
      add column dgfip_received_at timestamptz;

    -- Groups are asked for by identifier alone, over all folders.
    create index vat_procedure_group_by_id on vat_procedure_group (id);
  `);
}

// The list of a firm's VAT returns, newest period first, and what changed in it since a moment. updated_at is the moment of
// the database, which several machines share; what a draft merely computes again to the same boxes is no change.

export async function up(trx) {
  await trx.raw(`
    alter table vat_procedure_group add column updated_at timestamptz;
    update vat_procedure_group g set updated_at = greatest(g.created_at,
      (select max(greatest(p.created_at, p.computed_at, p.saved_at, p.sent_at)) from vat_procedure p
        where p.folder_id = g.folder_id and p.group_id = g.id));
    alter table vat_procedure_group alter column updated_at set not null,
      alter column updated_at set default clock_timestamp();
    create index vat_procedure_group_latest on vat_procedure_group (end_date desc, folder_id, id);

    create function touch_vat_group() returns trigger language plpgsql as $$
    begin
      update vat_procedure_group set updated_at = clock_timestamp()
       where folder_id = coalesce(new.folder_id, old.folder_id) and id = coalesce(new.group_id, old.group_id);
      return null;
    end $$;
    create trigger vat_procedure_added after insert or delete on vat_procedure
      for each row execute function touch_vat_group();
    create trigger vat_procedure_changed after update on vat_procedure
      for each row when (
        (old.status, old.typed_boxes, old.computed_boxes, old.saved_at, old.sent_at, old.sent_date, old.sending_channel,
          old.test_mode, old.file_id, old.file_name, old.closing_entry_id, old.numero_piece, old.code_retour, old.answers,
          old.dgfip_deadline_day, old.refund, old.payments)
        is distinct from
        (new.status, new.typed_boxes, new.computed_boxes, new.saved_at, new.sent_at, new.sent_date, new.sending_channel,
          new.test_mode, new.file_id, new.file_name, new.closing_entry_id, new.numero_piece, new.code_retour, new.answers,
          new.dgfip_deadline_day, new.refund, new.payments))
      execute function touch_vat_group();
  `);
}

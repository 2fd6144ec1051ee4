// A line keeps its identifier when its amount changes. A bank transaction that was joined to it was joined to another
// amount: the link then names its entry alone, and says so where no bank line of the entry has the transaction's amount.

export async function up(trx) {
  await trx.raw(`
    create function unlink_changed_line() returns trigger language plpgsql as $$
    begin
      update bank_reconciliation set line_id = null where folder_id = new.folder_id and line_id = new.id;
      return null;
    end $$;
    create trigger entry_line_links after update of debit_cents, credit_cents, currency_cents on entry_line
      for each row when ((old.debit_cents, old.credit_cents, old.currency_cents)
        is distinct from (new.debit_cents, new.credit_cents, new.currency_cents))
      execute function unlink_changed_line();
  `);
}

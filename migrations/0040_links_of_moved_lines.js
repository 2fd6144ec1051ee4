// A line that keeps its identifier can also move to another account: a bank transaction joined to it is not joined to that.

export async function up(trx) {
  await trx.raw(`
    drop trigger entry_line_links on entry_line;
    create trigger entry_line_links after update of account_id, debit_cents, credit_cents, currency_cents on entry_line
      for each row when ((old.account_id, old.debit_cents, old.credit_cents, old.currency_cents)
        is distinct from (new.account_id, new.debit_cents, new.credit_cents, new.currency_cents))
      execute function unlink_changed_line();
  `);
}

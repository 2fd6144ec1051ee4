// A bank account that is reconciled up to a day, and the seal of what that says: its transactions, the entries that have a
// line on its account of the ledger, and the links between both. What changes the seal is refused until it is opened.

export async function up(trx) {
  await trx.raw(`
    create table bank_reconciled (
      folder_id integer not null,
      account_id integer not null,
      ledger_account_id integer not null,
      until date not null,
      seal text not null,
      locked_at timestamptz not null,
      primary key (folder_id, account_id),
      foreign key (folder_id, account_id) references bank_account (folder_id, id) on delete cascade,
      foreign key (folder_id, ledger_account_id) references account (folder_id, id)
    );
    select audit_watch('bank_reconciled');

    -- Sums of hashes: the order does not matter. A link counts once both of its sides lie in the period; letters, and
    -- words of transactions, may change.
    create function reconciled_seal(folder integer, bank integer, ledger integer, last_day date) returns text
    language sql stable as $$
      with item as (
        select concat_ws('|', 'T', t.id, t.operation_date, t.amount_units, t.decimals) as text
        from bank_transaction t
        where t.folder_id = folder and t.account_id = bank and t.operation_date <= last_day and not t.is_deleted
        union all
        select concat_ws('|', 'L', l.id, l.entry_id, l.entry_date, l.account_id, l.sub_account_id, l.debit_cents,
          l.credit_cents, l.currency, l.currency_cents, l.label, l.doc_ref)
        from entry_line l
        where l.folder_id = folder and l.entry_id in (
          select b.entry_id from entry_line b
          where b.folder_id = folder and b.account_id = ledger and b.entry_date <= last_day)
        union all
        select concat_ws('|', 'R', r.transaction_id, r.entry_id, r.line_id)
        from bank_reconciliation r join bank_transaction t on t.folder_id = r.folder_id and t.id = r.transaction_id
        join entry e on e.folder_id = r.folder_id and e.id = r.entry_id
        where r.folder_id = folder and t.account_id = bank and t.operation_date <= last_day and e.entry_date <= last_day
          and not t.is_deleted and r.group_id is null
        union all
        select concat_ws('|', 'G', r.transaction_id, g.line_id)
        from bank_reconciliation r join bank_transaction t on t.folder_id = r.folder_id and t.id = r.transaction_id
        join bank_reconciliation_group_line g on g.folder_id = r.folder_id and g.group_id = r.group_id
        where r.folder_id = folder and t.account_id = bank and not t.is_deleted
          and not exists (select from bank_reconciliation_group_line o
            join entry_line l on l.folder_id = o.folder_id and l.id = o.line_id
            where o.folder_id = r.folder_id and o.group_id = r.group_id and l.entry_date > last_day)
          and not exists (select from bank_reconciliation o
            join bank_transaction x on x.folder_id = o.folder_id and x.id = o.transaction_id
            where o.folder_id = r.folder_id and o.group_id = r.group_id and x.operation_date > last_day)
      )
      select concat(count(*), ' ', coalesce(sum(hashtextextended(text, 0)::numeric), 0)) from item
    $$;
  `);
}

// The format that a statement came in. The same movement by two formats is two rows, of which one stands for both: the
// other is deleted and names it in same_as.

export async function up(trx) {
  await trx.raw(`
    alter table bank_statement add column format text not null default 'cfonb120';
    alter table bank_transaction add column same_as integer;
    create index bank_transaction_same on bank_transaction (folder_id, account_id, operation_date)
      where same_as is not null;
  `);
}

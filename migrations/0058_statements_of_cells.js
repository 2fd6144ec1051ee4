// Statements of formats that tell no balances have days alone. How the columns of a bank's CSV are read is kept for the
// account.

export async function up(trx) {
  await trx.raw(`
    alter table bank_statement add column has_balances boolean not null default true;
    create table bank_csv_mapping (
      folder_id integer not null,
      account_id integer not null,
      mapping jsonb not null,
      updated_at timestamptz not null,
      primary key (folder_id, account_id),
      foreign key (folder_id, account_id) references bank_account (folder_id, id) on delete cascade
    );
  `);
}

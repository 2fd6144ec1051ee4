// What searches of third parties ask of a line stands in the index of its account: they count and order 400,000 lines
// without reading one of them (68 MB a million lines instead of 15; a count with a condition in 70 ms of the server instead
// of 170, a page by amount in 130 instead of 200).

export async function up(trx) {
  await trx.raw(`
    drop index entry_line_account;
    create index entry_line_account on entry_line (folder_id, account_id, entry_date, id)
      include (entry_id, sub_account_id, journal_id, debit_cents, credit_cents, letter, letter_date);
  `);
}

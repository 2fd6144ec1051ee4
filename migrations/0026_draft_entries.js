// Whether a period has a draft entry is asked for each VAT return of a list: in a validated ledger there is nothing to read.

export async function up(trx) {
  await trx.raw('create index entry_draft on entry (folder_id, entry_date) where validation_date is null');
}

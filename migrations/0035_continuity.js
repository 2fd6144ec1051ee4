// How many accounts the last exercise of a folder does not open as the one before closed: kept with what it was counted
// from, so that the list of folders counts again only the ledgers that changed.

export async function up(trx) {
  await trx.raw(`
    alter table ledger
      add column opening_gaps integer,
      add column gaps_counted_from text;
  `);
}

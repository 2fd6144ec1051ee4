// What is only brought to its exercise is no longer declared before its invoice: drafts are computed again when they are next read.

export async function up(trx) {
  await trx.raw('update vat_watch set version = version + 1');
}

// Most shares of a draft stand as they were when it is computed again: a digest of each tells them without reading them.
// Those that are stored have none, and are written once more.

export async function up(trx) {
  await trx.raw("alter table vat_share add column digest text not null default ''");
}

// Rows that a person adds to a framing grid, for accounts that the books do not bring into it.

export async function up(trx) {
  await trx.raw('alter table vat_framing_cell add column is_added boolean not null default false');
}

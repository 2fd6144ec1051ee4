// Lists of returns say whether an entry closes one, without what was computed of it, which may be large.

export async function up(trx) {
  await trx.raw(`
    alter table vat_procedure add column has_closing boolean not null
      generated always as (computed -> 'closing' -> 'lines' -> 0 is not null) stored
  `);
}

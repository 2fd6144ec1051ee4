// Where the controls of a VAT return are kept.

export async function up(trx) {
  await trx.raw(`
    alter table vat_procedure
      add column control_by_rates_link text,
      add column control_by_amounts_link text,
      add column control_by_balance_link text;
  `);
}

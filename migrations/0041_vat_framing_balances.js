// Balances of the VAT accounts when a return left Draft: its framing by account answers the same whatever the books become.

export async function up(trx) {
  await trx.raw('alter table vat_procedure add column framing_balances jsonb');
}

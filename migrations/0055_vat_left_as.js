// What a return that left Draft says of its folder and its firm: its papers answer the same whatever these become.

export async function up(trx) {
  await trx.raw('alter table vat_procedure add column left_as jsonb');
}

// An account abroad is found by its IBAN alone, among those of every folder that the caller sees.

export async function up(trx) {
  await trx.raw('create index bank_account_iban on bank_account (iban) where iban is not null');
}

// A filing names its writer and its taxpayer with their addresses: folders and firms keep them. The country is that of
// ISO 3166, in two letters; null is France. The regime of the result is that of VAT unless the folder has one.

export async function up(trx) {
  await trx.raw(`
    alter table folder
      add column street text, add column post_code text, add column town text, add column country text,
      add column result_regime text check (result_regime in ('Normal', 'Simplified'));
    alter table company
      add column siret text,
      add column street text, add column post_code text, add column town text, add column country text;
  `);
}

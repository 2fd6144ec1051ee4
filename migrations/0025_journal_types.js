// What the type of a journal was read from. Types that stand were guessed from the code, or set by a person: nobody kept which.

export async function up(trx) {
  await trx.raw(`
    alter table journal add column type_source text not null default 'None'
      check (type_source in ('Given', 'Label', 'Code', 'Accounts', 'None'));
  `);
}

// Lines of entries are found by text in folders of a million of them, as transactions are (0008): the folded text is kept,
// since a common word is compared with every line that has it.

export async function up(trx) {
  await trx.raw(`
    alter table entry_line add column search_text text not null
      generated always as (fold_text(label || ' ' || doc_ref)) stored;
    create index entry_line_text on entry_line using gin (search_text gin_trgm_ops);
  `);
}

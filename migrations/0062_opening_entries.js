// What a person said of an entry: that it opens its exercise, or that it does not. Null: it shows by itself.

export async function up(trx) {
  await trx.raw(`
    alter table entry add column is_opening boolean;
    create index entry_opening on entry (folder_id, exercise_id) where is_opening is not null;
  `);
}

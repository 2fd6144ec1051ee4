// What a notification of ChannelA could be about: declarations of the type and period that have no identifier yet. Few
// have none, however many a folder holds.

export async function up(trx) {
  await trx.raw(`
    create index declaration_unidentified on declaration (folder_id, type, period_end) where channel_a_id is null;
  `);
}

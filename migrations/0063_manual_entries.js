// Entries that were entered by hand are few beside those of files: a search of the one or of the other looks them up.

export async function up(trx) {
  await trx.raw('create index entry_manual on entry (folder_id, id) where is_manual');
}

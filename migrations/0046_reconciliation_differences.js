// What a group leaves is booked in the same act: the group knows the entry, a draft that goes with it.

export async function up(trx) {
  await trx.raw(`
    alter table bank_reconciliation_group add column difference_entry_id integer;
    alter table bank_reconciliation_group add foreign key (folder_id, difference_entry_id)
      references entry (folder_id, id) on delete set null (difference_entry_id);
    create index bank_reconciliation_group_difference on bank_reconciliation_group (folder_id, difference_entry_id)
      where difference_entry_id is not null;
  `);
}

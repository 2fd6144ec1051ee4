// What a return of a folder of a million lines took longest over: each of its shares was looked up by itself (now once for
// all that are written together, as the lines of the ledger are), and letters were followed to every line of the folder;
// what a page of its allocation took longest over: the sums of third parties read their whole account, and a text without
// an accent was compared letter by letter with sixty accented ones.

export async function up(trx) {
  await trx.raw(`
    alter table vat_share drop constraint vat_share_folder_id_procedure_id_fkey;
    create trigger vat_share_added after insert on vat_share referencing new table as new_rows
      for each statement execute function check_references('procedure_id', 'vat_procedure');
    create trigger vat_share_changed after update on vat_share referencing new table as new_rows
      for each statement execute function check_references('procedure_id', 'vat_procedure');

    create function drop_vat_shares() returns trigger language plpgsql as $$
    begin
      delete from vat_share s using old_rows o where s.folder_id = o.folder_id and s.procedure_id = o.id;
      return null;
    end $$;
    create trigger vat_procedure_shares after delete on vat_procedure referencing old table as old_rows
      for each statement execute function drop_vat_shares();

    -- With what tells the groups of a letter apart, so that the lines themselves are not read.
    drop index entry_line_letter;
    create index entry_line_letter on entry_line (folder_id, account_id, letter)
      include (exercise_id, sub_account_id, entry_id) where letter is not null;

    create index entry_line_sub_account on entry_line (folder_id, sub_account_id, entry_date) where sub_account_id is not null;

    -- As before, for null too; not strict, so that the planner writes it out where it is called.
    create or replace function fold_text(value text) returns text
      language sql immutable called on null input parallel safe
      return lower(case when octet_length(value) = length(value) then value
        else replace(replace(replace(replace(translate(value,
        'ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝŸýÿŠšŽž',
        'aaaaaaaaaaaacceeeeeeeeiiiiiiiinnoooooooooooouuuuuuuuyyyysszz'),
        'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae') end)
  `);
}

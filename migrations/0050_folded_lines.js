// The folded text of a line comes with it where the program wrote thousands of them (services/db/fold-text.ts); any other
// statement leaves it out, and it is folded here. An update folds again whatever it says, so that no stale text stays.

export async function up(trx) {
  await trx.raw(`
    alter table entry_line alter column search_text drop expression;
    create function fold_entry_line() returns trigger language plpgsql as $$
    begin
      new.search_text := fold_text(new.label || ' ' || new.doc_ref);
      return new;
    end $$;
    create trigger entry_line_folded before insert on entry_line
      for each row when (new.search_text is null) execute function fold_entry_line();
    create trigger entry_line_refolded before update on entry_line for each row
      when (new.search_text is distinct from old.search_text or new.label <> old.label or new.doc_ref <> old.doc_ref)
      execute function fold_entry_line();
  `);
}

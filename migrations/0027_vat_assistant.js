// What the assistant of a VAT return shows of the shares that are stored: those that a person left out stay beside the
// others, and what settles an invoice is kept exactly. Letters have an index of their own: a group is found without a scan
// of its account.

export async function up(trx) {
  await trx.raw(`
    -- settled_cents of total_cents: of the third party of the entry, for what follows its settlement.
    alter table vat_share
      add column is_left_out boolean not null default false,
      add column settled_cents bigint,
      add column total_cents bigint;

    -- Drafts are computed again: their shares lack what was added.
    update vat_procedure set shares_version = null, computed_version = null where status = 'Draft';

    create index entry_line_letter on entry_line (folder_id, account_id, letter) where letter is not null;
  `);
}

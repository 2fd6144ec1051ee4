// Amounts that people type over those of a framing grid. computed_cents: what the books gave when it was typed.
// row_now: the figures of its row as the draft was last computed (exact-json.ts), which tell whether the cell is stale;
// empty when the row is gone, null when the grid cannot be computed. They stay as they are once the return leaves Draft.

export async function up(trx) {
  await trx.raw(`
    create table vat_framing_cell (
      folder_id integer not null,
      procedure_id integer not null,
      grid text not null check (grid in ('ByRate', 'ByAccount')),
      -- The first day of the grid.
      start_date date not null,
      row_id text not null,
      column_id text not null,
      typed_cents bigint not null,
      computed_cents bigint not null,
      row_now jsonb,
      comment text not null,
      typed_at timestamptz not null,
      typed_by text,
      primary key (folder_id, procedure_id, grid, start_date, row_id, column_id),
      foreign key (folder_id, procedure_id) references vat_procedure (folder_id, id) on delete cascade
    );
    select audit_watch('vat_framing_cell');
  `);
}

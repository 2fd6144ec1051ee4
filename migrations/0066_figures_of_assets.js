// Figures of assets are written by the hundred thousand at once. A reference looks up and locks what it refers to, row by
// row (8 s of 10 for 100,000 figures); what goes with an asset or a window goes by statement instead.

export async function up(trx) {
  await trx.raw(`
    alter table asset_figure
      drop constraint asset_figure_folder_id_start_date_end_date_fkey,
      drop constraint asset_figure_folder_id_asset_id_fkey;

    create function forget_figures_of_windows() returns trigger language plpgsql as $$
    begin
      delete from asset_figure f using gone w
        where f.folder_id = w.folder_id and f.start_date = w.start_date and f.end_date = w.end_date;
      return null;
    end $$;
    create trigger forget_figures after delete on asset_window referencing old table as gone
      for each statement execute function forget_figures_of_windows();

    create function forget_figures_of_assets() returns trigger language plpgsql as $$
    begin
      delete from asset_figure f using gone a, asset_window w
        where w.folder_id = a.folder_id and f.folder_id = w.folder_id
          and f.start_date = w.start_date and f.end_date = w.end_date and f.asset_id = a.id;
      return null;
    end $$;
    create trigger forget_figures after delete on asset referencing old table as gone
      for each statement execute function forget_figures_of_assets();
  `);
}

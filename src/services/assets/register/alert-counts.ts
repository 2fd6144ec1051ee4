/** How many assets of many folders a person should look at: what `alertedAssets` says of each, asked once for all. */
import type { Knex } from 'knex';
import { today } from '../../kernel/clock.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { exercisesOfFolders } from '../../ledger/exercises.ts';
import type { Exercise } from '../engine/calendar.ts';
import { exerciseHolding, groundOf } from './basis.ts';
import { CLASSES } from './chart.ts';
import { keepWindow, type Present } from './kept-windows.ts';

export interface AlertCount {
  /** The exercise under way, at the end of which they are counted. */
  readonly exercise: Exercise;
  readonly count: number;
}

/** By folder, those that have an alert at the end of their exercise under way; the others are not in the map. */
export async function alertCounts(
  ctx: Present,
  folderIds: readonly number[],
): Promise<ReadonlyMap<number, AlertCount>> {
  const { knex } = await ctx.db();
  const wanted = await windowsWanted(knex, folderIds, today(ctx));
  await keepAll(ctx, wanted);
  const { rows } = await knex.raw(COUNTS, { scope: JSON.stringify(wanted), classes: [...CLASSES] });
  const exercises = new Map(wanted.map(({ folder, start, end }) => [folder, { start, end }]));
  return new Map(
    (rows as { folderId: number; count: number }[]).flatMap(({ folderId, count }) => {
      const exercise = exercises.get(folderId);
      return exercise ? [[folderId, { exercise, count }] as const] : [];
    }),
  );
}

/** A window of a folder that has assets; first and last: days of its ledger. */
interface Wanted extends Exercise {
  readonly folder: number;
  readonly basis: string;
  readonly first: PlainDate | null;
  readonly last: PlainDate | null;
}

async function windowsWanted(knex: Knex, folderIds: readonly number[], now: PlainDate): Promise<Wanted[]> {
  const { rows } = await knex.raw(
    `select f.id, f.tax_regime as "taxRegime" from folder f
      where f.id = any(?) and exists (select from asset a where a.folder_id = f.id) order by f.id`,
    [[...folderIds]],
  );
  const owners: readonly { id: number; taxRegime: string | null }[] = rows;
  const ids = owners.map(({ id }) => id);
  const known = await exercisesOfFolders(knex, ids);
  return owners.map((owner) => {
    const { exercises, signature: basis } = groundOf(owner, known.get(owner.id) ?? []);
    const days = { first: exercises[0]?.start ?? null, last: exercises.at(-1)?.end ?? null };
    return { folder: owner.id, basis, ...days, ...exerciseHolding({ exercises }, now) };
  });
}

/** Figures that are not kept on the present exercises are computed, once; the others are marked as used. */
async function keepAll(ctx: Present, wanted: readonly Wanted[]): Promise<void> {
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(KEPT, { scope: JSON.stringify(wanted), now: ctx.clock.now() });
  const kept = new Set((rows as { folder: number }[]).map(({ folder }) => folder));
  for (const { folder, start, end } of wanted) if (!kept.has(folder)) await keepWindow(ctx, folder, { start, end });
}

const SCOPE = `scope as materialized (
  select * from jsonb_to_recordset(:scope::jsonb)
    as s (folder integer, start date, "end" date, basis text, first date, last date))`;

const KEPT = `with ${SCOPE}, used as (
    update asset_window w set kept_at = :now from scope s
    where w.folder_id = s.folder and w.start_date = s.start and w.end_date = s."end" and w.basis = s.basis
      and w.kept_at < :now::timestamptz - interval '1 minute')
  select s.folder from scope s join asset_window w
    on w.folder_id = s.folder and w.start_date = s.start and w.end_date = s."end" and w.basis = s.basis`;

/** Where it was bought with: nothing of the lines is missing, on another account, or of another amount (association.ts). */
const ASSOCIATED = `select count(*) > 0 and count(*) = count(l.id)
    and coalesce(bool_and(rtrim(k.number, '0') = rtrim(a.account, '0') or exists (
      select from json_array_elements(a.facts -> 'transfers') t where rtrim(t ->> 'account', '0') = rtrim(k.number, '0'))), true)
    and coalesce(sum(l.debit_cents - l.credit_cents), 0) in (a.acquisition_cents, a.acquisition_cents - (
      select coalesce(sum(rtrim(c ->> 'amount', 'n')::bigint), 0) from json_array_elements(a.facts -> 'creditNotes') c))
  from asset_entry_line n
    left join entry_line l on l.folder_id = n.folder_id and l.id = n.entry_line_id
    left join account k on k.folder_id = l.folder_id and k.id = l.account_id
  where n.folder_id = a.folder_id and n.asset_id = a.id`;

/** In the order of `ledgerAlerts`; what costs most is asked last. */
const IS_ALERTED = `case
  when cardinality(f.alerts) > 0 or c.account is null then true
  when a.is_created_automatically and not a.is_validated_by_user then true
  when exists (select from asset_entry_line n where n.folder_id = a.folder_id and n.asset_id = a.id) then not (${ASSOCIATED})
  else a.parent_id is null and a.acquisition_method <> 'TransferBetweenAccounts'
    and coalesce(a.acquisition_date between s.first and s.last, false) end`;

const COUNTS = `with ${SCOPE}, charted as materialized (
    select distinct k.folder_id, rtrim(k.number, '0') as account from account k
    where k.folder_id in (select folder from scope)
      and exists (select from unnest(:classes::text[]) class where starts_with(k.number, class)))
  select s.folder as "folderId", count(*)::integer as count
  from scope s
    join asset_figure f on f.folder_id = s.folder and f.start_date = s.start and f.end_date = s."end"
    join asset a on a.folder_id = f.folder_id and a.id = f.asset_id
    left join charted c on c.folder_id = f.folder_id and c.account = rtrim(f.account, '0')
  where a.books_from <= s."end" and coalesce(a.transfer_date > s."end", true) and ${IS_ALERTED}
  group by 1`;

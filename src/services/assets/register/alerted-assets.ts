/** Assets that a person should look at (B17): for their own figures, or for what the ledger says of them. */
import type { Knex } from 'knex';
import { today } from '../../kernel/clock.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { type AlertName, isCritical } from '../engine/alert-texts.ts';
import type { Exercise } from '../engine/calendar.ts';
import { type Association, readAssociations } from './association.ts';
import { exerciseHolding, readBasis } from './basis.ts';
import { readChart } from './chart.ts';
import { keepWindow, type Present } from './kept-windows.ts';
import { type LedgerSide, ledgerAlerts } from './ledger-alerts.ts';
import { entryLinks, loadNamed } from './store.ts';

export interface AlertedAsset {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly account: string;
  /** Critical first. */
  readonly alerts: readonly AlertName[];
}

/** Identifiers of the assets with an alert on a day, in order. Throws FolderNotFound. */
export const alertedAssets = async (ctx: Present, folderId: number, date?: PlainDate): Promise<number[]> =>
  (await listAlerted(ctx, folderId, date)).map(({ id }) => id);

/** The assets with an alert on a day, at the end of the exercise under way unless given. Throws FolderNotFound. */
export async function listAlerted(ctx: Present, folderId: number, date?: PlainDate): Promise<AlertedAsset[]> {
  const { knex } = await ctx.db();
  const basis = await readBasis(ctx, folderId);
  const exercise = exerciseHolding(basis, date ?? today(ctx));
  const view = date ?? exercise.end;
  const window = { start: exercise.start, end: view };
  await keepWindow(ctx, folderId, window);
  const ledger = { chart: await readChart(ctx, folderId), exercises: basis.exercises };
  const sides = await readSides(knex, folderId, window);
  const associations = await readAllAssociations(knex, folderId);
  return sides.flatMap(({ ownAlerts, ...side }) => {
    const found = [...ownAlerts, ...ledgerAlerts(side, associations.get(side.id), ledger).map(({ name }) => name)];
    const alerts = found.toSorted((a, b) => Number(isCritical(b)) - Number(isCritical(a)));
    const { id, number, name, account } = side;
    return alerts.length > 0 ? [{ id, number, name, account, alerts }] : [];
  });
}

interface KeptSide extends LedgerSide, Omit<AlertedAsset, 'alerts'> {
  /** Of its own figures. */
  readonly ownAlerts: readonly AlertName[];
}

/** What the ledger is compared with, of every asset on the books at the end of a window kept. */
const readSides = async (knex: Knex, folderId: number, { start, end }: Exercise): Promise<KeptSide[]> =>
  knex
    .select({
      id: 'a.id',
      parentId: 'a.parent_id',
      isCreatedAutomatically: 'a.is_created_automatically',
      isValidatedByUser: 'a.is_validated_by_user',
      account: 'f.account',
      acquisitionDate: 'a.acquisition_date',
      acquisitionMethod: 'a.acquisition_method',
      number: 'a.number',
      name: 'a.name',
      ownAlerts: 'f.alerts',
    })
    .from({ a: 'asset' })
    .joinRaw('join asset_figure f on f.folder_id = a.folder_id and f.asset_id = a.id')
    .where({ 'a.folder_id': folderId, 'f.start_date': start, 'f.end_date': end })
    .where('a.books_from', '<=', end)
    .whereRaw('coalesce(a.transfer_date > ?, true)', [end])
    .orderBy('a.id');

const BATCH = 1_000;

/** The associations of the assets that have one. */
async function readAllAssociations(knex: Knex, folderId: number): Promise<ReadonlyMap<number, Association>> {
  const rows = await entryLinks(knex).where({ folder_id: folderId }).distinct('asset_id').orderBy('asset_id');
  const all = new Map<number, Association>();
  for (let at = 0; at < rows.length; at += BATCH) {
    const ids = rows.slice(at, at + BATCH).map(({ asset_id }) => asset_id);
    const found = await readAssociations(knex, folderId, await loadNamed(knex, folderId, ids));
    for (const [id, association] of found) all.set(id, association);
  }
  return all;
}

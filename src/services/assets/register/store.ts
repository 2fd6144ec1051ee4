/**
 * Assets as they are stored. For the other use cases of fixed assets:
 *
 * | need                                       | call                                                              |
 * |--------------------------------------------|-------------------------------------------------------------------|
 * | exercises and tax of the folder            | `readBasis(ctx, folderId)` (basis.ts)                             |
 * | one asset, every asset in batches          | `loadAsset(knex, folderId, id)`, `loadAssets(knex, folderId)`     |
 * | lists: rows of `asset` beside `asset_figure` | `keepWindow(ctx, folderId, window)` (kept-windows.ts), then       |
 * |                                            | SQL over both tables (`AssetRow` of asset-row.ts, `FigureRow`)    |
 * | figures without SQL                        | `figuresOf(asset, basis, windows)`, `bookOf(asset, basis, days)`  |
 * | write                                      | `inRegister(ctx, folderId, work)` around `addAsset`,              |
 * |                                            | `addAssets`, `saveAsset`, `removeAsset` (write-asset.ts)          |
 *
 * A write checks the facts, computes the figures of that asset alone over every window kept, and takes its components
 * along. Writers of a folder pass one at a time.
 */
import type { Knex } from 'knex';
import { copyOut } from '../../db/copy.ts';
import { CopyCursor } from '../../db/copy-cursor.ts';
import type { CopyPage } from '../../db/copy-page.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import { assetErrors } from '../errors.ts';
import { type AssetRow, BOOK_FIELDS, type BookedAsset, fromRow, readBook } from './asset-row.ts';
import type { AssetFigures, PlanFigures, RetirementGains } from './figures.ts';

/** A row of `asset_figure`: one asset over one window kept. */
export interface FigureRow {
  folder_id: number;
  start_date: PlainDate;
  end_date: PlainDate;
  asset_id: number;
  status: string;
  is_active: boolean;
  is_retired: boolean;
  is_transferred: boolean;
  account: string;
  net_cents: Cents;
  economic_base_cents: Cents;
  economic_past_cents: Cents;
  economic_current_cents: Cents;
  economic_cumulated_cents: Cents;
  economic_vnc_cents: Cents;
  fiscal_base_cents: Cents;
  fiscal_past_cents: Cents;
  fiscal_current_cents: Cents;
  fiscal_cumulated_cents: Cents;
  fiscal_vnc_cents: Cents;
  derogatory_opening_cents: Cents;
  derogatory_cents: Cents;
  gain_economic_cents: Cents | null;
  gain_cents: Cents | null;
  gain_short_term_cents: Cents | null;
  gain_long_term_cents: Cents | null;
  gain_taxable_cents: Cents | null;
  alerts: string[];
}

export interface WindowRow {
  folder_id: number;
  start_date: PlainDate;
  end_date: PlainDate;
  basis: string;
  kept_at: string;
}

export interface ComponentGroupRow {
  folder_id: number;
  id: number;
  group_id: number;
  name: string;
}

export interface EntryLinkRow {
  folder_id: number;
  asset_id: number;
  entry_line_id: number;
  entry_id: number;
  account: string;
  /** Debit − credit when it was associated. */
  cents: Cents;
}

export const assets = (db: Knex) => db<AssetRow>('asset');
export const figures = (db: Knex) => db<FigureRow>('asset_figure');
export const windows = (db: Knex) => db<WindowRow>('asset_window');
export const componentGroups = (db: Knex) => db<ComponentGroupRow>('asset_component_group');
export const entryLinks = (db: Knex) => db<EntryLinkRow>('asset_entry_line');

/** Locks the assets of a folder until the transaction ends: their writers pass one at a time. */
export async function lockRegister(trx: Knex.Transaction, folderId: number): Promise<void> {
  await trx('asset_register').insert({ folder_id: folderId }).onConflict('folder_id').ignore();
  await trx('asset_register').where({ folder_id: folderId }).forUpdate().first();
}

/** Takes `count` asset numbers of a folder, under its lock; returns the first. */
export async function takeNumbers(trx: Knex.Transaction, folderId: number, count: number): Promise<number> {
  const [row] = await trx('asset_register')
    .where({ folder_id: folderId })
    .update({ next_number: trx.raw('next_number + ?', [count]) })
    .returning('next_number');
  return row.next_number - count;
}

/** Takes `count` identifiers of assets, in order. */
export async function takeIds(trx: Knex.Transaction, count: number): Promise<number[]> {
  const { rows } = await trx.raw(
    "select nextval(pg_get_serial_sequence('asset', 'id'))::integer as id from generate_series(1, ?::integer)",
    [count],
  );
  return rows.map(({ id }: { id: number }) => id);
}

/** Throws AssetNotFound, for an asset of another folder too. */
export async function loadAsset(knex: Knex, folderId: number, assetId: number): Promise<Asset> {
  const row = await assets(knex).where({ folder_id: folderId, id: assetId }).first();
  if (!row) throw assetErrors.AssetNotFound({ assetId });
  return fromRow(row);
}

/** The assets named, in that order. Throws AssetNotFound. */
export async function loadNamed(knex: Knex, folderId: number, ids: readonly number[]): Promise<Asset[]> {
  const rows = await assets(knex)
    .where({ folder_id: folderId })
    .whereIn('id', [...ids]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((assetId) => {
    const row = found.get(assetId);
    if (!row) throw assetErrors.AssetNotFound({ assetId });
    return fromRow(row);
  });
}

/** Small enough to be forgotten young: twice as many cost a quarter more in collection. */
const BATCH = 500;

/** Every asset of a folder in order of identifier, in batches: memory stays flat. */
export async function* loadAssets(knex: Knex, folderId: number): AsyncGenerator<Asset[]> {
  for (let after = 0; ; ) {
    const rows = await assets(knex).where({ folder_id: folderId }).where('id', '>', after).orderBy('id').limit(BATCH);
    if (rows.length > 0) yield rows.map(fromRow);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

/** Figures are made of no more. */
const BOOKS = `select ${BOOK_FIELDS.join(', ')} from asset where folder_id = ? and id > ? order by id limit ?`;

/**
 * Every asset of a folder as figures need it, in order of identifier: a batch waits as the bytes that came, which cost the
 * collector nothing, and the next is on its way while one is looked at.
 */
export async function* loadBooks(knex: Knex, folderId: number, size = 8_000): AsyncGenerator<Iterable<BookedAsset>> {
  const readAfter = async (after: number): Promise<Buffer[]> => {
    const chunks: Buffer[] = [];
    for await (const chunk of copyOut(knex, knex.raw(BOOKS, [folderId, after, size]))) chunks.push(chunk);
    return chunks;
  };
  for (let rows = await readAfter(0); rows.length > 0; ) {
    const next = readAfter(lastId(rows));
    next.catch(() => {}); // reported where it is awaited
    yield booksOf(rows);
    rows = await next;
  }
}

/** It stands first in its row, which chunks may cut anywhere. */
function lastId(chunks: readonly Buffer[]): number {
  let end: Buffer = Buffer.alloc(0);
  for (const chunk of chunks.toReversed()) {
    end = Buffer.concat([chunk, end]);
    if (end.lastIndexOf('\n', -2) >= 0) break;
  }
  return Number.parseInt(end.toString('latin1', end.lastIndexOf('\n', -2) + 1), 10);
}

function* booksOf(chunks: readonly Buffer[]): Generator<BookedAsset> {
  const cursor = new CopyCursor();
  for (const chunk of chunks) {
    cursor.feed(chunk);
    while (cursor.hasRow) yield readBook(cursor);
  }
}

/** The components of an asset, in the order of its facts. */
export const loadComponents = async (knex: Knex, { folderId, id }: Asset): Promise<Asset[]> =>
  (await assets(knex).where({ folder_id: folderId, parent_id: id }).orderBy('component_rank')).map(fromRow);

/** The assets in progress that were grouped into an asset. */
export const loadSources = async (knex: Knex, { folderId, id }: Asset): Promise<Asset[]> =>
  (await assets(knex).where({ folder_id: folderId, transferred_to: id }).orderBy('id')).map(fromRow);

/** Columns of `asset_figure`, in the order of `writeFigures`. */
export const FIGURE_COLUMNS = [
  'folder_id',
  'start_date',
  'end_date',
  'asset_id',
  'status',
  'is_active',
  'is_retired',
  'is_transferred',
  'account',
  'net_cents',
  'economic_base_cents',
  'economic_past_cents',
  'economic_current_cents',
  'economic_cumulated_cents',
  'economic_vnc_cents',
  'fiscal_base_cents',
  'fiscal_past_cents',
  'fiscal_current_cents',
  'fiscal_cumulated_cents',
  'fiscal_vnc_cents',
  'derogatory_opening_cents',
  'derogatory_cents',
  'gain_economic_cents',
  'gain_cents',
  'gain_short_term_cents',
  'gain_long_term_cents',
  'gain_taxable_cents',
  'alerts',
] as const satisfies readonly (keyof FigureRow)[];

export function writeFigures(page: CopyPage, folderId: number, figures: AssetFigures): void {
  page.int(folderId);
  page.text(figures.start);
  page.text(figures.end);
  page.int(figures.assetId);
  page.text(figures.status);
  page.flag(figures.isActiveInPeriod);
  page.flag(figures.isRetired);
  page.flag(figures.isTransferred);
  page.text(figures.account);
  page.bigint(figures.netValue);
  writePlan(page, figures.economic);
  writePlan(page, figures.fiscal);
  page.bigint(figures.derogatoryOpening);
  page.bigint(figures.derogatory);
  writeGains(page, figures.gains);
  page.text(`{${figures.alerts.join(',')}}`);
  page.end();
}

function writePlan(page: CopyPage, { base, past, current, cumulated, vnc }: PlanFigures): void {
  page.bigint(base);
  page.bigint(past);
  page.bigint(current);
  page.bigint(cumulated);
  page.bigint(vnc);
}

function writeGains(page: CopyPage, gains: RetirementGains | undefined): void {
  page.bigint(gains?.economic);
  page.bigint(gains?.total);
  page.bigint(gains?.shortTerm);
  page.bigint(gains?.longTerm);
  page.bigint(gains?.taxable);
}

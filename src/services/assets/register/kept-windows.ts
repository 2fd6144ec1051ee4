/** Windows whose figures are kept: computed once for the whole folder, then asset by asset as assets change. */
import type { Knex } from 'knex';
import { copyTextIn } from '../../db/copy.ts';
import { CopyPage } from '../../db/copy-page.ts';
import { eachInTurns } from '../../kernel/turns.ts';
import type { Context } from '../../operation/context.ts';
import type { Asset } from '../asset.ts';
import type { Exercise } from '../engine/calendar.ts';
import type { BookedAsset } from './asset-row.ts';
import { type FolderBasis, readBasis } from './basis.ts';
import { figuresOf } from './figures.ts';
import { FIGURE_COLUMNS, figures, loadBooks, lockRegister, windows, writeFigures } from './store.ts';

/** Windows of a folder beyond which the least recently used is dropped, unless it is in use. */
const MOST_WINDOWS = 24;
/** A question has read its window by then: a use is written once a minute. */
const IN_USE = '2 minutes';
/** The basis of a window that must be computed again when it is asked for. */
const STALE = '';

/** What figures are kept with: the database, and the moment. */
export type Present = Pick<Context, 'db' | 'clock'>;

/**
 * Makes the figures of a window ready in `asset_figure`: nothing to do when they are kept and stand on the present
 * exercises, else every asset is computed once. Throws FolderNotFound.
 */
export async function keepWindow(ctx: Present, folderId: number, window: Exercise): Promise<FolderBasis> {
  const [db, now] = [await ctx.db(), ctx.clock.now()];
  const basis = await readBasis(ctx, folderId);
  if (await isKept(db.knex, basis, window)) {
    await markUsed(db.knex, basis, window, now);
    return basis;
  }
  await db.transaction(async (trx) => {
    await lockRegister(trx, folderId);
    if (await isKept(trx, basis, window)) return; // by whoever held the lock
    await computeWindow(trx, basis, window, now);
  });
  return basis;
}

const keyOf = ({ folderId }: FolderBasis, { start, end }: Exercise) => ({
  folder_id: folderId,
  start_date: start,
  end_date: end,
});

async function isKept(knex: Knex, basis: FolderBasis, window: Exercise): Promise<boolean> {
  const kept = await windows(knex).where(keyOf(basis, window)).first();
  return kept?.basis === basis.signature;
}

/** The least recently used goes first; a use is written once a minute at most. */
const markUsed = (knex: Knex, basis: FolderBasis, window: Exercise, now: string) =>
  windows(knex)
    .where(keyOf(basis, window))
    .whereRaw("kept_at < ?::timestamptz - interval '1 minute'", [now])
    .update({ kept_at: now });

async function computeWindow(trx: Knex.Transaction, basis: FolderBasis, window: Exercise, now: string): Promise<void> {
  await windows(trx).where(keyOf(basis, window)).delete();
  await dropOldest(trx, basis.folderId, now);
  await windows(trx).insert({ ...keyOf(basis, window), basis: basis.signature, kept_at: now });
  let stored: Promise<unknown> = Promise.resolve();
  for await (const assets of loadBooks(trx, basis.folderId)) {
    const rows = await figureText(basis, assets, [window]);
    await stored; // the server stores a batch while the next is computed
    stored = copyTextIn(trx, 'asset_figure', FIGURE_COLUMNS, rows);
    stored.catch(() => {}); // reported where it is awaited
  }
  await stored;
}

/** Rows of their figures as COPY text; what is on its way to the server and to others is not held up. */
async function figureText(
  basis: FolderBasis,
  assets: Iterable<BookedAsset>,
  kept: readonly Exercise[],
): Promise<Buffer[]> {
  const page = new CopyPage();
  await eachInTurns(assets, (asset) => {
    for (const figures of figuresOf(asset, basis, kept)) writeFigures(page, basis.folderId, figures);
  });
  return page.take();
}

async function dropOldest(trx: Knex.Transaction, folderId: number, now: string): Promise<void> {
  const oldest = windows(trx)
    .where({ folder_id: folderId })
    .orderBy('kept_at', 'desc')
    .offset(MOST_WINDOWS - 1)
    .select('start_date', 'end_date');
  await windows(trx)
    .where({ folder_id: folderId })
    .whereIn(['start_date', 'end_date'], oldest)
    .whereRaw('kept_at < ?::timestamptz - ?::interval', [now, IN_USE])
    .delete();
}

/** Windows kept on the present basis; those of another are stale for good: whoever reads one still finds it whole. */
async function presentWindows(trx: Knex.Transaction, basis: FolderBasis): Promise<Exercise[]> {
  await windows(trx).where({ folder_id: basis.folderId }).whereNot({ basis: basis.signature }).update({ basis: STALE });
  const rows = await windows(trx).where({ folder_id: basis.folderId, basis: basis.signature });
  return rows.map(({ start_date, end_date }) => ({ start: start_date, end: end_date }));
}

/** Computes these assets again, and no other, over every window kept. Under the lock. */
export async function recompute(trx: Knex.Transaction, basis: FolderBasis, changed: readonly Asset[]): Promise<void> {
  const kept = await presentWindows(trx, basis);
  if (kept.length === 0 || changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  await figures(trx)
    .where({ folder_id: basis.folderId })
    .whereIn('asset_id', ids)
    .whereIn(
      ['start_date', 'end_date'],
      kept.map(({ start, end }) => [start, end]),
    )
    .delete();
  await copyTextIn(trx, 'asset_figure', FIGURE_COLUMNS, await figureText(basis, changed, kept));
}

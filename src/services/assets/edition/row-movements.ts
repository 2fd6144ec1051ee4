/** What a period did to the assets and to their amortization, row of a form by row: editions and returns read it. */
import type { Knex } from 'knex';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import type { Exercise } from '../engine/calendar.ts';
import { accountAt } from '../engine/transfers.ts';
import type { FolderBasis } from '../register/basis.ts';
import { bookOf } from '../register/figures.ts';
import { type FigureRow, figures, loadAssets } from '../register/store.ts';
import { isHeldOn, type Movement, postMovements } from './movements.ts';

/** Amortization: opening + charge − release = closing. */
export const CHARGES = ['opening', 'charge', 'release', 'closing'] as const;
export type Charge = (typeof CHARGES)[number];

/** The rows that an account goes to; undefined where a form has none. */
export interface RowChoice<R> {
  readonly gross: (account: string) => R;
  readonly amortized: (account: string) => R;
}

/** Takes every amount with the asset that it comes from. */
export interface Sink<R> {
  readonly gross: (asset: Asset, row: R, movement: Movement, amount: Cents) => void;
  readonly amortized: (asset: Asset, row: R, charge: Charge, amount: Cents) => void;
  readonly seen?: (asset: Asset, figure: FigureRow | undefined) => void;
}

/** Reads every asset once, in batches. The figures of the window must be kept. */
export async function eachMovement<R>(
  knex: Knex,
  { basis, window, rows }: { readonly basis: FolderBasis; readonly window: Exercise; readonly rows: RowChoice<R> },
  sink: Sink<R>,
): Promise<void> {
  const parents = new Map<number, string>();
  for await (const batch of loadAssets(knex, basis.folderId)) {
    const byId = await figuresIn(knex, basis, window, batch);
    for (const asset of batch) {
      rememberParent(parents, asset);
      const parent = asset.parentId === null ? undefined : parents.get(asset.parentId);
      const place = { rowOf: rows.gross, parentRow: parent === undefined ? undefined : rows.gross(parent) };
      postMovements(asset, window, place, (row, movement, amount) => sink.gross(asset, row, movement, amount));
      const figure = byId.get(asset.id);
      sink.seen?.(asset, figure);
      const parentRow = parent === undefined ? undefined : rows.amortized(parent);
      if (figure) postAmortization({ asset, figure, basis, window, rowOf: rows.amortized, parentRow }, sink);
    }
  }
}

async function figuresIn(knex: Knex, { folderId }: FolderBasis, window: Exercise, batch: readonly Asset[]) {
  const rows = await figures(knex)
    .where({ folder_id: folderId, start_date: window.start, end_date: window.end })
    .whereIn(
      'asset_id',
      batch.map(({ id }) => id),
    );
  return new Map(rows.map((row) => [row.asset_id, row]));
}

/** Parents come before their components. Without a date, components are as old as their parent: nothing left it. */
function rememberParent(parents: Map<number, string>, { id, facts }: Asset): void {
  const date = facts.decomposition?.date;
  if (date) parents.set(id, accountAt(facts, date));
}

interface Amortized<R> {
  readonly asset: Asset;
  readonly figure: FigureRow;
  readonly basis: FolderBasis;
  readonly window: Exercise;
  readonly rowOf: (account: string) => R;
  readonly parentRow: R | undefined;
}

/**
 * What left with an exit, or went to another row or to components, is released; what came from another row is charged, as is
 * the exceptional amortization of an exit.
 * Between a parent and its component of the same row nothing moves.
 */
function postAmortization<R>(one: Amortized<R>, { amortized }: Sink<R>): void {
  const { asset, figure, window, rowOf, parentRow } = one;
  const before = addDays(window.start, -1);
  const [from, to] = [rowOf(accountAt(asset.facts, before)), rowOf(accountAt(asset.facts, window.end))];
  const opening = isHeldOn(asset, before) ? cumulatedOn(one, before) : 0n;
  const closing = isHeldOn(asset, window.end) ? figure.economic_cumulated_cents : 0n;
  const charge = figure.economic_current_cents + exceptionalOf(asset, figure);
  const gone = opening + charge - closing;
  amortized(asset, from, 'opening', opening);
  amortized(asset, to, 'closing', closing);
  amortized(asset, to, 'charge', charge);
  if (from !== to) {
    amortized(asset, from, 'release', opening);
    amortized(asset, to, 'charge', opening);
  }
  // Less than nothing is gone from a component that took over amortization.
  if (gone >= 0n || parentRow === to) amortized(asset, to, 'release', gone);
  else amortized(asset, to, 'charge', -gone);
}

/** Scrapped through account 6871: what was not amortized yet is, on the day of the exit, and leaves with the rest. */
function exceptionalOf({ facts: { retirement } }: Asset, figure: FigureRow): Cents {
  if (retirement?.bookValueMethod !== 'ExceptionalAmortization') return 0n;
  if (retirement.date < figure.start_date || retirement.date > figure.end_date) return 0n;
  return figure.net_cents - figure.economic_cumulated_cents;
}

/** Figures of a period leave out, from its first day, what went to components during it. */
function cumulatedOn<R>({ asset, figure, basis, window }: Amortized<R>, before: PlainDate): Cents {
  const split = asset.facts.decomposition?.date;
  if (!split || split < window.start || split > window.end) return figure.economic_past_cents;
  return bookOf(asset, basis, [before]).economic.at(before);
}

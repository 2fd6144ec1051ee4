/**
 * Closed exercises keep what they posted (rule C21): a change that would write other figures or entries into one of them is
 * refused, whatever states it: credit note, exit, transfer, decomposition, group, plan, value or deletion. The domain also
 * allows to apply such a change forward; dating it in the open exercise does that in the open, and is the remedy named.
 * What is new to the register brings its past along. So does the correction of a draft that nobody has validated, as long as
 * nothing was posted for it there; but what happened to it (exit, credit note, transfer) is dated like that of any other.
 * And so does what brings the register nearer to the books of these exercises: they stay what they are, and an asset that
 * was taken over wrongly can be stated as they have it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { addDays } from '../../kernel/dates.ts';
import type { Asset } from '../asset.ts';
import { entriesOfBook } from '../engine/entries.ts';
import { assetErrors } from '../errors.ts';
import type { FolderBasis } from './basis.ts';
import { bookOf, figuresOf } from './figures.ts';
import { comesNearer } from './held-balances.ts';
import type { Present } from './kept-windows.ts';

/** Compares an asset with what replaces it, nothing when it is deleted. Throws AssetInClosedExercise. */
export function refuseRewriting(basis: FolderBasis, before: Asset, after: Asset | undefined): void {
  const refusal = rewriting(basis, before, after);
  if (refusal) throw refusal;
}

/** The same, but what comes nearer to the books of the closed exercises is taken. Throws AssetInClosedExercise. */
export async function refuseLeavingBooks(register: BooksOfAssets, before: Asset, after: Asset | undefined) {
  const refusal = rewriting(register.basis, before, after);
  if (!refusal) return;
  const mayFollow = isAlone(before, after) && (await isUnposted(register.trx, before));
  if (!(mayFollow && (await comesNearer(register.present, before, after)))) throw refusal;
}

/** What a decomposition or a group takes from one asset, it gives to another that is stated with it. */
const isAlone = (before: Asset, after: Asset | undefined): boolean =>
  after === undefined ||
  (before.transferredTo === after.transferredTo &&
    isDeepStrictEqual(before.facts.decomposition, after.facts.decomposition));

interface BooksOfAssets {
  readonly trx: Knex.Transaction;
  readonly basis: FolderBasis;
  readonly present: Present;
}

function rewriting(basis: FolderBasis, before: Asset, after: Asset | undefined) {
  const last = basis.closed.at(-1);
  if (!last || before.booksFrom > last.end) return undefined;
  const [kept, wanted] = [postedParts(basis, before), after && postedParts(basis, after)];
  const rewritten = basis.closed.find((_, at) => !isDeepStrictEqual(kept[at], wanted?.[at]));
  if (!rewritten) return undefined;
  const { id: exerciseId, end } = rewritten;
  return assetErrors.AssetInClosedExercise({ assetId: before.id, exerciseId, end, open: addDays(last.end, 1) });
}

/** Whether an asset is still what the ledger proposed, and no closed exercise holds an entry that was posted for it. */
export const isOpenDraft = async (trx: Knex.Transaction, asset: Asset): Promise<boolean> =>
  asset.isCreatedAutomatically && !asset.isValidatedByUser && isUnposted(trx, asset);

async function isUnposted(trx: Knex.Transaction, { folderId, id: assetId }: Asset): Promise<boolean> {
  const { rows } = await trx.raw(POSTED_AND_CLOSED, { folderId, assetId });
  return rows.length === 0;
}

const POSTED_AND_CLOSED = `
  select from asset_posting p
  join entry e on e.folder_id = p.folder_id and e.id = p.entry_id
  join exercise x on x.folder_id = e.folder_id and x.id = e.exercise_id
  where p.folder_id = :folderId and p.asset_id = :assetId and x.is_closed limit 1`;

/** The figures of each closed exercise, alerts apart, and its entries. */
function postedParts(basis: FolderBasis, asset: Asset) {
  const entries = entriesOfBook(bookOf(asset, basis, []), basis.exercises);
  return figuresOf(asset, basis, basis.closed).map(({ alerts: _, ...figures }) => ({
    figures,
    entries: entries.find(({ end }) => end === figures.end)?.entries.filter(({ date }) => date >= asset.booksFrom),
  }));
}

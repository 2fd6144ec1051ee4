/**
 * Closed exercises keep what they posted (rule C21): a change that would write other figures or entries into one of them is
 * refused, whatever states it: credit note, exit, transfer, decomposition, group, plan, value or deletion. The domain also
 * allows to apply such a change forward; dating it in the open exercise does that in the open, and is the remedy named.
 * What is new to the register brings its past along, and a draft that nobody has validated has posted nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import { addDays } from '../../kernel/dates.ts';
import type { Asset } from '../asset.ts';
import { entriesOfBook } from '../engine/entries.ts';
import { assetErrors } from '../errors.ts';
import type { FolderBasis } from './basis.ts';
import { bookOf, figuresOf } from './figures.ts';

/** Compares an asset with what replaces it, nothing when it is deleted. Throws AssetInClosedExercise. */
export function refuseRewriting(basis: FolderBasis, before: Asset, after: Asset | undefined): void {
  const last = basis.closed.at(-1);
  if (!last || before.booksFrom > last.end || isDraft(before)) return;
  const [kept, wanted] = [postedParts(basis, before), after && postedParts(basis, after)];
  const rewritten = basis.closed.find((_, at) => !isDeepStrictEqual(kept[at], wanted?.[at]));
  if (!rewritten) return;
  const { id: exerciseId, end } = rewritten;
  throw assetErrors.AssetInClosedExercise({ assetId: before.id, exerciseId, end, open: addDays(last.end, 1) });
}

const isDraft = ({ isCreatedAutomatically, isValidatedByUser }: Asset) => isCreatedAutomatically && !isValidatedByUser;

/** The figures of each closed exercise, alerts apart, and its entries. */
function postedParts(basis: FolderBasis, asset: Asset) {
  const entries = entriesOfBook(bookOf(asset, basis, []), basis.exercises);
  return figuresOf(asset, basis, basis.closed).map(({ alerts: _, ...figures }) => ({
    figures,
    entries: entries.find(({ end }) => end === figures.end)?.entries.filter(({ date }) => date >= asset.booksFrom),
  }));
}

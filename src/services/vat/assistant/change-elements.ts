/** Categories and rates of VAT elements, set on the lines that they stand for. */
import type { Knex } from 'knex';
import { readLines } from '../../ledger/lines.ts';
import type { Context } from '../../operation/context.ts';
import { lineDistributions } from '../books/line-settings.ts';
import { CATEGORIES } from '../categories.ts';
import { refuseCombination } from '../combination.ts';
import { atIndex } from '../configuration/save.ts';
import { type ShareRow, shares } from '../drafts/share-store.ts';
import type { VatCategory, VatRate } from '../engine/model.ts';
import { vatErrors } from '../errors.ts';
import { LineBook } from '../lines/line-book.ts';
import { freeImposed, writeLineConfigurations } from '../lines/store.ts';
import { taxOf } from '../rates.ts';
import { type Editing, editing } from './edit.ts';
import type { AssistantElement } from './elements.ts';
import { type ElementKey, elementKey, isDeclared, keyOfPending, keyOfShare, mayBear } from './elements.ts';
import type { AssistantEntry } from './entries.ts';
import type { AssistantAsked } from './show.ts';

export interface ElementChange {
  readonly id: number;
  readonly category?: VatCategory | undefined;
  readonly vatRate?: VatRate | undefined;
}

/** An element as it was before the change. */
interface Standing extends ElementKey {
  readonly entryId: number;
  readonly category: VatCategory | undefined;
  readonly isDeclared: boolean;
}

/**
 * The entries as they are then, in the order of the first change of each; all or nothing, a failure names its index. Throws
 * FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus, VatElementNotFound, LineAlreadyDeclared,
 * VatCategoryUnknown, VatCategoryNotPossible, VatCombinationInvalid.
 */
export const changeElements = (
  ctx: Context,
  asked: AssistantAsked,
  changes: readonly ElementChange[],
): Promise<AssistantEntry[]> => editing(ctx, asked, (opened) => applyChanges(opened, changes));

/** One element. Throws as changeElements. */
export async function changeRate(
  ctx: Context,
  asked: AssistantAsked,
  { id, vatRate }: { readonly id: number; readonly vatRate: VatRate },
): Promise<AssistantElement> {
  const [entry] = await editing(ctx, asked, (opened) => applyChanges(opened, [{ id, vatRate }], false));
  const key = elementKey(id);
  const sameSide = entry?.vatElements.filter(
    (one) => one.entryLineId === key?.lineId && elementKey(one.id)?.side === key.side,
  );
  const found = sameSide?.find((one) => one.vatRate === vatRate) ?? sameSide?.[0];
  if (!found) throw vatErrors.VatElementNotFound({ id, ...asked });
  return found;
}

/** Says of which entries. */
export async function applyChanges(
  opened: Editing,
  changes: readonly ElementChange[],
  isList = true,
): Promise<number[]> {
  const { ctx, trx, books } = opened;
  const found = await standing(opened, changes);
  const keys = changes.flatMap(({ id }) => found.get(id) ?? []);
  const [folderId, procedureId] = [books.opened.folder.id, books.opened.procedure.id];
  const book = await LineBook.open(trx, folderId, keys);
  const lines = await readLines(trx, folderId, { ids: keys.map(({ lineId }) => lineId) });
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const [index, change] of changes.entries())
    atIndex(isList, index, () => {
      const [one, line] = [found.get(change.id), byId.get(found.get(change.id)?.lineId ?? 0)];
      if (!one || !line) throw vatErrors.VatElementNotFound({ id: change.id, folderId, procedureId });
      const { entryId, lineId } = one;
      if (one.isDeclared) throw vatErrors.LineAlreadyDeclared({ entryId, lineId });
      refuseChoice(one, change);
      if (change.category !== undefined && !mayBear(books, line, change.category))
        throw vatErrors.VatCategoryNotPossible({
          category: change.category,
          account: line.accountNumber,
          accountId: line.accountId,
          folderId,
        });
      const { category: vatCategory, vatRate } = change;
      book.change({ entryId, lineId, vatCategory, ...(vatRate && { vatRate }), source: 'Manual' }, ctx.clock.now());
    });
  await writeLineConfigurations(trx, book.changed());
  const rated = changes.filter(({ vatRate }) => vatRate !== undefined);
  await freeImposed(
    trx,
    books.opened.folder.id,
    rated.map(({ id }) => found.get(id)?.entryId ?? 0),
  );
  for (const { id, vatRate } of changes) {
    const one = found.get(id);
    if (one && vatRate !== undefined) await changeDistribution(trx, books.opened.folder.id, { ...one, to: vatRate });
  }
  return keys.map(({ entryId }) => entryId);
}

/** An operation that is not taxed has no rate of its own. Throws VatCategoryUnknown, VatCombinationInvalid. */
function refuseChoice(one: Standing, { category, vatRate }: ElementChange): void {
  const chosen = category ?? one.category;
  const isTaxed = CATEGORIES.get(chosen ?? '')?.side !== 'untaxed';
  refuseCombination(chosen, vatRate ?? (isTaxed ? one.rate : undefined));
}

/** By identifier; an element of which the rate changed since is still found, where its line has one alone on its side. */
async function standing(
  { trx, books }: Editing,
  changes: readonly ElementChange[],
): Promise<ReadonlyMap<number, Standing>> {
  const { folder, procedure } = books.opened;
  const keys = changes.flatMap(({ id }) => elementKey(id) ?? []);
  const rows = await shares(trx)
    .where({ folder_id: folder.id, procedure_id: procedure.id })
    .whereRaw('line_id = any(?)', [keys.map(({ lineId }) => lineId)]);
  const lineIds = new Set(keys.map(({ lineId }) => lineId));
  const pending = books.pending.filter(({ entryLineId }) => lineIds.has(entryLineId));
  const all = [
    ...rows.map(standingOf),
    ...pending.map((one) => ({ ...keyOfPending(one), entryId: one.entryId, category: undefined, isDeclared: false })),
  ];
  return new Map(
    changes.flatMap(({ id }) => {
      const one = among(all, elementKey(id));
      return one ? [[id, one] as const] : [];
    }),
  );
}

const standingOf = (row: ShareRow): Standing => ({
  ...keyOfShare(row),
  entryId: row.entry_id,
  category: row.category,
  isDeclared: isDeclared(row),
});

function among(all: readonly Standing[], key: ElementKey | undefined): Standing | undefined {
  const sameSide = all.filter((one) => one.lineId === key?.lineId && one.side === key.side);
  return sameSide.find(({ rate }) => rate === key?.rate) ?? (sameSide.length === 1 ? sameSide[0] : undefined);
}

/** Of a line that is spread over rates, the part at the old rate goes to the new one, with the tax that it bears. */
async function changeDistribution(
  trx: Knex.Transaction,
  folderId: number,
  { entryId, lineId, rate, to }: Standing & { readonly to: VatRate },
): Promise<void> {
  const own = { folder_id: folderId, entry_id: entryId, line_id: lineId };
  const rows = await lineDistributions(trx).where(own);
  const moved = rows.filter(({ vat_rate }) => vat_rate === rate || vat_rate === to);
  if (moved.length === 0) return;
  const taxExcluded = moved.reduce((sum, { tax_excluded_cents }) => sum + tax_excluded_cents, 0n);
  await lineDistributions(trx).where(own).whereIn('vat_rate', [rate, to]).delete();
  await lineDistributions(trx).insert({
    ...own,
    vat_rate: to,
    tax_excluded_cents: taxExcluded,
    tax_cents: taxOf(taxExcluded, to),
  });
}

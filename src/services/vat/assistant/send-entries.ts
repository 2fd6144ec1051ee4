/** Entries taken in or out of a draft, or no longer proposed for it. */
import type { Context } from '../../operation/context.ts';
import { atIndex } from '../configuration/save.ts';
import { bumpWatch } from '../drafts/watch.ts';
import type { VatCategory } from '../engine/model.ts';
import { vatErrors } from '../errors.ts';
import { applyChanges } from './change-elements.ts';
import { type Editing, editing, refuseOthers } from './edit.ts';
import { type AssistantEntry, readAssistantEntries } from './entries.ts';
import type { EntryType } from './lists.ts';
import type { AssistantAsked } from './show.ts';

export interface EntriesChange {
  readonly entryIds: readonly number[];
  /** Undefined leaves them as they are. */
  readonly toSend?: boolean | undefined;
  /** Of all their elements. */
  readonly category?: VatCategory | undefined;
}

/**
 * The entries as they are then, in the order given; all or nothing, a failure names its index. Throws FolderNotFound,
 * ProcedureNotFound, ProcedureNotInDraftStatus, EntryNotFound, EntryNotInReturn, VatEntryNotDue, LineAlreadyDeclared,
 * VatCategoryUnknown, VatCategoryNotPossible, VatCombinationInvalid.
 */
export async function changeEntries(
  ctx: Context,
  asked: AssistantAsked,
  change: EntriesChange,
): Promise<AssistantEntry[]> {
  const { entryIds, toSend, category } = change;
  return editing(
    ctx,
    asked,
    async (opened) => {
      await refuseOthers(opened, entryIds);
      if (category !== undefined) await categorise(opened, entryIds, category);
      if (toSend !== undefined) await send(opened, entryIds, toSend);
      return entryIds;
    },
    (entries) => {
      if (toSend) refuseNotDue(entries, entryIds);
    },
  );
}

/** A failure names the entry, not the element. */
async function categorise(opened: Editing, entryIds: readonly number[], category: VatCategory): Promise<void> {
  const entries = await readAssistantEntries(opened.trx, opened.books, entryIds);
  for (const [index, { vatElements }] of entries.entries()) {
    const changes = vatElements.map(({ id }) => ({ id, category }));
    try {
      await applyChanges(opened, changes, false);
    } catch (error) {
      atIndex(true, index, () => {
        throw error;
      });
    }
  }
}

const KEY = ['folder_id', 'procedure_id', 'entry_id', 'line_id'];

export async function send({ trx, books }: Editing, entryIds: readonly number[], toSend: boolean): Promise<void> {
  const own = ownOf(books);
  if (toSend)
    await trx('vat_left_out')
      .where(own)
      .whereRaw('entry_id = any(?)', [[...entryIds]])
      .delete();
  else if (entryIds.length > 0)
    await trx('vat_left_out')
      .insert([...new Set(entryIds)].map((entry_id) => ({ ...own, entry_id })))
      .onConflict(KEY)
      .ignore();
  await bumpWatch(trx, books.opened.folder.id);
}

const ownOf = ({ opened }: Editing['books']) => ({
  folder_id: opened.folder.id,
  procedure_id: opened.procedure.id,
});

/** Nothing of it is due in the period. */
export function refuseNotDue(entries: readonly AssistantEntry[], entryIds: readonly number[]): void {
  const notDue = entries.find(({ toSend }) => !toSend);
  if (!notDue) return;
  atIndex(true, entryIds.indexOf(notDue.entryId), () => {
    throw vatErrors.VatEntryNotDue({ entryId: notDue.entryId });
  });
}

/**
 * Left out of the return and proposed no more, until they are sent again. Throws FolderNotFound, ProcedureNotFound,
 * ProcedureNotInDraftStatus, EntryNotFound, EntryNotInReturn.
 */
export async function ignoreEntries(
  ctx: Context,
  asked: AssistantAsked,
  { type, entryIds }: { readonly type: EntryType; readonly entryIds: readonly number[] },
): Promise<void> {
  await editing(ctx, asked, async (opened) => {
    await refuseOthers(opened, entryIds, type);
    const rows = [...new Set(entryIds)].map((entry_id) => ({ ...ownOf(opened.books), entry_id, is_ignored: true }));
    if (rows.length > 0) await opened.trx('vat_left_out').insert(rows).onConflict(KEY).merge(['is_ignored']);
    await bumpWatch(opened.trx, opened.books.opened.folder.id);
    return entryIds;
  });
}

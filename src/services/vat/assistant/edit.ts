/** What every edit of the assistant goes through: a draft that is locked, lines that are changed, entries computed again. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import { ledgerErrors } from '../../ledger/errors.ts';
import type { Context } from '../../operation/context.ts';
import { remembering, within } from '../../operation/within.ts';
import { atIndex } from '../configuration/save.ts';
import { openReturn } from '../drafts/draft.ts';
import { recomputeEntries } from '../drafts/recompute-entries.ts';
import { lockDraft } from '../drafts/stored-return.ts';
import { lockWatch } from '../drafts/watch.ts';
import { vatErrors } from '../errors.ts';
import { type AssistantBooks, booksOf, readAssistantBooks } from './books.ts';
import { type AssistantEntry, readAssistantEntries } from './entries.ts';
import { type EntryType, outside } from './lists.ts';
import type { AssistantAsked } from './show.ts';

/** A draft that nobody else changes until the transaction ends. */
export interface Editing {
  readonly ctx: Context;
  readonly trx: Knex.Transaction;
  readonly books: AssistantBooks;
}

/**
 * `work` changes lines, or what is left out, and says of which entries: those are computed again, and answered as they
 * are then, in that order; `check` may still refuse them. All or nothing. Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus.
 */
export async function editing(
  ctx: Context,
  asked: AssistantAsked,
  work: (editing: Editing) => Promise<readonly number[]>,
  check: (after: readonly AssistantEntry[]) => void = () => {},
): Promise<AssistantEntry[]> {
  const { folderId, procedureId } = asked;
  const { group } = await openReturn(ctx, folderId, procedureId);
  return (await ctx.db()).transaction(async (trx) => {
    const procedure = await lockDraft(trx, folderId, procedureId);
    const isCurrent = procedure.shares_version === (await lockWatch(trx, folderId));
    const inside = remembering(within(ctx, trx)); // the version is locked: settings stay as they are read
    const opened = { folder: await getFolder(inside, folderId), procedure, group };
    const books = await readAssistantBooks(inside, opened);
    const entryIds = [...new Set(await work({ ctx: inside, trx, books }))];
    const after = await recomputeEntries(inside, trx, { ...books, isCurrent }, entryIds);
    const entries = await readAssistantEntries(trx, booksOf(after, books), entryIds);
    check(entries);
    return entries;
  });
}

/** Throws EntryNotFound, EntryNotInReturn, with the index of the first. */
export async function refuseOthers(
  { trx, books }: Editing,
  entryIds: readonly number[],
  type?: EntryType | undefined,
): Promise<void> {
  const { folder, procedure } = books.opened;
  const others = new Set(await outside(trx, books, { entryIds, type }));
  const first = entryIds.findIndex((id) => others.has(id));
  if (first < 0) return;
  const entryId = entryIds[first] ?? 0;
  const known = await trx('entry').where({ folder_id: folder.id, id: entryId }).first('id');
  atIndex(true, first, () => {
    if (!known) throw ledgerErrors.EntryNotFound({ folderId: folder.id, entryId });
    throw vatErrors.EntryNotInReturn({ entryId, folderId: folder.id, procedureId: procedure.id });
  });
}

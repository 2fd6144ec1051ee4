/**
 * A draft follows the books: opened again after they changed, or after its settings or the returns before it did, it is
 * computed again. A return that left Draft is never computed again: its shares and its boxes are what was sent.
 */
import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import type { Context } from '../../operation/context.ts';
import { remembering, within } from '../../operation/within.ts';
import { vatFolderOf } from '../books/vat-folder.ts';
import { readAdvanceMode } from '../configuration/advance-mode.ts';
import { readBookBasis } from '../configuration/basis.ts';
import { refreshCells } from '../framing/refresh-cells.ts';
import { REFUND_FORM } from '../procedures/refunds.ts';
import { type ProcedureRow, procedures } from '../procedures/store.ts';
import { isComputed } from '../return/fill-return.ts';
import { besideOf } from './beside.ts';
import { readBookSide } from './book-controls.ts';
import { type BookFacts, bookFacts, NO_FACTS } from './book-facts.ts';
import { type BookShares, type BooksWanted, bookShares, NO_SHARES } from './book-shares.ts';
import { computedOf, computedReturn, factsOf } from './computed.ts';
import { encodeExact } from './exact-json.ts';
import { countedReturns } from './previous.ts';
import { readShares, storedRows, writeShares } from './share-store.ts';
import { formOf, lockDraft, type OpenReturn, readReturn } from './stored-return.ts';
import { watchOf } from './watch.ts';

/**
 * A return with its group; a draft is brought up to date first, in one transaction. Throws FolderNotFound,
 * ProcedureNotFound.
 */
export async function openReturn(ctx: Context, folderId: number, procedureId: number): Promise<OpenReturn> {
  const opened = await readReturn(ctx, folderId, procedureId);
  if (opened.procedure.status !== 'Draft') return opened;
  const { version } = await watchOf((await ctx.db()).knex, folderId);
  if (opened.procedure.computed_version === version && formOf(opened) !== REFUND_FORM) return opened;
  return recomputeDraft(ctx, folderId, procedureId);
}

/**
 * Computes a draft again, whatever it holds; typed boxes stay. Throws FolderNotFound, ProcedureNotFound,
 * ProcedureNotInDraftStatus.
 */
export const recomputeDraft = async (ctx: Context, folderId: number, procedureId: number): Promise<OpenReturn> =>
  (await ctx.db()).transaction(async (trx) => {
    const inside = within(ctx, trx);
    const opened = await readReturn(inside, folderId, procedureId);
    const procedure = await lockDraft(trx, folderId, procedureId);
    return computeDraft(inside, trx, { ...opened, procedure });
  });

/** In the transaction of the caller, who holds the draft; as it is then. */
export async function computeDraft(given: Context, trx: Knex.Transaction, opened: OpenReturn): Promise<OpenReturn> {
  const { procedure } = opened;
  const { version, everything } = await watchOf(trx, opened.folder.id);
  const ctx = remembering(given);
  const folder = await getFolder(ctx, opened.folder.id); // after the version: what changes since makes the draft stale
  const vatFolder = vatFolderOf(folder, await readAdvanceMode(trx, folder.id));
  const previous = await countedReturns(trx, folder.id);
  const wanted = { opened, vatFolder, previous, everything, version };
  const { shares, leftOut, ...around } = await sharesOf(ctx, trx, wanted);
  const numbers = new Set(await trx('account').where({ folder_id: folder.id }).pluck('number'));
  const [beside, side] = [await besideOf(trx, opened), await readBookSide(trx, opened)];
  const owner = { folderId: folder.id, procedureId: procedure.id };
  // The server reads what is stored while we compute.
  const [stored, { boxes, computed, taken }] = await Promise.all([
    isStored(procedure, version) ? undefined : storedRows(trx, owner),
    setImmediate().then(() =>
      computedReturn(shares, { ...around, opened, vatFolder, previous, numbers, beside, side }),
    ),
  ]);
  if (stored) await writeShares(trx, owner, { all: [...shares, ...leftOut], taken, leftOut: new Set(leftOut) }, stored);
  const [after = procedure] = await procedures(trx)
    .where({ folder_id: folder.id, id: procedure.id })
    .update({
      computed_boxes: boxes,
      computed: encodeExact(computed),
      computed_at: ctx.clock.now(),
      computed_version: version,
      shares_version: version,
    })
    .returning('*');
  await refreshCells(ctx, trx, opened);
  return { folder, procedure: after, group: opened.group };
}

const isStored = ({ shares_version }: ProcedureRow, version: bigint): boolean => shares_version === version;

interface Wanted extends BooksWanted {
  readonly version: bigint;
}

interface Shares extends BookShares {
  readonly facts: BookFacts;
}

/** Those that are stored when nothing changed since, else those of the books. */
async function sharesOf(ctx: Context, trx: Knex.Transaction, wanted: Wanted): Promise<Shares> {
  const { opened, version } = wanted;
  const { folder, procedure } = opened;
  const owner = { folderId: folder.id, procedureId: procedure.id };
  if (!isComputed(formOf(opened))) return { ...NO_SHARES, facts: NO_FACTS };
  if (isStored(procedure, version))
    return {
      shares: await readShares(trx, owner),
      leftOut: [],
      issues: computedOf(procedure)?.issues ?? [],
      facts: factsOf(procedure),
    };
  const basis = await readBookBasis(ctx, folder.id);
  const made = await bookShares(trx, basis, wanted);
  return { ...made, facts: await bookFacts(ctx, trx, { opened, basis, ...made }) };
}

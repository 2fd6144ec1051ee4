/** Credit notes of stored assets (B9 to B12): one per date, never above what remains. */
import { getFolder } from '../../folders/folders.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import type { Asset } from '../asset.ts';
import type { CreditNote } from '../engine/asset-facts.ts';
import { addCreditNote, type CreditedAsset, removeCreditNote, replaceCreditNote } from '../engine/credit-notes.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { loadChangeable } from './change-asset.ts';
import { loadAsset } from './store.ts';
import { inRegister, saveAsset } from './write-asset.ts';

/**
 * Throws FolderNotFound, AssetNotFound, AssetIsTransferred, CreditNoteDateTaken, CreditNoteBeforeAcquisition,
 * CreditNoteAfterRetirement, CreditNoteWithoutAmount, CreditNoteVatRateOutOfRange, CreditNoteExceedsRemainingValue,
 * CreditNoteQuantityExceedsRemaining.
 */
export const createCreditNote = async (
  ctx: Context,
  folderId: number,
  assetId: number,
  note: CreditNote,
): Promise<CreditNote> =>
  noteOn(await changeNotes(ctx, folderId, assetId, (asset, notes) => addCreditNote(asset, notes, note)), note.date);

export interface CreditNoteChange {
  /** Of the note as it is. */
  readonly oldDate: PlainDate;
  readonly note: CreditNote;
}

/** Throws the same, and CreditNoteNotFound. */
export const updateCreditNote = async (
  ctx: Context,
  folderId: number,
  assetId: number,
  { oldDate, note }: CreditNoteChange,
): Promise<CreditNote> =>
  noteOn(
    await changeNotes(ctx, folderId, assetId, (asset, notes) => replaceCreditNote(asset, notes, oldDate, note)),
    note.date,
  );

/** Throws FolderNotFound, AssetNotFound, AssetIsTransferred, CreditNoteNotFound. */
export async function deleteCreditNote(
  ctx: Context,
  folderId: number,
  assetId: number,
  date: PlainDate,
): Promise<void> {
  await changeNotes(ctx, folderId, assetId, (_, notes) => removeCreditNote(notes, date));
}

/** Throws FolderNotFound, AssetNotFound, CreditNoteNotFound. */
export async function readCreditNote(
  ctx: Context,
  folderId: number,
  assetId: number,
  date: PlainDate,
): Promise<CreditNote> {
  await getFolder(ctx, folderId);
  return noteOn(await loadAsset((await ctx.db()).knex, folderId, assetId), date);
}

function noteOn({ facts }: Asset, date: PlainDate): CreditNote {
  const note = facts.creditNotes.find((one) => one.date === date);
  if (!note) throw assetRuleErrors.CreditNoteNotFound({ date });
  return note;
}

/** The asset is recomputed from its original value and all its notes: no figure depends on the order of calls. */
const changeNotes = (
  ctx: Context,
  folderId: number,
  assetId: number,
  change: (asset: CreditedAsset, notes: readonly CreditNote[]) => CreditNote[],
): Promise<Asset> =>
  inRegister(ctx, folderId, async (register) => {
    const asset = await loadChangeable(register, assetId);
    const { acquisitionValue, acquisitionDate, creditNotes } = asset.facts;
    const credited = { acquisitionValue, acquisitionDate, quantity: Number(asset.quantity) };
    return saveAsset(register, { ...asset, facts: { ...asset.facts, creditNotes: change(credited, creditNotes) } });
  });

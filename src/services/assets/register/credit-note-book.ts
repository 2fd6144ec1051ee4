/** Credit notes of stored assets (B9 to B12): one per date, never above what remains. */
import type { Database } from '../../db/database.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Asset } from '../asset.ts';
import type { CreditNote } from '../engine/asset-facts.ts';
import { addCreditNote, type CreditedAsset, removeCreditNote, replaceCreditNote } from '../engine/credit-notes.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { readBasis } from './basis.ts';
import { loadChangeable } from './change-asset.ts';
import { loadAsset } from './store.ts';
import { inRegister, saveAsset } from './write-asset.ts';

/**
 * Throws FolderNotFound, AssetNotFound, AssetIsTransferred, CreditNoteDateTaken, CreditNoteBeforeAcquisition,
 * CreditNoteAfterRetirement, CreditNoteWithoutAmount, CreditNoteVatRateOutOfRange, CreditNoteExceedsRemainingValue,
 * CreditNoteQuantityExceedsRemaining.
 */
export const createCreditNote = (db: Database, folderId: number, assetId: number, note: CreditNote, now: string) =>
  changeNotes(db, folderId, assetId, now, (asset, notes) => addCreditNote(asset, notes, note));

/** Throws the same, and CreditNoteNotFound. */
export const updateCreditNote = (
  db: Database,
  folderId: number,
  assetId: number,
  date: PlainDate,
  note: CreditNote,
  now: string,
) => changeNotes(db, folderId, assetId, now, (asset, notes) => replaceCreditNote(asset, notes, date, note));

/** Throws FolderNotFound, AssetNotFound, AssetIsTransferred, CreditNoteNotFound. */
export const deleteCreditNote = (db: Database, folderId: number, assetId: number, date: PlainDate, now: string) =>
  changeNotes(db, folderId, assetId, now, (_, notes) => removeCreditNote(notes, date));

/** Throws FolderNotFound, AssetNotFound, CreditNoteNotFound. */
export async function readCreditNote(
  db: Database,
  folderId: number,
  assetId: number,
  date: PlainDate,
): Promise<CreditNote> {
  await readBasis(db, folderId);
  const asset = await loadAsset(db.knex, folderId, assetId);
  return noteOn(asset.facts.creditNotes, date);
}

export function noteOn(notes: readonly CreditNote[], date: PlainDate): CreditNote {
  const note = notes.find((one) => one.date === date);
  if (!note) throw assetRuleErrors.CreditNoteNotFound({ date });
  return note;
}

/** The asset is recomputed from its original value and all its notes: no figure depends on the order of calls. */
const changeNotes = (
  db: Database,
  folderId: number,
  assetId: number,
  now: string,
  change: (asset: CreditedAsset, notes: readonly CreditNote[]) => CreditNote[],
): Promise<Asset> =>
  inRegister(db, folderId, now, async (register) => {
    const asset = await loadChangeable(register, assetId);
    const { acquisitionValue, acquisitionDate, creditNotes } = asset.facts;
    const credited = { acquisitionValue, acquisitionDate, quantity: Number(asset.quantity) };
    return saveAsset(register, { ...asset, facts: { ...asset.facts, creditNotes: change(credited, creditNotes) } });
  });
